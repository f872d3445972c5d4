//! `dynamic` blocks.

mod for_each_checks;
mod generation;
mod readme;
mod reference;
mod terraform;
