//! Conditions on the values of fields.

use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprRange, Lit, RangeLimits};

use super::read;
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;

/// A condition that the value of an attribute must meet.
pub(crate) enum Constraint {
    /// A number is within these bounds.
    Range { min: Option<Box<Expr>>, max: Option<Box<Expr>> },
    /// A string or a collection has a length within these bounds.
    Length { min: usize, max: Option<usize> },
    /// The elements of a list are unique.
    Unique,
    /// A string matches a regular expression.
    Matches(Box<Expr>),
    /// The value is one of these literals.
    OneOf(Vec<ExprLit>),
}

impl Constraint {
    /// Reads `range = 1..=9`, whose value is already read.
    pub(super) fn range(ctxt: &Ctxt, range: ExprRange) -> Option<Self> {
        let (min, max) = bounds(ctxt, Symbol::Range, range)?;
        if let (Some(least), Some(most)) = (min.as_ref().and_then(int), max.as_ref().and_then(int))
            && least > most
        {
            ctxt.error_at(max, "the end of the range is less than its start");
            return None;
        }
        Some(Self::Range { min: min.map(Box::new), max: max.map(Box::new) })
    }

    /// Reads `non_empty`.
    pub(super) fn non_empty(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        Ok(read::flag(ctxt, meta)?.map(|()| Self::Length { min: 1, max: None }))
    }

    /// Reads `unique`.
    pub(super) fn unique(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        Ok(read::flag(ctxt, meta)?.map(|()| Self::Unique))
    }

    /// Reads `length = 1..=63` or `length = 8`.
    pub(super) fn length(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        const EXAMPLE: &str = "1..=63";
        let (min, max) = match read::value(ctxt, meta, EXAMPLE)? {
            None => return Ok(None),
            Some(Expr::Range(range)) => match bounds(ctxt, Symbol::Length, range) {
                None => return Ok(None),
                Some(bounds) => bounds,
            },
            Some(length) => (Some(length.clone()), Some(length)),
        };
        let mut is_wrong = false;
        let mut count = |bound: &Option<Expr>| {
            let bound = bound.as_ref()?;
            let count = int(bound).and_then(|count| usize::try_from(count).ok());
            if count.is_none() && !is_wrong {
                is_wrong = true;
                read::reject::<()>(ctxt, meta, bound, EXAMPLE);
            }
            count
        };
        let (least, most) = (count(&min).unwrap_or(0), count(&max));
        if is_wrong {
            return Ok(None);
        }
        if most.is_some_and(|most| most < least) {
            ctxt.error_at(max, "the end of the range is less than its start");
            return Ok(None);
        }
        Ok(Some(Self::Length { min: least, max: most }))
    }

    /// Reads `matches = "regex"`, or `matches = CONSTANT`.
    pub(super) fn matches(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        Ok(match read::value(ctxt, meta, "\"…\"")? {
            None => None,
            Some(pattern @ (Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) | Expr::Path(_))) => {
                Some(Self::Matches(Box::new(pattern)))
            }
            Some(other) => read::reject(ctxt, meta, other, "\"…\""),
        })
    }

    /// Reads `one_of = ["a", "b"]`.
    pub(super) fn one_of(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        const EXAMPLE: &str = "[\"a\", \"b\"]";
        let array = match read::value(ctxt, meta, EXAMPLE)? {
            None => return Ok(None),
            Some(Expr::Array(array)) if !array.elems.is_empty() => array,
            Some(other) => return Ok(read::reject(ctxt, meta, other, EXAMPLE)),
        };
        let literals = array.elems.into_iter().map(|element| match read::ungrouped(element) {
            Expr::Lit(literal) if !matches!(literal.lit, Lit::Float(_)) => Some(literal),
            other => read::reject(ctxt, meta, other, EXAMPLE),
        });
        let literals: Option<Vec<_>> = literals.collect();
        Ok(literals.map(Self::OneOf))
    }
}

/// Returns the bounds of an inclusive range.
fn bounds(ctxt: &Ctxt, symbol: Symbol, range: ExprRange) -> Option<(Option<Expr>, Option<Expr>)> {
    match (&range.start, &range.end, range.limits) {
        (None, None, _) => {
            ctxt.error_at(&range, format!("{symbol} requires a start or an end, such as `1..`"));
            None
        }
        (_, Some(_), RangeLimits::HalfOpen(_)) => {
            let message = format!("{symbol} includes its end; write `..=`");
            ctxt.error_at(&range, message);
            None
        }
        _ => Some((range.start.map(|start| *start), range.end.map(|end| *end))),
    }
}

/// Returns the number of an integer literal, which may be negative.
fn int(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(int), .. }) => int.base10_parse().ok(),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            int(&unary.expr).map(|number| -number)
        }
        _ => None,
    }
}
