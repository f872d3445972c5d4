//! Limits on untrusted input.

mod bombs;
mod boundaries;
mod interrupts;
mod many_names;
mod recursion;
