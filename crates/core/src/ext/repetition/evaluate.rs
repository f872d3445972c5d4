//! The instances of a block, by the values of its attributes.

use super::{COUNT, EACH, Matrix, RepeatedBy, Repetition, diags};
use crate::body::{Attribute, Body};
use crate::cty::convert::convert;
use crate::cty::internal::{CollectVec, KeySet, sort_by};
use crate::cty::{Kind, Mark, Number, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::ext::dynblock::GeneratorSite;

/// The instances of a block.
pub(crate) enum Evaluated {
    /// The block is not repeated.
    Single,
    /// Several instances, in their order.
    Several(RepeatedBy, Vec<Instance>),
    /// No instances. They would see such variables.
    Empty(RepeatedBy, InstanceVariables),
    /// An unknown number of instances, which see such variables.
    Unknown(InstanceVariables),
    /// No instances because of a reported error. They would see such variables.
    Failed(InstanceVariables),
}

/// An instance of a block.
pub(crate) struct Instance {
    /// Its key as text; empty for an index.
    pub(crate) key: Str,
    pub(crate) variables: InstanceVariables,
}

/// The variables that an instance sees.
pub type InstanceVariables = Vec<(Str, Value)>;

/// Evaluates the attributes that repeat a block. Errors are reported.
pub(crate) fn evaluate(
    repetition: &Repetition,
    body: &Body,
    site: GeneratorSite<'_>,
    diags: &mut Diagnostics,
) -> Evaluated {
    let attributes = body.only(&repetition.schema(), &mut Diagnostics::of_attempt()).attributes;
    let find = |name: Option<&Str>| attributes.iter().find(|it| Some(&it.name) == name);
    let Repetition { for_each, count, matrix, .. } = repetition;
    let axes = find(matrix.as_ref().map(|it| &it.axes));
    let name = find(matrix.as_ref().map(|it| &it.name));
    let given = [find(for_each.as_ref()), find(count.as_ref()), axes];
    let mut given_ones = given.iter().flatten();
    if let (Some(first), Some(second)) = (given_ones.next(), given_ones.next()) {
        let named = |it: &Attribute| (it.name.clone(), it.name_place());
        let (first, second) = (named(first), named(second));
        diags.push(diags::conflicting((&first.0, first.1), (&second.0, second.1)));
        return Evaluated::Failed(Evaluation::any_variables());
    }
    let mut evaluation = Evaluation { site, is_first_fastest: repetition.is_first_fastest, diags };
    match (given, matrix, name) {
        ([Some(for_each), ..], ..) => evaluation.for_each(&for_each.expr),
        ([_, Some(count), _], ..) => evaluation.count(&count.expr),
        ([_, _, Some(axes)], Some(matrix), name) => evaluation.matrix(matrix, axes, name),
        (_, Some(matrix), Some(name)) => {
            let place = name.name_place();
            let error = diags::name_without_matrix(place, &matrix.name, &matrix.axes);
            evaluation.diags.push(error);
            Evaluated::Failed(Vec::new())
        }
        _ => Evaluated::Single,
    }
}

/// The evaluation of one of the attributes.
struct Evaluation<'a> {
    site: GeneratorSite<'a>,
    /// The order of the combinations of a matrix.
    is_first_fastest: bool,
    diags: &'a mut Diagnostics,
}

/// The values of one variable of a matrix.
struct Axis {
    name: Str,
    values: Vec<Value>,
}

