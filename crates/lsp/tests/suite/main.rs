//! Tests of the language server: fixtures that mark the cursor with `<|>` and state the answer beside it.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod actions;
#[cfg(feature = "server")]
mod client;
mod deleted;
mod fixture;
#[cfg(feature = "server")]
mod folders;
mod hints;
mod ide;
#[cfg(feature = "server")]
mod includes;
mod json;
mod limits;
mod missing;
mod modules;
mod names;
#[cfg(feature = "server")]
mod order;
#[cfg(feature = "server")]
mod requests;
mod secrets;
#[cfg(feature = "server")]
mod settings;
#[cfg(feature = "server")]
mod specs;
mod values;
#[cfg(feature = "server")]
mod variables;
