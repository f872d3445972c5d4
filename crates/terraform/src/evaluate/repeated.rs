//! The instances of blocks with `count`, `for_each` or `enabled`.

use std::rc::Rc;

use hcldyn::body::Body;
use hcldyn::cty::{Type, Value, convert};
use hcldyn::ext::repetition::{BlockInstances, InstanceVariables as Given, Repetition};
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext, Expression};

use super::{Evaluation, Key, Pass, RepeatedBy};
use crate::diags;
use crate::folder::{Declared, Resource};
use crate::language::ModuleCall;

/// A block that can have several instances.
pub(super) struct Repeatable<'t> {
    body: &'t Body,
    place: &'t Place,
    has_each: bool,
    has_count: bool,
    enabled: Option<&'t Expression>,
}

/// The instances that a block is to have: the kind of their keys, and the key and the variables of each.
pub(super) struct Planned {
    pub(super) by: RepeatedBy,
    pub(super) instances: Vec<(Key, Given)>,
    /// The names that their number waits for.
    pub(super) waits: Rc<[String]>,
    /// The context of the block, without the variables of an instance.
    pub(super) ctx: EvalContext,
}

impl<'t> Repeatable<'t> {
    pub(super) fn of_call(call: &'t Declared<ModuleCall>) -> Self {
        let content = &call.content;
        Self {
            body: &call.body,
            place: &call.place,
            has_each: content.for_each.is_some(),
            has_count: content.count.is_some(),
            enabled: content.lifecycle.as_ref().and_then(|it| it.enabled.as_ref()),
        }
    }

    pub(super) fn of_resource(resource: &'t Resource) -> Self {
        let meta = &resource.block.content.meta;
        Self {
            body: &resource.block.body,
            place: &resource.block.place,
            has_each: meta.for_each.is_some(),
            has_count: meta.count.is_some(),
            enabled: meta.lifecycle.as_ref().and_then(|it| it.enabled.as_ref()),
        }
    }
}

impl Evaluation<'_> {
    /// Returns the instances of a block. More than may be made are reported. A check has one instance, with an unknown key.
    pub(super) fn planned(
        &mut self,
        node: usize,
        instance: usize,
        block: &Repeatable<'_>,
        diags: &mut Diagnostics,
    ) -> Planned {
        let it = &self.graph.nodes[node];
        let ctx = self.context(it.module, instance, &it.references, &Given::new());
        let found = Repetition::new().for_each("for_each").count("count");
        let found = found.instances(block.body, &ctx, diags);
        let (mut by, mut instances) = planned(found);
        match block.enabled.map_or(Some(true), |expr| is_enabled(expr, &ctx, diags)) {
            Some(true) => {}
            Some(false) => instances.clear(),
            None => (by, instances) = (RepeatedBy::Unknown, Vec::new()),
        }
        let waits = match by {
            RepeatedBy::Unknown => {
                self.waits(it.module, instance, &it.references, &ctx, &Value::dynamic())
            }
            _ => [].into(),
        };
        if self.pass == Pass::Check && (by != RepeatedBy::Nothing || instances.is_empty()) {
            let open = unknown_given(block.has_each, block.has_count);
            (by, instances) = (RepeatedBy::Unknown, vec![(Key::Single, open)]);
        } else if let Some(left) = self.left.checked_sub(instances.len() as u64) {
            self.left = left;
        } else {
            diags.push(diags::too_many_instances(block.place.clone()));
            (by, instances) = (RepeatedBy::Failed, Vec::new());
        }
        Planned { by, instances, waits, ctx }
    }
}

/// Returns the variables of an instance whose key is not known.
pub(super) fn unknown_given(has_each: bool, has_count: bool) -> Given {
    let each = [("key", Value::unknown(Type::String)), ("value", Value::dynamic())];
    let each = has_each.then(|| ("each".into(), Value::object(each)));
    let count = Value::object([("index", Value::unknown(Type::Number))]);
    each.into_iter().chain(has_count.then(|| ("count".into(), count))).collect()
}

/// Returns the kind of the keys, and the key and the variables of each instance.
fn planned(found: BlockInstances) -> (RepeatedBy, Vec<(Key, Given)>) {
    match found {
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
    }
}

/// Returns the value of `enabled`; `None` if it is not known, or invalid, which is reported.
fn is_enabled(expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<bool> {
    let errors = diags.error_count();
    let value = expr.value(ctx, diags).unmark_deep().0;
    match convert::convert(value, &Type::Bool) {
        _ if diags.error_count() > errors => None,
        Ok(value) if !value.is_null() => value.as_bool(),
        _ => {
            diags.push(diags::no_bool(expr.place()));
            None
        }
    }
}
