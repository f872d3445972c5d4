//! The JSON wire form: compared with the reference, with random values, and with invalid input.

mod bad_input;
mod broken;
mod peer;
mod random;
mod reference;
