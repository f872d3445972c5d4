//! Literals beside the conditions of their fields.

use syn::Expr;

use super::literal::Literal;
use crate::attr::Constraint;

/// Returns the requirement of a condition that a value does not meet, as far as both are literals. The condition of
/// an array is that of its elements, unless it is about their number.
pub(super) fn broken(constraint: &Constraint, value: &Expr) -> Option<String> {
    let Expr::Array(array) = value else {
        return broken_by(constraint, &Literal::of(value)?);
    };
    match constraint {
        Constraint::Length { min, max } => {
            let length = array.elems.len();
            outside(length, *min, *max)
                .then(|| format!("have {}, but has {length}", lengths(*min, *max, "element")))
        }
        Constraint::Unique => {
            let literals: Vec<_> = array.elems.iter().filter_map(Literal::of).collect();
            let is_repeated = |(index, literal)| literals[..index].contains(literal);
            let (_, repeated) = literals.iter().enumerate().find(|it| is_repeated(*it))?;
            Some(format!("have unique elements, but has {} twice", repeated.shown()))
        }
        Constraint::Range { .. } | Constraint::Matches(_) | Constraint::OneOf(_) => {
            array.elems.iter().find_map(|element| broken(constraint, element))
        }
    }
}

/// Returns the requirement of a condition that a literal does not meet.
pub(super) fn broken_by(constraint: &Constraint, literal: &Literal) -> Option<String> {
    let shown = literal.shown();
    match constraint {
        Constraint::Range { min, max } => {
            let bound = |bound: &Option<Box<Expr>>| {
                let literal = Literal::of(bound.as_deref()?)?;
                Some((literal.number()?, literal.shown()))
            };
            let (number, min, max) = (literal.number()?, bound(min), bound(max));
            match (min, max) {
                (Some((min, shown_min)), _) if number < min => {
                    Some(format!("be at least {shown_min}, but is {shown}"))
                }
                (_, Some((max, shown_max))) if number > max => {
                    Some(format!("be at most {shown_max}, but is {shown}"))
                }
                _ => None,
            }
        }
        Constraint::Length { min, max } => {
            // Characters of other scripts can consist of several `char`s.
            let Literal::Text(text) = literal else { return None };
            (text.is_ascii() && outside(text.len(), *min, *max)).then(|| {
                let (lengths, length) = (lengths(*min, *max, "character"), text.len());
                format!("have {lengths}, but {shown} has {length}")
            })
        }
        Constraint::OneOf(values) => {
            let values: Vec<_> = values.iter().map(|it| Literal::of_lit(&it.lit)).collect();
            let values = values.into_iter().collect::<Option<Vec<_>>>()?;
            let list: Vec<_> = values.iter().map(Literal::shown).collect();
            (!values.contains(literal))
                .then(|| format!("be one of {}, but is {shown}", list.join(", ")))
        }
        Constraint::Unique | Constraint::Matches(_) => None,
    }
}

fn outside(length: usize, min: usize, max: Option<usize>) -> bool {
    length < min || max.is_some_and(|max| length > max)
}

/// Describes the lengths that a condition allows.
fn lengths(min: usize, max: Option<usize>, unit: &str) -> String {
    let counted = |count: usize| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    match max {
        None => format!("at least {}", counted(min)),
        Some(max) if max == min => format!("exactly {}", counted(max)),
        Some(max) if min == 0 => format!("at most {}", counted(max)),
        Some(max) => format!("{min} to {}", counted(max)),
    }
}