impl Evaluation<'_> {
    fn for_each(&mut self, expr: &Expression) -> Evaluated {
        let failed = || Evaluated::Failed(each(Value::failed(), Value::failed()));
        let Some(value) = self.value(expr) else { return failed() };
        let ctx = self.site.ctx;
        if is_sensitive(&value) {
            self.diags.push(diags::sensitive_keys(expr, ctx));
            return failed();
        }
        let element = match value.ty() {
            Type::Map(element) => (*element).clone(),
            Type::Set(element) if matches!(*element, Type::String | Type::Dynamic) => Type::String,
            Type::Object(_) | Type::Dynamic => Type::Dynamic,
            _ => {
                self.diags.push(diags::not_for_each(expr, &value, ctx));
                return failed();
            }
        };
        if value.is_null() {
            self.diags.push(diags::null_for_each(expr, ctx));
            return failed();
        }
        let is_set = matches!(value.unmarked().kind(), Kind::Set(_));
        if !value.is_known() || (is_set && !value.is_wholly_known()) {
            return Evaluated::Unknown(each(Value::unknown(Type::String), Value::unknown(element)));
        }
        let count = value.entries().len();
        if count == 0 {
            let variables = each(Value::unknown(Type::String), Value::unknown(element));
            return Evaluated::Empty(RepeatedBy::Key, variables);
        }
        if !self.site.admit(count as u64, expr, self.diags) {
            return failed();
        }
        let mut instances = Vec::new();
        for entry in value.entries() {
            let key = if is_set { entry.value().into_owned() } else { entry.key() };
            let Some(text) = key.unmarked().as_str().map(Str::new) else {
                self.diags.push(diags::null_element(expr, ctx));
                return failed();
            };
            let variables = each(key, entry.value().into_owned());
            instances.push(Instance { key: text, variables });
        }
        Evaluated::Several(RepeatedBy::Key, instances)
    }

    fn count(&mut self, expr: &Expression) -> Evaluated {
        let failed = || Evaluated::Failed(index(Value::failed()));
        let Some(value) = self.value(expr) else { return failed() };
        let ctx = self.site.ctx;
        let plain = value.unmarked().clone();
        let number = match convert(plain, &Type::Number) {
            Ok(number) if !number.is_known() => {
                return Evaluated::Unknown(index(Value::unknown(Type::Number)));
            }
            Ok(number) => number.as_number().and_then(Number::to_u64),
            Err(_) => None,
        };
        let Some(number) = number else {
            self.diags.push(diags::not_a_count(expr, &value, ctx));
            return failed();
        };
        if number == 0 {
            return Evaluated::Empty(RepeatedBy::Index, index(Value::unknown(Type::Number)));
        }
        if !self.site.admit(number, expr, self.diags) {
            return failed();
        }
        let instance = |position: u64| {
            let variables = index(Value::from(position));
            Instance { key: Str::default(), variables }
        };
        Evaluated::Several(RepeatedBy::Index, (0..number).map(instance).collect_vec())
    }

    fn matrix(&mut self, matrix: &Matrix, axes: &Attribute, name: Option<&Attribute>) -> Evaluated {
        let failed = || Evaluated::Failed(Vec::new());
        let expr = &axes.expr;
        let Some(value) = self.value(expr) else { return failed() };
        if !value.unmarked().is_known() && value.ty() == Type::Dynamic {
            return Evaluated::Unknown(Vec::new());
        }
        let Some(axes) = self.axes(expr, &value) else {
            return Evaluated::Failed(failed_variables(&value));
        };
        let all =
            |value: &Value| axes.iter().map(|it| (it.name.clone(), value.clone())).collect_vec();
        let variables = || all(&Value::dynamic());
        let failed = || Evaluated::Failed(all(&Value::failed()));
        if axes.iter().any(|axis| axis.values.is_empty()) {
            return Evaluated::Empty(RepeatedBy::Name, variables());
        }
        if axes.iter().any(|axis| axis.values.iter().any(|value| !value.is_known())) {
            return Evaluated::Unknown(variables());
        }
        let count = axes.iter().try_fold(1_u64, |all, it| all.checked_mul(it.values.len() as u64));
        if !self.site.admit(count.unwrap_or(u64::MAX), expr, self.diags) {
            return failed();
        }
        let (mut instances, mut known) = (Vec::new(), KeySet::default());
        for position in 0..count.unwrap_or_default() {
            let variables = self.combination(&axes, position);
            let named_by = name.map_or(expr, |name| &name.expr);
            let Some(key) = self.name(matrix, name, &variables, expr) else { return failed() };
            if !known.insert(key.clone()) {
                let ctx = with_variables(self.site.ctx, &variables);
                self.diags.push(diags::repeated_name(named_by, &key, &ctx));
                return failed();
            }
            instances.push(Instance { key, variables });
        }
        Evaluated::Several(RepeatedBy::Name, instances)
    }

    /// Returns the combination of the values at a position in the order of all combinations.
    fn combination(&self, axes: &[Axis], position: u64) -> InstanceVariables {
        let mut rest = position;
        let mut next = |axis: &Axis| {
            let len = axis.values.len() as u64;
            let value = axis.values[(rest % len) as usize].clone();
            rest /= len;
            (axis.name.clone(), value)
        };
        if self.is_first_fastest {
            return axes.iter().map(next).collect_vec();
        }
        let mut variables = axes.iter().rev().map(&mut next).collect_vec();
        variables.reverse();
        variables
    }

    /// Returns the variables of a matrix with their values, in the order of their names. An unknown list has one unknown
    /// value.
    fn axes(&mut self, expr: &Expression, value: &Value) -> Option<Vec<Axis>> {
        let ctx = self.site.ctx;
        if is_sensitive(value) {
            return self.diags.fail(diags::sensitive_keys(expr, ctx));
        }
        let is_table = matches!(value.ty(), Type::Map(_) | Type::Object(_));
        if !is_table || value.is_null() || !value.is_known() {
            return self.diags.fail(diags::not_a_matrix(expr, value, ctx));
        }
        let mut axes = Vec::new();
        for entry in value.entries() {
            let (key, list) = (entry.key(), entry.value().into_owned());
            let name = Str::new(key.unmarked().as_str().unwrap_or_default());
            if is_sensitive(&list) {
                return self.diags.fail(diags::sensitive_keys(expr, ctx));
            }
            let is_list = list.ty().is_sequence() || matches!(list.ty(), Type::Set(_));
            let values = match list.unmarked() {
                list if !list.is_known() => vec![Value::dynamic()],
                list if is_list && !list.is_null() => {
                    list.entries().map(|entry| entry.value().into_owned()).collect_vec()
                }
                list => return self.diags.fail(diags::not_an_axis(expr, &name, list, ctx)),
            };
            axes.push(Axis { name, values });
        }
        sort_by(&mut axes, |a, b| a.name.cmp(&b.name));
        Some(axes)
    }

    /// Returns the name of a combination of a matrix.
    fn name(
        &mut self,
        matrix: &Matrix,
        name: Option<&Attribute>,
        variables: &InstanceVariables,
        axes: &Expression,
    ) -> Option<Str> {
        let Some(name) = name else {
            let text = |value: &Value| convert(value.clone(), &Type::String).ok();
            let texts: Option<Vec<_>> = variables.iter().map(|(_, value)| text(value)).collect();
            let texts = texts.as_ref().map(|texts| texts.iter().map(Value::as_str));
            let joined = texts.and_then(|texts| Some(texts.collect::<Option<Vec<_>>>()?.join("-")));
            return match joined {
                Some(joined) => Some(joined.into()),
                None => self.diags.fail(diags::unnamed(axes, &matrix.name, self.site.ctx)),
            };
        };
        let ctx = with_variables(self.site.ctx, variables);
        let value = self.diags.unless_errors(|diags| name.expr.value(&ctx, diags))?;
        if value.is_failed() {
            return None;
        }
        let shown = (!value.is_marked()).then(|| value.clone());
        let text = shown.and_then(|value| convert(value, &Type::String).ok());
        match text.as_ref().and_then(Value::as_str) {
            Some(text) => Some(Str::new(text)),
            None => self.diags.fail(diags::not_a_name(&name.expr, &value, &ctx)),
        }
    }

    /// Evaluates an attribute. Returns `None` after an error, which was reported here or earlier.
    fn value(&mut self, expr: &Expression) -> Option<Value> {
        let value = self.diags.unless_errors(|diags| expr.value(self.site.ctx, diags))?;
        (!value.is_failed()).then_some(value)
    }

    /// Returns the variables that any attribute gives, for a block with several.
    fn any_variables() -> InstanceVariables {
        let mut variables = each(Value::failed(), Value::failed());
        variables.extend(index(Value::failed()));
        variables
    }
}

/// Returns the context of an instance.
pub(crate) fn with_variables(ctx: &EvalContext, variables: &InstanceVariables) -> EvalContext {
    let mut ctx = ctx.child();
    for (name, value) in variables {
        ctx.set_variable(name.clone(), value.clone());
    }
    ctx
}

fn each(key: Value, value: Value) -> InstanceVariables {
    vec![(EACH.into(), Value::object([("key", key), ("value", value)]))]
}

fn index(index: Value) -> InstanceVariables {
    vec![(COUNT.into(), Value::object([("index", index)]))]
}

/// Returns `true` if the value as a whole is sensitive.
fn is_sensitive(value: &Value) -> bool {
    value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()))
}

/// Returns the variables of a matrix that has an error, so that their uses are not errors too.
fn failed_variables(matrix: &Value) -> InstanceVariables {
    let is_table = matches!(matrix.ty(), Type::Map(_) | Type::Object(_));
    if !is_table || is_sensitive(matrix) || matrix.is_null() || !matrix.is_known() {
        return Vec::new();
    }
    let name = |key: &Value| Str::new(key.unmarked().as_str().unwrap_or_default());
    matrix.entries().map(|entry| (name(&entry.key()), Value::failed())).collect_vec()
}
