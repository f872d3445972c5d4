//! The function `with`.

use super::{closure, evaluated};
use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::internal::{CollectVec, with_article};
use crate::cty::{Kind, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::closure_type;

/// Returns the function `with(variables, expression)`. It evaluates an expression with the attributes of an object
/// as additional variables. The marks of an attribute stay on its variable, so the result carries the marks of the
/// variables that it uses.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::with_fn;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let ctx = EvalContext::new()
///     .with_variable("greeting", Value::from("Hello"))
///     .with_function("with", with_fn());
/// let mut diags = Diagnostics::new();
/// let text = r#"with({name = "Cory"}, "${greeting}, ${name}!")"#;
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from("Hello, Cory!"));
/// ```
pub fn with_fn() -> Function {
    Function::builder("The value of an expression that sees more variables.")
        .param(Parameter::new("variables", Type::Dynamic).allow_marked())
        .param(Parameter::new("expression", closure_type()))
        .may_return_null()
        .build(result_type, |args, _| evaluate_with(args))
}

/// Returns an open type: only the value determines the type, and the expression should be evaluated only once.
fn result_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::Object(_) | Type::Dynamic => Ok(Type::Dynamic),
        other => Err(not_an_object(&other)),
    }
}

fn evaluate_with(args: &[Value]) -> Result<Value, FunctionError> {
    let (object, marks) = args[0].clone().unmark();
    let Kind::Object(variables) = object.kind() else {
        return Err(not_an_object(&object.ty()));
    };
    let variables = variables
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone().with_marks(&marks)))
        .collect_vec();
    let mut diags = Diagnostics::new();
    let value = closure(args, 1)?.value_with(&variables, &mut diags);
    Ok(evaluated(value, &diags, 1)?.with_marks(&marks))
}

fn not_an_object(ty: &Type) -> FunctionError {
    let found = with_article(&ty.friendly_name());
    FunctionError::must(0, format!("be an object of variables, not {found}"))
}
