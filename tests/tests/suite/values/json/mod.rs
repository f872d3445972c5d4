//! The JSON wire form: against the reference, with random values, and with bad input.

mod bad_input;
mod broken;
mod peer;
mod random;
mod reference;
