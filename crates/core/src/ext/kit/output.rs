//! `output` blocks.

use super::diags;
use crate::HclDecode;
use crate::cty::{Mark, Str, Value};
use crate::decode::from_inner_body;
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::ext::graph::{Node, check_order};
use crate::source::Place;
use crate::spec::Spec;

/// A value that a module returns.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Output {
    /// Its name.
    pub name: Str,
    /// The value, marked as sensitive if the output is.
    pub value: Value,
    /// The description.
    pub description: Option<String>,
    /// `true` if the value must not be shown. An output of a module that a block uses can have sensitive values, which are
    /// marked, even if this is `false`.
    pub sensitive: bool,
    /// The location of the block.
    pub place: Place,
}

// The content of the body of an `output` block. (A doc comment would be part of reference pages.)
#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Declaration {
    /// The value.
    value: Value,
    /// The purpose of the value.
    description: Option<String>,
    /// `true` if the value must not be shown. Required for a sensitive value.
    #[hcl(default)]
    sensitive: bool,
    /// References to what must be known first. It has no effect on the value.
    #[hcl(expr, name = "depends_on", example = "[]")]
    _depends_on: Option<Expression>,
}

impl Output {
    /// Evaluates the output of a node in the node's context. Returns `None` for any other node, and for an invalid
    /// block, which is reported: a sensitive value in an output that is not sensitive is an error too.
    pub fn of(node: &Node, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Self> {
        let output = Self::of_module(node, ctx, diags)?;
        let value = &output.value;
        let is_secret = || value.clone().unmark_deep().1.contains(&Mark::sensitive());
        if !output.sensitive && value.contains_marked() && is_secret() {
            return diags.fail(diags::sensitive_output(node.place(), &output.name));
        }
        Some(output)
    }

    /// Evaluates the output of a node like [`of`](Self::of), for the block that uses the module: sensitive values stay
    /// marked there.
    pub(super) fn of_module(
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Self> {
        let block = node.block().filter(|block| block.ty == *"output")?;
        let Declaration { value, description, sensitive, .. } =
            from_inner_body(&block.body, ctx, diags)?;
        check_order(block, "depends_on", diags);
        let name = block.labels.first()?.value.clone();
        let value = if sensitive { value.mark(Mark::sensitive()) } else { value };
        Some(Self { name, value, description, sensitive, place: block.header_place() })
    }

    /// Returns the spec of the body of an `output` block.
    pub(super) fn spec() -> Spec {
        Declaration::spec()
    }
}
