//! `dynamic` blocks: blocks generated from collections.
//!
//! ```hcl
//! dynamic "port" {                  # generates blocks of type "port",
//!   for_each = ["http", "https"]    # one for each element of this collection
//!   iterator = it                   # the name of the element; by default, "port"
//!   labels   = [it.value]           # if blocks of the type have labels
//!   content {                       # the body of each block
//!     number = it.key
//!   }
//! }
//! ```
//!
//! A generated block is the one content body plus an iteration, so nothing is copied for each element. [`expand`]
//! applies to a whole body, and allows every requested block type to be generated, as in the reference
//! (`ext/dynblock`). A [`Spec`](crate::spec::Spec) does not need an expanded body: each block spec allows
//! `dynamic` or not. A program without schemas generates the blocks of one `dynamic` block at a time with an
//! [`Expansion`].
//!
//! All of them respect [`Limits::generated_blocks`](crate::Limits). The limit applies to all blocks of one request
//! together, including nested ones.
//!
//! With [`check_for_each`], a program can reject collections, such as sensitive ones, before their blocks are
//! generated. [`walk_expand_variables`] and [`walk_variables`] find the variables that the `dynamic` blocks of a
//! body need before its expansion; [`spec::variables`](crate::spec::variables) does the same for a whole spec.

mod block_budget;
mod checked;
mod diags;
mod expanded;
mod expansion;
mod generator;
mod header;
mod labels;
mod rest;
mod variables;

use std::sync::LazyLock;

pub(crate) use self::block_budget::BlockBudget;
pub use self::checked::check_for_each;
pub(crate) use self::diags::{attribute_generated, not_generated, not_opted_in, suggest_type};
pub(crate) use self::expanded::FullExpansion;
pub use self::expanded::expand;
pub use self::expansion::Expansion;
pub(crate) use self::generator::{Generator, GeneratorSite};
pub(crate) use self::rest::RestOfBody;
pub use self::variables::{Visited, WalkedBody, walk_expand_variables, walk_variables};
use crate::body::BlockSchema;
use crate::cty::Str;

/// The type of blocks that generate other blocks.
pub(crate) static DYNAMIC: LazyLock<Str> = LazyLock::new(|| Str::new("dynamic"));

/// The names of `dynamic` blocks and their parts.
pub(crate) const NAMES: [&str; 5] = ["dynamic", "for_each", "iterator", "labels", "content"];

/// The schema of `dynamic` blocks, whose only label is the block type to generate.
pub(crate) fn block_schema() -> BlockSchema {
    BlockSchema { ty: DYNAMIC.clone(), labels: vec![Str::new("block type")] }
}
