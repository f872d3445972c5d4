//! Bodies built from several files, and from the trees of other crates.

mod hcl_rs;
mod merged;
