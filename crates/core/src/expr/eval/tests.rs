//! Cases that are not in the recorded results of the reference: iterators, refinements, marks that the reference
//! loses, closures and limits.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::{CapsuleType, Inclusive, Mark, Marks, Refinement, Shape, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{
    CustomDecoder, EvalContext, Expression, ExpressionClosure, Iteration, closure_type,
};
use crate::ext::{can_fn, try_fn, with_fn};
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax::native::parse_expression;

fn parse(text: &str) -> Expression {
    let mut diags = Diagnostics::new();
    let expression = parse_expression(&Source::new("t", text), &mut diags);
    expression.unwrap_or_else(|| panic!("{text}: {diags}"))
}

fn run(text: &str, context: &EvalContext) -> (Value, Diagnostics) {
    let mut diags = Diagnostics::new();
    let value = parse(text).value(context, &mut diags);
    (value, diags)
}

fn value(text: &str) -> Value {
    let (value, diags) = run(text, &context());
    assert!(diags.is_empty(), "{text}: {diags}");
    value
}

fn errors(text: &str) -> String {
    run(text, &context()).1.to_string()
}

fn secret(value: impl Into<Value>) -> Value {
    value.into().mark(Mark::sensitive())
}

fn range(lower: i32, upper: i32) -> Refinement {
    Refinement::not_null().with_bounds(Some(lower.into()), Some(upper.into()))
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_variable("x", Value::from(1))
        .with_variable("yes", Value::from(true))
        .with_variable("later", Value::unknown(Type::Bool))
        .with_variable("nothing", Value::null(Type::Dynamic))
        .with_variable("one_to_three", Value::unknown_refined(Type::Number, range(1, 3)))
        .with_variable("words", Value::unknown(Type::list(Type::String)))
        .with_variable("secret", secret("hunter2"))
        .with_variable("secret_later", secret(Value::dynamic()))
        .with_variable("secret_text", secret(Value::unknown(Type::String)))
        .with_variable("map", Value::map(Type::Number, vec![("hunter2".into(), 1.into())]))
        .with_variable("unknown_map", Value::unknown(Type::map(Type::Number)))
        .with_function("try", try_fn())
        .with_function("can", can_fn())
        .with_function("with", with_fn())
}

fn iteration(value: Value, outer: Option<Arc<Iteration>>) -> Arc<Iteration> {
    let (name, key) = ("ingress".into(), Value::from("web"));
    let (marks, of_unknown, unknown) = (Marks::new(), false, false);
    Arc::new(Iteration { name, key, value, marks, of_unknown, unknown, outer })
}

