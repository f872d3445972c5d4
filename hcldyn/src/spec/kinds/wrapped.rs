//! Specs around other specs: what is done with a value once it is decoded.

use std::fmt;
use std::sync::Arc;

use crate::cty::{Function, Refiner, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::spec::{Decoded, Spec};

/// A spec whose value something more is done with. [`Spec::transform`], [`Spec::transform_expr`],
/// [`Spec::refine`] and [`Spec::validate`] make it.
///
/// Nothing is done where decoding reported an error: the value is then unknown.
#[derive(Clone, Debug)]
pub struct WrappedSpec {
    pub(in crate::spec) spec: Spec,
    pub(in crate::spec) step: WrappedStep,
}

/// What is done with a decoded value.
#[derive(Clone)]
pub(in crate::spec) enum WrappedStep {
    /// An expression makes another value of it, which it sees as a variable.
    Evaluate { expr: Expression, ctx: EvalContext, variable: Str },
    /// A function makes another value of it.
    Call(Function),
    /// More is said of what it can be.
    Refine(Arc<RefineFn>),
    /// Problems with it are reported.
    Validate(Arc<ValidateFn>),
}

type RefineFn = dyn Fn(Refiner) -> Refiner + Send + Sync;
type ValidateFn = dyn Fn(&Decoded, &mut Diagnostics) + Send + Sync;

impl Spec {
    /// What a function makes of the value, its one argument (reference: `hcldec.TransformFuncSpec`).
    /// Where it fails, that is reported. [`Function::from_fn`] makes functions of closures.
    #[must_use]
    pub fn transform(self, function: Function) -> Self {
        self.then(WrappedStep::Call(function))
    }

    /// What an expression makes of the value, which it sees as a variable besides those of the context
    /// (reference: `hcldec.TransformExprSpec`).
    #[must_use]
    pub fn transform_expr(
        self,
        variable: impl Into<Str>,
        expr: Expression,
        ctx: EvalContext,
    ) -> Self {
        self.then(WrappedStep::Evaluate { expr, ctx, variable: variable.into() })
    }

    /// The value, of which more is known (reference: `hcldec.RefineValueSpec`). A known value that is
    /// not what was said is reported.
    ///
    /// ```
    /// use hcldyn::spec::{AttrSpec, Spec};
    /// use hcldyn::Type;
    ///
    /// let name = AttrSpec::new("name", Type::String).required();
    /// let name = Spec::from(name).refine(|value| value.not_null().prefix("srv-"));
    /// # let _ = name;
    /// ```
    #[must_use]
    pub fn refine<F>(self, refine: F) -> Self
    where
        F: Fn(Refiner) -> Refiner + Send + Sync + 'static,
    {
        self.then(WrappedStep::Refine(Arc::new(refine)))
    }

    /// The value, once `validate` has seen it and where it comes from, and has reported what is wrong
    /// with it (reference: `hcldec.ValidateSpec`). The value may be null, unknown or marked.
    ///
    /// ```
    /// use hcldyn::spec::{AttrSpec, Spec, decode};
    /// use hcldyn::source::Source;
    /// use hcldyn::{Diagnostic, Diagnostics, EvalContext, Type, parse_body};
    ///
    /// let port = Spec::from(AttrSpec::new("port", Type::Number)).validate(|port, diags| {
    ///     if port.value.as_number().is_some_and(|port| *port > 65_535.into()) {
    ///         let detail = "A port is at most 65535.";
    ///         diags.push(Diagnostic::error(port.origin.place.clone(), "No such port", detail));
    ///     }
    /// });
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "port = 80000"), &mut diags);
    /// decode(&body, &port, &EvalContext::new(), &mut diags);
    /// assert_eq!(diags.to_string(), "a.hcl:1:8: No such port; A port is at most 65535.");
    /// ```
    #[must_use]
    pub fn validate<F>(self, validate: F) -> Self
    where
        F: Fn(&Decoded, &mut Diagnostics) + Send + Sync + 'static,
    {
        self.then(WrappedStep::Validate(Arc::new(validate)))
    }

    pub(in crate::spec) fn then(self, step: WrappedStep) -> Self {
        Self::Wrapped(Arc::new(WrappedSpec { spec: self, step }))
    }
}

impl WrappedSpec {
    /// The spec that decodes the value.
    pub fn inner(&self) -> &Spec {
        &self.spec
    }
}

impl WrappedStep {
    /// Whether the result is of the same type as the value.
    pub(in crate::spec) fn keeps_type(&self) -> bool {
        matches!(self, Self::Refine(_) | Self::Validate(_))
    }

    /// The type of the result, from that of the value, as far as it can be told. Steps that double their
    /// value give types that nobody could go through, so those stay open.
    pub(in crate::spec) fn implied_type(&self, wrapped: Type) -> Type {
        let ty = match self {
            Self::Evaluate { expr, ctx, variable } => {
                let ctx = ctx.child().with_variable(variable.clone(), unknown(&wrapped));
                expr.value(&ctx, &mut Diagnostics::new()).ty()
            }
            Self::Call(function) => {
                function.call(vec![unknown(&wrapped)]).map_or(Type::Dynamic, |result| result.ty())
            }
            Self::Refine(_) | Self::Validate(_) => return wrapped,
        };
        ty.within_limits()
    }
}

fn unknown(ty: &Type) -> Value {
    Value::unknown(ty.without_optional())
}

impl fmt::Debug for WrappedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluate { expr, variable, .. } => {
                f.debug_struct("Evaluate").field("variable", variable).field("expr", expr).finish()
            }
            Self::Call(function) => f.debug_tuple("Call").field(function).finish(),
            Self::Refine(_) => f.write_str("Refine"),
            Self::Validate(_) => f.write_str("Validate"),
        }
    }
}
