//! The values of variables.

use hcldyn::cty::{Mark, Value};
use hcldyn::diag::similar_name;
use hcldyn::ext::kit::{Inputs, Variables};
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext};

use super::{Computed, Evaluation, Pass};
use crate::diags;
use crate::folder::ModuleFolder;
use crate::language::ModuleCall;
use crate::tree::Tree;

/// Returns the object of the variables of the root module. Reports missing values and wrong ones.
pub(super) fn of_root(
    tree: &Tree,
    inputs: &Inputs,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Value {
    let Some(body) = &tree.root().folder.body else { return Value::object::<&str>([]) };
    Variables::of_module(body, diags).assign(inputs, ctx, diags)
}

impl Evaluation<'_> {
    /// Returns the value of a variable in an instance of its module.
    pub(super) fn variable(
        &self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> Computed {
        let module = self.graph.nodes[node].module;
        let variable = &self.graph.tree.modules[module].folder.variables[index];
        let errors = diags.error_count();
        let (computed, place) = match self.graph.tree.modules[module].parent {
            None => {
                let value = self.root_variables.get(&variable.name).cloned();
                let value = value.unwrap_or_else(Value::dynamic);
                let waits = if value.is_wholly_known() {
                    [].into()
                } else {
                    [format!("var.{}", variable.name)].into()
                };
                (Computed { value, waits }, variable.place.clone())
            }
            Some(_) => self.input(node, index, instance, diags),
        };
        let is_secret = variable.content.sensitive || variable.content.ephemeral;
        let hidden = |value: Value| if is_secret { value.mark(Mark::sensitive()) } else { value };
        if diags.error_count() > errors {
            return Computed { value: hidden(Value::failed()), waits: [].into() };
        }
        if self.pass == Pass::Check {
            let value = hidden(self.prepared[module][index].unknown());
            return Computed { value, waits: [].into() };
        }
        let computed = Computed { value: hidden(computed.value), ..computed };
        if !self.check_early(node, index, &computed.value, &place, diags) {
            return Computed { value: hidden(Value::failed()), waits: [].into() };
        }
        computed
    }

    /// Returns the value that a `module` block gives to a variable, with its location.
    fn input(
        &self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> (Computed, Place) {
        let module = self.graph.nodes[node].module;
        let (tree, inner) = (self.graph.tree, &self.instances[module][instance]);
        let variable = &tree.modules[module].folder.variables[index];
        let prepared = &self.prepared[module][index];
        let Some((outer, call)) = tree.modules[module].parent else {
            return (Computed::failed(), variable.place.clone());
        };
        let call = &tree.modules[outer].folder.calls[call];
        let known = |value| Computed { value, waits: [].into() };
        let Some(input) = call.content.inputs.attribute(&variable.name) else {
            let value = match &prepared.default {
                Some(default) => default.clone(),
                None if prepared.is_broken => prepared.unknown(),
                None if is_misspelled(
                    &variable.name,
                    &call.content,
                    &tree.modules[module].folder,
                ) =>
                {
                    Value::failed()
                }
                None => {
                    diags.push(diags::missing_input(call.place.clone(), variable));
                    Value::failed()
                }
            };
            return (known(value), variable.place.clone());
        };
        let place = input.expr.place();
        let references = &self.graph.nodes[node].references;
        if variable.content.sensitive {
            diags.hide(&place);
        }
        let around = (outer, inner.parent);
        let (value, ctx) = self.value(&input.expr, around, references, &inner.given, diags);
        if prepared.is_broken {
            return (known(prepared.unknown()), place);
        }
        if value.is_null() && !variable.content.nullable {
            let value = prepared.default.clone().unwrap_or_else(|| {
                diags.push(diags::null_input(place.clone(), &variable.name));
                Value::failed()
            });
            return (known(value), place);
        }
        match prepared.ty.convert(value) {
            Ok(value) => {
                let waits = self.waits(outer, inner.parent, references, &ctx, &value);
                (Computed { value, waits }, place)
            }
            Err(error) => {
                diags.push(diags::wrong_input(place.clone(), &variable.name, &error.to_string()));
                (Computed::failed(), place)
            }
        }
    }
}

/// Returns `true` if a block has an argument without a variable whose name is similar to that of a missing one. The argument is
/// reported.
fn is_misspelled(name: &str, call: &ModuleCall, folder: &ModuleFolder) -> bool {
    let inputs = call.inputs.just_attributes(&mut Diagnostics::new());
    let mut others = inputs.iter().filter(|it| !folder.declares_variable(&it.name));
    others.any(|it| similar_name(&it.name, [name]).is_some())
}