#[test]
fn cached_lookups_are_correct_in_other_contexts() {
    let expression = parse("{ text = \"${site.name}:${port}\", port = port }.text");
    let site = |names: [&str; 2]| {
        let values = ["n".into(), "other".into()];
        Value::object_of_shape(Shape::new(names.map(Into::into)), values.to_vec())
    };
    let value_in = |context: &EvalContext| {
        let mut diags = Diagnostics::new();
        let value = expression.value(context, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        value
    };
    let (usual, turned) = (site(["name", "zone"]), site(["zone", "name"]));
    let context = EvalContext::new().with_variable("site", usual.clone()).with_variable("port", 1);
    let other = EvalContext::new().with_variable("port", 2).with_variable("site", turned);
    for _ in 0..2 {
        assert_eq!(value_in(&context), "n:1".into());
        assert_eq!(value_in(&other), "other:2".into());
        assert_eq!(value_in(&context.child().with_variable("port", 3)), "n:3".into());
        assert_eq!(value_in(&other.child().with_variable("site", usual.clone())), "n:2".into());
    }
}

mod iterators {
    use super::*;

    fn run_in(text: &str, iteration: &Arc<Iteration>) -> (Value, Diagnostics) {
        let mut diags = Diagnostics::new();
        let value = parse(text).in_iteration(iteration).value(&context(), &mut diags);
        (value, diags)
    }

    #[test]
    fn key_and_value_are_attributes_of_the_iterator() {
        let step = iteration(Value::object([("port", Value::from(80))]), None);
        assert_eq!(run_in("ingress.key", &step).0, Value::from("web"));
        assert_eq!(run_in("ingress.value.port + x", &step).0, Value::from(81));
        assert_eq!(run_in("ingress[\"key\"]", &step).0, Value::from("web"));
        assert_eq!(run_in("[for k, v in ingress : k]", &step).0, value("[\"key\", \"value\"]"));
    }

    #[test]
    fn an_error_shows_the_values_of_the_variables() {
        let step = iteration(Value::from(70_000), None);
        let (_, diags) = run_in("[for p in [1] : ingress.value + x.y + p]", &step);
        let diag = diags.iter().next().unwrap();
        assert_eq!(diag.values, ["x is 1"]);
        let (_, diags) = run_in("{ a = !ingress.value, b = ingress.value }", &step);
        assert_eq!(diags.iter().next().unwrap().values, ["ingress.value is 70000"]);
        let (_, diags) = run_in("ingress.kee", &step);
        assert!(diags.to_string().contains("Did you mean \"key\"?"), "{diags}");
    }

    #[test]
    fn an_inner_iterator_shadows_an_outer_one() {
        let outer = iteration(Value::from(1), None);
        let inner = iteration(Value::from(2), Some(outer));
        assert_eq!(run_in("ingress.value", &inner).0, Value::from(2));
    }

    #[test]
    fn a_closure_captures_iterators_and_for_variables() {
        let step = iteration(Value::from(5), None);
        let (found, diags) = run_in("[for p in [1, 2] : try(ingress.value + p + x)]", &step);
        assert!(diags.is_empty(), "{diags}");
        assert_eq!(found, value("[7, 8]"));
    }

    #[test]
    fn iterators_are_not_variables() {
        let step = iteration(Value::from(5), None);
        let expression = parse("ingress.value + x").in_iteration(&step);
        let names: Vec<_> = expression.variables().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["x"]);
    }
}

mod unknown {
    use super::*;

    #[test]
    fn an_unknown_condition_joins_the_ranges_of_both_arms() {
        let expected = Value::unknown_refined(Type::Number, range(1, 9));
        assert_eq!(value("later ? one_to_three : 9"), expected);
        let one_or_more = Refinement { lower: Some((1.into(), Inclusive::Yes)), ..range(1, 3) };
        assert_eq!(
            value("later ? one_to_three : 2"),
            Value::unknown_refined(Type::Number, one_or_more)
        );
        assert_eq!(value("later ? nothing : null"), Value::null(Type::Dynamic));
        assert_eq!(value("later ? 1 : null"), Value::unknown(Type::Number));
    }

    #[test]
    fn errors_in_arms_that_are_not_certainly_chosen_are_dropped() {
        assert_eq!(errors("later ? gone : 1"), "");
        assert_eq!(errors("yes ? 1 : gone"), "");
        assert_ne!(errors("yes ? gone : 1"), "");
    }

    #[test]
    fn an_unknown_condition_must_have_a_suitable_type() {
        assert_ne!(errors("one_to_three ? 1 : 2"), "");
        assert_ne!(errors("words ? 1 : 2"), "");
    }

    #[test]
    fn an_unknown_template_has_a_known_prefix() {
        let expected = Refinement::not_null().with_prefix("https://");
        let (found, _) = value("\"https://${secret_text}\"").unmark();
        assert_eq!(found, Value::unknown_refined(Type::String, expected));
    }

    #[test]
    fn a_splat_has_the_length_of_its_source() {
        let length = Refinement::not_null().with_length(2, Some(4));
        let source = Value::unknown_refined(Type::list(Type::String), length.clone());
        let context = context().with_variable("source", source);
        let (found, diags) = run("source[*]", &context);
        assert!(diags.is_empty(), "{diags}");
        assert_eq!(found, Value::unknown_refined(Type::list(Type::String), length));
    }

