//! The README of the reference's `ext/customdecode`, claim by claim, in its order.

use std::collections::BTreeMap;

use hcldyn::cty::function::{Function, FunctionError, Parameter};
use hcldyn::cty::{CapsuleType, FromValue, Type, Value};
use hcldyn::ext::customdecode::{closure_type, custom_decoder, expression_type};
use hcldyn::ext::typeexpr::{TypeConstraint, type_constraint_type};
use hcldyn::spec::{AttrSpec, BlocksSpec};
use hcldyn::{Deferred, Diagnostics, EvalContext, Expression, ExpressionClosure, HclDecode, ext};
use hcldyn_tests::text::{body, decode, problems, value};

use super::{keyword, keyword_type};

fn keyword_spec() -> AttrSpec {
    AttrSpec::new("keyword", keyword_type())
}

/// Returns a context in which `spell(foo)` is `"foo"`.
fn spell() -> EvalContext {
    let spell = Function::builder("A keyword as a text.")
        .param(Parameter::new("word", keyword_type()))
        .returning(Type::String, |args, _| Ok(keyword(&args[0]).into()));
    EvalContext::new().with_function("spell", spell)
}

fn none() -> EvalContext {
    EvalContext::new()
}

mod introduction {
    use super::*;

    #[test]
    fn convert_takes_a_type_as_its_second_argument() {
        let ctx = none().with_functions(ext::all());
        let set = Value::set(Type::String, vec!["foo".into()]);
        assert_eq!(value("convert([\"foo\"], set(string))", &ctx), set);
    }

    #[test]
    fn a_type_cannot_be_evaluated() {
        let ctx = none().with_functions(ext::all());
        assert!(problems("set(string)", &ctx).contains("\"set\""));
        assert!(problems("string", &ctx.with_variable("x", 1)).contains("\"string\""));
    }

    #[test]
    fn a_type_argument_is_not_a_value() {
        let ctx = none().with_functions(ext::all());
        assert!(problems("[convert(1, string), string][1]", &ctx).contains("\"string\""));
    }

    /// An expression is evaluated as usual unless a value of the type is required.
    #[test]
    fn only_arguments_of_the_type_are_decoded_by_it() {
        assert!(problems("spell(foo) == foo", &spell().with_variable("x", 1)).contains("\"foo\""));
        let list = AttrSpec::new("keywords", Type::list(keyword_type()));
        assert!(decode("keywords = [foo]\n", list, &none()).1.contains("\"foo\""));
    }

    #[test]
    fn the_attributes_of_a_block_opt_in_by_their_type() {
        let spec = BlocksSpec::attributes("keywords", keyword_type());
        let (found, problems) = decode("keywords {\n  b = bar\n  a = foo\n}\n", spec, &none());
        assert_eq!((found.ty(), &*problems), (Type::map(keyword_type()), ""));
        let entries = BTreeMap::<String, Value>::from_value(&found).unwrap();
        let entries = entries.iter().map(|(name, value)| (&**name, keyword(value)));
        assert_eq!(entries.collect::<Vec<_>>(), [("a", "foo"), ("b", "bar")]);
    }

    #[test]
    fn a_function_parameter_opts_in_by_its_type() {
        assert_eq!(value("spell(foo)", &spell()), "foo".into());
    }

    #[test]
    fn a_variables_type_argument_gives_a_type() {
        let (found, problems) = decode(
            "type = list(object({ name = string }))\n",
            AttrSpec::new("type", type_constraint_type()),
            &none(),
        );
        assert_eq!(problems, "");
        let constraint = found.as_capsule::<TypeConstraint>().unwrap();
        assert_eq!(constraint.ty, Type::list(Type::object([("name", Type::String)])));
    }

