//! Expressions that are evaluated later to a Rust type.

use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use super::{FromValue, FromValueError, diags};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{CapsuleType, Mark, PathError, ToValue, Type, Value};
use crate::diag::{Diagnostics, in_secret};
use crate::expr::{ClosureScope, CustomDecoder, EvalContext, Expression, ExpressionClosure};
use crate::source::{Source, Span};
use crate::spec::{Origin, Presence, convert_value};

/// An expression that is evaluated later, any number of times, to a `T`.
///
/// As a field, it takes the expression of an attribute with its context, without an annotation. It may be in an
/// `Option` and may have a default. As an argument of a function made by
/// [`Function::from_fn`](crate::cty::Function::from_fn), it takes the unevaluated argument.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::{Deferred, EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Route {
///     when: Deferred<bool>,
///     #[hcl(default = 1.into())]
///     weight: Deferred<u8>,
/// }
///
/// let ctx = EvalContext::new().with_variable("limit", 1_000);
/// let route: Route = hcldyn::from_str("when = size < limit", &ctx)?;
/// assert!(route.when.evaluate(&[("size", Value::from(20))])?);
/// assert!(!route.when.evaluate(&[("size", Value::from(2_000))])?);
/// assert_eq!(route.weight.evaluate(&[])?, 1);
///
/// let mistake = route.when.evaluate(&[("size", Value::from("big"))]).unwrap_err();
/// assert!(mistake.to_string().starts_with("<text>:1:8: error: "));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
///
/// Certain errors are reported during decoding: an expression without variables, function calls and loops is
/// evaluated once, and must return a `T`. If it returns null, it counts as not set: it is `None` in an `Option`,
/// and a default replaces it.
pub struct Deferred<T> {
    closure: ExpressionClosure,
    /// The spec that values are converted by.
    spec: ValueSpec,
    /// `true` if no message shows the content of the expression.
    is_sensitive: bool,
    result: PhantomData<fn() -> T>,
}

static DEFERRED: LazyLock<CapsuleType> = LazyLock::new(|| {
    CapsuleType::with_extension("deferred expression", CustomDecoder::new(capture).of_parts())
});

impl<T: FromValue> Deferred<T> {
    /// Creates a deferred expression from a closure that should return a `T`.
    pub fn new(closure: ExpressionClosure) -> Self {
        Self { closure, spec: T::value_spec(), is_sensitive: false, result: PhantomData }
    }

    /// Evaluates the expression in its context, with additional variables that take precedence.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics with their source locations, if one of them is an error. A value that cannot be
    /// converted to `T` is an error.
    pub fn evaluate(&self, variables: &[(&str, Value)]) -> Result<T, Diagnostics> {
        let mut diags = Diagnostics::new();
        let value = self.closure.value_with(variables, &mut diags);
        if diags.has_errors() {
            return Err(self.without_secrets(diags));
        }
        self.take(value).map_err(|error| {
            diags.push(diags::unsuitable_result(&self.closure, variables, &error));
            self.without_secrets(diags)
        })
    }

    /// Checks that an evaluation with the variables of a scope finds all names, and that its result can be converted to
    /// `T`, as far as the types show. See [`ClosureScope`].
    ///
    /// # Errors
    ///
    /// Returns all diagnostics with their source locations, if one of them is an error.
    pub fn check(&self, scope: &ClosureScope) -> Result<(), Diagnostics> {
        let diags = self.check_in(scope, Diagnostics::new().of_check());
        if diags.has_errors() { Err(diags) } else { Ok(()) }
    }

    /// Returns a sink with the diagnostics of an evaluation with the variables of a scope.
    pub(super) fn check_in(&self, scope: &ClosureScope, mut diags: Diagnostics) -> Diagnostics {
        let value = self.closure.value_in_scope(scope, &mut diags);
        if !diags.has_errors()
            && !value.is_failed()
            && let Err(error) = self.check_result(value)
        {
            let variables = scope.unknowns().collect_vec();
            diags.push(diags::unsuitable_result(&self.closure, &variables, &error));
        }
        self.without_secrets(diags)
    }

    /// Checks that a result can be converted to `T`. Only the type of an unknown or marked result is known.
    fn check_result(&self, value: Value) -> Result<(), FromValueError> {
        if value.is_wholly_known() && !value.contains_marked() {
            return self.take(value).map(drop);
        }
        convert_value(&self.spec, value.unmark_deep().0).map(drop)
    }

    /// Returns the diagnostics without the content of a sensitive expression.
    fn without_secrets(&self, mut diags: Diagnostics) -> Diagnostics {
        if self.is_sensitive {
            diags.hide(&self.closure.expression.place());
            diags = diags.map(|problem| in_secret(problem, None));
        }
        diags
    }

