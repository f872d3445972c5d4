//! Specs around other specs: operations on decoded values.

use std::fmt;
use std::sync::Arc;

#[cfg(feature = "specfile")]
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Function, Refiner, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
#[cfg(feature = "specfile")]
use crate::ext::repetition::Repetition;
#[cfg(feature = "specfile")]
use crate::spec::AttrSpec;
use crate::spec::{Decoded, Spec};

/// A spec with an operation on its value. [`Spec::transform`], [`Spec::transform_expr`], [`Spec::refine`] and
/// [`Spec::validate`] make it.
///
/// The operation does not run if decoding reported an error. The value is unknown then.
#[derive(Clone, Debug)]
pub struct WrappedSpec {
    pub(in crate::spec) spec: Spec,
    pub(in crate::spec) step: WrappedStep,
}

/// An operation on a decoded value.
#[derive(Clone)]
pub(in crate::spec) enum WrappedStep {
    /// The result of an expression, which sees the value as a variable.
    Evaluate { expr: Expression, ctx: EvalContext, variable: Str },
    /// The result of a function.
    Call(Function),
    /// The value with refinements.
    Refine(Arc<RefineFn>),
    /// The value, after a check that may report errors, with a description of the condition.
    Validate(Arc<ValidateFn>, Option<Str>),
    /// The values of the instances of a block. The spec is a tuple: that of an instance, then the attributes that repeat
    /// the block.
    #[cfg(feature = "specfile")]
    Repeat(Arc<Repetition>),
}

type RefineFn = dyn Fn(Refiner) -> Refiner + Send + Sync;
type ValidateFn = dyn Fn(&Decoded, &mut Diagnostics) + Send + Sync;

impl Spec {
    /// Replaces the value with the result of a function with the value as its one argument (reference:
    /// `hcldec.TransformFuncSpec`). A failure is reported. [`Function::from_fn`] creates functions from closures.
    #[must_use]
    pub fn transform(self, function: Function) -> Self {
        self.then(WrappedStep::Call(function))
    }

    /// Replaces the value with the result of an expression, which sees the value as a variable besides those of the
    /// context (reference: `hcldec.TransformExprSpec`).
    #[must_use]
    pub fn transform_expr(
        self,
        variable: impl Into<Str>,
        expr: Expression,
        ctx: EvalContext,
    ) -> Self {
        self.then(WrappedStep::Evaluate { expr, ctx, variable: variable.into() })
    }

    /// Refines the value (reference: `hcldec.RefineValueSpec`). A known value outside the refinement is reported.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, Spec};
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

    /// Checks the value: `validate` gets it with its origin, and reports errors (reference: `hcldec.ValidateSpec`).
    /// The value may be null, unknown or marked.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::diag::Diagnostic;
    /// use hcldyn::spec::{AttrSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
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
    /// assert_eq!(diags.to_string(), "a.hcl:1:8: error: No such port; A port is at most 65535.");
    /// ```
    #[must_use]
    pub fn validate<F>(self, validate: F) -> Self
    where
        F: Fn(&Decoded, &mut Diagnostics) + Send + Sync + 'static,
    {
        self.then(WrappedStep::Validate(Arc::new(validate), None))
    }

    /// Checks the value like [`validate`](Self::validate), and describes the condition for documents, in full sentences.
    #[must_use]
    pub fn validate_as<F>(self, condition: impl Into<Str>, validate: F) -> Self
    where
        F: Fn(&Decoded, &mut Diagnostics) + Send + Sync + 'static,
    {
        self.then(WrappedStep::Validate(Arc::new(validate), Some(condition.into())))
    }

    /// Repeats the block whose body the spec decodes. The value of a block that is not repeated is that of this spec; the
    /// value of a repeated one is a tuple or an object of these. For any other body, the attributes of the repetition have
    /// no effect. See [`repetition`](crate::ext::repetition).
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::ext::repetition::Repetition;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let size = Spec::from(AttrSpec::new("size", Type::Number));
    /// let disk = size.repeated(Repetition::new().for_each("for_each").count("count"));
    /// let spec = BlocksSpec::new("disk", disk).object("name").into();
    /// let text = "disk \"a\" {\n  count = 2\n  size = count.index\n}\ndisk \"b\" {\n  size = 5\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.get("a").unwrap().elements(), [Value::from(0), Value::from(1)]);
    /// assert_eq!(value.get("b"), Some(&Value::from(5)));
    /// ```
    #[cfg(feature = "specfile")]
    #[must_use]
    pub fn repeated(self, repetition: Repetition) -> Self {
        self.repeated_beside(repetition, None)
    }

