//! Conditionals: `condition ? then : otherwise`.

use std::borrow::Cow;

use super::joined::either;
use super::{Evaluated, Evaluator, collect_marks};
use crate::cty::convert::{convert, unify};
use crate::cty::internal::with_article;
use crate::cty::{Marks, ObjectType, Type, Value};
use crate::diag::{Diagnostics, counted};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::limits::work;
use crate::tree::ExprId;

/// One of the two results of a conditional, with its diagnostics.
struct Arm<'s> {
    node: ExprId,
    value: Evaluated<'s>,
    found: Option<Box<Diagnostics>>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates both arms, because the result has the common type and the marks of both. Errors in the other arm
    /// are dropped.
    #[inline(never)]
    pub(super) fn conditional<'s>(
        &mut self,
        id: ExprId,
        condition: ExprId,
        (then, otherwise): (ExprId, ExprId),
        scope: &Scope<'s>,
    ) -> Evaluated<'s>
    where
        'a: 's,
    {
        let test = self.eval(condition, scope);
        let then = self.arm(then, scope);
        let otherwise = self.arm(otherwise, scope);
        if let Some(holds) = test.as_bool()
            && then.value.is_plain_like(&otherwise.value)
        {
            return self.chosen(if holds { then } else { otherwise });
        }
        work::spend(then.value.steps() + otherwise.value.steps());
        let Some(ty) = self.result_type(&test, (&then, &otherwise), scope) else {
            return Cow::Owned(Value::dynamic());
        };
        let Some(test) = self.test(test, condition, scope) else {
            return Cow::Owned(Value::dynamic());
        };
        let marks = marks_of([&test, &then.value, &otherwise.value]);
        let chosen = match test.unmarked().as_bool() {
            Some(true) => then,
            Some(false) => otherwise,
            None => {
                let either = either(&ty, &then.value, &otherwise.value);
                self.check_arms(then.found, otherwise.found);
                return Cow::Owned(either.with_marks(&marks.unwrap_or_default()));
            }
        };
        let span = self.tree.span(chosen.node);
        let value = self.chosen(chosen);
        if ty == Type::Dynamic && self.diags.checks_types() {
            return Cow::Owned(Value::dynamic().with_marks(&marks.unwrap_or_default()));
        }
        if marks.is_none() && value.is_of(&ty) {
            return value;
        }
        Cow::Owned(match convert(value.into_owned(), &ty) {
            Ok(value) => value.with_marks(&marks.unwrap_or_default()),
            Err(error) => self.fail(diags::unfit_arm(&ty, &error), span, id, scope),
        })
    }

    /// Returns the value of the chosen arm, and adds its diagnostics to the others.
    #[inline]
    fn chosen<'s>(&mut self, arm: Arm<'s>) -> Evaluated<'s> {
        if let Some(found) = arm.found {
            self.diags.append(*found);
        }
        arm.value
    }

    /// Returns the type of the result. In a check of types, it is open if an arm that may not be chosen may fail.
    fn result_type(
        &mut self,
        test: &Value,
        (then, otherwise): (&Arm<'_>, &Arm<'_>),
        scope: &Scope<'_>,
    ) -> Option<Type> {
        if !self.diags.checks_types() || !self.leaves_type_open(test, (then, otherwise), scope) {
            return self.common_type(then, otherwise, scope);
        }
        let before = self.diags.checkpoint();
        self.common_type(then, otherwise, scope);
        self.append_possible_since(before);
        Some(Type::Dynamic)
    }

    /// Returns `true` if the type of an arm may not matter, because it may fail without being chosen.
    #[cold]
    fn leaves_type_open(
        &self,
        test: &Value,
        (then, otherwise): (&Arm<'_>, &Arm<'_>),
        scope: &Scope<'_>,
    ) -> bool {
        let may_fail = |arm: &Arm<'_>| !self.never_fails(arm.node, scope);
        then.value.ty() != otherwise.value.ty()
            && match test.unmarked().as_bool() {
                Some(true) => may_fail(otherwise),
                Some(false) => may_fail(then),
                None => may_fail(then) || may_fail(otherwise),
            }
    }

    /// Adds the diagnostics of both arms in a check of types, where either may be chosen. If both fail, so does the
    /// conditional.
    #[inline]
    fn check_arms(&mut self, then: Option<Box<Diagnostics>>, otherwise: Option<Box<Diagnostics>>) {
        if !self.diags.checks_types() {
            return;
        }
        let fail = [&then, &otherwise]
            .into_iter()
            .all(|found| found.as_ref().is_some_and(|found| found.has_errors()));
        for found in [then, otherwise].into_iter().flatten() {
            if fail {
                self.diags.append(*found);
            } else {
                self.diags.append_possible(*found);
            }
        }
    }

    fn arm<'s>(&mut self, node: ExprId, scope: &Scope<'s>) -> Arm<'s>
    where
        'a: 's,
    {
        let (value, found) = self.eval_apart(node, scope);
        Arm { node, value, found }
    }

    /// Returns the condition as a bool, which may be unknown, or `None` after reporting an error.
    fn test<'s>(
        &mut self,
        value: Evaluated<'s>,
        node: ExprId,
        scope: &Scope<'_>,
    ) -> Option<Evaluated<'s>> {
        if value.as_bool().is_some() {
            return Some(value);
        }
        if value.is_null() {
            return self.none_at(diags::null_condition(), node, scope);
        }
        match convert(Value::clone(&value), &Type::Bool) {
            Ok(value) => Some(Cow::Owned(value)),
            Err(error) => self.none_at(diags::wrong_condition(&value, &error), node, scope),
        }
    }

    /// Returns the type of the result. A null without a type takes the type of the other arm. Otherwise, an
    /// arm of unknown type leaves it open.
    fn common_type(
        &mut self,
        then: &Arm<'_>,
        otherwise: &Arm<'_>,
        scope: &Scope<'_>,
    ) -> Option<Type> {
        let (a, b) = (then.value.ty(), otherwise.value.ty());
        if a == b || is_untyped_null(&otherwise.value) {
            return Some(a);
        }
        if is_untyped_null(&then.value) {
            return Some(b);
        }
        if a == Type::Dynamic || b == Type::Dynamic {
            return Some(Type::Dynamic);
        }
        let common = unify([&a, &b]);
        if common.is_none() {
            let span = self.tree.span(then.node).to(self.tree.span(otherwise.node));
            let [a, b] = [then, otherwise].map(|arm| arm.value.shown_type());
            let problem = diags::mismatched_arms(&difference(&a, &b));
            self.fail(problem, span, then.node, scope);
        }
        common
    }
}