    #[test]
    fn unknown_elements_of_a_splat_have_the_common_type() {
        let numbers = vec![Value::unknown(Type::Number), 1.into()];
        let context = context().with_variable("source", Value::list(Type::Number, numbers));
        let (found, diags) = run("source[*][*]", &context);
        assert!(diags.is_empty(), "{diags}");
        let tuple = Type::tuple([Type::Number]);
        let expected = vec![Value::unknown(tuple.clone()), Value::tuple(vec![1.into()])];
        assert_eq!(found, Value::list(tuple, expected));
    }

    #[test]
    fn a_duplicate_key_beside_an_unknown_key_is_reported() {
        assert!(errors("{for v in [later, 1, 1] : v => v}").contains("Duplicate key"));
    }
}

mod logic {
    use super::*;

    #[test]
    fn null_is_an_error_unless_the_other_side_decides() {
        for text in ["null && yes", "yes && null", "null || !yes", "!yes || null", "null && null"] {
            assert!(errors(text).contains("Null operand"), "{text}: {}", errors(text));
        }
        assert!(errors("later && null").contains("Null operand"));
        assert_eq!(value("!yes && null"), Value::from(false));
        assert_eq!(value("null && !yes"), Value::from(false));
        assert_eq!(value("yes || null"), Value::from(true));
    }

    #[test]
    fn only_errors_on_the_right_are_dropped() {
        assert_eq!(value("!yes && gone"), Value::from(false));
        assert_eq!(value("yes || gone"), Value::from(true));
        assert!(errors("gone && !yes").contains("Undefined variable"));
        assert!(errors("gone || yes").contains("Undefined variable"));
        assert!(errors("yes && gone").contains("Undefined variable"));
        assert!(errors("!yes && 1").contains("Invalid operand"));
    }
}

mod marks {
    use super::*;

    fn is_secret(text: &str) -> bool {
        let (found, diags) = run(text, &context());
        assert!(diags.is_empty(), "{text}: {diags}");
        found.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()))
    }

    #[test]
    fn marks_that_the_reference_loses_are_kept() {
        for text in [
            "map[secret]",
            "unknown_map[secret]",
            "words[secret_later]",
            "{ hunter2 = 1 }[secret]",
            "[for v in secret_later : v]",
            "[for v in [1] : v if secret != \"\"]",
            "{ (secret_text) = 1 }",
            "{ (secret) = 1 }",
            "try([secret_text])",
            "can(secret)",
            "secret_later[*]",
            "\"${secret}!\"",
            "\"%{ for v in secret_later }${v}%{ endfor }\"",
            "!yes && secret == \"k\"",
            "yes ? 1 : secret",
            "with({ a = secret }, a)",
        ] {
            assert!(is_secret(text), "{text}");
        }
    }

    #[test]
    fn a_condition_that_is_not_evaluated_adds_no_marks() {
        assert!(!is_secret("[for v in [] : v if secret != \"\"]"));
    }

    /// A conversion error would reveal a string that is nearly a bool.
    #[test]
    fn messages_do_not_show_a_sensitive_condition() {
        let ctx = context().with_variable("truth", Value::from("TRUE").mark(Mark::sensitive()));
        for text in ["truth ? 1 : 2", "[for v in [1] : v if truth]"] {
            let (_, diags) = run(text, &ctx);
            assert!(diags.has_errors(), "{text}");
            assert!(!diags.to_string().to_lowercase().contains("true"), "{text}: {diags}");
        }
    }

    /// The names of attributes may come from the value, such as the header of decoded rows.
    #[test]
    fn messages_do_not_show_the_names_in_a_sensitive_list_without_elements() {
        let rows = || Type::list(Type::object([("hunter", Type::String)]));
        let tuple = Type::tuple([Type::object([("hunter", Type::String)])]);
        for value in [
            Value::unknown(rows()),
            Value::unknown(tuple),
            Value::list(Type::object([("hunter", Type::String)]), Vec::new()),
        ] {
            let shown = |value: Value| {
                let ctx = context().with_variable("rows", value);
                run("rows[*].hunted", &ctx).1.to_string()
            };
            assert!(shown(value.clone()).contains("hunter"));
            assert!(!shown(value.mark(Mark::sensitive())).contains("hunter"));
        }
    }

    #[test]
    fn messages_do_not_show_sensitive_values() {
        for text in ["map[\"${secret}z\"]", "-secret", "secret.a", "[1][secret]", "secret ? 1 : 2"]
        {
            let (_, diags) = run(text, &context());
            assert!(diags.has_errors(), "{text}");
            for diag in &diags {
                let shown = format!("{} {:?}", diag.detail, diag.values);
                assert!(!shown.contains("hunter2"), "{text}: {shown}");
            }
        }
    }
}

