//! Types with their own decoding of expressions, in attributes, blocks and parameters.

use std::collections::BTreeMap;

use hcldyn::cty::function::{Function, Parameter};
use hcldyn::cty::{CapsuleType, FromValue, Mark, Type, Value};
use hcldyn::ext::customdecode::{CustomDecoder, closure_type, expression_type};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{
    Diagnostics, EvalContext, Expression, ExpressionClosure, parse_body, parse_expression,
};

use super::{KEYWORD, keyword, keyword_type};

fn run(text: &str, spec: impl Into<Spec>, ctx: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = decode(&body, &spec.into(), ctx, &mut diags);
    (value, diags.to_string())
}

fn evaluate(text: &str, ctx: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("t.hcl", text), &mut diags).unwrap();
    (expr.value(ctx, &mut diags), diags.to_string())
}

fn entries(map: Value) -> BTreeMap<String, Value> {
    BTreeMap::from_value(&map).unwrap()
}

/// Returns a context with functions of such parameters: `words(w...)` and `text_of(expression)`.
fn functions() -> EvalContext {
    let words_fn = Function::builder("The words as one text.")
        .variadic(Parameter::new("words", keyword_type()))
        .returning(Type::String, |args, _| {
            Ok(args.iter().map(keyword).collect::<Vec<_>>().join(" ").into())
        });
    let text_of = |expression: Expression| expression.text().to_owned();
    EvalContext::new()
        .with_function("words", words_fn)
        .with_function("text_of", Function::from_fn("As written.", ["expression"], text_of))
}

mod attributes {
    use super::*;

    #[test]
    fn are_null_if_unset() {
        let (value, problems) = run("", AttrSpec::new("mode", keyword_type()), &EvalContext::new());
        assert_eq!((value, &*problems), (Value::null(keyword_type()), ""));
        let default = Spec::Literal(Value::capsule(&KEYWORD, "none".to_owned()));
        let spec = Spec::from(AttrSpec::new("mode", keyword_type())).or(default);
        assert_eq!(keyword(&run("", spec, &EvalContext::new()).0), "none");
        let required = AttrSpec::new("mode", keyword_type()).required();
        assert!(run("", required, &EvalContext::new()).1.contains("\"mode\""));
    }

    #[test]
    fn are_unknown_of_their_type_after_an_error() {
        let (value, problems) =
            run("mode = 1 + x\n", AttrSpec::new("mode", keyword_type()), &EvalContext::new());
        assert_eq!(value, Value::unknown(keyword_type()));
        assert_eq!(problems, "t.hcl:1:8: error: Invalid keyword; A keyword is required.");
    }

    /// As in the reference, a list of such a type is an ordinary list, whose elements are evaluated.
    #[test]
    fn of_a_collection_are_evaluated() {
        let spec = AttrSpec::new("modes", Type::list(keyword_type()));
        let (_, problems) = run("modes = [1]\n", spec, &EvalContext::new());
        assert!(problems.contains("a keyword is required, not a number"), "{problems}");
    }

    #[test]
    fn of_generated_blocks_see_the_iterator() {
        let block = Spec::object([
            ("mode", AttrSpec::new("mode", keyword_type()).into()),
            ("text", AttrSpec::new("text", expression_type()).into()),
            ("when", AttrSpec::new("when", closure_type()).into()),
        ]);
        let spec = Spec::from(BlocksSpec::new("b", block).tuple().dynamic());
        let text = r#"dynamic "b" {
  for_each = list
  content {
    mode = fast
    text = b.value
    when = b.value * 2
  }
}
"#;
        let list = Value::list(Type::Number, vec![1.into(), 2.into()]);
        let secret = list.clone().mark(Mark::sensitive());
        let second = |list: Value| {
            let (value, problems) =
                run(text, spec.clone(), &EvalContext::new().with_variable("list", list));
            assert_eq!(problems, "");
            let block = value.unmark().0.elements().last().unwrap().clone().unmark().0;
            assert_eq!(keyword(&block.elements()[0]), "fast");
            assert_eq!(block.elements()[1].as_capsule::<Expression>().unwrap().text(), "b.value");
            block.elements()[2]
                .as_capsule::<ExpressionClosure>()
                .unwrap()
                .value(&mut Diagnostics::new())
        };
        assert_eq!(second(list), Value::from(4));
        assert_eq!(second(secret), Value::from(4).mark(Mark::sensitive()));
    }

    /// The placeholder block of an unknown collection is decoded from its source.
    #[test]
    fn of_unknown_blocks_are_decoded() {
        let block = Spec::object([("mode", AttrSpec::new("mode", keyword_type()).into())]);
        let spec = Spec::from(BlocksSpec::new("b", block).tuple().dynamic());
        let unknown = Value::unknown(Type::list(Type::Number));
        let ctx = EvalContext::new().with_variable("list", unknown);
        let problems = |mode: &str| {
            let text = format!(
                r#"dynamic "b" {{
  for_each = list
  content {{
    mode = {mode}
  }}
}}
"#
            );
            run(&text, spec.clone(), &ctx).1
        };
        assert_eq!(problems("fast"), "");
        assert_eq!(problems("1"), "t.hcl:4:12: error: Invalid keyword; A keyword is required.");
    }

    #[test]
    fn of_a_decoder_that_returns_a_wrong_type_are_reported() {
        let decode = |_: &Expression, _: &EvalContext, _: &mut Diagnostics| Value::from(1);
        let ty = Type::Capsule(CapsuleType::with_extension("broken", CustomDecoder::new(decode)));
        let (value, problems) = run("a = x\n", AttrSpec::new("a", ty.clone()), &EvalContext::new());
        assert_eq!(value, Value::unknown(ty));
        assert_eq!(
            problems,
            "t.hcl:1:5: error: Invalid decoder; This is an error in the program, not in the configuration: the decoder of the type broken returned a number."
        );
    }
}

