//! Functions that expressions can call.

mod call;
mod error;
mod typed;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

pub use self::error::{Cause, FunctionError};
pub use self::typed::{Closure, ClosureArg, ClosureResult, Variadic};
use super::{Type, Value};

/// A function: its parameters, the type of its result, and its implementation. Cloning copies a pointer.
///
/// [`Function::call`] alone applies the rules for unknown, null and marked arguments (reference: `cty/function`),
/// so an implementation only gets arguments that its parameters allow.
#[doc(alias = "closure")]
#[derive(Clone)]
pub struct Function(Arc<FunctionData>);

struct FunctionData {
    description: &'static str,
    params: Vec<Parameter>,
    variadic: Option<Parameter>,
    /// The number of required parameters.
    required: usize,
    may_return_null: bool,
    result_type: ResultType,
    implementation: Box<ImplFn>,
}

/// The type of a function's result.
enum ResultType {
    Always(Type),
    /// The type depends on the arguments.
    Of(Box<TypeFn>),
}

/// The arguments of a call. Most calls have few.
pub type CallArgs = SmallVec<[Value; 4]>;

type TypeFn = dyn Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync;
type ImplFn = dyn Fn(&[Value], &Type) -> Result<Value, FunctionError> + Send + Sync;

/// A parameter of a function, with the arguments that its implementation accepts.
///
/// ```
/// use hcldyn::cty::function::{Function, Parameter};
/// use hcldyn::cty::{Kind, Type, Value};
///
/// let or_default = Function::builder("The value, or a default for null.")
///     .param(Parameter::new("value", Type::String).allow_null().allow_marked())
///     .param(Parameter::new("default", Type::String).optional())
///     .returning(Type::String, |args, _| Ok(if args[0].is_null() { args[1].clone() } else { args[0].clone() }));
/// assert_eq!(or_default.call(vec![Value::null(Type::String), "a".into()]), Ok("a".into()));
/// assert!(or_default.params()[1].is_optional());
///
/// // A parameter that allows unknown values can say more about the result than that it is unknown.
/// let is_known = Function::builder("Whether the value is known.")
///     .param(Parameter::new("value", Type::Dynamic).allow_unknown().allow_dynamic())
///     .returning(Type::Bool, |args, _| Ok(Value::from(!matches!(args[0].kind(), Kind::Unknown(..)))));
/// assert_eq!(is_known.call(vec![Value::unknown(Type::Number)]), Ok(false.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    name: Cow<'static, str>,
    ty: Type,
    optional: bool,
    allow_null: bool,
    allow_unknown: bool,
    allow_dynamic: bool,
    allow_marked: bool,
}

/// A builder of functions. [`Function::builder`] creates it.
///
/// ```
/// use hcldyn::cty::function::{Function, Parameter};
/// use hcldyn::cty::{Type, Value};
///
/// let first = Function::builder("The first argument, or null without arguments.")
///     .variadic(Parameter::new("values", Type::Dynamic))
///     .may_return_null()
///     .build(
///         |args| Ok(args.first().map_or(Type::Dynamic, Value::ty)),
///         |args, ty| Ok(args.first().cloned().unwrap_or_else(|| Value::null(ty.clone()))),
///     );
/// assert_eq!(first.call(vec!["a".into(), 1.into()]), Ok("a".into()));
/// assert!(first.call(vec![])?.is_null());
/// # Ok::<(), hcldyn::cty::function::FunctionError>(())
/// ```
pub struct FunctionBuilder {
    description: &'static str,
    params: Vec<Parameter>,
    variadic: Option<Parameter>,
    may_return_null: bool,
}

impl Function {
    /// Returns a builder of a function with this description.
    ///
    /// ```
    /// use hcldyn::cty::function::{Function, Parameter};
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let upper = Function::builder("The text in capital letters.")
    ///     .param(Parameter::new("text", Type::String))
    ///     .returning(Type::String, |args, _| {
    ///         let text = args[0].as_str().unwrap_or_default();
    ///         Ok(Value::from(text.to_uppercase()))
    ///     });
    /// assert_eq!(upper.call(vec![Value::from("a")]), Ok(Value::from("A")));
    /// ```
    pub fn builder(description: &'static str) -> FunctionBuilder {
        FunctionBuilder { description, params: Vec::new(), variadic: None, may_return_null: false }
    }

