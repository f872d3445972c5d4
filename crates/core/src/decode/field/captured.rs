//! `expr`, `expr_closure` and `remain`: expressions and bodies for later use.

use super::{FieldOptions, Fields, FromValue, attr_of};
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::{Expression, ExpressionClosure};
use crate::spec::{Rest, Spec};

/// The type of a field that captures an expression.
#[diagnostic::on_unimplemented(
    message = "`expr` requires a field of type `Expression`, not `{Self}`",
    label = "write `hcldyn::Expression` or `Option<hcldyn::Expression>`"
)]
pub trait ExprField: FromValue {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self>(options, false)
    }

    /// Takes the expression.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}

/// The type of a field that captures an expression with its context.
#[diagnostic::on_unimplemented(
    message = "`expr_closure` requires a field of type `ExpressionClosure`, not `{Self}`",
    label = "write `hcldyn::ExpressionClosure` or `Option<hcldyn::ExpressionClosure>`",
    note = "for a typed value that is evaluated later, use `hcldyn::Deferred<T>` without `expr_closure`"
)]
pub trait ClosureField: FromValue {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self>(options, false)
    }

    /// Takes the expression with its context.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}

/// The type of a field that takes the remaining items of the body.
#[diagnostic::on_unimplemented(
    message = "`remain` requires a field of type `Body` or a map of attributes, not `{Self}`",
    label = "write `hcldyn::body::Body`, or `BTreeMap<String, T>` for the remaining attributes"
)]
pub trait RemainField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the remaining items.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

#[doc(hidden)]
impl ExprField for Expression {}
impl ExprField for Option<Expression> {}
#[doc(hidden)]
impl ClosureField for ExpressionClosure {}
impl ClosureField for Option<ExpressionClosure> {}

#[doc(hidden)]
impl RemainField for Body {
    fn spec(_: &FieldOptions) -> Spec {
        Rest::Body.into()
    }

    fn take(fields: &mut Fields<'_>, _: &mut Diagnostics) -> Option<Self> {
        fields.next()?.value.as_capsule::<Self>().cloned()
    }
}
