//! Rules of conditions on values, as far as the type of the field is known.

use syn::{Lit, Type};

use super::literal::{Literal, expected_value, whole_numbers};
use crate::ast::Field;
use crate::attr::{Constraint, Conversion};
use crate::ctxt::Ctxt;
use crate::ty::{
    arguments, content, element, is_called, is_captured, is_map, is_number, is_scalar, last_name,
    text,
};

/// Rejects conditions that no value of the type meets, or that every value meets.
pub(super) fn check(ctxt: &Ctxt, field: &Field<'_>) {
    // The function takes another type, or the value is not converted.
    if matches!(field.attrs.source, Some((_, Conversion::With(_) | Conversion::Serde))) {
        return;
    }
    let is_parsed = field.attrs.source.is_some();
    for (tokens, constraint) in &field.attrs.constraints {
        match requirement(constraint, field.ty, is_parsed) {
            Some(requirement) => ctxt.error_at(tokens, format!("`{tokens}` {requirement}")),
            None => check_literals(ctxt, constraint, field.ty, is_parsed),
        }
    }
}

/// Rejects literals in a condition that are not values of the type, so that the condition never holds, or always.
fn check_literals(ctxt: &Ctxt, constraint: &Constraint, ty: &Type, is_parsed: bool) {
    let leaves = leaves(ty);
    match constraint {
        Constraint::Range { min, max } => {
            let [leaf] = &*leaves else { return };
            let leaf = content(leaf);
            let Some(name) = last_name(leaf).map(ToString::to_string) else { return };
            for bound in [min, max].into_iter().flatten() {
                let Some(literal @ Literal::Int(number)) = Literal::of(bound) else { continue };
                if whole_numbers(&name).is_some_and(|numbers| numbers.excludes(number))
                    && let Some(expected) = expected_value(leaf, &literal)
                {
                    let message = format!(
                        "expected a bound among the values of `{name}`, which is {expected}, not {number}; change the bound \
                         or the type"
                    );
                    ctxt.error_at(bound, message);
                }
            }
        }
        Constraint::OneOf(values) => {
            for value in values {
                let Some(literal) = Literal::of_lit(&value.lit) else { continue };
                let expected = match &literal {
                    Literal::Text(_) if is_parsed => None,
                    _ if is_parsed => Some("a string".to_owned()),
                    literal => rejected_by_all(&leaves, literal),
                };
                if let Some(expected) = expected {
                    let (ty, shown) = (text(ty), literal.shown());
                    let message = format!(
                        "no value of `{ty}` equals {shown}, because {expected} is required; change or remove it"
                    );
                    ctxt.error_at(value, message);
                }
            }
        }
        Constraint::Length { .. } | Constraint::Unique | Constraint::Matches(_) => {}
    }
}

/// Returns the values of the first type if all types reject a literal.
fn rejected_by_all(types: &[&Type], literal: &Literal) -> Option<String> {
    let all = types.iter().map(|ty| expected_value(content(ty), literal));
    all.collect::<Option<Vec<_>>>()?.into_iter().next()
}

const LATER: &str =
    "checks a value, but an expression is evaluated later; check the result of the evaluation";

/// Returns the requirement of a condition that a type does not meet.
fn requirement(constraint: &Constraint, ty: &Type, is_parsed: bool) -> Option<&'static str> {
    let whole = content(ty);
    if is_captured(whole) {
        return Some(LATER);
    }
    let leaves = leaves(ty);
    let is_of_elements = !matches!(constraint, Constraint::Length { .. });
    if is_of_elements && leaves.iter().any(|leaf| is_captured(content(leaf))) {
        return Some(LATER);
    }
    let is_any = |is_wrong: &dyn Fn(&Type) -> bool| leaves.iter().any(|leaf| is_wrong(leaf));
    match constraint {
        Constraint::Range { .. } if is_parsed || is_any(&|leaf| is_called(leaf, "Duration")) => {
            Some("requires a number; check parsed values with `validate`")
        }
        Constraint::Range { .. } if is_any(&|leaf| is_scalar(leaf) && !is_numeric(leaf)) => {
            Some("requires a number; for the length of a string, write `length`")
        }
        Constraint::Length { .. } if is_scalar(whole) && !is_text(whole) => {
            Some("requires a string or a collection; for a number, write `range`")
        }
        Constraint::Unique if is_set(whole) => {
            Some("is always true for the elements of a set; remove `unique`")
        }
        Constraint::Unique if is_scalar(whole) || is_map(whole) => Some("requires a list"),
        Constraint::Matches(_) if is_any(&|leaf| is_scalar(leaf) && !is_text(leaf)) => {
            Some("requires a string")
        }
        Constraint::OneOf(values)
            if is_any(&|leaf| is_scalar(leaf) && !values.iter().any(|it| is_of(&it.lit, leaf))) =>
        {
            Some("must list a value of the type of the field")
        }
        Constraint::Range { .. }
        | Constraint::Length { .. }
        | Constraint::Unique
        | Constraint::Matches(_)
        | Constraint::OneOf(_) => None,
    }
}

/// Returns `true` if a literal may be a value of a scalar type.
fn is_of(literal: &Lit, ty: &Type) -> bool {
    match literal {
        Lit::Int(_) | Lit::Float(_) => is_numeric(ty),
        Lit::Bool(_) => is_called(ty, "bool"),
        _ => is_text(ty),
    }
}

fn is_text(ty: &Type) -> bool {
    is_called(ty, "String") || is_called(ty, "PathBuf") || is_called(ty, "char")
}

fn is_numeric(ty: &Type) -> bool {
    is_number(ty) && !is_called(ty, "bool") && !is_called(ty, "char")
}

fn is_set(ty: &Type) -> bool {
    is_called(ty, "BTreeSet") || is_called(ty, "HashSet")
}

/// Returns the types of the values that a condition checks: those inside collections, however deep.
fn leaves(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Array(array) => leaves(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().flat_map(leaves).collect(),
        _ => match element(ty).or_else(|| arguments(ty).next().filter(|_| is_set(ty))) {
            Some(element) => leaves(element),
            None => vec![ty],
        },
    }
}