    /// Returns the description, a sentence.
    pub fn description(&self) -> &'static str {
        self.0.description
    }

    /// Returns the parameters before the variadic one.
    pub fn params(&self) -> &[Parameter] {
        &self.0.params
    }

    /// Returns the parameter for all further arguments.
    pub fn variadic(&self) -> Option<&Parameter> {
        self.0.variadic.as_ref()
    }

    /// Returns the parameter for the argument at an index.
    #[inline]
    pub fn param(&self, index: usize) -> Option<&Parameter> {
        self.0.params.get(index).or(self.0.variadic.as_ref())
    }

    /// Returns the type of all results; `None` if it depends on the arguments.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::functions;
    ///
    /// let (_, upper) = functions::all().find(|(name, _)| *name == "upper").unwrap();
    /// assert_eq!(upper.result_type(), Some(&Type::String));
    /// ```
    pub fn result_type(&self) -> Option<&Type> {
        match &self.0.result_type {
            ResultType::Always(ty) => Some(ty),
            ResultType::Of(_) => None,
        }
    }

    /// Returns `true` if the function can be called with `count` arguments.
    #[doc(hidden)]
    #[inline]
    pub fn takes(&self, count: usize) -> bool {
        let data = &self.0;
        count >= data.required && (count <= data.params.len() || data.variadic.is_some())
    }
}

impl FunctionBuilder {
    /// Adds a parameter.
    #[must_use]
    pub fn param(mut self, param: Parameter) -> Self {
        self.params.push(param);
        self
    }

    /// Adds the parameter for all further arguments.
    #[must_use]
    pub fn variadic(mut self, param: Parameter) -> Self {
        self.variadic = Some(param);
        self
    }

    /// Allows the result to be null. Without this, even an unknown result is known not to be null.
    #[must_use]
    pub fn may_return_null(mut self) -> Self {
        self.may_return_null = true;
        self
    }

    /// Builds a function whose result always has the type `ty`.
    pub fn returning<F>(self, ty: Type, implementation: F) -> Function
    where
        F: Fn(&[Value], &Type) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        self.complete(ResultType::Always(ty), Box::new(implementation))
    }

    /// Builds a function whose result type depends on the arguments. `result_type` returns that type, also for
    /// unknown arguments. `implementation` returns the result, which must have the type.
    pub fn build<T, F>(self, result_type: T, implementation: F) -> Function
    where
        T: Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync + 'static,
        F: Fn(&[Value], &Type) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        self.complete(ResultType::Of(Box::new(result_type)), Box::new(implementation))
    }

    fn complete(self, result_type: ResultType, implementation: Box<ImplFn>) -> Function {
        let optional = self.params.iter().rev().take_while(|param| param.optional).count();
        Function(Arc::new(FunctionData {
            description: self.description,
            required: self.params.len() - optional,
            params: self.params,
            variadic: self.variadic,
            may_return_null: self.may_return_null,
            result_type,
            implementation,
        }))
    }
}

impl Parameter {
    /// Returns a parameter whose implementation only gets known, unmarked values other than null.
    pub fn new(name: impl Into<Cow<'static, str>>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
            optional: false,
            allow_null: false,
            allow_unknown: false,
            allow_dynamic: false,
            allow_marked: false,
        }
    }

    /// Allows null, and lets calls omit the argument if only optional ones follow. An omitted argument is null.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self.allow_null()
    }

    /// Passes null to the implementation. Otherwise, a null argument is an error.
    #[must_use]
    pub fn allow_null(mut self) -> Self {
        self.allow_null = true;
        self
    }

    /// Passes unknown values to the implementation. Otherwise, an unknown argument makes the result unknown.
    #[must_use]
    pub fn allow_unknown(mut self) -> Self {
        self.allow_unknown = true;
        self
    }

    /// Passes values of unknown type to the type function. Otherwise, such an argument makes the type of the result
    /// unknown.
    #[must_use]
    pub fn allow_dynamic(mut self) -> Self {
        self.allow_dynamic = true;
        self
    }

    /// Passes marked values to the implementation. Otherwise, marks are removed before the call and added to the
    /// result.
    #[must_use]
    pub fn allow_marked(mut self) -> Self {
        self.allow_marked = true;
        self
    }

    /// Returns the name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if the argument may be omitted.
    pub fn is_optional(&self) -> bool {
        self.optional
    }

    /// Returns the type that arguments are converted to.
    pub fn ty(&self) -> &Type {
        &self.ty
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("params", &self.0.params)
            .field("variadic", &self.0.variadic)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for FunctionBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionBuilder")
            .field("params", &self.params)
            .field("variadic", &self.variadic)
            .finish_non_exhaustive()
    }
}
