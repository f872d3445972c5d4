//! The native syntax.

mod formats;
mod messages;
mod random;
