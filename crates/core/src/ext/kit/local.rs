//! `local` blocks of Packer.

use super::variable::hide_if_sensitive;
use crate::HclDecode;
use crate::body::{BlockSchema, Body, BodySchema};
use crate::cty::{Mark, Value};
use crate::decode::from_inner_body;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::graph::Node;
use crate::spec::Spec;

// The content of the body of a `local` block. (A doc comment would be part of reference pages.)
#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Local {
    /// The value.
    expression: Value,
    /// `true` if messages and outputs hide the value.
    #[hcl(default)]
    sensitive: bool,
}

/// Hides the source text of the sensitive local values of a body in all reports.
pub(super) fn hide_sensitive(body: &Body, diags: &mut Diagnostics) {
    let blocks = vec![BlockSchema { ty: "local".into(), labels: vec!["name".into()] }];
    let schema = BodySchema { blocks, ..BodySchema::default() };
    for block in body.only(&schema, &mut Diagnostics::new()).blocks {
        hide_if_sensitive(&block.body, "expression", diags);
    }
}

/// Evaluates the `local` block of a node.
pub(super) fn value_of(node: &Node, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Value> {
    let Local { expression, sensitive } = from_inner_body(&node.block()?.body, ctx, diags)?;
    Some(if sensitive { expression.mark(Mark::sensitive()) } else { expression })
}

/// Returns the spec of the body of a `local` block.
pub(super) fn spec() -> Spec {
    Local::spec()
}
