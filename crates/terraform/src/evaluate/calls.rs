//! `module` blocks: the instances of the modules that they use.

use std::rc::Rc;

use hcldyn::Diagnostics;
use hcldyn::cty::{Type, Value};
use hcldyn::ext::repetition::{BlockInstances, InstanceVariables as Given, Repetition};
use hcldyn::syntax::Place;

use super::{Cell, Evaluation, Key, Pass, Repeated, RepeatedBy};
use crate::diags;
use crate::graph::Item;
use crate::language::ModuleCall;
use crate::tree::Target;

/// The instances that a block is to have: the kind of their keys, and the key and the variables of each.
pub(super) struct Planned {
    pub(super) by: RepeatedBy,
    pub(super) instances: Vec<(Key, Given)>,
}

/// Returns the attributes that repeat a block.
pub(super) fn repetition() -> Repetition {
    Repetition::new().for_each("for_each").count("count")
}

/// Returns the variables of an instance whose key is not known.
pub(super) fn unknown_given(has_each: bool, has_count: bool) -> Given {
    let each = [("key", Value::unknown(Type::String)), ("value", Value::dynamic())];
    let each = has_each.then(|| ("each".into(), Value::object(each)));
    let count = Value::object([("index", Value::unknown(Type::Number))]);
    each.into_iter().chain(has_count.then(|| ("count".into(), count))).collect()
}

impl Evaluation<'_> {
    /// Counts the instances of a block, and reports more than may be made. A check has one, which sees the variables `open`.
    pub(super) fn planned(
        &mut self,
        found: BlockInstances,
        open: Given,
        place: &Place,
        diags: &mut Diagnostics,
    ) -> Planned {
        let planned = Planned::of(found);
        let is_single = planned.by == RepeatedBy::Nothing;
        if self.pass == Pass::Check && !is_single {
            return Planned { by: RepeatedBy::Unknown, instances: vec![(Key::Single, open)] };
        }
        match self.left.checked_sub(planned.instances.len() as u64) {
            Some(left) => {
                self.left = left;
                planned
            }
            None => {
                diags.push(diags::too_many_instances(place.clone()));
                Planned { by: RepeatedBy::Failed, instances: Vec::new() }
            }
        }
    }

    /// Makes the instances of a module.
    pub(super) fn call(
        &mut self,
        node: usize,
        index: usize,
        instance: usize,
        diags: &mut Diagnostics,
    ) -> Cell {
        let (graph, module) = (&self.graph, self.graph.nodes[node].module);
        let call = &graph.tree.modules[module].folder.calls[index];
        let references = &graph.nodes[node].references;
        let ctx = self.context(module, instance, references, &Given::new());
        let found = repetition().instances(&call.body, &ctx, diags);
        let waits = match found {
            BlockInstances::Unknown(_) => {
                self.waits(module, instance, references, &ctx, &Value::dynamic())
            }
            _ => [].into(),
        };
        let (place, content, name) = (call.place.clone(), &call.content, call.name.clone());
        let open = unknown_given(content.for_each.is_some(), content.count.is_some());
        let Planned { by, instances } = self.planned(found, open, &place, diags);
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
        let prefix = format!("{}{dot}module.{name}", outer.address);
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
                    let variables = &self.graph.tree.modules[*inner].folder.variables;
                    for input in inputs {
                        if !variables.iter().any(|it| it.name == input.name) {
                            let known = variables.iter().map(|it| it.name.as_str());
                            let place = input.name_place();
                            diags.push(diags::undeclared_input(place, &input.name, known));
                        }
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

impl Planned {
    fn of(found: BlockInstances) -> Self {
        let (by, instances) = match found {
            BlockInstances::Single => (RepeatedBy::Nothing, vec![(Key::Single, Given::new())]),
            BlockInstances::Counted(instances) => {
                let keys = (0..).map(Key::Index);
                (RepeatedBy::Index, keys.zip(instances).collect())
            }
            BlockInstances::Keyed(instances) => {
                let named = |(name, given)| (Key::Name(name), given);
                (RepeatedBy::Key, instances.into_iter().map(named).collect())
            }
            BlockInstances::Unknown(_) => (RepeatedBy::Unknown, Vec::new()),
            _ => (RepeatedBy::Failed, Vec::new()),
        };
        Self { by, instances }
    }
}
