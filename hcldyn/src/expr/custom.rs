//! Custom decoding: types that take an expression instead of its value.
//!
//! A capsule type that carries a [`CustomDecoder`] as its extension decodes expressions its own way,
//! as the type of an attribute and as the type of a function's parameter (reference:
//! `ext/customdecode`). Two such types are ready: [`expression_type`] captures the expression alone,
//! [`closure_type`] the expression with the context it stands in.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::{EvalContext, Expression, Scope, diags};
use crate::cty::{CapsuleType, FromValue, FromValueError, Marks, Type, Value};
use crate::diag::Diagnostics;

/// How a capsule type decodes an expression: from the expression and the context it stands in to a
/// value of that capsule type. Where that fails it reports why and gives any unknown value.
#[derive(Clone)]
pub struct CustomDecoder(Decode);

#[derive(Clone)]
enum Decode {
    InContext(Arc<DecodeInContext>),
    OfSyntax(Arc<DecodeSyntax>),
}

type DecodeInContext = dyn Fn(&Expression, &EvalContext, &mut Diagnostics) -> Value + Send + Sync;
type DecodeSyntax = dyn Fn(&Expression, &mut Diagnostics) -> Value + Send + Sync;

/// An expression with the context it stands in, to be evaluated later, as often as wanted, to any
/// value. Where its type is known a field of type [`Deferred<T>`](crate::Deferred) does more: it makes
/// the `T`, and returns problems as an error.
///
/// If it stands in a `dynamic` block, what the iterator was is kept too, by the expression itself.
///
/// ```
/// use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, HclDecode, Value};
///
/// #[derive(HclDecode)]
/// struct Job {
///     #[hcl(expr_closure)]
///     when: ExpressionClosure,
/// }
///
/// fn may_run(job: &Job, load: u32) -> Result<bool, Diagnostics> {
///     let mut diags = Diagnostics::new();
///     let value = job.when.value_with(&[("load", load.into())], &mut diags);
///     diags.into_result(Some(value == Value::from(true)))
/// }
///
/// let ctx = EvalContext::new().with_variable("most", 5);
/// let job: Job = hcldyn::from_str("when = load < most", &ctx)?;
/// assert!(may_run(&job, 3)? && !may_run(&job, 80)?);
///
/// let job: Job = hcldyn::from_str("when = laod < most", &ctx)?;
/// assert_eq!(
///     may_run(&job, 3).unwrap_err().to_string(),
///     "<text>:1:8: Undefined variable; The variable \"laod\" is not defined. Did you mean \"load\"?"
/// );
/// # Ok::<(), Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpressionClosure {
    /// The expression.
    pub expression: Expression,
    /// The context that it stands in.
    pub context: EvalContext,
}

static EXPRESSION: LazyLock<CapsuleType> = LazyLock::new(|| {
    let decode = |expr: &Expression, _: &mut Diagnostics| Value::capsule(&EXPRESSION, expr.clone());
    CapsuleType::with_extension("expression", CustomDecoder::of_syntax(decode))
});

static CLOSURE: LazyLock<CapsuleType> = LazyLock::new(|| {
    let decode = |expr: &Expression, context: &EvalContext, _: &mut Diagnostics| {
        let closure = ExpressionClosure { expression: expr.clone(), context: context.clone() };
        Value::capsule(&CLOSURE, closure)
    };
    CapsuleType::with_extension("expression closure", CustomDecoder::new(decode))
});

/// The type whose values are expressions, not evaluated. Its values hold an [`Expression`].
pub fn expression_type() -> Type {
    Type::Capsule(EXPRESSION.clone())
}

/// The type whose values are expressions with their context. Its values hold an
/// [`ExpressionClosure`].
pub fn closure_type() -> Type {
    Type::Capsule(CLOSURE.clone())
}

/// The custom decoder of a type, if it has one. Only a capsule type itself can, not a collection of
/// capsules, as in the reference.
pub fn custom_decoder(ty: &Type) -> Option<&CustomDecoder> {
    match ty {
        Type::Capsule(capsule) => capsule.extension(),
        _ => None,
    }
}

impl CustomDecoder {
    /// A decoder from a closure, which may evaluate the expression.
    pub fn new<F>(decode: F) -> Self
    where
        F: Fn(&Expression, &EvalContext, &mut Diagnostics) -> Value + Send + Sync + 'static,
    {
        Self(Decode::InContext(Arc::new(decode)))
    }

    /// A decoder that takes the expression for what is written, as a type or a name. It has no context
    /// to evaluate it in, so that the words in it are no variables for [`Expression::variables_in`] and
    /// [`spec::variables`](crate::spec::variables()).
    pub fn of_syntax<F>(decode: F) -> Self
    where
        F: Fn(&Expression, &mut Diagnostics) -> Value + Send + Sync + 'static,
    {
        Self(Decode::OfSyntax(Arc::new(decode)))
    }

    /// Decodes an expression that stands in a context.
    pub fn decode(&self, expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
        match &self.0 {
            Decode::InContext(decode) => decode(expr, ctx, diags),
            Decode::OfSyntax(decode) => decode(expr, diags),
        }
    }

    /// Whether it takes an expression for what is written.
    pub(crate) fn takes_syntax(&self) -> bool {
        matches!(self.0, Decode::OfSyntax(_))
    }

    /// Decodes an expression to the type that has this decoder. The value is of that type whatever
    /// the decoder does: what is unknown after an error is unknown of that type.
    pub(crate) fn decode_to(
        &self,
        ty: &Type,
        expr: &Expression,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Value {
        let errors = diags.error_count();
        let value = self.decode(expr, ctx, diags);
        let found = value.ty();
        if found == *ty {
            return value;
        }
        if value.is_known() && diags.error_count() == errors {
            diags::wrong_decoder(ty, &found).report(expr.place(), Vec::new(), diags);
        }
        Value::unknown(ty.clone()).with_marks(&value.unmark().1)
    }
}

impl ExpressionClosure {
    /// Evaluates the expression in the context it stands in. Problems are reported, and what has no
    /// value because of them is unknown.
    pub fn value(&self, diags: &mut Diagnostics) -> Value {
        self.expression.value(&self.context, diags)
    }

    /// The same, with more variables that go first.
    pub fn value_with(&self, variables: &[(&str, Value)], diags: &mut Diagnostics) -> Value {
        let context = Scope::of_context(&self.context);
        self.expression.value_in(&Scope::of_variables(&context, variables), diags)
    }

    /// The marks of the variables in the expression, as far as evaluating it looks at them.
    pub(crate) fn marks(&self) -> Marks {
        self.expression.marks_in(&Scope::of_context(&self.context))
    }

    /// What the variables in the expression are, with more variables that go first. See
    /// [`Expression::involved_values`].
    pub(crate) fn involved_values_with(&self, variables: &[(&str, Value)]) -> Vec<String> {
        let context = Scope::of_context(&self.context);
        self.expression.involved_values_in(&Scope::of_variables(&context, variables))
    }
}

impl FromValue for Expression {
    fn ty() -> Type {
        expression_type()
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        value.as_capsule().cloned().ok_or_else(|| no_expression(&value))
    }
}

impl FromValue for ExpressionClosure {
    fn ty() -> Type {
        closure_type()
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        value.as_capsule().cloned().ok_or_else(|| no_expression(&value))
    }
}

fn no_expression(value: &Value) -> FromValueError {
    FromValueError::new(format!("an expression is required, not {}", value.describe()))
}

impl fmt::Debug for CustomDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomDecoder")
    }
}