    /// Repeats the block like [`repeated`](Self::repeated). Its body may have another attribute, which is not part of the
    /// value.
    #[cfg(feature = "specfile")]
    pub(crate) fn repeated_beside(self, repetition: Repetition, other: Option<AttrSpec>) -> Self {
        let attributes = attributes(&repetition).into_iter().chain(other.map(Self::from));
        Self::tuple([self].into_iter().chain(attributes))
            .then(WrappedStep::Repeat(Arc::new(repetition)))
    }

    /// Returns the repetition of a block's body, with the spec of an instance.
    #[cfg(feature = "specfile")]
    pub(crate) fn as_repeated(&self) -> Option<(&Repetition, &Self)> {
        let Self::Wrapped(wrapped) = self else { return None };
        let (WrappedStep::Repeat(repetition), Self::Tuple(parts)) = (&wrapped.step, &wrapped.spec)
        else {
            return None;
        };
        Some((repetition, parts.specs.first()?))
    }

    pub(in crate::spec) fn then(self, step: WrappedStep) -> Self {
        Self::Wrapped(Arc::new(WrappedSpec { spec: self, step }))
    }
}

impl WrappedSpec {
    /// Returns the spec that decodes the value.
    pub fn inner(&self) -> &Spec {
        &self.spec
    }
}

impl WrappedStep {
    /// Returns `true` if the result has the type of the value.
    pub(in crate::spec) fn keeps_type(&self) -> bool {
        matches!(self, Self::Refine(_) | Self::Validate(..))
    }

    /// Returns the type of the result for a type of the value, as far as it is known. Steps that double their value
    /// lead to enormous types, so those stay open.
    pub(in crate::spec) fn implied_type(&self, wrapped: Type) -> Type {
        let ty = match self {
            Self::Evaluate { expr, ctx, variable } => {
                let ctx = ctx.child().with_variable(variable.clone(), unknown(&wrapped));
                expr.value(&ctx, &mut Diagnostics::new()).ty()
            }
            Self::Call(function) => {
                function.call(vec![unknown(&wrapped)]).map_or(Type::Dynamic, |result| result.ty())
            }
            Self::Refine(_) | Self::Validate(..) => return wrapped,
            #[cfg(feature = "specfile")]
            Self::Repeat(_) => return Type::Dynamic,
        };
        ty.within_limits()
    }
}

/// Returns the specs of the attributes that repeat a block.
#[cfg(feature = "specfile")]
fn attributes(repetition: &Repetition) -> Vec<Spec> {
    let attr = |name: &Str, docs: &str| {
        AttrSpec::new(name.clone(), Type::Dynamic).with_docs(ItemDocs::new(docs)).into()
    };
    let for_each = "A map, an object or a set of strings. The block is repeated for each element, which it sees as \
                    `each.key` and `each.value`.";
    let count =
        "The number of times that the block is repeated. It sees its index as `count.index`.";
    let matrix = "An object of lists. The block is repeated for each combination of their elements, which it sees as \
                  variables.";
    let name = "The name of each combination of the matrix. By default, these are its values, joined by `-`.";
    let mut attributes = Vec::new();
    attributes.extend(repetition.for_each_attribute().map(|it| attr(it, for_each)));
    attributes.extend(repetition.count_attribute().map(|it| attr(it, count)));
    if let Some((axes, named)) = repetition.matrix_attributes() {
        attributes.extend([attr(axes, matrix), attr(named, name)]);
    }
    attributes
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
            Self::Validate(..) => f.write_str("Validate"),
            #[cfg(feature = "specfile")]
            Self::Repeat(repetition) => f.debug_tuple("Repeat").field(repetition).finish(),
        }
    }
}
