//! Type constraints as values.

use std::sync::LazyLock;

use super::Defaults;
use super::read::{Grammar, read};
use crate::cty::convert::{ConversionError, convert};
use crate::cty::function::{FunctionError, Parameter};
use crate::cty::{
    CapsuleType, FromValue, FromValueError, Function, PathError, ToValue, Type, Value,
};
use crate::diag::Diagnostics;
use crate::expr::{CustomDecoder, Expression};
use crate::source::Source;
use crate::syntax::native::parse_expression;

/// A type constraint with its defaults. A field of a decoded struct can have this type: as a [`Value`], a
/// constraint has the type [`type_constraint_type`].
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::typeexpr::TypeConstraint;
/// use hcldyn::{EvalContext, HclDecode, HclEncode};
///
/// #[derive(HclDecode, HclEncode)]
/// struct Variable {
///     r#type: TypeConstraint,
/// }
///
/// let variable: Variable = hcldyn::from_str("type = list(number)", &EvalContext::new())?;
/// assert_eq!(variable.r#type.ty.to_string(), "list(number)");
/// assert_eq!(hcldyn::to_string(&variable).unwrap(), "type = list(number)\n");
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TypeConstraint {
    /// The type to convert to.
    pub ty: Type,
    /// The defaults of its optional attributes, if it has any.
    pub(crate) defaults: Option<Defaults>,
}

static TYPE_CONSTRAINT: LazyLock<CapsuleType> = LazyLock::new(|| {
    // Constraints with the same source form are equal.
    let written = |constraint: &TypeConstraint| format!("{constraint:?}");
    CapsuleType::builder::<TypeConstraint>("type constraint")
        .order(move |a, b| written(a).cmp(&written(b)))
        .debug(|constraint, f| write!(f, "{}", constraint.ty))
        .extension(CustomDecoder::of_syntax(decode))
        .build()
});

/// Returns the type of type constraints, which are written in place of a value: `list(string)`. Its values contain
/// a [`TypeConstraint`] (reference: `typeexpr.TypeConstraintType`, which has no defaults).
///
/// ```
/// use hcldyn::cty::{Type, Value};
/// use hcldyn::ext::typeexpr::{TypeConstraint, type_constraint_type};
///
/// let constraint = Value::from(TypeConstraint::from(Type::Number));
/// assert_eq!(constraint.ty(), type_constraint_type());
/// assert_eq!(TypeConstraint::from(Type::Number).convert("80".into()), Ok(80.into()));
/// ```
pub fn type_constraint_type() -> Type {
    Type::Capsule(TYPE_CONSTRAINT.clone())
}

/// Returns the function `convert(value, type)`. It applies the defaults of the type constraint and converts the
/// value (reference: `typeexpr.ConvertFunc`). Each mark stays on its part of the value.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::typeexpr::convert_fn;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let ctx = EvalContext::new().with_function("convert", convert_fn());
/// let mut diags = Diagnostics::new();
/// let text = r#"convert({a = 1}, object({a = string, b = optional(number, 2)}))"#;
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// let value = expr.value(&ctx, &mut diags);
/// assert_eq!(value, Value::object([("a", "1".into()), ("b", 2.into())]));
/// ```
pub fn convert_fn() -> Function {
    let value = Parameter::new("value", Type::Dynamic);
    Function::builder("The value converted to a type.")
        .param(value.allow_null().allow_unknown().allow_dynamic().allow_marked())
        .param(Parameter::new("type", type_constraint_type()))
        .may_return_null()
        .returning(Type::Dynamic, |args, _| {
            let constraint = args[1].as_capsule::<TypeConstraint>();
            let constraint = constraint.ok_or_else(|| FunctionError::must(1, "be a type"))?;
            let value = constraint.convert(args[0].clone());
            value.map_err(|error| FunctionError::at(0, error.to_string()))
        })
}

impl TypeConstraint {
    /// Applies the defaults, then converts the value to the type.
    ///
    /// # Errors
    ///
    /// Fails if [`convert`] fails.
    pub fn convert(&self, value: Value) -> Result<Value, ConversionError> {
        let value = match &self.defaults {
            Some(defaults) => defaults.apply(value),
            None => value,
        };
        convert(value, &self.ty)
    }
}

/// Returns the constraint of a type, without defaults.
impl From<Type> for TypeConstraint {
    fn from(ty: Type) -> Self {
        Self { ty, defaults: None }
    }
}

impl From<TypeConstraint> for Value {
    fn from(constraint: TypeConstraint) -> Self {
        Self::capsule(&TYPE_CONSTRAINT, constraint)
    }
}

/// The value is an expression, which is written as the type is. It is not the value that a type decodes to.
impl ToValue for TypeConstraint {
    fn to_value(&self) -> Result<Value, PathError> {
        let source = Source::new("<type>", self.to_string());
        let expr = parse_expression(&source, &mut Diagnostics::of_attempt());
        expr.ok_or_else(|| PathError::new("the type has no source form"))?.to_value()
    }
}

impl FromValue for TypeConstraint {
    fn ty() -> Type {
        type_constraint_type()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_capsule().cloned().ok_or_else(|| {
            FromValueError::new(format!("a type is required, not {}", value.describe()))
        })
    }
}

fn decode(expr: &Expression, diags: &mut Diagnostics) -> Value {
    match diags.unless_errors(|diags| read(expr, Grammar::WithDefaults, diags)) {
        Some(constraint) => constraint.into(),
        None => Value::unknown(type_constraint_type()),
    }
}
