//! Functions that search with a regular expression.

use super::Named;
use super::arguments::text;
use super::limits::check_elements;
use super::pattern::Pattern;
use hcldyn_cty::function::{FunctionBuilder, FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![("regex", regex()), ("regexall", regexall())]
}

fn regex() -> Function {
    searching(
        "The first match of a regular expression: the matching string, a tuple of its groups, or an \
         object of its named groups.",
    )
    .build(match_type, |args, _| {
        let (pattern, text) = (text(args, 0)?, text(args, 1)?);
        Pattern::new(pattern, 0)?.matches(text).next().unwrap_or_else(|| {
            let (pattern, text) = (args[0].describe(), args[1].describe());
            Err(FunctionError::new(format!("{pattern} has no match in {text}"))
                .with_help("test for a match with length(regexall(pattern, string)) > 0"))
        })
    })
}

fn regexall() -> Function {
    searching(
        "A list of all matches of a regular expression, each in the form that `regex` returns.",
    )
    .build(
        |args| match_type(args).map(Type::list),
        |args, ty| {
            let element = ty.element().cloned().unwrap_or(Type::Dynamic);
            let mut matches = Vec::new();
            for value in Pattern::new(text(args, 0)?, 0)?.matches(text(args, 1)?) {
                matches.push(value?);
                check_elements(matches.len())?;
            }
            Ok(Value::list(element, matches))
        },
    )
}

fn searching(description: &'static str) -> FunctionBuilder {
    Function::builder(description)
        .param(Parameter::new("pattern", Type::String))
        .param(Parameter::new("string", Type::String))
}

/// Returns the type of a match.
fn match_type(args: &[Value]) -> Result<Type, FunctionError> {
    if !args[0].is_known() {
        return Ok(Type::Dynamic);
    }
    Pattern::new(text(args, 0)?, 0)?.result_type().ok_or_else(|| {
        let pattern = args[0].describe();
        let message = format!("name all its groups or none, but {pattern} names only some");
        FunctionError::must(0, message)
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, strings};
    use hcldyn_cty::Value;

    #[test]
    fn groups_determine_the_type_of_a_match() {
        assert_eq!(call("regex", [Value::from("[a-z]+"), "17:tram".into()]), "tram".into());
        let pair = call("regex", [Value::from("(a)|(b)"), "b".into()]);
        assert_eq!(pair.elements()[1], "b".into());
        assert!(pair.elements()[0].is_null());
        let named = call("regex", [Value::from("(?P<key>\\w+)=(?P<value>\\w+)"), "a=b".into()]);
        assert_eq!(named, Value::object([("key", Value::from("a")), ("value", "b".into())]));
        assert_eq!(call("regexall", [Value::from("a*"), "baac".into()]), strings(["", "aa", ""]));
    }

    #[test]
    fn no_match_is_an_error() {
        let message = error("regex", [Value::from("z"), "abc".into()]);
        assert_eq!(
            message,
            r#""z" has no match in "abc"; test for a match with length(regexall(pattern, string)) > 0"#
        );
    }

    #[test]
    fn either_all_groups_have_names_or_none() {
        let message = error("regex", [Value::from("(?P<a>x)(y)"), "xy".into()]);
        assert_eq!(
            message,
            r#"must name all its groups or none, but "(?P<a>x)(y)" names only some"#
        );
    }
}
