//! `hcldyn expand`: a file with its `dynamic` blocks replaced by the blocks they generate.
//!
//! The result is the source text with edits, so everything else stays byte for byte. The library expands `dynamic`
//! blocks and evaluates expressions; tokens and parser events give the spans to edit.

mod bodies;
mod document;
mod scope;
mod substitute;

use hcldyn::source::Source;
use hcldyn::syntax::is_json_name;
use hcldyn::{Diagnostics, EvalContext, parse_body};

use self::bodies::Expander;
use self::scope::IteratorScope;
use crate::diags;

/// Returns the expanded source text of a file. `ctx` has the known variables.
pub(crate) fn expand(source: &Source, ctx: EvalContext, diags: &mut Diagnostics) -> Option<String> {
    if is_json_name(source.name()) {
        diags.push(diags::json_not_expanded(source.name()));
        return None;
    }
    let body = parse_body(source, diags);
    if diags.has_errors() {
        return None;
    }
    let (limits, scope) =
        (ctx.limits().clone(), IteratorScope { ctx: ctx.clone(), ..IteratorScope::default() });
    let mut expander = Expander::new(source, ctx, diags);
    Some(limits.share(|| expander.expanded(&body, 0..source.text().len(), &scope)))
}
