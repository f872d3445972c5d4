//! The variables and local values that the files of a folder define.

use crate::body::Body;
use crate::cty::{Kind, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::dynblock::{WalkedBody, walk_variables};
use crate::ext::kit::Inputs;
use crate::ext::kit::known::known_names;

/// The names under which expressions refer to variables and local values.
const NAMESPACES: [&str; 2] = ["var", "local"];

/// Returns a context with the variables and local values that are known. Reports invalid values for variables. A
/// variable whose declaration is invalid, and a local value that can't be evaluated, are left out without a report: the
/// program that runs the configuration may know more arguments, functions and resources.
pub fn module_context(
    body: &Body,
    inputs: Inputs,
    library: &EvalContext,
    diags: &mut Diagnostics,
) -> EvalContext {
    let mut ctx = library.child();
    define_roots(&walk_variables(body), &mut ctx);
    let (all, _) = known_names(body, &inputs, &ctx, diags);
    NAMESPACES.into_iter().fold(library.child(), |ctx, name| match all.variable(name) {
        Some(values) => ctx.with_variable(name, known_attributes(values)),
        None => ctx,
    })
}

/// Defines the roots of all references but those to variables and local values as unknown.
fn define_roots(walked: &WalkedBody, ctx: &mut EvalContext) {
    let visited = walked.visit_all();
    for variable in &visited.variables {
        let root = variable.root();
        if !NAMESPACES.contains(&root) && ctx.variable(root).is_none() {
            ctx.set_variable(root, Value::dynamic());
        }
    }
    visited.children.iter().for_each(|child| define_roots(child, ctx));
}

/// Returns an object without its unknown attributes, or another value as it is.
pub fn known_attributes(values: &Value) -> Value {
    match values.kind() {
        Kind::Object(object) => Value::object(
            object
                .iter()
                .filter(|(_, value)| value.is_known())
                .map(|(name, value)| (name.clone(), value.clone())),
        ),
        _ => values.clone(),
    }
}
