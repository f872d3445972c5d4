//! Blocks that are repeated.

mod errors;
mod instances;
mod references;
mod spec_files;
mod unknown;
