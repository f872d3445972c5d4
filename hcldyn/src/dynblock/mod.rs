//! `dynamic` blocks: blocks generated from collections.
//!
//! ```hcl
//! dynamic "port" {                  # a block type, and as many blocks of it as
//!   for_each = ["http", "https"]    # this collection has elements
//!   iterator = it                   # what an element is called inside; "port" if left out
//!   labels   = [it.value]           # where blocks of the type have labels
//!   content {                       # the body of each
//!     number = it.key
//!   }
//! }
//! ```
//!
//! A generated block is the one content body seen through an iteration, so nothing is copied for each
//! element. [`expand`] looks at a whole body so, as the reference does (`ext/dynblock`): whatever
//! block type its user asks for may be generated. A [`Spec`](crate::spec::Spec) needs no expanded
//! body: its block specs opt in one by one. A program without schemas generates the blocks of one `dynamic`
//! block at a time with an [`Expansion`].
//!
//! All of them stop at [`Limits::generated_blocks`](crate::Limits), counted over everything that one question
//! leads to, nested blocks included.
//!
//! [`check_for_each`] lets a program refuse collections, sensitive ones for instance, before their blocks
//! are generated in either way. Before a body is expanded, [`walk_expand_variables`] and [`walk_variables`] tell
//! which variables its `dynamic` blocks need, and [`spec::variables`](crate::spec::variables) does so for a whole
//! spec.

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
pub(crate) use self::diags::{not_generated, not_opted_in, suggest_type};
pub use self::expanded::expand;
pub use self::expansion::Expansion;
pub(crate) use self::generator::{Generator, GeneratorSite};
pub(crate) use self::rest::RestOfBody;
pub use self::variables::{Visited, WalkedBody, walk_expand_variables, walk_variables};
use crate::body::BlockSchema;
use crate::cty::Str;

/// The block type that generates blocks.
pub(crate) static DYNAMIC: LazyLock<Str> = LazyLock::new(|| Str::new("dynamic"));

/// What `dynamic` blocks and their parts are called.
pub(crate) const NAMES: [&str; 5] = ["dynamic", "for_each", "iterator", "labels", "content"];

/// The schema of `dynamic` blocks, whose only label is the block type to generate.
pub(crate) fn block_schema() -> BlockSchema {
    BlockSchema { ty: DYNAMIC.clone(), labels: vec![Str::new("block type")] }
}
