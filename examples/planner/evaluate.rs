//! Evaluation of the graph, each block after its dependencies.

use std::collections::HashSet;

use hcldyn::cty::Value;
use hcldyn::ext::graph::Node;
use hcldyn::ext::kit;
use hcldyn::ext::kit::{Inputs, Missing, Variables};
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::{Decoded, Origin, Presence};
use hcldyn::{Diagnostics, EvalContext, ext, functions};

use crate::language::Program;
use crate::resource::{self, Cloud};

/// The input of an evaluation.
pub(crate) struct Evaluation<'a> {
    /// The known values: none while planning, the plan while applying it.
    pub(crate) artifact: &'a Artifact,
    /// Values for variables, `name=value`. The last value for a variable wins.
    pub(crate) arguments: &'a [String],
    /// The treatment of a variable without a value.
    pub(crate) missing: Missing,
}

/// Evaluates all nodes, and checks each value against the artifact's value of that name. Returns the values
/// with their names, in source order.
pub(crate) fn evaluate(
    program: &Program,
    evaluation: &Evaluation<'_>,
    cloud: &mut impl Cloud,
    diags: &mut Diagnostics,
) -> Vec<(String, Value)> {
    let ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let arguments = evaluation.arguments.iter();
    let inputs = Inputs::new().missing(evaluation.missing);
    let inputs = arguments.fold(inputs, |inputs, argument| inputs.argument(argument));
    let var = Variables::of(&program.body, diags).assign(&inputs, &ctx, diags);

    let graph = &program.graph;
    let mut failed = HashSet::new();
    let values = graph.evaluate(&ctx, diags, |node, ctx, diags| {
        let errors = diags.error_count();
        let decoded = decode(node, &var, ctx, cloud, diags);
        // A value with a failed dependency is not compared, since any difference would be a follow-up error.
        let has_failed = decoded.value.is_failed()
            || graph.dependencies(node).iter().any(|it| failed.contains(&it.index()));
        if !has_failed && diags.error_count() == errors {
            evaluation.artifact.check(&node.to_string(), &decoded.value, &decoded.origin, diags);
        }
        if has_failed || diags.error_count() > errors {
            failed.insert(node.index());
        }
        decoded.value
    });
    let nodes = graph.nodes().iter();
    nodes.map(|node| (node.to_string(), values.value(node).clone())).collect()
}

/// Decodes the value of a node with its origin. Reports errors, which make the value unknown.
fn decode(
    node: &Node,
    var: &Value,
    ctx: &EvalContext,
    cloud: &mut impl Cloud,
    diags: &mut Diagnostics,
) -> Decoded {
    let value = match node.block() {
        Some(block) if block.ty == *"resource" => {
            match resource::decode(&node.to_string(), block, ctx, cloud, diags) {
                Some(decoded) => return decoded,
                None => Value::failed(),
            }
        }
        _ => kit::value_of(node, var, ctx, diags).unwrap_or_else(Value::dynamic),
    };
    let place = node.expr().map_or_else(|| node.place(), |expr| expr.place());
    Decoded { value, origin: Origin::new(place, Presence::Present) }
}