mod errors_once {
    use super::*;

    #[test]
    fn one_mistake_causes_one_error() {
        for text in [
            "(gone + 1) && yes",
            "-gone ? 1 : 2",
            "[for v in gone : v.a + 1][0] * 2",
            "\"${gone}\" + 1",
            "(yes ? gone : 1)[0]",
            "gone[*].a + 1",
            "try(gone).a.b",
            "{ (gone) = 1 }.b",
            "[for v in [1, 2, 3] : gone + v]",
        ] {
            assert_eq!(run(text, &context()).1.len(), 1, "{text}: {}", errors(text));
        }
    }

    #[test]
    fn independent_mistakes_are_all_reported() {
        assert_eq!(run("[gone, x.y, 1 + {}]", &context()).1.len(), 3);
    }

    #[test]
    fn a_repeated_key_is_a_warning() {
        let (found, diags) = run("{ a = 1, (\"a\") = 2, b = 3 }", &context());
        assert_eq!(found, value("{ a = 2, b = 3 }"));
        assert!(!diags.has_errors() && diags.len() == 1);
    }
}

mod closures {
    use super::*;

    #[test]
    fn nested_try_evaluates_an_expression_once() {
        let count = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        let tick = Function::builder("Counts.").returning(Type::Number, move |_, _| {
            Ok(counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed).into())
        });
        let context = context().with_function("tick", tick);
        let (_, diags) = run("try(try(gone, with({}, try(tick()))))", &context);
        assert!(diags.is_empty(), "{diags}");
        assert_eq!(count.load(std::sync::atomic::Ordering::Relaxed), 1);
    }

    #[test]
    fn try_reports_the_error_of_each_attempt() {
        let shown = errors("try(gone, x.y)");
        assert!(shown.contains("The variable \"gone\" is not defined"), "{shown}");
        assert!(shown.contains("A number has no attribute \"y\"; this is 1."), "{shown}");
    }

    #[test]
    fn with_adds_variables() {
        assert_eq!(value("with({ y = 2 }, x + y)"), Value::from(3));
        assert_eq!(value("with({ x = 2 }, x)"), Value::from(2));
        assert!(errors("with([], x)").contains("must be an object of variables, not a tuple"));
    }

    #[test]
    fn expanded_arguments_reach_closures_as_constants() {
        assert_eq!(value("try([3, 4]...)"), Value::from(3));
    }

    #[test]
    fn a_sensitive_argument_hides_the_reason() {
        let show = Function::builder("Fails with its argument.")
            .param(Parameter::new("text", Type::String))
            .param(Parameter::new("more", Type::String).optional())
            .returning(Type::String, |args, _| Err(FunctionError::at(0, format!("{:?}", args[0]))));
        let context = context().with_function("show", show);
        let shown = run("show(secret)", &context).1.to_string();
        assert!(shown.contains("\"text\" of show") && !shown.contains("hunter2"), "{shown}");
        assert!(run("show(\"open\", \"b\")", &context).1.to_string().contains("open"));
        let shown = run("show(1, 2, 3)", &context).1.to_string();
        assert!(shown.contains("Usage: show(text, [more])."), "{shown}");
    }

    #[test]
    fn a_custom_decoder_sees_the_expression_and_its_context() {
        static SEEN: LazyLock<CapsuleType> = LazyLock::new(|| {
            let decode = |expr: &Expression, context: &EvalContext, diags: &mut Diagnostics| {
                let word = expr.as_keyword().map_or("none".into(), Value::from);
                Value::capsule(&SEEN, Value::tuple(vec![word, expr.value(context, diags)]))
            };
            CapsuleType::with_extension("seen", CustomDecoder::new(decode))
        });
        let pass = Function::builder("Gives what the decoder saw.")
            .param(Parameter::new("word", Type::Capsule(SEEN.clone())))
            .returning(Type::Dynamic, |args, _| Ok(args[0].as_capsule::<Value>().unwrap().clone()));
        let context = context().with_function("pass", pass);
        let (found, diags) = run("[for v in [5] : pass(v)]", &context);
        assert!(diags.is_empty(), "{diags}");
        assert_eq!(found, value("[[\"v\", 5]]"));
    }

    #[test]
    fn a_context_without_bindings_is_captured_unchanged() {
        let seen = Arc::new(OnceLock::new());
        let keep = Arc::clone(&seen);
        let grab = Function::builder("Keeps its argument.")
            .param(Parameter::new("expression", closure_type()))
            .returning(Type::Bool, move |args, _| {
                let closure = args[0].as_capsule::<ExpressionClosure>();
                let _ = keep.set(closure.unwrap().clone());
                Ok(true.into())
            });
        let context = context().with_function("grab", grab);
        run("grab(x)", &context);
        let closure = seen.get().unwrap();
        assert!(closure.context.is_same(&context));
        assert_eq!(closure.value(&mut Diagnostics::new()), Value::from(1));
    }
}