    #[test]
    fn a_struct_takes_an_expression_without_evaluating_it() {
        #[derive(HclDecode)]
        struct Variable {
            #[hcl(expr)]
            r#type: Expression,
        }
        let variable: Variable = hcldyn::from_str("type = map(string)", &none()).unwrap();
        assert_eq!(variable.r#type.as_call().unwrap().name, "map");
    }

    #[test]
    fn a_body_returns_expressions_unevaluated() {
        let mut diags = Diagnostics::new();
        let attributes = body("a = missing + 1\n").just_attributes(&mut diags);
        assert_eq!((attributes[0].expr.text(), diags.len()), ("missing + 1", 0));
        attributes[0].expr.value(&none(), &mut diags);
        assert_eq!(diags.error_count(), 1);
    }
}

mod types_of_ones_own {
    use super::*;

    #[test]
    fn custom_decoder_returns_the_decoder_of_a_type() {
        assert!(custom_decoder(&keyword_type()).is_some());
        let plain = Type::Capsule(CapsuleType::new("plain"));
        let other = Type::Capsule(CapsuleType::with_extension("other", "not a decoder"));
        for ty in [plain, other, Type::String, Type::list(keyword_type())] {
            assert!(custom_decoder(&ty).is_none(), "{ty:?}");
        }
    }

    /// An attribute opts in by its type, as the introduction says.
    #[test]
    fn a_keyword_is_decoded_as_its_name() {
        let (found, problems) = decode("keyword = foo\n", keyword_spec(), &none());
        assert_eq!((found.ty(), keyword(&found), &*problems), (keyword_type(), "foo", ""));
    }

    #[test]
    fn any_other_expression_is_an_error() {
        for text in ["\"baz\"", "1 + 1", "foo.bar", "foo()", "(foo)"] {
            let (found, problems) = decode(&format!("keyword = {text}\n"), keyword_spec(), &none());
            assert_eq!(found, Value::unknown(keyword_type()), "{text}");
            assert_eq!(
                problems, "t.hcl:1:11: error: Invalid keyword; A keyword is required.",
                "{text}"
            );
        }
    }

    #[test]
    fn a_variable_of_that_name_changes_nothing() {
        let ctx = spell().with_variable("foo", "a value");
        assert_eq!(value("spell(foo)", &ctx), "foo".into());
        assert_eq!(keyword(&decode("keyword = foo\n", keyword_spec(), &ctx).0), "foo");
    }

    #[test]
    fn a_function_with_a_keyword_parameter_rejects_other_expressions() {
        assert_eq!(
            problems("spell(\"foo\")", &spell()),
            "t.hcl:1:7: error: Invalid keyword; A keyword is required."
        );
    }
}

mod expressions_and_closures {
    use super::*;

    #[test]
    fn an_expression_is_captured_alone() {
        let (found, problems) =
            decode("e = a.b[c] + f()\n", AttrSpec::new("e", expression_type()), &none());
        assert_eq!(problems, "");
        let expr = found.as_capsule::<Expression>().unwrap();
        let variables: Vec<_> = expr.variables().iter().map(ToString::to_string).collect();
        assert_eq!(variables, ["a.b", "c"]);
    }

    #[test]
    fn a_closure_captures_variables_and_functions() {
        let double = Function::from_fn("Twice.", ["n"], |n: i64| 2 * n);
        let ctx = none().with_variable("n", 4).with_function("double", double);
        let (found, problems) =
            decode("e = double(n) + 1\n", AttrSpec::new("e", closure_type()), &ctx);
        assert_eq!(problems, "");
        let closure = found.as_capsule::<ExpressionClosure>().unwrap();
        let mut diags = Diagnostics::new();
        assert_eq!(closure.value(&mut diags), Value::from(9));
        assert!(diags.is_empty());
    }

