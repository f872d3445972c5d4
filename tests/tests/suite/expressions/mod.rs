//! Expressions: evaluation, static analysis and custom decoding.

mod analysis;
mod custom_decoding;
mod custom_decoding_readme;
mod deferred;
mod messages;
mod random;
mod reference;
pub(crate) mod terraform;