mod block_attributes {
    use super::*;

    #[test]
    fn fail_one_by_one() {
        let text = r#"modes {
  a = "x"
  b = fast
  c = 1
}
"#;
        let (value, problems) =
            run(text, BlocksSpec::attributes("modes", keyword_type()), &EvalContext::new());
        assert_eq!(
            problems,
            "t.hcl:2:7: error: Invalid keyword; A keyword is required.\n\
             t.hcl:4:7: error: Invalid keyword; A keyword is required."
        );
        assert_eq!(value.ty(), Type::map(keyword_type()));
        assert_eq!(entries(value)["a"], Value::unknown(keyword_type()));
    }

    #[test]
    fn may_be_missing() {
        let spec = || BlocksSpec::attributes("modes", keyword_type());
        let null = Value::null(Type::map(keyword_type()));
        assert_eq!(run("", spec(), &EvalContext::new()), (null, String::new()));
        let empty = Value::map(keyword_type(), Vec::new());
        assert_eq!(run("modes {}\n", spec(), &EvalContext::new()), (empty, String::new()));
        assert!(run("", spec().required(), &EvalContext::new()).1.contains("Missing block"));
    }

    #[test]
    fn can_be_closures_of_a_generated_block() {
        let text = r#"dynamic "rules" {
  for_each = [20]
  content {
    low = x < rules.value
  }
}
"#;
        let spec = BlocksSpec::attributes("rules", closure_type()).dynamic();
        let (value, problems) = run(text, spec, &EvalContext::new());
        assert_eq!(problems, "");
        let rules = entries(value);
        let low: &ExpressionClosure = rules["low"].as_capsule().unwrap();
        let mut diags = Diagnostics::new();
        assert_eq!(low.value_with(&[("x", 7.into())], &mut diags), Value::from(true));
        assert_eq!(low.value_with(&[("x", 70.into())], &mut diags), Value::from(false));
        assert!(diags.is_empty(), "{diags}");
    }
}

mod parameters {
    use super::*;

    #[test]
    fn that_are_variadic_take_each_expression() {
        let none = String::new();
        let found = evaluate("words(a, b, null)", &functions());
        assert_eq!(found, ("a b null".into(), none.clone()));
        assert_eq!(evaluate("words()", &functions()), ("".into(), none));
    }

    #[test]
    fn of_rust_functions_take_the_expression() {
        assert_eq!(
            evaluate("text_of(1 + missing.name)", &functions()).0,
            "1 + missing.name".into()
        );
    }

    #[test]
    fn that_fail_leave_the_function_uncalled() {
        let (value, problems) = evaluate("words(a, 1, \"b\")", &functions());
        assert_eq!(value, Value::dynamic());
        assert_eq!(
            problems,
            "t.hcl:1:10: error: Invalid keyword; A keyword is required.\n\
             t.hcl:1:13: error: Invalid keyword; A keyword is required."
        );
    }

    /// The elements that `...` takes from a collection are already values, and are decoded as literals.
    #[test]
    fn of_an_expanded_collection_are_literals() {
        let ctx = functions().with_variable("flags", Value::tuple(vec![true.into(), false.into()]));
        assert_eq!(evaluate("words(a, flags...)", &ctx).0, "a true false".into());
        let (_, problems) = evaluate("words(a, [1]...)", &ctx);
        assert_eq!(problems, "t.hcl:1:10: error: Invalid keyword; A keyword is required.");
    }

    #[test]
    fn capture_the_names_of_a_loop() {
        let plus = |closure: ExpressionClosure, n: i32| {
            let mut diags = Diagnostics::new();
            let value = closure.value_with(&[("n", n.into())], &mut diags);
            if diags.has_errors() { Err(diags.to_string()) } else { Ok(value) }
        };
        let ctx = EvalContext::new()
            .with_function("at", Function::from_fn("Evaluated at n.", ["expression", "n"], plus));
        let (value, problems) = evaluate("[for v in [10, 20] : at(v + n, 3)]", &ctx);
        assert_eq!((value, &*problems), (Value::tuple(vec![13.into(), 23.into()]), ""));
        // A nested closure sees the variables of both.
        let (value, problems) = evaluate("[for v in [10] : at(at(v + n, n + 1), 3)]", &ctx);
        assert_eq!((value, &*problems), (Value::tuple(vec![14.into()]), ""));
    }
}
