//! The native syntax.

mod messages;
mod random;
