//! Conditions: of variables, before and after changes of resources, before the use of outputs, and in checks.

use hcldyn::cty::{Type, Value, convert};
use hcldyn::ext::kit::ValueCondition;
use hcldyn::ext::repetition::InstanceVariables as Given;
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext};

use super::{Cell, Computed, Evaluation, Pass};
use crate::diags;
use crate::folder::Resource;
use crate::graph::{Item, Target, check_body, references_of};

/// The effect of a false condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Error,
    Warning,
}

impl Evaluation<'_> {
    /// Checks the conditions of a variable on itself alone. Returns `true` unless one is false or invalid.
    pub(super) fn check_early(
        &self,
        node: usize,
        index: usize,
        value: &Value,
        place: &Place,
        diags: &mut Diagnostics,
    ) -> bool {
        let module = self.graph.nodes[node].module;
        let variable = &self.graph.tree.modules[module].folder.variables[index];
        let errors = diags.error_count();
        let own = Value::object([(variable.name.clone(), value.clone())]);
        let ctx = self.ctx.child().with_variable("var", own);
        for condition in &variable.content.validation {
            if self.is_on(node, condition, &mut Diagnostics::new()) {
                condition.check(&variable.name, place, &ctx, diags);
            }
        }
        diags.error_count() == errors
    }

    /// Returns `true` if a condition depends on nothing but a variable.
    fn is_on(&self, node: usize, condition: &ValueCondition, diags: &mut Diagnostics) -> bool {
        let module = self.graph.nodes[node].module;
        let conditions = std::slice::from_ref(condition);
        let references = references_of(&self.graph, module, conditions, diags);
        let is_own = |target| matches!(target, Target::Node { node: it, .. } if it == node);
        references.iter().all(|it| is_own(it.target))
    }

    /// Checks all conditions that need other values, when all are known.
    pub(super) fn check_conditions(&self, diags: &mut Diagnostics) {
        if self.pass == Pass::Check {
            self.check_inputs(diags);
            return self.check_references(diags);
        }
        for (node, it) in self.graph.nodes.iter().enumerate() {
            match it.item {
                Item::Variable(index) => self.check_late(node, index, diags),
                Item::Output(index) => self.check_output(node, index, diags),
                Item::Call(_) | Item::Local(_) | Item::Resource(_) => {}
            }
        }
        for module in 0..self.instances.len() {
            self.check_assertions(module, diags);
        }
    }

    /// Reports names without a declaration in conditions and in the arguments of providers, and wrong types in conditions.
    fn check_references(&self, diags: &mut Diagnostics) {
        for (index, module) in self.graph.tree.modules.iter().enumerate() {
            let variables = module.folder.variables.iter().map(|it| &it.content.validation);
            let checks = module.folder.checks.iter().map(|it| &it.content.assert);
            let outputs = module.folder.outputs.iter().map(|it| &it.content.precondition);
            for conditions in variables.chain(checks).chain(outputs) {
                let references = references_of(&self.graph, index, conditions, diags);
                for instance in 0..self.instances[index].len() {
                    let ctx = self.context(index, instance, &references, &Given::new());
                    for condition in conditions {
                        check_types(condition, &ctx, diags);
                    }
                }
            }
            for provider in
                module.folder.providers.iter().filter(|it| it.content.for_each.is_none())
            {
                check_body(&self.graph, index, &provider.content.arguments, diags);
            }
        }
    }

    /// Checks the conditions of a variable on other values.
    fn check_late(&self, node: usize, index: usize, diags: &mut Diagnostics) {
        let module = self.graph.nodes[node].module;
        let variable = &self.graph.tree.modules[module].folder.variables[index];
        for condition in &variable.content.validation {
            if self.is_on(node, condition, diags) {
                continue;
            }
            let conditions = std::slice::from_ref(condition);
            let references = references_of(&self.graph, module, conditions, diags);
            for instance in 0..self.instances[module].len() {
                let is_failed = match self.cell(node, instance) {
                    Cell::Value(computed) => computed.value.is_failed(),
                    Cell::Open | Cell::Instances(_) => true,
                };
                if !is_failed {
                    let ctx = self.context(module, instance, &references, &Given::new());
                    condition.check(&variable.name, &variable.place, &ctx, diags);
                }
            }
        }
    }

    fn check_output(&self, node: usize, index: usize, diags: &mut Diagnostics) {
        let module = self.graph.nodes[node].module;
        let output = &self.graph.tree.modules[module].folder.outputs[index];
        if output.content.precondition.is_empty() {
            return;
        }
        let references = &self.graph.nodes[node].references;
        for instance in 0..self.instances[module].len() {
            let ctx = self.context(module, instance, references, &Given::new());
            for condition in &output.content.precondition {
                check(condition, Effect::Error, &ctx, diags);
            }
        }
    }

    fn check_assertions(&self, module: usize, diags: &mut Diagnostics) {
        for block in &self.graph.tree.modules[module].folder.checks {
            let references = references_of(&self.graph, module, &block.content.assert, diags);
            for instance in 0..self.instances[module].len() {
                let ctx = self.context(module, instance, &references, &Given::new());
                for condition in &block.content.assert {
                    check(condition, Effect::Warning, &ctx, diags);
                }
            }
        }
    }

    /// Checks the conditions of a resource.
    pub(super) fn check_resource(
        &self,
        resource: &Resource,
        value: &Value,
        is_open: bool,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) {
        let Some(lifecycle) = &resource.block.content.meta.lifecycle else { return };
        let mut check = |condition: &ValueCondition, ctx: &EvalContext| match self.pass {
            Pass::Check => check_types(condition, ctx, diags),
            Pass::Values => check(condition, Effect::Error, ctx, diags),
        };
        lifecycle.precondition.iter().for_each(|it| check(it, ctx));
        let own = if is_open { Value::dynamic() } else { value.clone() };
        let ctx = ctx.child().with_variable("self", own);
        lifecycle.postcondition.iter().for_each(|it| check(it, &ctx));
    }
}

/// Checks the types of a condition.
fn check_types(condition: &ValueCondition, ctx: &EvalContext, diags: &mut Diagnostics) {
    let errors = diags.error_count();
    let value = condition.condition.value(ctx, diags).unmark_deep().0;
    if diags.error_count() == errors && convert::convert(value, &Type::Bool).is_err() {
        diags.push(diags::no_condition(condition.condition.place()));
    }
    condition.error_message.value(ctx, diags);
}

/// Checks a condition. One that is not known yet is not reported.
fn check(condition: &ValueCondition, effect: Effect, ctx: &EvalContext, diags: &mut Diagnostics) {
    let errors = diags.error_count();
    let value = condition.condition.value(ctx, diags).unmark_deep().0;
    let value = convert::convert(value, &Type::Bool);
    if diags.error_count() > errors {
        return;
    }
    let place = condition.condition.place();
    match value.map(|value| (value.is_known(), value.as_bool())) {
        Ok((false, _) | (_, Some(true))) => {}
        Ok((_, Some(false))) => {
            let message = condition.error_message.value(ctx, diags);
            let is_shown = !message.contains_marked();
            let message = convert::convert(message, &Type::String).ok().filter(|_| is_shown);
            let message = message.as_ref().and_then(Value::as_str);
            diags.push(match effect {
                Effect::Error => diags::false_condition(place, message),
                Effect::Warning => diags::false_assertion(place, message),
            });
        }
        Ok((_, None)) | Err(_) => diags.push(diags::no_condition(place)),
    }
}

impl Computed {
    /// Returns `true` if everything is known.
    pub(crate) fn is_known(&self) -> bool {
        self.value.is_wholly_known()
    }
}
