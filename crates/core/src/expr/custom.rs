//! Custom decoding: types that take an expression instead of its value.
//!
//! A capsule type with a [`CustomDecoder`] as its extension takes expressions in its own way, as the type of an
//! attribute or of a function's parameter (reference: `ext/customdecode`). Two such types are provided:
//! [`expression_type`] captures the expression alone, and [`closure_type`] the expression with its context.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::{EvalContext, Expression, Scope, diags};
use crate::cty::{CapsuleType, FromValue, FromValueError, Marks, PathError, ToValue, Type, Value};
use crate::diag::Diagnostics;

/// The decoder of a capsule type. It converts an expression with its context to a value of the capsule type. After
/// an error, it reports the error and returns any unknown value.
#[derive(Clone)]
pub struct CustomDecoder {
    decode: Decode,
    /// `true` if the decoder also takes the expressions of parts of a value.
    takes_parts: bool,
}

#[derive(Clone)]
enum Decode {
    InContext(Arc<DecodeInContext>),
    OfSyntax(Arc<DecodeSyntax>),
}

type DecodeInContext = dyn Fn(&Expression, &EvalContext, &mut Diagnostics) -> Value + Send + Sync;
type DecodeSyntax = dyn Fn(&Expression, &mut Diagnostics) -> Value + Send + Sync;

/// An expression with its context, to be evaluated later, any number of times, to any value. For a known type,
/// prefer a field of type [`Deferred<T>`](crate::Deferred), which returns a `T` or the errors.
///
/// Inside a `dynamic` block, the expression also keeps the value of the iterator.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Job {
///     #[hcl(expr_closure)]
///     when: ExpressionClosure,
/// }
///
/// fn may_run(job: &Job, load: u32) -> Result<bool, Diagnostics> {
///     Ok(job.when.evaluate(&[("load", load.into())])? == Value::from(true))
/// }
///
/// let ctx = EvalContext::new().with_variable("most", 5);
/// let job: Job = hcldyn::from_str("when = load < most", &ctx)?;
/// assert!(may_run(&job, 3)? && !may_run(&job, 80)?);
///
/// let job: Job = hcldyn::from_str("when = laod < most", &ctx)?;
/// assert_eq!(
///     may_run(&job, 3).unwrap_err().to_string(),
///     "<text>:1:8: error: Undefined variable; The variable \"laod\" is not defined. Did you mean \"load\"?"
/// );
/// # Ok::<(), Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExpressionClosure {
    /// The expression.
    pub expression: Expression,
    /// The context of the expression.
    pub context: EvalContext,
}

static EXPRESSION: LazyLock<CapsuleType> = LazyLock::new(|| {
    let decode = |expr: &Expression, _: &mut Diagnostics| Value::capsule(&EXPRESSION, expr.clone());
    CapsuleType::with_extension("expression", CustomDecoder::of_syntax(decode).of_parts())
});

static CLOSURE: LazyLock<CapsuleType> = LazyLock::new(|| {
    let decode = |expr: &Expression, context: &EvalContext, _: &mut Diagnostics| {
        let closure = ExpressionClosure { expression: expr.clone(), context: context.clone() };
        Value::capsule(&CLOSURE, closure)
    };
    CapsuleType::with_extension("expression closure", CustomDecoder::new(decode).of_parts())
});

/// Returns the type of unevaluated expressions. Its values contain an [`Expression`].
///
/// ```
/// use hcldyn::Expression;
/// use hcldyn::cty::FromValue;
/// use hcldyn::ext::customdecode::{custom_decoder, expression_type};
///
/// assert_eq!(Expression::ty(), expression_type());
/// assert!(custom_decoder(&expression_type()).is_some());
/// ```
pub fn expression_type() -> Type {
    Type::Capsule(EXPRESSION.clone())
}

/// Returns the type of expressions with their context. Its values contain an [`ExpressionClosure`].
///
/// ```
/// use hcldyn::ExpressionClosure;
/// use hcldyn::cty::FromValue;
/// use hcldyn::ext::customdecode::closure_type;
///
/// assert_eq!(ExpressionClosure::ty(), closure_type());
/// ```
pub fn closure_type() -> Type {
    Type::Capsule(CLOSURE.clone())
}

/// Returns the custom decoder of a type, if it has one. As in the reference, only a capsule type can have one, not
/// a collection of capsules.
pub fn custom_decoder(ty: &Type) -> Option<&CustomDecoder> {
    match ty {
        Type::Capsule(capsule) => capsule.extension(),
        _ => None,
    }
}

impl CustomDecoder {
    /// Creates a decoder from a closure, which may evaluate the expression.
    pub fn new<F>(decode: F) -> Self
    where
        F: Fn(&Expression, &EvalContext, &mut Diagnostics) -> Value + Send + Sync + 'static,
    {
        Self { decode: Decode::InContext(Arc::new(decode)), takes_parts: false }
    }

    /// Creates a decoder that takes the source form of the expression, such as a type or a name. The closure has
    /// no context to evaluate the expression, so [`Expression::variables_in`] and
    /// [`spec::variables`](crate::spec::variables()) do not count the words in it as variables.
    pub fn of_syntax<F>(decode: F) -> Self
    where
        F: Fn(&Expression, &mut Diagnostics) -> Value + Send + Sync + 'static,
    {
        Self { decode: Decode::OfSyntax(Arc::new(decode)), takes_parts: false }
    }

