//! Types from expressions: `list(string)`, `object({ name = string, port = optional(number, 80) })`
//! (reference: `ext/typeexpr`).
//!
//! | expression | type |
//! |---|---|
//! | `bool`, `number`, `string` | itself |
//! | `any` | any type, in constraints only |
//! | `list(T)`, `set(T)`, `map(T)` | elements of type `T` |
//! | `tuple([A, B])` | exactly these elements |
//! | `object({ name = T })` | these attributes |
//! | `optional(T)` as the type of an attribute | an optional attribute, in constraints only |
//! | `optional(T, default)` | an optional attribute with a default, in constraints with defaults only |
//!
//! In JSON syntax, a type is a string: `"list(string)"`, or `"${list(string)}"`, as
//! [`convert::to_json`](fn@crate::edit::convert::to_json) writes it.
//!
//! [`exact_type`] reads the type of values, [`type_constraint`] also accepts open types, and
//! [`type_constraint_with_defaults`] also reads defaults. Such an expression can be written wherever a value of
//! [`type_constraint_type`] is expected, as in the function of [`convert_fn`].
//!
//! [`Type`] prints itself in this language. Its output can be read back if the names of its attributes are
//! identifiers and no part of it is a capsule type.
//!
//! # Differences from the reference
//!
//! - `convert` converts to the whole constraint: optional attributes may be omitted, and defaults are applied.
//! - `convert` keeps the marks of parts in place; the reference moves them to the whole value.
//! - The default for a null keeps the marks of the null.

mod constraint;
mod defaults;
mod diags;
mod print;
mod read;
#[cfg(test)]
mod tests;

pub use self::constraint::{TypeConstraint, convert_fn, type_constraint_type};
pub(crate) use self::defaults::Defaults;
use self::read::{Grammar, read};
use crate::cty::Type;
use crate::diag::Diagnostics;
use crate::expr::Expression;

/// Reads an exact type from an expression. Errors, such as `any` and `optional`, are reported, and an invalid type
/// is [`Type::Dynamic`] in the result.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::ext::typeexpr::exact_type;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "list(any)"), &mut diags).unwrap();
/// assert_eq!(exact_type(&expr, &mut diags), Type::list(Type::Dynamic));
/// assert!(diags.to_string().starts_with("<example>:1:6: error: Invalid type"));
/// ```
pub fn exact_type(expr: &Expression, diags: &mut Diagnostics) -> Type {
    read(expr, Grammar::Exact, diags).ty
}

/// Reads a type constraint from an expression: a type to [convert](crate::cty::convert::convert) values to. In a
/// constraint, `any` leaves a type open, and attributes may be optional. Errors are reported, and an invalid type
/// is [`Type::Dynamic`] in the result.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::ext::typeexpr::type_constraint;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_expression};
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

/// Reads a type constraint from an expression, with the defaults of its optional attributes. Defaults cannot use
/// variables or functions. Errors are reported, and an invalid type is [`Type::Dynamic`] in the result.
///
/// [`TypeConstraint::convert`] applies the defaults to a value and converts it.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::typeexpr::type_constraint_with_defaults;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// let text = "list(object({host = string, port = optional(number, 80)}))";
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// let constraint = type_constraint_with_defaults(&expr, &mut diags);
///
/// let sites = Value::tuple(vec![Value::object([("host", "a".into())])]);
/// let sites = constraint.convert(sites)?;
/// assert_eq!(sites.elements()[0].get("port"), Some(&Value::from(80)));
/// # Ok::<(), hcldyn::cty::convert::ConversionError>(())
/// ```
pub fn type_constraint_with_defaults(expr: &Expression, diags: &mut Diagnostics) -> TypeConstraint {
    read(expr, Grammar::WithDefaults, diags)
}
