//! A tutorial with one idea per page. Each page has a program with its input and output, and a mistake with its report.
//!
//! 1. [A first struct](_01_first_struct): attributes, defaults, and reports.
//! 2. [Labels and blocks](_02_labels_and_blocks): one block, at most one, many, and blocks by their labels.
//! 3. [Expressions and functions](_03_expressions): variables, the library, and Rust closures as functions.
//! 4. [Dynamic blocks](_04_dynamic_blocks): blocks generated from collections.
//! 5. [Expressions that are evaluated later](_05_closures): conditions on data that is not available yet.
//! 6. [Unknown values](_06_unknown_values): evaluation with missing values.
//! 7. [Own types and validation](_07_own_types): keywords, objects, and checks.
//! 8. [Specs at run time](_08_run_time_specs): without a struct, from a file.
//! 9. [Blocks that refer to each other](_09_graph): evaluation in the order of references.
//! 10. [Gradual evaluation](_10_gradual_evaluation): planning in one process, applying in another.
//! 11. [Editing and formatting](_11_editing): changing a source, and its layout.
//! 12. [Writing configurations](_12_writing): structs as source text.
//! 13. [A whole program](_13_whole_program): files, layers, functions, variables, references, and reload.
//! 14. [Testing](_14_testing): defaults, reports, and the files that come with a program.
//! 15. [Secrets](_15_secrets): values that messages hide.
//! 16. [A language of your own](_16_language): repeated blocks, data that the program looks up, and modules.
//!
//! The programs are complete and only need `hcldyn`. Some need its features: `functions` pages 3, 5, 13 and 16, `specfile` page 8,
//! `kit` pages 9, 13 and 16, `artifact` page 10, `edit` pages 11 and 12, and `load` pages 13 and 16. They are in `hcldyn/examples/tutorial` of the repository, each in a directory with its files.
//! To run them from the root of a checkout:
//!
//! ```sh
//! cargo run --example tutorial 01_first_struct
//! cargo run --example tutorial 01_first_struct/mistake
//! ```
//!
//! To try out specs and configurations without a program, build the page in
//! [`playground`](https://github.com/hcldyn/hcldyn/blob/HEAD/playground) of the repository: it has the editor, the decoded
//! values and the documents of a spec.
//!
//! # Paths
//!
//! Several parts of the library take the path of an item as a string. An attribute is always `.name`, and blocks are found in
//! different ways:
//!
//! | path | for | a block is found by |
//! |---|---|---|
//! | `server.web.port`, `server["a.b"].port` | [overrides](crate::Decoder::overrides), [values](crate::Decoder::value) of the program, [`explain`](crate::load::Configuration::explain) | its type and all its labels |
//! | `SERVER__WEB__PORT` | [environment](crate::Decoder::environment) variables | its type and all its labels, in any case |
//! | `server["web"].port`, `route[1].when` | [editing](crate::edit), `hcldyn get`, `set` and `rm` | its labels, or its position among the blocks of its type |
//! | `route[1].when`, `upstream["web"].port` | [`Validation`](crate::decode::Validation) | its place in the field: the position in a list, the key in a map |

pub mod _01_first_struct;
pub mod _02_labels_and_blocks;
pub mod _03_expressions;
pub mod _04_dynamic_blocks;
pub mod _05_closures;
pub mod _06_unknown_values;
pub mod _07_own_types;
pub mod _08_run_time_specs;
pub mod _09_graph;
pub mod _10_gradual_evaluation;
pub mod _11_editing;
pub mod _12_writing;
pub mod _13_whole_program;
pub mod _14_testing;
pub mod _15_secrets;
pub mod _16_language;
