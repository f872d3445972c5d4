//! Checks of captured expressions before their first evaluation.

use super::{EvalContext, ExpressionClosure};
use crate::cty::value_spec::{ScopeVariable, ValueSpec};
use crate::cty::{FromValue, Str, Type, Value};
use crate::diag::Diagnostics;

/// The variables that a program adds to an expression when it evaluates it, with their types. An expression can be checked
/// with them when it is loaded.
///
/// ```
/// use hcldyn::ext::customdecode::ClosureScope;
/// use hcldyn::{Deferred, EvalContext, HclDecode, HclValue};
///
/// #[derive(HclDecode)]
/// struct Route {
///     when: Deferred<bool>,
/// }
///
/// #[derive(HclValue)]
/// struct Request {
///     method: String,
///     size: u64,
/// }
///
/// let scope = ClosureScope::new().with::<Request>("request");
/// let route = |text: &str| hcldyn::from_str::<Route>(text, &EvalContext::new()).unwrap();
/// assert!(route("when = request.size < 1000").when.check(&scope).is_ok());
///
/// let mistake = route("when = request.metod == \"GET\"").when.check(&scope).unwrap_err();
/// assert!(mistake.to_string().contains("Did you mean \"method\"?"));
///
/// let mistake = route("when = request.size").when.check(&scope).unwrap_err();
/// assert!(mistake.to_string().contains("a bool is required"));
/// ```
///
/// `#[hcl(scope(request = Request))]` on a field does the same while the field is decoded.
#[derive(Clone, Debug, Default)]
pub struct ClosureScope {
    variables: Vec<ScopeVariable>,
}

impl ClosureScope {
    /// Creates a scope without variables.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable with the type that `T` is converted from, such as a struct with
    /// [`HclValue`](derive@crate::HclValue).
    #[must_use]
    pub fn with<T: FromValue>(self, name: impl Into<Str>) -> Self {
        self.with_spec(name, T::value_spec())
    }

    /// Adds a variable of a type.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::ext::customdecode::ClosureScope;
    /// use hcldyn::{Deferred, EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Job {
    ///     when: Deferred<bool>,
    /// }
    ///
    /// let job: Job = hcldyn::from_str("when = load < 5", &EvalContext::new())?;
    /// job.when.closure().check(&ClosureScope::new().with_type("load", Type::Number))?;
    /// assert!(job.when.check(&ClosureScope::new()).is_err());
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn with_type(self, name: impl Into<Str>, ty: Type) -> Self {
        self.with_spec(name, ty.into())
    }

    fn with_spec(mut self, name: impl Into<Str>, value: ValueSpec) -> Self {
        self.variables.push(ScopeVariable { name: name.into(), value });
        self
    }

    /// Returns the variables, for the documentation of an attribute.
    pub(crate) fn into_variables(self) -> Vec<ScopeVariable> {
        self.variables
    }

    /// Returns an unknown value for each variable.
    pub(crate) fn unknowns(&self) -> impl Iterator<Item = (&str, Value)> {
        self.variables.iter().map(|variable| {
            let ty = variable.value.ty().without_optional();
            (&*variable.name, Value::unknown(ty))
        })
    }

    fn in_context(&self, context: &EvalContext) -> EvalContext {
        self.unknowns()
            .fold(context.child(), |context, (name, value)| context.with_variable(name, value))
    }
}

impl ExpressionClosure {
    /// Checks that an evaluation with the variables of a scope finds all names: variables, functions, and attributes of
    /// variables whose type has them. This includes names in operands that an evaluation may skip.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics with their source locations, if one of them is an error.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::ext::customdecode::ClosureScope;
    /// use hcldyn::{EvalContext, ExpressionClosure, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Job {
    ///     #[hcl(expr_closure)]
    ///     when: ExpressionClosure,
    /// }
    ///
    /// let job: Job = hcldyn::from_str("when = load < 5", &EvalContext::new())?;
    /// assert!(job.when.check(&ClosureScope::new().with_type("load", Type::Number)).is_ok());
    /// assert!(job.when.check(&ClosureScope::new()).is_err());
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn check(&self, scope: &ClosureScope) -> Result<(), Diagnostics> {
        let mut diags = Diagnostics::new().of_check();
        self.value_in_scope(scope, &mut diags);
        if diags.has_errors() { Err(diags) } else { Ok(()) }
    }

    /// Evaluates the expression with unknown values for the variables of a scope.
    pub(crate) fn value_in_scope(&self, scope: &ClosureScope, diags: &mut Diagnostics) -> Value {
        self.expression.value(&scope.in_context(&self.context), diags)
    }
}
