//! The function `templatestring`, and the parts that it shares with `templatefile`.

use super::{closure, evaluated, reasons};
use crate::cty::convert::convert;
use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::internal::{CollectVec, with_article};
use crate::cty::{Kind, Marks, Refinement, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, ExpressionClosure, closure_type};
use crate::limits::work;
use crate::source::Source;
use crate::syntax::native::parse_template;

/// The functions that render templates. Templates cannot call them, as in Terraform.
const RENDERING: [&str; 2] = ["templatefile", "templatestring"];

/// Returns the function `templatestring(template, variables)`, as in Terraform. It renders a template that is the
/// value of a variable. The template can only use the given variables, an object or a map, and the functions that
/// are available to the call, except those that render templates.
///
/// The first argument must be a reference, because a template written in the configuration is evaluated directly.
/// Errors show the source location inside the template.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::templatestring_fn;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let greeting = Value::object([("greeting", Value::from("Hello, ${name}!"))]);
/// let ctx = EvalContext::new()
///     .with_variable("local", greeting)
///     .with_function("templatestring", templatestring_fn());
/// let mut diags = Diagnostics::new();
/// let text = r#"templatestring(local.greeting, { name = "Cory" })"#;
/// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from("Hello, Cory!"));
/// ```
pub fn templatestring_fn() -> Function {
    Function::builder("Renders a template that is the value of a variable.")
        .param(Parameter::new("template", closure_type()))
        .param(variables_parameter())
        .returning(Type::String, |args, _| {
            let closure = closure(args, 0)?;
            if !closure.expression.is_reference() {
                return Err(no_reference());
            }
            let (template, marks) = argument(closure)?.unmark();
            let rendered = match template.as_str() {
                Some(text) => render("template", text, &args[1], &closure.context),
                None => Ok(unknown_text(&args[1])),
            };
            marked(rendered, &marks)
        })
}

fn no_reference() -> FunctionError {
    FunctionError::must(0, "be a reference to a template, such as local.greeting")
        .with_help("write a template directly where its value is needed, without templatestring")
}

/// Returns the unknown string for a template with an unknown value.
pub(super) fn unknown_text(variables: &Value) -> Value {
    let text = Value::unknown_refined(Type::String, Refinement::not_null());
    text.with_marks(&variables.clone().unmark_deep().1)
}

/// Returns the parameter for the variables of a template.
pub(super) fn variables_parameter() -> Parameter {
    Parameter::new("variables", Type::Dynamic).allow_marked()
}

/// Returns the string of the first argument, evaluated in its context. It may be unknown or marked.
pub(super) fn argument(closure: &ExpressionClosure) -> Result<Value, FunctionError> {
    let mut diags = Diagnostics::new();
    let value = evaluated(closure.value(&mut diags), &diags, 0)?;
    if value.unmarked().is_null() {
        return Err(FunctionError::must(0, "not be null"));
    }
    convert(value, &Type::String)
        .map_err(|error| FunctionError::must(0, format!("be a string: {error}")))
}

/// Renders a template with the given variables and the functions of a context.
pub(super) fn render(
    name: &str,
    text: &str,
    variables: &Value,
    context: &EvalContext,
) -> Result<Value, FunctionError> {
    let inside = inside(variables, context)?;
    work::spend(text.len());
    let mut diags = Diagnostics::new();
    let template = parse_template(&Source::new(name, text), &mut diags);
    let value = template.map(|template| template.value(&inside, &mut diags));
    let value = value.filter(|_| !diags.has_errors()).ok_or_else(|| {
        let reason = reasons(&diags);
        let error = FunctionError::at(0, format!("the template has an error: {reason}"));
        error.uncaught_if(diags.is_uncaught())
    })?;
    let is_null = value.unmarked().is_null();
    let rendered = convert(value, &Type::String).ok().filter(|_| !is_null);
    rendered.ok_or_else(|| FunctionError::must(0, "produce a string"))
}

/// Returns the rendered string with the marks of the first argument. If there are marks, an error hides its
/// reason.
pub(super) fn marked(
    rendered: Result<Value, FunctionError>,
    marks: &Marks,
) -> Result<Value, FunctionError> {
    match rendered {
        Ok(rendered) => Ok(rendered.with_marks(marks)),
        Err(error) if !marks.is_empty() => Err(error.hidden()),
        Err(error) => Err(error),
    }
}

