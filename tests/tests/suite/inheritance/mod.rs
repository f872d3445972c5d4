//! Blocks that inherit from others.

mod errors;
mod items;
mod references;
mod spec_files;
