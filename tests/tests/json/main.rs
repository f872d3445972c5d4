//! The JSON wire form: against the reference, with random values, and with bad input.

#![allow(clippy::unwrap_used, reason = "what cannot be read or written fails the test")]

mod bad_input;
mod broken;
mod peer;
mod random;
mod reference;
