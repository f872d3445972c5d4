//! What the derive's code calls. Not for anybody else: it changes with the derive.

pub use std::sync::OnceLock;

pub use super::fields::Fields;
use super::{FromValue, HclDecode};
use crate::cty::{Value, convert};
pub use crate::diag::Diagnostics;
use crate::expr::{Expression, ExpressionClosure};
use crate::spec::{AttrSpec, BlockSpec, BlocksSpec, LabelSpec};
pub use crate::spec::{Decoded, Spec};

/// A field that captures an expression.
#[diagnostic::on_unimplemented(
    message = "`expr` needs a field of type `Expression`, but this one is a `{Self}`",
    label = "write `hcldyn::Expression` or `Option<hcldyn::Expression>`"
)]
pub trait CapturesExpression: FromValue {}

/// A field that captures an expression with its context.
#[diagnostic::on_unimplemented(
    message = "`expr_closure` needs a field of type `ExpressionClosure`, but this one is a `{Self}`",
    label = "write `hcldyn::ExpressionClosure` or `Option<hcldyn::ExpressionClosure>`",
    note = "a field of type `hcldyn::Deferred<T>` is evaluated later without `expr_closure`"
)]
pub trait CapturesClosure: FromValue {}

impl CapturesExpression for Expression {}
impl CapturesExpression for Option<Expression> {}
impl CapturesClosure for ExpressionClosure {}
impl CapturesClosure for Option<ExpressionClosure> {}

/// An object of the fields.
pub fn object<const N: usize>(fields: [(&'static str, Spec); N]) -> Spec {
    Spec::object(fields)
}

/// An attribute that must be set unless its type says otherwise.
pub fn attr<T: FromValue>(name: &str) -> Spec {
    let spec = attr_of::<T>(name).checked(T::check);
    if T::OPTIONAL { spec.into() } else { spec.required().into() }
}

/// An attribute with a default.
pub fn attr_or<T: FromValue + Into<Value>>(name: &str, default: T) -> Spec {
    let default = default.into();
    // A default of the field's own type converts, unless the type gives values of another type than
    // it takes; then decoding the default will say so.
    let default = convert::convert(default.clone(), &T::ty()).unwrap_or(default);
    // Null will do, for the default takes its place.
    let spec = attr_of::<T>(name).checked(Option::<T>::check);
    Spec::from(spec).or(Spec::Literal(default))
}

fn attr_of<T: FromValue>(name: &str) -> AttrSpec {
    let spec = AttrSpec::new(name, T::ty());
    if T::SPANNED { spec.locating_parts() } else { spec }
}

/// An attribute whose expression is captured.
pub fn expr<T: CapturesExpression>(name: &str) -> Spec {
    attr::<T>(name)
}

/// An attribute whose expression is captured with its context.
pub fn expr_closure<T: CapturesClosure>(name: &str) -> Spec {
    attr::<T>(name)
}

/// A label.
pub fn label(index: usize, name: &str) -> Spec {
    LabelSpec::new(index, name).into()
}

/// The one block of a type.
pub fn block<T: HclDecode>(ty: &str) -> Spec {
    BlockSpec::new(ty, T::spec()).required().into()
}

/// The block of a type that may be missing.
pub fn optional_block<T: HclDecode>(ty: &str) -> Spec {
    BlockSpec::new(ty, T::spec()).into()
}

/// All blocks of a type. Their values may differ in type, so they make up a tuple.
pub fn blocks<T: HclDecode>(ty: &str) -> Spec {
    Spec::BlockTuple(BlocksSpec::new(ty, T::spec()).into())
}

/// All blocks of a type, generated ones included.
pub fn dynamic_blocks<T: HclDecode>(ty: &str) -> Spec {
    Spec::BlockTuple(BlocksSpec::new(ty, T::spec()).dynamic().into())
}