/// Returns the marks of the values themselves, not of their parts, or `None` if there are none.
fn marks_of(values: [&Value; 3]) -> Option<Marks> {
    if !values.iter().any(|value| value.is_marked()) {
        return None;
    }
    let mut marks = Marks::new();
    for value in values {
        collect_marks(value, &mut marks);
    }
    Some(marks)
}

fn is_untyped_null(value: &Value) -> bool {
    value.is_null() && !value.is_marked() && value.ty() == Type::Dynamic
}

/// Returns the reason that two types have no common type, as a clause.
pub(crate) fn difference(a: &Type, b: &Type) -> String {
    match (a, b) {
        (Type::Object(a), Type::Object(b)) => object_difference(a, b),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() != b.len() => {
            let (a, b) = (counted(a.len(), "element"), counted(b.len(), "element"));
            format!("one is a tuple with {a} and the other a tuple with {b}")
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            for (position, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                if unify([a, b]).is_none() {
                    return format!("element {position} differs: {}", difference(a, b));
                }
            }
            "their elements have different types".to_owned()
        }
        _ => match (a.element(), b.element()) {
            (Some(a), Some(b)) if unify([a, b]).is_none() => {
                format!("the elements differ: {}", difference(a, b))
            }
            _ => {
                let named = |ty: &Type| with_article(&ty.friendly_name());
                format!("one is {} and the other {}", named(a), named(b))
            }
        },
    }
}

fn object_difference(a: &ObjectType, b: &ObjectType) -> String {
    let missing = |from: &ObjectType, other: &ObjectType| {
        let name = other.iter().map(|(name, _)| name).find(|name| from.attribute(name).is_none());
        name.cloned()
    };
    if let Some(name) = missing(b, a) {
        return format!("only the first one has the attribute {name:?}");
    }
    if let Some(name) = missing(a, b) {
        return format!("only the second one has the attribute {name:?}");
    }
    for (name, a) in a.iter() {
        if let Some(b) = b.attribute(name)
            && unify([a, b]).is_none()
        {
            return format!("attribute {name:?} differs: {}", difference(a, b));
        }
    }
    "their attributes have different types".to_owned()
}