mod limits {
    use super::*;

    fn limited(text: &str) -> String {
        let many = Value::list(Type::Number, (0..10).map(Value::from).collect());
        let limits = Limits::default().with_work(100);
        run(text, &context().with_variable("many", many).with_limits(limits)).1.to_string()
    }

    #[test]
    fn loops_share_the_limit_on_work() {
        assert_eq!(limited("[for a in many : [for b in [1, 2] : a]]"), "");
        let nested = "[for a in many : [for b in many : [for c in many : a]]]";
        assert!(limited(nested).contains("Too much work"));
        let in_closures = nested.replace("[for c in many : a]", "try([for c in many : a])");
        assert!(limited(&in_closures).contains("Too much work"));
        assert!(limited("[for a in many : [for b in many : many[*]]]").contains("Too much work"));
    }

    #[test]
    fn an_exceeded_limit_is_reported_once_even_in_irrelevant_parts() {
        let loops = "[for a in many : [for b in many : [for c in many : c]]]";
        for text in [
            format!("[true ? [] : {loops}, 5]"),
            format!("[false && {loops} == 1, 5]"),
            format!("[can({loops}), try({loops}, 5), {loops}]"),
        ] {
            assert_eq!(limited(&text).matches("Too much work").count(), 1, "{text}");
        }
    }

    #[test]
    fn a_failing_loop_ends_early() {
        let many = Value::list(Type::Number, (0..1_000_000).map(Value::from).collect());
        let context = context().with_variable("many", many);
        for text in
            ["[for v in many : v[\"${v}\"]]", "[for v in many : \"${[v]}${v}\"]", "many[*].a"]
        {
            let (_, diags) = run(text, &context);
            assert!(
                diags.error_count() <= 2 * Diagnostics::DEFAULT_LIMIT,
                "{}",
                diags.error_count()
            );
        }
    }

    #[test]
    fn strings_count_as_work() {
        let text = "\"%{ for a in many }%{ for b in many }12345678901234567890${a}%{ endfor }%{ endfor }\"";
        assert!(limited(text).contains("Too much work"), "{}", limited(text));
    }

    #[test]
    fn unlimited_recursion_is_an_error() {
        let nested =
            |open: &str, close: &str| format!("{}again(){}", open.repeat(20), close.repeat(20));
        for text in [
            "again()".to_owned(),
            "try([1 + again()])".to_owned(),
            nested("yes && (", ")"),
            nested("[0][", "][*]"),
            nested("[for a in [1] : a if (", ")]"),
            nested("try([for a in [1] : \"${", "}\"])"),
        ] {
            let diags = call_itself(&text);
            assert!(diags.contains("deeper than the limit"), "{text}: {diags}");
        }
    }

