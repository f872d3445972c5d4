//! Which names an expression may use, and which of them are known.

use std::collections::BTreeMap;

use hcldyn::cty::{Step, Str, Value};
use hcldyn::{EvalContext, Expression, Traversal};

/// The variables that are known, and the names that blocks and expressions around bind.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    ctx: EvalContext,
    bound: BTreeMap<Str, Binding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binding {
    /// The iterator of a generated block.
    Iterator,
    /// The iterator of a `dynamic` block that stays, or a name that `for` binds.
    NotKnown,
}

/// What an expression depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dependence {
    /// On no iterator of a generated block.
    NoIterator,
    /// On iterators, and otherwise on what is known.
    Known,
    /// On iterators and on something that is not known.
    NotKnown,
}

impl Scope {
    pub(super) fn new(ctx: EvalContext) -> Self {
        Self { ctx, bound: BTreeMap::new() }
    }

    /// The context to evaluate expressions in that are known.
    pub(super) fn ctx(&self) -> &EvalContext {
        &self.ctx
    }

    /// The scope inside a generated block.
    pub(super) fn with_iterator(&self, name: &Str, key: Value, value: Value) -> Self {
        let mut bound = self.bound.clone();
        bound.insert(name.clone(), Binding::Iterator);
        let iterator = Value::object([("key", key), ("value", value)]);
        Self { ctx: self.ctx.child().with_variable(name.clone(), iterator), bound }
    }

    /// The scope where a name stands for something that is not known.
    pub(super) fn with_unknown(&self, name: &str) -> Self {
        let mut bound = self.bound.clone();
        bound.insert(Str::new(name), Binding::NotKnown);
        Self { ctx: self.ctx.clone(), bound }
    }

    pub(super) fn has_iterators(&self) -> bool {
        self.bound.values().any(|binding| *binding == Binding::Iterator)
    }

    pub(super) fn dependence(&self, expr: &Expression) -> Dependence {
        let variables = expr.variables_in(&self.ctx);
        let is_iterator =
            |variable: &Traversal| self.bound.get(variable.root()) == Some(&Binding::Iterator);
        match variables.iter().any(is_iterator) {
            false => Dependence::NoIterator,
            true if variables.iter().all(|variable| self.is_known(variable)) => Dependence::Known,
            true => Dependence::NotKnown,
        }
    }

    /// Whether everything that an expression depends on is known.
    pub(super) fn knows(&self, expr: &Expression) -> bool {
        expr.variables_in(&self.ctx).iter().all(|variable| self.is_known(variable))
    }

    fn is_known(&self, variable: &Traversal) -> bool {
        match self.bound.get(variable.root()) {
            Some(binding) => *binding == Binding::Iterator,
            None => self.ctx.variable(variable.root()).is_some_and(|value| is_set(value, variable)),
        }
    }
}

/// Whether a variable of a namespace is among those given: `var.name` where `var` is an object. A
/// variables file need not set all of them.
fn is_set(namespace: &Value, variable: &Traversal) -> bool {
    let name = match variable.steps().first() {
        Some(Step::Attr(name)) => Some(name.as_str()),
        Some(Step::Index(key)) => key.as_str(),
        None => None,
    };
    match (namespace.unmarked().as_object(), name) {
        (Some(object), Some(name)) => object.get(name).is_some(),
        _ => true,
    }
}
