//! Specs around other specs: operations on decoded values.

use std::fmt;
#[cfg(feature = "specfile")]
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

#[cfg(feature = "specfile")]
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Function, Refiner, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
#[cfg(feature = "specfile")]
use crate::ext::inheritance::Inheritance;
#[cfg(feature = "specfile")]
use crate::ext::repetition::Repetition;
#[cfg(feature = "specfile")]
use crate::spec::AttrSpec;
use crate::spec::{Decoded, Spec};

/// A spec with an operation on its value. [`Spec::transform`], [`Spec::transform_expr`], [`Spec::refine`] and
/// [`Spec::validate`] make it, and so do the effects of attributes of a block that are not part of its value.
///
/// The operation does not run if decoding reported an error. The value is unknown then.
#[derive(Clone, Debug)]
pub struct WrappedSpec {
    pub(in crate::spec) spec: Spec,
    pub(in crate::spec) step: WrappedStep,
}

/// The effect of the attributes beside the wrapped spec.
#[derive(Clone, Debug)]
pub(in crate::spec) enum WrappedStep {
    /// An operation on its value.
    Value(ValueStep),
    /// The spec is a tuple: that of the value of a block, then attributes with an effect on the block.
    #[cfg(feature = "specfile")]
    Block(BlockStep),
}

/// The effect of attributes of a block.
#[cfg(feature = "specfile")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::spec) enum BlockStep {
    /// The block is several instances.
    Repeat(Arc<Repetition>),
    /// The block has the items of others, which the attribute of this name lists.
    Inherit(Str),
}

/// An operation on a decoded value.
#[derive(Clone)]
pub(in crate::spec) enum ValueStep {
    /// The result of an expression, which sees the value as a variable.
    Evaluate { expr: Expression, ctx: EvalContext, variable: Str },
    /// The result of a function.
    Call(Function),
    /// The value with refinements.
    Refine(Arc<RefineFn>),
    /// The value, after a check that may report errors, with a description of the condition.
    Validate(Arc<ValidateFn>, Option<Str>),
}

type RefineFn = dyn Fn(Refiner) -> Refiner + Send + Sync;
type ValidateFn = dyn Fn(&Decoded, &mut Diagnostics) + Send + Sync;

