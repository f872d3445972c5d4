//! Tests of the language server: fixtures that mark the cursor with `<|>` and state the answer beside it.

mod fixture;
mod ide;
