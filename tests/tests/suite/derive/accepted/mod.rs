//! Types that the derives accept, and that must compile without a warning.

#![allow(dead_code, reason = "nothing makes or reads them")]

mod aliases;
mod deprecated;
mod empty;
mod forbidden;
mod generic;
mod generics;
mod hygiene;
mod macros;
mod no_prelude;
mod reexport;
