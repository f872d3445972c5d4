// The examples run in the crate that the pages belong to.
#![cfg_attr(not(doctest), doc = include_str!("intro.md"))]
#![cfg_attr(not(doctest), doc = include_str!("library.md"))]

// A module of its own: on the page of a re-exported crate, rustdoc links to a list of its items, which does not exist.
#[doc(inline)]
pub use hcldyn_functions::*;
