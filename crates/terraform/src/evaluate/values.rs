//! Local values and outputs.

use hcldyn::cty::{Mark, Value};
use hcldyn::ext::repetition::InstanceVariables as Given;
use hcldyn::{Diagnostics, Expression};

use super::{Computed, Evaluation};
use crate::diags;

impl Evaluation<'_> {
    pub(super) fn local(
        &self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> Computed {
        let module = self.graph.nodes[node].module;
        let local = &self.graph.tree.modules[module].folder.locals[index];
        self.computed(node, instance, &local.expr, diags)
    }

    /// Returns the value of an output. Reports a sensitive value of the root module whose output is not sensitive.
    pub(super) fn output_value(
        &self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> Computed {
        let module = self.graph.nodes[node].module;
        let output = &self.graph.tree.modules[module].folder.outputs[index];
        let Computed { value, waits } = self.computed(node, instance, &output.content.value, diags);
        if output.content.sensitive {
            return Computed { value: value.mark(Mark::sensitive()), waits };
        }
        let is_secret = || value.clone().unmark_deep().1.contains(&Mark::sensitive());
        if module == 0 && value.contains_marked() && is_secret() {
            diags.push(diags::sensitive_output(output));
            return Computed { value: Value::failed().mark(Mark::sensitive()), waits };
        }
        Computed { value, waits }
    }

    /// Evaluates the expression of a node.
    fn computed(
        &self,
        node: usize,
        instance: usize,
        expr: &Expression,
        diags: &mut Diagnostics,
    ) -> Computed {
        let module = self.graph.nodes[node].module;
        let references = &self.graph.nodes[node].references;
        let errors = diags.error_count();
        let (value, ctx) = self.value(expr, (module, instance), references, &Given::new(), diags);
        if diags.error_count() > errors {
            let marks = value.unmark_deep().1;
            return Computed { value: Value::failed().with_marks(&marks), waits: [].into() };
        }
        let waits = self.waits(module, instance, references, &ctx, &value);
        Computed { value, waits }
    }
}
