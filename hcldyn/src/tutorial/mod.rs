//! A tutorial: one idea a page, each with a program, what it reads, and what it prints; then a mistake,
//! and the report of it.
//!
//! 1. [A first struct](first_struct): attributes, defaults, and reports.
//! 2. [Labels and blocks](labels_and_blocks): one, at most one, many, and by their labels.
//! 3. [Expressions and functions](expressions): what a file may use, and how a Rust closure becomes a function.
//! 4. [Dynamic blocks](dynamic_blocks): blocks that are generated from collections.
//! 5. [Expressions that are evaluated later](closures): conditions on what is not there yet.
//! 6. [Unknown values](unknown_values): going on without a value.
//! 7. [Own types and validation](own_types): keywords, objects, and checks.
//! 8. [Specs at run time](run_time_specs): without a struct, from a file.
//! 9. [Blocks that refer to each other](graph): in whatever order they are written.
//! 10. [Gradual evaluation](gradual_evaluation): planning in one process, doing it in another.
//!
//! The programs are whole, and need no more than `hcldyn`. They are in `examples/tutorial`, each in a folder with its
//! files, and can be run there:
//!
//! ```sh
//! cargo run --example tutorial 01_first_struct
//! cargo run --example tutorial 01_first_struct/mistake
//! ```

pub mod closures;
pub mod dynamic_blocks;
pub mod expressions;
pub mod first_struct;
pub mod gradual_evaluation;
pub mod graph;
pub mod labels_and_blocks;
pub mod own_types;
pub mod run_time_specs;
pub mod unknown_values;
