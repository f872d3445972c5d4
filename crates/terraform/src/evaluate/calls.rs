//! `module` blocks: the instances of the modules that they use.

use std::rc::Rc;

use hcldyn::Diagnostics;

use super::repeated::{Planned, Repeatable, unknown_given};
use super::{Cell, Evaluation, Repeated};
use crate::diags;
use crate::graph::Item;
use crate::language::ModuleCall;
use crate::tree::Target;

impl Evaluation<'_> {
    /// Makes the instances of a module.
    pub(super) fn call(
        &mut self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> Cell {
        let module = self.graph.nodes[node].module;
        let call = &self.graph.tree.modules[module].folder.calls[index];
        let block = Repeatable::of_call(call);
        let Planned { by, instances, waits, .. } = self.planned(node, instance, &block, diags);
        let Some(Target::Module(inner)) = self.graph.target_of(node).cloned() else {
            let modules = instances.into_iter().map(|(key, _)| (key, 0)).collect();
            return Cell::Instances(Rc::new(Repeated {
                by,
                resources: Vec::new(),
                modules,
                waits,
            }));
        };
        let outer = &self.instances[module][instance];
        let dot = if outer.address.is_empty() { "" } else { "." };
        let prefix = format!("{}{dot}module.{}", outer.address, call.name);
        let mut modules = Vec::new();
        for (key, given) in instances {
            let address = format!("{prefix}{key}");
            let made = self.instance(inner, address, instance, given);
            modules.push((key, self.instances[inner].len()));
            self.instances[inner].push(made);
        }
        Cell::Instances(Rc::new(Repeated { by, resources: Vec::new(), modules, waits }))
    }

    /// Checks the inputs of all `module` blocks: each has a variable, and those of modules from elsewhere are evaluated.
    pub(super) fn check_inputs(&self, diags: &mut Diagnostics) {
        for (node, it) in self.graph.nodes.iter().enumerate() {
            let Item::Call(index) = it.item else { continue };
            let call = &self.graph.tree.modules[it.module].folder.calls[index];
            let inputs = call.content.inputs.just_attributes(diags);
            match self.graph.target_of(node) {
                Some(Target::Module(inner)) => {
                    let folder = &self.graph.tree.modules[*inner].folder;
                    for input in inputs.iter().filter(|it| !folder.declares_variable(&it.name)) {
                        let known = folder.variables.iter().map(|it| it.name.as_str());
                        let place = input.name_place();
                        diags.push(diags::undeclared_input(place, &input.name, known));
                    }
                }
                _ => self.evaluate_inputs(node, &call.content, &inputs, diags),
            }
        }
    }

    /// Evaluates the inputs of a module whose files are elsewhere, to find their errors.
    fn evaluate_inputs(
        &self,
        node: usize,
        call: &ModuleCall,
        inputs: &[hcldyn::body::Attribute],
        diags: &mut Diagnostics,
    ) {
        let it = &self.graph.nodes[node];
        let open = unknown_given(call.for_each.is_some(), call.count.is_some());
        for instance in 0..self.instances[it.module].len() {
            let ctx = self.context(it.module, instance, &it.references, &open);
            for input in inputs {
                input.expr.value(&ctx, diags);
            }
        }
    }
}
