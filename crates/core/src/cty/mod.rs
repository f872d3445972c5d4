#![doc = include_str!("intro.md")]

// A module of its own: on the page of a re-exported crate, rustdoc links to a list of its items, which does not exist.
#[doc(inline)]
pub use hcldyn_cty::*;