/// Returns the context for a template.
fn inside(variables: &Value, context: &EvalContext) -> Result<EvalContext, FunctionError> {
    let (unmarked, marks) = variables.clone().unmark();
    let variables: Vec<(&Str, &Value)> = match unmarked.kind() {
        Kind::Object(object) => object.iter().collect_vec(),
        Kind::Map(map) => map.iter().collect_vec(),
        _ => {
            let found = with_article(&unmarked.ty().friendly_name());
            let expected = format!("be an object or map of variables, not {found}");
            return Err(FunctionError::must(1, expected));
        }
    };
    let mut inside = context.without_variables().child();
    for (name, value) in variables {
        inside.set_variable(name.clone(), value.clone().with_marks(&marks));
    }
    for name in RENDERING {
        if context.function(name).is_some() {
            inside.set_function(name, no_rendering());
        }
    }
    Ok(inside)
}

/// Returns a placeholder for the functions that render templates.
fn no_rendering() -> Function {
    Function::builder("Not available within a template.")
        .variadic(Parameter::new("arguments", closure_type()))
        .returning(Type::String, |_, _| {
            Err(FunctionError::new("a rendered template can't render another template"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::Mark;
    use crate::parse_expression;

    fn evaluate(template: impl Into<Value>, text: &str) -> Result<Value, String> {
        let upper = Function::from_fn("", ["text"], |text: String| text.to_uppercase());
        let ctx = EvalContext::new()
            .with_variable("t", template)
            .with_variable("outer", "hidden")
            .with_function("upper", upper)
            .with_functions(crate::ext::all());
        let mut diags = Diagnostics::new();
        let value =
            parse_expression(&Source::new("t", text), &mut diags).unwrap().value(&ctx, &mut diags);
        if diags.has_errors() { Err(diags.to_string()) } else { Ok(value) }
    }

    fn render(template: &str, variables: &str) -> Result<Value, String> {
        evaluate(template, &format!("templatestring(t, {variables})"))
    }

    #[test]
    fn a_template_sees_its_variables_and_all_functions() {
        let text = "%{ for n in names ~}\n${upper(n)};%{ endfor }";
        assert_eq!(render(text, r#"{ names = ["a", "b"] }"#), Ok("A;B;".into()));
        assert_eq!(render("${n}", "{ n = 5 }"), Ok("5".into()));
        assert_eq!(render("plain", "{}"), Ok("plain".into()));
        assert_eq!(render("", "{}"), Ok("".into()));
    }

    #[test]
    fn errors_show_the_location_in_the_template() {
        let message = render("a\n${outer}", "{ n = 1 }").unwrap_err();
        assert!(message.contains("the template has an error: template:2:3: "), "{message}");
        let message = render("a ${", "{}").unwrap_err();
        assert!(message.contains("template:1:"), "{message}");
        assert!(render("${n}", "{ n = [] }").unwrap_err().contains("must produce a string"));
        assert!(render("${n}", "{ n = null }").unwrap_err().contains("must produce a string"));
        assert!(render("a", "[]").unwrap_err().contains("an object or map of variables"));
    }

    #[test]
    fn the_template_must_be_a_reference() {
        let nested = Value::object([("a", Value::tuple(vec!["${n}".into()]))]);
        let text = "templatestring(t.a[1 - 1], { n = 1 })";
        assert_eq!(evaluate(nested, text), Ok("1".into()));
        for text in [r#""${t}""#, r#""a""#, "upper(t)", "(t)"] {
            let call = format!("templatestring({text}, {{}})");
            assert!(
                evaluate("a", &call).unwrap_err().contains("must be a reference to a template")
            );
        }
        assert!(evaluate(Value::null(Type::String), "templatestring(t, {})").is_err());
        assert!(evaluate("a", "templatestring(missing, {})").unwrap_err().contains("t:1:16"));
    }

    #[test]
    fn a_template_cannot_render_another() {
        let message = render("${templatestring(n, { n = n })}", r#"{ n = "a" }"#).unwrap_err();
        assert!(message.contains("can't render another template"), "{message}");
    }

    #[test]
    fn unknown_and_marked_values_are_kept() {
        let unknown = Value::unknown(Type::String);
        let result = evaluate(unknown.clone(), "templatestring(t, {})").unwrap();
        assert!(!result.is_known());
        let secret = Value::from("${x}").mark(Mark::sensitive());
        let result = evaluate(secret.clone(), r#"templatestring(t, { x = "a" })"#);
        assert_eq!(result, Ok(Value::from("a").mark(Mark::sensitive())));
        let message = evaluate(secret, "templatestring(t, {})").unwrap_err();
        assert!(!message.contains("\"x\""), "{message}");
        let variables = Value::object([("x", Value::from("a").mark(Mark::sensitive()))]);
        let ctx = EvalContext::new()
            .with_variable("t", "${x}")
            .with_variable("v", variables)
            .with_functions(crate::ext::all());
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("t", "templatestring(t, v)"), &mut diags).unwrap();
        assert_eq!(expr.value(&ctx, &mut diags), Value::from("a").mark(Mark::sensitive()));
    }
}
