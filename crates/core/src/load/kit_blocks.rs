//! The kit's blocks among those that define names.

use super::references::OtherBlocks;
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::graph::{Definitions, Node};
use crate::ext::kit::{Evaluation, Inputs, Output};

/// The kit's blocks of a body.
pub(super) struct KitBlocks {
    definitions: Definitions,
    evaluation: Evaluation,
}

impl KitBlocks {
    /// Gives the variables of a body their values.
    pub(super) fn start(
        body: &Body,
        inputs: &Inputs,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let evaluation = Evaluation::start(body, inputs, ctx, diags);
        Self { definitions: inputs.definitions(), evaluation }
    }

    /// Returns the outputs, in source order, and the body without the kit's blocks.
    pub(super) fn finish(self, body: &Body) -> (Vec<Output>, Body) {
        (self.evaluation.into_outputs(), body.remain(&self.definitions.schema()))
    }
}

impl OtherBlocks for KitBlocks {
    fn definitions(&self) -> Definitions {
        self.definitions.clone()
    }

    fn value_of(
        &mut self,
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        self.evaluation.value_of(node, ctx, diags)
    }
}
