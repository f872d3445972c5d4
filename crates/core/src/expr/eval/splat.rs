//! Splats: `source.*.a` and `source[*].a[0]`.

use crate::cty::internal::CollectVec;
use std::borrow::Cow;

use super::traversal::plain_walk;
use super::{Evaluated, Evaluator, collect_marks};
use crate::cty::convert::convert;
use crate::cty::{Kind, Marks, Refinement, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::limits::work;
use crate::tree::{ExprId, ExprNode, TraversalStep};

/// The parts of a splat.
struct Splat<'l> {
    id: ExprId,
    source: ExprId,
    each: ExprId,
    /// The work of evaluating the steps once.
    work: usize,
    /// The steps into the element, or `None` if the splat contains anything else.
    steps: Option<&'l [TraversalStep]>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates a splat: to a list for a list or set, and to a tuple for a tuple. Null counts as an empty tuple,
    /// and any other value as a tuple of one element.
    #[inline(never)]
    pub(super) fn splat(
        &mut self,
        id: ExprId,
        (source, each): (ExprId, ExprId),
        scope: &Scope<'_>,
    ) -> Value {
        let length = self.tree.span(id).end.saturating_sub(self.tree.span(source).end);
        let work = work::steps_of_text(length as usize);
        let splat = Splat { id, source, each, work, steps: self.plain_steps(each) };
        let errors = self.diags.error_count();
        let value = self.eval(source, scope);
        if self.diags.error_count() > errors {
            // The steps may contain expressions with their own errors.
            self.each(&splat, &Value::dynamic(), scope);
            return Value::dynamic();
        }
        let mut marks = Marks::new();
        collect_marks(&value, &mut marks);
        let result = if value.is_sequence() {
            self.sequence(&splat, &value, scope)
        } else {
            self.single(&splat, &value, scope)
        };
        result.with_marks(&marks)
    }

    /// Evaluates a splat of a value that is not a list, set or tuple.
    fn single(&mut self, splat: &Splat<'_>, value: &Value, scope: &Scope<'_>) -> Value {
        if value.is_null() {
            return Value::tuple(Vec::new());
        }
        if super::is_dynamic(value) {
            return Value::dynamic();
        }
        let may_be_null = match value.unmarked().kind() {
            Kind::Unknown(_, refinement) => !refinement.is_some_and(|known| known.not_null),
            _ => false,
        };
        let errors = self.diags.error_count();
        let before = self.diags.checkpoint();
        let result = self.each(splat, value, scope).into_owned();
        if may_be_null && self.diags.checks_types() {
            self.append_possible_since(before);
        }
        if may_be_null || self.diags.error_count() > errors {
            Value::dynamic()
        } else {
            Value::tuple(vec![result])
        }
    }

    fn sequence(&mut self, splat: &Splat<'_>, value: &Value, scope: &Scope<'_>) -> Value {
        if value.is_null() {
            let problem = diags::splat_of_null(&value.ty());
            return self.fail(problem, self.tree.span(splat.source), splat.id, scope);
        }
        if !value.is_known() {
            return self.unknown_sequence(splat, &value.ty(), value, scope);
        }
        let errors = self.diags.error_count();
        let (elements, marks) = (value.unmarked().elements(), value.marks());
        let mut results = Vec::with_capacity(elements.len());
        for element in elements {
            let element = match marks {
                None => Cow::Borrowed(element),
                Some(marks) => Cow::Owned(element.clone().with_marks(marks)),
            };
            results.push(self.each(splat, &element, scope).into_owned());
            if !self.has_work_left(splat.id, scope) || self.is_enough(errors) {
                return Value::dynamic();
            }
        }
        if self.diags.error_count() > errors {
            return Value::dynamic();
        }
        let element = match value.unmarked().kind() {
            Kind::List(list) => list.element_type(),
            Kind::Set(set) => set.element_type(),
            _ => return Value::tuple(results),
        };
        self.list_of(splat, &unknown_element(element, value), results, scope)
    }

    /// Returns a list of the results, which must have the same type. For an empty list, evaluating an unknown
    /// element determines the type.
    fn list_of(
        &mut self,
        splat: &Splat<'_>,
        unknown: &Value,
        results: Vec<Value>,
        scope: &Scope<'_>,
    ) -> Value {
        if results.is_empty() {
            let ty = self.each(splat, unknown, scope).ty();
            return Value::list(ty, results);
        }
        let types = || results.iter().map(Value::ty).filter(|ty| *ty != Type::Dynamic);
        let ty = types().next().unwrap_or(Type::Dynamic);
        if ty.is_primitive() && results.iter().all(|value| value.is_of(&ty)) {
            return Value::list(ty, results);
        }
        if types().any(|other| other != ty) {
            let types: Vec<_> = results.iter().map(Value::shown_type).collect_vec();
            let span = self.tree.span(splat.each);
            return self.fail(diags::mixed_splat(&types), span, splat.id, scope);
        }
        // A value without a type is converted to the type of the others.
        let typed = |value: Value| match value.unmarked().kind() {
            Kind::Unknown(Type::Dynamic, _) | Kind::Null(Type::Dynamic) => {
                convert(value, &ty).unwrap_or(Value::unknown(ty.clone()))
            }
            _ => value,
        };
        let results = results.into_iter().map(typed).collect_vec();
        Value::list(ty, results)
    }

    /// Returns the result for an unknown sequence, with a known type if possible.
    fn unknown_sequence(
        &mut self,
        splat: &Splat<'_>,
        ty: &Type,
        value: &Value,
        scope: &Scope<'_>,
    ) -> Value {
        let mut result_of =
            |element: &Type| self.each(splat, &unknown_element(element, value), scope).ty();
        let result = match ty {
            Type::List(element) | Type::Set(element) => Type::list(result_of(element)),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(result_of)),
            _ => Type::Dynamic,
        };
        let mut refinement = Refinement::not_null();
        if let (Kind::Unknown(_, Some(known)), Type::List(_)) = (value.unmarked().kind(), &result) {
            refinement.min_length = known.min_length;
            refinement.max_length = known.max_length;
        }
        Value::unknown_refined(result, refinement)
    }

    /// Evaluates the steps of the splat for one element.
    #[inline]
    fn each<'e>(
        &mut self,
        splat: &Splat<'_>,
        element: &'e Value,
        scope: &'e Scope<'_>,
    ) -> Evaluated<'e>
    where
        'a: 'e,
    {
        work::spend(splat.work);
        match splat.steps.and_then(|steps| plain_walk(element, steps)) {
            Some(value) => Cow::Borrowed(value),
            None => self.eval(splat.each, &Scope::of_item(scope, element)),
        }
    }

    /// Returns the steps into each element, or `None` if the splat contains anything else.
    fn plain_steps(&self, each: ExprId) -> Option<&'a [TraversalStep]> {
        match self.tree.node(each) {
            ExprNode::Relative { source, steps }
                if matches!(self.tree.node(*source), ExprNode::Item) =>
            {
                Some(self.tree.steps(*steps))
            }
            _ => None,
        }
    }
}

/// Returns an unknown element of a sequence, with the marks of the sequence: an error must not show the names in its type.
fn unknown_element(ty: &Type, sequence: &Value) -> Value {
    let unknown = Value::unknown(ty.clone());
    match sequence.marks() {
        Some(marks) => unknown.with_marks(marks),
        None => unknown,
    }
}
