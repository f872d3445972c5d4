//! The functions of the library.

mod limits;
mod reference;
mod terraform;
