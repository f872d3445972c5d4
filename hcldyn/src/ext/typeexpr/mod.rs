//! Types from expressions: `list(string)`, `object({ name = string, port = optional(number, 80) })`
//! (reference: `ext/typeexpr`).
//!
//! | written | the type |
//! |---|---|
//! | `bool`, `number`, `string` | itself |
//! | `any` | any type, in constraints only |
//! | `list(T)`, `set(T)`, `map(T)` | elements of type `T` |
//! | `tuple([A, B])` | exactly these elements |
//! | `object({ name = T })` | these attributes |
//! | `optional(T)` as the type of an attribute | the attribute may be left out, in constraints only |
//! | `optional(T, default)` | it then has this value, where defaults are asked for |
//!
//! [`exact_type`] reads the type of values, [`type_constraint`] also what leaves something open, and
//! [`type_constraint_with_defaults`] the defaults besides. Such an expression can stand wherever a
//! value of the type [`type_constraint_type`] is wanted, as in the function that [`convert_fn`] gives.
//!
//! [`Type`] prints itself in this language, so what it prints reads back, as far as its attributes
//! have names that can be written and no part of it is a capsule type.
//!
//! # Differences from the reference
//!
//! - `convert` converts to the constraint as it is written: attributes that are optional may be left
//!   out, and defaults are filled in.
//! - `convert` leaves the marks of parts where they are; the reference moves them to the whole value.
//! - The mark of a null that a default replaces is kept, on the default.

mod constraint;
mod defaults;
mod diags;
mod read;
#[cfg(test)]
mod tests;

pub use self::constraint::{TypeConstraint, convert_fn, type_constraint_type};
pub use self::defaults::Defaults;
use self::read::{Grammar, read};
use crate::cty::Type;
use crate::diag::Diagnostics;
use crate::expr::Expression;

/// The type that an expression spells, for values that are of exactly that type. What is wrong is
/// reported, `any` and `optional` included, and [`Type::Dynamic`] in its place.
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::{Diagnostics, Type, ext::typeexpr::exact_type, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "list(any)"), &mut diags).unwrap();
/// assert_eq!(exact_type(&expr, &mut diags), Type::list(Type::Dynamic));
/// assert!(diags.to_string().starts_with("<example>:1:6: Invalid type"));
/// ```
pub fn exact_type(expr: &Expression, diags: &mut Diagnostics) -> Type {
    read(expr, Grammar::Exact, diags).ty
}

/// The type constraint that an expression spells: a type to [convert](crate::cty::convert::convert)
/// values to, in which `any` leaves a type open and attributes may be optional. What is wrong is
/// reported, and [`Type::Dynamic`] in its place.
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::{Diagnostics, Type, ext::typeexpr::type_constraint, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let text = "object({name = string, tags = optional(map(any))})";
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// let ty = type_constraint(&expr, &mut diags);
/// assert!(diags.is_empty());
/// assert_eq!(ty.to_string(), "object({name = string, tags = optional(map(any))})");
/// ```
pub fn type_constraint(expr: &Expression, diags: &mut Diagnostics) -> Type {
    read(expr, Grammar::Constraint, diags).ty
}

/// The type constraint that an expression spells, and the defaults of its optional attributes, if
/// there are any. A default may use neither variables nor functions. What is wrong is reported.
///
/// To take a value in, apply the defaults first and convert then; [`TypeConstraint::convert`] does
/// both.
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::cty::convert::convert;
/// use hcldyn::ext::typeexpr::type_constraint_with_defaults;
/// use hcldyn::{Diagnostics, Value, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let text = "list(object({host = string, port = optional(number, 80)}))";
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// let (ty, defaults) = type_constraint_with_defaults(&expr, &mut diags);
///
/// let sites = Value::tuple(vec![Value::object([("host", "a".into())])]);
/// let sites = convert(defaults.unwrap().apply(sites), &ty)?;
/// assert_eq!(sites.elements()[0].get("port"), Some(&Value::from(80)));
/// # Ok::<(), hcldyn::cty::convert::ConversionError>(())
/// ```
pub fn type_constraint_with_defaults(
    expr: &Expression,
    diags: &mut Diagnostics,
) -> (Type, Option<Defaults>) {
    let TypeConstraint { ty, defaults } = read(expr, Grammar::WithDefaults, diags);
    (ty, defaults)
}
