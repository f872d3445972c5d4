//! Files with `dynamic` blocks replaced by the blocks they generate.
//!
//! The result is the source text with edits, so everything else stays byte for byte. [`dynblock`](crate::ext::dynblock)
//! expands the blocks and evaluates expressions; tokens and parser events give the spans to edit. [`module_context`] gives the
//! files of a folder the variables and local values that they define.

mod bodies;
mod diags;
mod document;
mod module;
mod scope;
mod substitute;

use std::collections::HashSet;

use self::bodies::Expander;
pub use self::module::{known_attributes, module_context};
use self::scope::IteratorScope;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::{Source, Span};

/// The `dynamic` blocks that stay as they are written.
#[derive(Clone, Debug, Default)]
pub struct ExpandOptions {
    /// `true` if a `dynamic` block stays that generates no blocks. In an override file, it removes those of the same type.
    pub keeps_empty: bool,
    /// The only `dynamic` block to replace outside of generated blocks, by the span of its header.
    pub only: Option<Span>,
    /// The names of sensitive attributes. A block stays if it would write a value into one.
    pub sensitive: HashSet<String>,
}

/// Returns the expanded source text of a file in native syntax. `ctx` has the known variables. A block whose collection or
/// content is unknown, sensitive or can't be evaluated stays as it is written.
pub fn expand(
    source: &Source,
    body: &Body,
    ctx: EvalContext,
    options: &ExpandOptions,
    diags: &mut Diagnostics,
) -> String {
    let (limits, scope) =
        (ctx.limits().clone(), IteratorScope { ctx: ctx.clone(), ..IteratorScope::default() });
    let mut expander = Expander::new(source, ctx, options, diags);
    let expanded = limits.share(|| expander.expanded(body, 0..source.text().len(), &scope));
    // There are no iterators around a whole file, so nothing keeps it from being written.
    expanded.unwrap_or_else(|_| source.text().to_owned())
}