    /// Decodes an expression in its context.
    ///
    /// ```
    /// use hcldyn::ext::customdecode::CustomDecoder;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let text = CustomDecoder::of_syntax(|expr, _| expr.text().into());
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("a.hcl", "a + b"), &mut diags).unwrap();
    /// assert_eq!(text.decode(&expr, &EvalContext::new(), &mut diags), "a + b".into());
    /// ```
    pub fn decode(&self, expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
        match &self.decode {
            Decode::InContext(decode) => decode(expr, ctx, diags),
            Decode::OfSyntax(decode) => decode(expr, diags),
        }
    }

    /// Also takes the elements of a list and the attributes of an object, which the reference always evaluates.
    pub(crate) fn of_parts(mut self) -> Self {
        self.takes_parts = true;
        self
    }

    /// Returns `true` if the decoder also takes the expressions of parts of a value.
    pub(crate) fn takes_parts(&self) -> bool {
        self.takes_parts
    }

    /// Returns `true` if the decoder takes the source form of an expression.
    pub(crate) fn takes_syntax(&self) -> bool {
        matches!(self.decode, Decode::OfSyntax(_))
    }

    /// Decodes an expression to the type with this decoder. The result always has that type. After an error, it is
    /// an unknown value of the type.
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
    /// Evaluates the expression in its context, with additional variables that take precedence. The value can be null or
    /// unknown. [`value_with`](Self::value_with) also returns the warnings.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics with their source locations, if one of them is an error.
    ///
    /// ```
    /// use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Route {
    ///     #[hcl(expr_closure)]
    ///     target: ExpressionClosure,
    /// }
    ///
    /// let ctx = EvalContext::new().with_variable("prefix", "/v2");
    /// let route: Route = hcldyn::from_str("target = \"${prefix}${path}\"", &ctx)?;
    /// assert_eq!(route.target.evaluate(&[("path", "/users".into())])?, "/v2/users".into());
    ///
    /// let mistake = route.target.evaluate(&[]).unwrap_err();
    /// assert!(mistake.to_string().contains("The variable \"path\" is not defined."));
    /// # Ok::<(), Diagnostics>(())
    /// ```
    pub fn evaluate(&self, variables: &[(&str, Value)]) -> Result<Value, Diagnostics> {
        let mut diags = Diagnostics::new();
        let value = self.value_with(variables, &mut diags);
        diags.into_result(Some(value))
    }

    /// Evaluates the expression in its context. Reports errors, and returns an unknown value after an error.
    ///
    /// ```
    /// use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Job {
    ///     #[hcl(expr_closure)]
    ///     port: ExpressionClosure,
    /// }
    ///
    /// let ctx = EvalContext::new().with_variable("base", 8000);
    /// let job: Job = hcldyn::from_str("port = base + 80", &ctx)?;
    /// assert_eq!(job.port.value(&mut Diagnostics::new()), 8080.into());
    /// # Ok::<(), Diagnostics>(())
    /// ```
    pub fn value(&self, diags: &mut Diagnostics) -> Value {
        self.expression.value(&self.context, diags)
    }

    /// Evaluates the expression in its context with additional variables, which take precedence. Reports errors,
    /// and returns an unknown value after an error.
    ///
    /// ```
    /// use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Route {
    ///     #[hcl(expr_closure)]
    ///     target: ExpressionClosure,
    /// }
    ///
    /// let route: Route = hcldyn::from_str("target = path == \"/\" ? \"home\" : page", &EvalContext::new())?;
    /// let mut diags = Diagnostics::new();
    /// let target = route.target.value_with(&[("path", "/".into()), ("page", "news".into())], &mut diags);
    /// assert_eq!(target, "home".into());
    ///
    /// assert!(!route.target.value_with(&[("path", "/news".into())], &mut diags).is_known());
    /// assert_eq!(diags.len(), 1);
    /// # Ok::<(), Diagnostics>(())
    /// ```
    pub fn value_with(&self, variables: &[(&str, Value)], diags: &mut Diagnostics) -> Value {
        let context = Scope::of_context(&self.context);
        self.expression.value_in(&Scope::of_variables(&context, variables), diags)
    }

    /// Returns the marks of the variables that an evaluation of the expression uses.
    pub(crate) fn marks(&self) -> Marks {
        self.expression.marks_in(&Scope::of_context(&self.context))
    }

    /// Returns the values of the variables in the expression, as [`Expression::involved_values`] does. The
    /// additional variables take precedence.
    pub(crate) fn involved_values_with(&self, variables: &[(&str, Value)]) -> Vec<String> {
        let context = Scope::of_context(&self.context);
        self.expression.involved_values_in(&Scope::of_variables(&context, variables))
    }
}

impl FromValue for Expression {
    fn ty() -> Type {
        expression_type()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_capsule().cloned().ok_or_else(|| no_expression(value))
    }
}

impl FromValue for ExpressionClosure {
    fn ty() -> Type {
        closure_type()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_capsule().cloned().ok_or_else(|| no_expression(value))
    }
}

/// The value is the expression, which is written as it was captured.
impl ToValue for Expression {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(Value::capsule(&EXPRESSION, self.clone()))
    }
}

/// The value is the expression, which is written as it was captured. Its context is not written.
impl ToValue for ExpressionClosure {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(Value::capsule(&CLOSURE, self.clone()))
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
