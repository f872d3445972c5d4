//! The functions `try` and `can`.

use super::{closure, shortened};
use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::{Marks, Refinement, Type, Value};
use crate::diag::{Diagnostics, Severity};
use crate::expr::{ExpressionClosure, closure_type};

/// Returns the function `try(expressions...)`, which returns the value of the first expression without an error
/// (reference: `ext/tryfunc`). If a part of the value is unknown, the whole result is unknown, because the
/// expression may still fail later.
///
/// Unlike the reference, it evaluates each expression once. The result carries the marks of unknown values and of
/// the variables in failed expressions, because it reveals something about them. A call of an undefined function
/// is an error that `try` does not catch, because no value makes the call succeed.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::try_fn;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let ctx = EvalContext::new()
///     .with_variable("site", Value::object([("name", "a")].map(|(k, v)| (k, Value::from(v)))))
///     .with_function("try", try_fn());
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "try(site.port, 80)"), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from(80));
/// ```
pub fn try_fn() -> Function {
    Function::builder("The value of the first expression that has one.")
        .variadic(Parameter::new("expressions", closure_type()))
        .may_return_null()
        .returning(Type::Dynamic, |args, _| first_value(args))
}

/// Returns the function `can(expression)`, which returns `true` if an expression can be evaluated without an error
/// (reference: `ext/tryfunc`). The result is unknown if a part of the value is unknown.
///
/// Unlike in the reference, the result carries the marks of the value, or those of the variables in the expression
/// if it fails. A call of an undefined function is an error that `can` does not catch.
///
/// ```
/// use hcldyn::ext::can_fn;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let ctx = EvalContext::new().with_variable("port", "http").with_function("can", can_fn());
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "can(port + 1)"), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), false.into());
/// ```
pub fn can_fn() -> Function {
    Function::builder("`true` if an expression can be evaluated without errors.")
        .param(Parameter::new("expression", closure_type()))
        .returning(Type::Bool, |args, _| can(args))
}

fn first_value(args: &[Value]) -> Result<Value, FunctionError> {
    if args.is_empty() {
        return Err(FunctionError::new("at least one expression is required"));
    }
    let (mut failures, mut marks) = (Diagnostics::of_attempt(), Marks::new());
    for index in 0..args.len() {
        match attempt(closure(args, index)?) {
            Ok(value) if value.is_wholly_known() => return Ok(value.with_marks(&marks)),
            Ok(value) => {
                return Ok(Value::dynamic().with_marks(&all_marks(value)).with_marks(&marks));
            }
            Err(failed) if failed.diags.is_uncaught() => return Err(uncaught(failed.diags, index)),
            Err(failed) => {
                failures.append(failed.diags);
                marks.extend(failed.marks);
            }
        }
    }
    failures.add_hints();
    let lines = shortened(describe_failures(&failures));
    // The errors come last, because shortening keeps the end.
    let reason = "no expression succeeded; add a last one that always succeeds. The errors are";
    Err(FunctionError::new(format!("{reason}:{lines}")))
}

fn can(args: &[Value]) -> Result<Value, FunctionError> {
    Ok(match attempt(closure(args, 0)?) {
        Ok(value) => {
            let answer = if value.is_wholly_known() {
                Value::bool(true)
            } else {
                Value::unknown_refined(Type::Bool, Refinement::not_null())
            };
            answer.with_marks(&all_marks(value))
        }
        Err(failed) if failed.diags.is_uncaught() => return Err(uncaught(failed.diags, 0)),
        Err(failed) => Value::bool(false).with_marks(&failed.marks),
    })
}

/// An expression that failed.
struct Failed {
    diags: Diagnostics,
    /// The marks of its variables.
    marks: Marks,
}

fn attempt(closure: &ExpressionClosure) -> Result<Value, Failed> {
    let mut diags = Diagnostics::of_attempt();
    let value = closure.value(&mut diags);
    if diags.has_errors() { Err(Failed { diags, marks: closure.marks() }) } else { Ok(value) }
}

fn all_marks(value: Value) -> Marks {
    value.unmark_deep().1
}

/// Returns the error for an expression whose errors must not be caught.
fn uncaught(mut failures: Diagnostics, index: usize) -> FunctionError {
    failures.add_hints();
    let lines = shortened(describe_failures(&failures));
    FunctionError::at(index, format!("the expression has an error:{lines}")).uncaught_if(true)
}

/// Describes the errors of failed expressions, one per line.
fn describe_failures(failures: &Diagnostics) -> String {
    let mut lines = String::new();
    for error in failures.iter().filter(|failure| failure.severity == Severity::Error) {
        let detail = error.detail_with_help().replace('\n', "\n  ");
        lines += &format!("\n- {}: {}. {detail}", error.subject, error.summary);
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::cty::Value;
    use crate::diag::Diagnostics;
    use crate::source::Source;
    use crate::{EvalContext, ext, parse_expression};

    fn evaluate(text: &str) -> Result<Value, String> {
        let mut diags = Diagnostics::new();
        let files = Source::new("f", "function \"f\" {\n  params = []\n  result = absent()\n}\n");
        let body = crate::parse_body(&files, &mut diags);
        let context = EvalContext::new().with_functions(ext::all());
        let functions = ext::decode_functions(
            &body,
            "function",
            || EvalContext::new().with_functions(ext::all()),
            &mut diags,
        )
        .0;
        let context = context.with_functions(functions);
        let expr = parse_expression(&Source::new("t", text), &mut diags).unwrap();
        let value = expr.value(&context, &mut diags);
        if diags.has_errors() { Err(diags.to_string()) } else { Ok(value) }
    }

    #[test]
    fn an_undefined_function_is_not_caught() {
        for text in [
            "try(absent(1), 2)",
            "can(absent(1))",
            "try(undefined, absent(), 2)",
            "try([for x in [1] : absent(x)], 2)",
            "try(try(absent(), 1), 2)",
            "try(can(absent()), 2)",
            "try(with({ x = 1 }, absent(x)), 2)",
            "try(f(), 2)",
        ] {
            let error = evaluate(text).unwrap_err();
            assert!(error.contains("The function \"absent\" is not defined"), "{text}: {error}");
        }
        assert_eq!(
            evaluate("try(absent(1), 2)").unwrap_err(),
            "t:1:5: error: Invalid argument; Invalid value for the argument \"expressions\" of try: the expression has an error:\n- t:1:5: Unknown function. The function \"absent\" is not defined. Available here: \"can\", \"convert\", \"f\", \"templatestring\", \"try\" and \"with\"."
        );
    }

    #[test]
    fn an_undefined_function_without_a_call_is_ignored() {
        for (text, expected) in [
            ("try(1, absent())", Value::from(1)),
            ("try(true ? 1 : undefined, absent())", 1.into()),
            ("try((false && absent()) || undefined, 3)", 3.into()),
            ("can((false && absent()) || undefined)", false.into()),
            ("try(undefined, 3)", 3.into()),
        ] {
            assert_eq!(evaluate(text), Ok(expected), "{text}");
        }
    }
}