    #[test]
    fn functions_accept_expressions_and_closures() {
        let text = |expr: Expression| expr.text().to_owned();
        let value_of = |closure: ExpressionClosure| closure.value(&mut Diagnostics::new());
        let ctx = none()
            .with_variable("n", 4)
            .with_function("text", Function::from_fn("", ["expression"], text))
            .with_function("value", Function::from_fn("", ["expression"], value_of));
        assert_eq!(value("text(n + missing)", &ctx), "n + missing".into());
        assert_eq!(value("value(n + 1)", &ctx), Value::from(5));
    }

    #[test]
    fn a_closure_can_have_a_result_type() {
        #[derive(HclDecode)]
        struct Check {
            when: Deferred<bool>,
        }
        let check: Check = hcldyn::from_str("when = n > 3", &none()).unwrap();
        assert!(check.when.evaluate(&[("n", 4.into())]).unwrap());
    }
}

mod with {
    use super::*;

    fn context() -> EvalContext {
        none().with_variable("greeting", "Hello").with_function("with", with_fn())
    }

    /// Returns the function of the document, written with the library's API.
    fn with_fn() -> Function {
        Function::builder("The value of an expression with more variables.")
            .param(Parameter::new("variables", Type::Dynamic))
            .param(Parameter::new("expression", closure_type()))
            .returning(Type::Dynamic, |args, _| {
                let variables = args[0].as_object();
                let variables =
                    variables.ok_or_else(|| FunctionError::must(0, "be an object of variables"))?;
                let closure = args[1].as_capsule::<ExpressionClosure>().unwrap();
                let mut child = closure.context.child();
                for (name, value) in variables.iter() {
                    child.set_variable(name.clone(), value.clone());
                }
                let mut diags = Diagnostics::new();
                let value = closure.expression.value(&child, &mut diags);
                if diags.has_errors() {
                    Err(FunctionError::at(1, diags.to_string()))
                } else {
                    Ok(value)
                }
            })
    }

    const CALL: &str = "with({name = \"Cory\"}, \"${greeting}, ${name}!\")";

    #[test]
    fn a_function_evaluates_its_argument_with_more_variables() {
        assert_eq!(value(CALL, &context()), "Hello, Cory!".into());
    }

    #[test]
    fn the_library_has_the_same_function() {
        let ctx = none().with_variable("greeting", "Hello").with_functions(ext::all());
        assert_eq!(value(CALL, &ctx), "Hello, Cory!".into());
    }

    #[test]
    fn variables_must_be_an_object() {
        for ctx in [context(), context().with_functions(ext::all())] {
            let found = problems("with(\"Cory\", name)", &ctx);
            assert!(found.starts_with("t.hcl:1:6: error: ") && found.contains("object"), "{found}");
        }
    }

    #[test]
    fn the_result_is_unknown_if_the_variables_are() {
        let ctx = context().with_functions(ext::all()).with_variable("later", Value::dynamic());
        assert_eq!(value("with(later, name)", &ctx), Value::dynamic());
    }

    #[test]
    fn a_failing_expression_is_an_error_of_that_argument() {
        for ctx in [context(), context().with_functions(ext::all())] {
            let found = problems("with({}, \"${greeting}, ${name}!\")", &ctx);
            assert!(
                found.starts_with("t.hcl:1:10: error: ") && found.contains("\"name\""),
                "{found}"
            );
        }
    }

    #[test]
    fn the_expression_fails_outside_of_the_function() {
        assert!(problems("\"${greeting}, ${name}!\"", &context()).contains("\"name\""));
    }

    #[test]
    fn the_variables_are_visible_only_in_the_argument() {
        let text = "[with({name = \"Cory\"}, name), name]";
        assert!(problems(text, &context()).starts_with("t.hcl:1:31: error: "));
    }

    #[test]
    fn try_and_can_evaluate_their_arguments_themselves() {
        let ctx = context().with_functions(ext::all());
        assert_eq!(value("try(name, greeting)", &ctx), "Hello".into());
        assert_eq!(value("[can(greeting), can(name)]", &ctx), value("[true, false]", &ctx));
    }
}

// All claims of the document are tested here, except those about JSON syntax.
