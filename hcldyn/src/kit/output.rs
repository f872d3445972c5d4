//! `output` blocks.

use super::diags;
use crate::HclDecode;
use crate::cty::{Mark, Str, Value};
use crate::decode::from_body;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::graph::Node;
use crate::spec::Spec;

/// A value that a module gives to whoever uses it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Output {
    /// Its name.
    pub name: Str,
    /// The value, marked as sensitive if the output is.
    pub value: Value,
    /// What it is.
    pub description: Option<String>,
    /// Whether the value is not to be shown.
    pub sensitive: bool,
}

/// What the body of an `output` block holds.
#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Declaration {
    value: Value,
    description: Option<String>,
    #[hcl(default)]
    sensitive: bool,
}

impl Output {
    /// The output that a node is, evaluated in the context of the node. `None` of any other node, and where
    /// something is wrong with the block, which was then reported: a sensitive value in an output that is not
    /// sensitive is an error too.
    pub fn of(node: &Node, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Self> {
        let block = node.block().filter(|block| block.ty == *"output")?;
        let Declaration { value, description, sensitive } = from_body(&block.body, ctx, diags)?;
        let name = block.labels.first()?.value.clone();
        let secret = Mark::sensitive();
        let is_secret = value.contains_marked() && value.clone().unmark_deep().1.contains(&secret);
        let value = match sensitive {
            true => value.mark(secret),
            false if is_secret => {
                return diags.fail(diags::sensitive_output(block.header_place(), &name));
            }
            false => value,
        };
        Some(Self { name, value, description, sensitive })
    }

    /// The spec of the body of an `output` block.
    pub(super) fn spec() -> Spec {
        Declaration::spec()
    }
}
