//! Bodies made of several files, and of the trees of other crates.

mod hcl_rs;
mod merged;
