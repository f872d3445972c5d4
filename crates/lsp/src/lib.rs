//! A language server for the HCL of any program.
//!
//! - [`ide`]: answers about sources by their spec, as plain data. It has no threads, files, protocol or clock.

pub mod ide;