impl Spec {
    /// Replaces the value with the result of a function with the value as its one argument (reference:
    /// `hcldec.TransformFuncSpec`). A failure is reported. [`Function::from_fn`] creates functions from closures.
    ///
    /// ```
    /// use hcldyn::cty::{Function, Type};
    /// use hcldyn::spec::{AttrSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let upper = Function::from_fn("Upper case.", ["text"], |text: String| text.to_uppercase());
    /// let name = Spec::from(AttrSpec::new("name", Type::String)).transform(upper);
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "name = \"web\""), &mut diags);
    /// assert_eq!(decode(&body, &name, &EvalContext::new(), &mut diags), "WEB".into());
    /// ```
    #[must_use]
    pub fn transform(self, function: Function) -> Self {
        self.with_step(ValueStep::Call(function))
    }

    /// Replaces the value with the result of an expression, which sees the value as a variable besides those of the
    /// context (reference: `hcldec.TransformExprSpec`).
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body, parse_expression};
    ///
    /// let mut diags = Diagnostics::new();
    /// let url = parse_expression(&Source::new("url", r#""https://${host}/""#), &mut diags).unwrap();
    /// let spec = Spec::from(AttrSpec::new("host", Type::String)).transform_expr("host", url, EvalContext::new());
    /// let body = parse_body(&Source::new("a.hcl", "host = \"example.com\""), &mut diags);
    /// assert_eq!(decode(&body, &spec, &EvalContext::new(), &mut diags), "https://example.com/".into());
    /// ```
    #[must_use]
    pub fn transform_expr(
        self,
        variable: impl Into<Str>,
        expr: Expression,
        ctx: EvalContext,
    ) -> Self {
        self.with_step(ValueStep::Evaluate { expr, ctx, variable: variable.into() })
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
        self.with_step(ValueStep::Refine(Arc::new(refine)))
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
        self.with_step(ValueStep::Validate(Arc::new(validate), None))
    }

    /// Checks the value like [`validate`](Self::validate), and describes the condition for documents, in full sentences.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::diag::Diagnostic;
    /// use hcldyn::spec::{AttrSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let port = Spec::from(AttrSpec::new("port", Type::Number)).validate_as("The port must be even.", |port, diags| {
    ///     if port.value.as_number().and_then(|it| it.to_u64()).is_some_and(|it| it % 2 == 1) {
    ///         diags.push(Diagnostic::error(port.origin.place.clone(), "Odd port", "The port must be even."));
    ///     }
    /// });
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "port = 81"), &mut diags);
    /// decode(&body, &port, &EvalContext::new(), &mut diags);
    /// assert_eq!(diags.error_count(), 1);
    /// ```
    #[must_use]
    pub fn validate_as<F>(self, condition: impl Into<Str>, validate: F) -> Self
    where
        F: Fn(&Decoded, &mut Diagnostics) + Send + Sync + 'static,
    {
        self.with_step(ValueStep::Validate(Arc::new(validate), Some(condition.into())))
    }

    /// Lets the block of this body be repeated. A block that is not repeated has the value of this spec; a repeated block has a
    /// tuple or an object of such values. In a body without a block, the attributes of the repetition have no effect. See [`repetition`](crate::ext::repetition).
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
        let step = BlockStep::Repeat(Arc::new(repetition));
        Self::tuple([self].into_iter().chain(attributes)).then(WrappedStep::Block(step))
    }

    /// Lets the block whose body the spec decodes inherit from others of its type, which an attribute of this name lists.
    /// For any other body, the attribute has no effect. See [`inheritance`](crate::ext::inheritance).
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let disk = Spec::from(AttrSpec::new("size", Type::Number)).inheriting("inherits");
    /// let spec = BlocksSpec::new("disk", disk).object("name").into();
    /// let text = "disk \"a\" {\n  inherits = [\"b\"]\n}\ndisk \"b\" {\n  size = 5\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.get("a"), Some(&Value::from(5)));
    /// ```
    #[cfg(feature = "specfile")]
    #[must_use]
    pub fn inheriting(self, attribute: impl Into<Str>) -> Self {
        let attribute = attribute.into();
        // Each instance of a repeated block inherits for itself.
        if let Some((step @ BlockStep::Repeat(_), [inner, others @ ..])) = self.block_step() {
            let inner = inner.clone().inheriting(attribute);
            let specs = [inner].into_iter().chain(others.iter().cloned());
            return Self::tuple(specs).then(WrappedStep::Block(step.clone()));
        }
        let docs = ItemDocs::new("The blocks of this type from which the block inherits.");
        let list = AttrSpec::new(attribute.clone(), Type::Dynamic).with_docs(docs);
        Self::tuple([self, list.into()]).then(WrappedStep::Block(BlockStep::Inherit(attribute)))
    }

    /// Returns the effect of attributes of a block, with the specs of its value and of these attributes.
    #[cfg(feature = "specfile")]
    pub(in crate::spec) fn block_step(&self) -> Option<(&BlockStep, &[Self])> {
        let Self::Wrapped(wrapped) = self else { return None };
        let (WrappedStep::Block(step), Self::Tuple(parts)) = (&wrapped.step, &wrapped.spec) else {
            return None;
        };
        Some((step, &parts.specs))
    }

    /// Returns the repetition of a block's body, with the spec of an instance.
    #[cfg(feature = "specfile")]
    pub(crate) fn as_repeated(&self) -> Option<(&Repetition, &Self)> {
        match self.block_step()? {
            (BlockStep::Repeat(repetition), parts) => Some((repetition, parts.first()?)),
            (BlockStep::Inherit(_), _) => None,
        }
    }

    /// Returns the attributes of a block's body by which the block inherits from others.
    #[cfg(feature = "specfile")]
    pub(crate) fn inheritance(&self) -> Option<Inheritance<'_>> {
        let (repetition, inner) = self.as_repeated().unzip();
        match inner.unwrap_or(self).block_step()? {
            (BlockStep::Inherit(attribute), _) => Some(Inheritance { attribute, repetition }),
            (BlockStep::Repeat(_), _) => None,
        }
    }

    fn with_step(self, step: ValueStep) -> Self {
        self.then(WrappedStep::Value(step))
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

    /// Returns the spec of a block's value beside attributes with an effect on the block.
    pub(in crate::spec) fn value_of_block(&self) -> Option<&Spec> {
        #[cfg(feature = "specfile")]
        if let (WrappedStep::Block(_), Spec::Tuple(parts)) = (&self.step, &self.spec) {
            return parts.specs.first();
        }
        None
    }
}

#[cfg(feature = "specfile")]
impl BlockStep {
    /// Adds the effect to the spec of a block's body.
    pub(in crate::spec) fn around(&self, spec: Spec) -> Spec {
        match self {
            Self::Repeat(repetition) => spec.repeated((**repetition).clone()),
            Self::Inherit(attribute) => spec.inheriting(attribute.clone()),
        }
    }

    /// Returns a number that is different for each kind of effect.
    pub(in crate::spec) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl WrappedStep {
    /// Returns `true` if the result has the type of the value.
    pub(in crate::spec) fn keeps_type(&self) -> bool {
        match self {
            Self::Value(step) => step.keeps_type(),
            #[cfg(feature = "specfile")]
            Self::Block(_) => false,
        }
    }

    /// Returns the type of the result for a type of the wrapped spec, as far as it is known.
    pub(in crate::spec) fn implied_type(&self, wrapped: Type) -> Type {
        match self {
            Self::Value(step) => step.implied_type(wrapped),
            #[cfg(feature = "specfile")]
            Self::Block(BlockStep::Inherit(_)) => match wrapped {
                Type::Tuple(types) => types.first().cloned().unwrap_or(Type::Dynamic),
                _ => Type::Dynamic,
            },
            #[cfg(feature = "specfile")]
            Self::Block(BlockStep::Repeat(_)) => Type::Dynamic,
        }
    }
}

impl ValueStep {
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

impl fmt::Debug for ValueStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evaluate { expr, variable, .. } => {
                f.debug_struct("Evaluate").field("variable", variable).field("expr", expr).finish()
            }
            Self::Call(function) => f.debug_tuple("Call").field(function).finish(),
            Self::Refine(_) => f.write_str("Refine"),
            Self::Validate(..) => f.write_str("Validate"),
        }
    }
}