    /// Returns the expression together with its context.
    pub fn closure(&self) -> &ExpressionClosure {
        &self.closure
    }

    fn constant(value: Value) -> Self {
        Self::new(constant(value))
    }

    fn take(&self, value: Value) -> Result<T, FromValueError> {
        let value = convert_value(&self.spec, value)?;
        T::from_value_at(&value, &Origin::new(self.closure.expression.place(), Presence::Present))
    }

    /// Checks that a constant result can be converted to `T`. Marked and unknown values depend on the context, so
    /// they are only checked by an evaluation.
    fn check_constant(&self) -> Result<(), FromValueError> {
        if !self.closure.expression.is_constant() {
            return Ok(());
        }
        let mut diags = Diagnostics::new();
        let value = self.closure.value(&mut diags);
        if diags.has_errors() || !value.is_wholly_known() || value.contains_marked() {
            return Ok(());
        }
        self.take(value).map(drop)
    }
}

impl<T: FromValue> FromValue for Deferred<T> {
    fn ty() -> Type {
        Type::Capsule(DEFERRED.clone())
    }

    fn value_spec() -> ValueSpec {
        ValueSpec::deferred(Self::ty(), T::value_spec())
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let (value, marks) = value.clone().unmark();
        if value.is_null() {
            let null = Value::null(T::ty()).with_marks(&marks);
            return T::from_value(&null).map(|_| Self::constant(null));
        }
        let Some(closure) = value.as_capsule::<ExpressionClosure>() else {
            let found = value.describe();
            return Err(FromValueError::new(format!("an expression is required, not {found}")));
        };
        let is_sensitive = marks.contains(&Mark::sensitive());
        let deferred = Self { is_sensitive, ..Self::new(closure.clone()) };
        deferred.check_constant()?;
        Ok(deferred)
    }
}

/// Creates an expression that always returns this value.
impl<T: FromValue + Into<Value>> From<T> for Deferred<T> {
    fn from(value: T) -> Self {
        Self::constant(value.into())
    }
}

impl<T: FromValue + Into<Value> + Default> Default for Deferred<T> {
    fn default() -> Self {
        Self::from(T::default())
    }
}

/// Converts back to a value that [`FromValue`] converts to an equal expression.
impl<T> From<Deferred<T>> for Value {
    fn from(deferred: Deferred<T>) -> Self {
        let value = Self::capsule(&DEFERRED, deferred.closure);
        if deferred.is_sensitive { value.mark(Mark::sensitive()) } else { value }
    }
}

/// The value is the expression, which is written as it was captured.
impl<T> ToValue for Deferred<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(self.clone().into())
    }
}

impl<T> Clone for Deferred<T> {
    fn clone(&self) -> Self {
        let Self { closure, spec, is_sensitive, result } = self;
        let (closure, spec) = (closure.clone(), spec.clone());
        Self { closure, spec, is_sensitive: *is_sensitive, result: *result }
    }
}

/// Prints the source of the expression, unless it is sensitive.
impl<T> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.is_sensitive { "(sensitive)" } else { self.closure.expression.text() };
        write!(f, "Deferred({text})")
    }
}

/// Returns the default of a field. A deferred field's default becomes an expression that always returns it.
pub(super) fn deferred_default(ty: &Type, default: Value) -> Value {
    let is_deferred = matches!(ty, Type::Capsule(capsule) if *capsule == *DEFERRED);
    if is_deferred && default.as_capsule::<ExpressionClosure>().is_none() {
        Value::capsule(&DEFERRED, constant(default))
    } else {
        default
    }
}

/// Returns an expression that always returns a value.
fn constant(value: Value) -> ExpressionClosure {
    let place = Source::new("<constant>", "").place(Span::new(0, 0));
    let expression = Expression::constant(value, place);
    ExpressionClosure { expression, context: EvalContext::new() }
}

/// Captures the expression with its context. Returns null if the expression is always null.
fn capture(expression: &Expression, context: &EvalContext, diags: &mut Diagnostics) -> Value {
    if expression.is_constant() {
        let Some(value) = diags.unless_errors(|diags| expression.value(context, diags)) else {
            return Value::dynamic();
        };
        let (value, marks) = value.unmark();
        if value.is_null() {
            return Value::null(Type::Capsule(DEFERRED.clone())).with_marks(&marks);
        }
    }
    let closure = ExpressionClosure { expression: expression.clone(), context: context.clone() };
    Value::capsule(&DEFERRED, closure)
}
