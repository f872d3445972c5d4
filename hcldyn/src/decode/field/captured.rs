//! `expr`, `expr_closure` and `remain`: what is kept for later.

use super::{FieldOptions, Fields, FromValue, attr_of};
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::{Expression, ExpressionClosure};
use crate::spec::Spec;

/// The type of a field that captures an expression.
#[diagnostic::on_unimplemented(
    message = "`expr` needs a field of type `Expression`, but this one is a `{Self}`",
    label = "write `hcldyn::Expression` or `Option<hcldyn::Expression>`"
)]
pub trait ExprField: FromValue {
    /// How it is asked for.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self>(options, false)
    }

    /// The expression.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}

/// The type of a field that captures an expression with its context.
#[diagnostic::on_unimplemented(
    message = "`expr_closure` needs a field of type `ExpressionClosure`, but this one is a `{Self}`",
    label = "write `hcldyn::ExpressionClosure` or `Option<hcldyn::ExpressionClosure>`",
    note = "a field of type `hcldyn::Deferred<T>` is evaluated later without `expr_closure`"
)]
pub trait ClosureField: FromValue {
    /// How it is asked for.
    fn spec(options: &FieldOptions) -> Spec {
        attr_of::<Self>(options, false)
    }

    /// The expression with its context.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        fields.value(diags)
    }
}

/// The type of a field that takes the rest of the body.
#[diagnostic::on_unimplemented(
    message = "`remain` needs a field of type `Body`, but this one is a `{Self}`",
    label = "write `hcldyn::Body`"
)]
pub trait RemainField: Sized {
    /// How it is asked for.
    fn spec(_: &FieldOptions) -> Spec {
        Spec::Remain
    }

    /// The rest.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

impl ExprField for Expression {}
impl ExprField for Option<Expression> {}
impl ClosureField for ExpressionClosure {}
impl ClosureField for Option<ExpressionClosure> {}

impl RemainField for Body {
    fn take(fields: &mut Fields, _: &mut Diagnostics) -> Option<Self> {
        fields.next()?.value.as_capsule::<Self>().cloned()
    }
}
