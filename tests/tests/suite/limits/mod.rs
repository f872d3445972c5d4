//! Limits on untrusted input.

mod bombs;
mod boundaries;
mod many_names;
mod recursion;