    #[test]
    fn a_function_may_evaluate_a_closure_many_times() {
        let often = Function::builder("Evaluates an expression a thousand times.")
            .param(Parameter::new("expression", closure_type()))
            .returning(Type::Number, |args, _| {
                let closure = args[0].as_capsule::<ExpressionClosure>().unwrap();
                let mut diags = Diagnostics::new();
                for _ in 0..1_000 {
                    closure.value(&mut diags);
                }
                Ok(diags.error_count().into())
            });
        let context = context().with_function("often", often);
        assert_eq!(run("often(x + 1)", &context).0, Value::from(0));
    }

    /// Evaluates a source in which `again()` evaluates the source itself, and returns the innermost error.
    fn call_itself(text: &str) -> String {
        let own: Arc<OnceLock<(Expression, EvalContext)>> = Arc::default();
        let deepest: Arc<OnceLock<String>> = Arc::default();
        let (inner, found) = (Arc::clone(&own), Arc::clone(&deepest));
        let again = Function::builder("Evaluates the expression that calls it.").returning(
            Type::Dynamic,
            move |_, _| {
                let (expression, context) = inner.get().unwrap();
                let mut diags = Diagnostics::new();
                let value = expression.value(context, &mut diags);
                if diags.has_errors() {
                    found.get_or_init(|| diags.to_string());
                    return Err(FunctionError::new("the inner call failed"));
                }
                Ok(value)
            },
        );
        let context = context().with_function("again", again);
        own.set((parse(text), context.clone())).unwrap();
        let mut diags = Diagnostics::new();
        parse(text).value(&context, &mut diags);
        deepest.get().cloned().unwrap_or_else(|| diags.to_string())
    }

    /// Checks values that would exceed any source, because an evaluation reuses the result of another one or
    /// repeats a value.
    #[test]
    fn a_value_that_would_be_too_large_is_an_error() {
        let deep = (0..Value::MAX_DEPTH).fold(Value::from(1), |inner, _| Value::tuple(vec![inner]));
        let context = context().with_variable("deep", deep);
        for text in
            ["[deep]", "{ a = deep }", "[for x in [1] : deep]", "{for x in [1] : x => deep...}"]
        {
            let (value, diags) = run(text, &context);
            assert!(!value.is_wholly_known() && diags.len() == 1, "{text}: {diags}");
            assert!(diags.to_string().contains("Value too large"), "{diags}");
        }
        assert!(run("deep[0]", &context).1.is_empty());

        let twice =
            |levels| (0..levels).fold("1".to_owned(), |x, _| format!("[for y in [{x}] : [y, y]]"));
        for text in [twice(30), format!("{} == {}", twice(30), twice(30))] {
            let (value, diags) = run(&text, &context);
            assert!(!value.is_wholly_known() && diags.error_count() > 0, "{text}: {diags}");
            assert!(diags.to_string().contains("Value too large"), "{diags}");
        }
    }

    /// Evaluates the most deeply nested sources that the parser accepts, on the stack of a test in a debug build.
    #[test]
    fn the_deepest_source_fits_on_the_stack() {
        let around = |open: &str, close: &str| format!("{}x{}", open.repeat(60), close.repeat(60));
        for text in [
            around("(", ")"),
            around("[", "]"),
            around("{ a = ", "}"),
            around("[for a in [1] : ", "]"),
            around("{for a in [1] : \"k\" => ", "}"),
            around("\"a${", "}\""),
            around("yes ? 1 : ", ""),
            around("try(", ")"),
            around("with({}, ", ")"),
            format!("x{}", " + x".repeat(120)),
            format!("yes{}", " && yes".repeat(120)),
            format!("x{}", "[*]".repeat(120)),
            format!("{}x{}", "[yes ? x + ".repeat(30), " : 1][x - 1]".repeat(30)),
        ] {
            let (_, diags) = run(&text, &context());
            assert!(diags.is_empty(), "{text}: {diags}");
            assert!(!parse(&text).variables().is_empty());
            let text =
                text.replace('x', "gone").replace("yes &&", "true &&").replace("yes", "gone");
            assert!(run(&text, &context()).1.has_errors(), "{text}");
        }
    }
}
