//! Recursion depth: no configuration and no chain built by a program needs more than the tests' 2 MiB of
//! stack.

use std::hash::{DefaultHasher, Hash};

use hcldyn::body::Body;
use hcldyn::cty::convert::{convert, unify};
use hcldyn::cty::{Type, Value, msgpack};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::ext::dynblock;
use hcldyn::ext::graph::{BlockKind, Definitions, NodeItem};
use hcldyn::spec::{self, AttrSpec, BlocksSpec, DataForm, Rest, Spec};
use hcldyn::syntax::Source;
use hcldyn::{
    Diagnostics, EvalContext, ExpressionClosure, functions, parse_body, parse_expression,
};

/// More nested calls than any stack can hold.
const LONG: usize = 100_000;

/// A nesting depth beyond the limit of any source.
const DEEP: usize = 10_000;

fn body(text: &str) -> Body {
    parse_body(&Source::new("t", text), &mut Diagnostics::new())
}

/// Values that grow from one to the next.
mod chains_in_a_configuration {
    use super::*;

    /// Returns the last value in a chain of `count` local values.
    fn last(count: usize, of: &str) -> Value {
        let local =
            |n: usize| format!("a{} = {}\n", n, of.replace("it", &format!("local.a{}", n - 1)));
        let text = format!("locals {{\na0 = 1\n{}}}\n", (1..=count).map(local).collect::<String>());
        let ctx = EvalContext::new()
            .with_functions(functions::all())
            .with_variable("unknown", Value::unknown(Type::Bool));
        let mut diags = Diagnostics::new();
        let graph = Definitions::new()
            .block(BlockKind::new("locals", &[]).attributes_define(&["local"]))
            .graph(&body(&text), &mut diags);
        let values = graph.evaluate(&ctx, &mut diags, |node, ctx, diags| match node.item() {
            NodeItem::Attribute(attribute) => attribute.expr.value(ctx, diags),
            _ => Value::dynamic(),
        });
        // Values that become too large are reported.
        let is_expected = |summary| ["Value too large", "Function call failed"].contains(&summary);
        assert!(diags.iter().all(|it| is_expected(&*it.summary) && it.to_string().len() < 1_000));
        values.get(&["local", &format!("a{count}")]).unwrap()
    }

    #[test]
    fn types_stay_within_the_depth_limit_of_values() {
        for of in [
            "unknown ? [it] : [it]",
            "true ? null : [it]",
            "slice(tolist([[it]]), 0, 0)",
            "unknown ? { a = it } : { a = it }",
            "[for i in unknown ? [it] : [it] : i]",
            "chunklist(unknown ? tolist([it]) : tolist([it]), 1)",
        ] {
            let last = last(300, of);
            assert!(last.depth() <= Value::MAX_DEPTH);
            assert!(last.ty().to_string().len() < 100_000, "{of}");
        }
    }

    /// Visiting a type with 2^30 parts or more would take forever. A null, an unknown value and an empty
    /// list have types of at most 2^18 parts. None of these parts needs more than 16 characters, as
    /// `b = object({}), ` does.
    #[test]
    fn types_stay_small_enough_to_visit() {
        for of in [
            "unknown ? [it, it] : [it, it]",
            "true ? null : [it, it]",
            "[true ? null : [it, it]]",
            "slice(tolist([[it, it]]), 0, 0)",
            "unknown ? { a = it, b = it } : { a = it, b = it }",
        ] {
            let length = last(30, of).ty().to_string().len();
            assert!(length <= 16 << 18, "{of}: {length}");
        }
    }

    #[test]
    fn types_stay_small_within_one_expression() {
        let text = (0..15).fold("1".to_owned(), |it, _| {
            format!("[for x in [{it}] : true ? null : [x, x, x, x]][0]")
        });
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("t", &text), &mut diags).unwrap();
        assert!(expr.value(&EvalContext::new(), &mut diags).is_null());
        assert!(diags.is_empty(), "{diags}");
    }

    /// The closure of each block captures a context with the value of the previous block.
    #[test]
    fn closures() {
        let mut diags = Diagnostics::new();
        let expression = parse_expression(&Source::new("t", "x"), &mut diags).unwrap();
        let Type::Capsule(closures) = closure_type() else { panic!("closures are capsules") };
        let mut ctx = EvalContext::new();
        for _ in 0..LONG {
            let expression = expression.clone();
            let closure = ExpressionClosure { expression, context: ctx };
            let value = Value::capsule(&closures, closure);
            ctx = EvalContext::new().with_variable("x", Value::object([("when", value)]));
        }
        let kept = ctx.clone();
        drop(ctx);
        assert!(kept.variable("x").is_some());
        drop(kept);
    }
}

/// Sources nested too deeply are rejected.
#[test]
fn texts() {
    let ctx = EvalContext::new().with_functions(functions::all());
    for (open, close) in [
        ("a ? 1 : ", ""),
        ("a ? ", " : 1"),
        ("!", ""),
        ("-", ""),
        ("- ", ""),
        ("1 + ", ""),
        ("1 == ", ""),
        ("a && ", ""),
        ("\"${", "}\""),
        ("\"x${", "}\""),
        ("\"%{ if a }", "%{ endif }\""),
        ("(", ")"),
        ("max(1, ", ")"),
        ("{ (a) = ", "}"),
        ("a[", "]"),
        ("<<E\n${", "}\nE\n"),
        ("[for x in ", " : x]"),
    ] {
        let text = format!("{}a{}", open.repeat(DEEP), close.repeat(DEEP));
        let mut diags = Diagnostics::new();
        match parse_expression(&Source::new("t", &text), &mut diags) {
            // A chain of operators is not nested.
            Some(row) => {
                assert!(open.contains(['+', '=', '&']), "{open}");
                row.value(&ctx, &mut diags);
            }
            None => assert!(diags.has_errors()),
        }
        let directives = format!("{}x{}", open.repeat(DEEP), close.repeat(DEEP));
        if let Some(template) =
            hcldyn::syntax::parse_template(&Source::new("t", &directives), &mut diags)
        {
            template.value(&ctx, &mut diags);
        }
    }
    for (open, close) in [("%{ if true }", "%{ endif }"), ("%{ for a in b }", "%{ endfor }")] {
        let text = format!("{}x{}", open.repeat(DEEP), close.repeat(DEEP));
        assert!(
            hcldyn::syntax::parse_template(&Source::new("t", &text), &mut Diagnostics::new())
                .is_none()
        );
    }
}

#[test]
fn values() {
    let deep = (0..LONG).fold(Value::from(1), |value, _| Value::tuple(vec![value]));
    assert!(deep.depth() <= Value::MAX_DEPTH);
    let deepest = (0..Value::MAX_DEPTH).fold(Value::from(1), |value, _| Value::tuple(vec![value]));
    assert_eq!(deepest, deepest.clone());
    assert!(msgpack::to_msgpack(&deepest, &deepest.ty()).is_err());
}

/// The values of a body as data are lost only with an error. The body, the block and each of its labels are
/// objects. An open body also has a tuple of the blocks.
#[test]
fn data_of_labels() {
    let specs = [
        (Spec::Rest(Rest::Data(DataForm::Tuples)), Value::MAX_DEPTH - 3),
        (Spec::any(), Value::MAX_DEPTH - 2),
    ];
    for (spec, most) in specs {
        let problems = |labels: usize| {
            let text = format!("a{} {{}}\n", " x".repeat(labels));
            let mut diags = Diagnostics::new();
            let body = parse_body(&Source::new("t.hcl", text), &mut diags);
            let value = spec::decode(&body, &spec, &EvalContext::new(), &mut diags);
            assert!(value.is_wholly_known() || !diags.is_empty(), "{labels}");
            diags.len()
        };
        assert_eq!([400, most].map(problems), [0, 0]);
        assert_eq!([most + 1, 511, 512, 513, 600].map(problems), [1; 5]);
    }
}

/// Chains that programs build have no limit. They are dropped and searched without recursion.
mod chains_of_a_program {
    use super::*;

    #[test]
    fn contexts() {
        let start = EvalContext::new().with_variable("n", 1);
        let ctx = (0..LONG).fold(start.clone(), |ctx, _| ctx.child());
        let kept = ctx.clone();
        drop(ctx);
        assert_eq!(kept.variable("n"), Some(&Value::from(1)));
        assert!(kept.function("n").is_none());
        drop(kept);
        assert_eq!(start.variable("n"), Some(&Value::from(1)));
    }

    /// Merging is repeated so often that the stack would overflow if each body contained the last one.
    #[test]
    fn merged_bodies() {
        let first = Body::merge([body("a = 1\n"), body("c = 2\n")]).unwrap();
        let next = |whole: Body, _| Body::merge([whole, body("")]).unwrap();
        let merged = (0..2_000).fold(first, next);
        let mut diags = Diagnostics::new();
        let attributes = merged.just_attributes(&mut diags);
        let names: Vec<_> = attributes.iter().map(|attribute| &*attribute.name).collect();
        assert_eq!(names, ["a", "c"]);
        assert!(diags.is_empty(), "{diags}");
    }
}

/// Values that programs build can be nested up to their own limit.
mod made_by_programs {
    use super::*;

    /// Uses a type in many ways. `common` is its common type with `other`.
    fn go_through(ty: &Type, other: &Type, common: Option<Type>) {
        assert!(ty == &ty.clone() && ty != other);
        ty.hash(&mut DefaultHasher::new());
        // This must not overflow the stack.
        let _ = format!("{ty} {ty:?} {}", ty.friendly_name());
        assert_eq!(unify([ty, ty]), Some(ty.clone()));
        assert_eq!(unify([ty, other]), common);
        assert!(ty.conforms_to(ty));
        assert_eq!(ty.without_optional(), *ty);
        assert!(convert(Value::from(1), ty).is_err());
        assert!(convert(Value::null(Type::Dynamic), ty).unwrap().is_null());
        assert!(ty.to_json().is_err());
        assert_eq!(Value::unknown(ty.clone()).ty(), *ty);
    }

    #[test]
    fn types() {
        let wraps: [fn(Type) -> Type; 5] = [
            Type::list,
            Type::set,
            Type::map,
            |ty| Type::tuple([ty]),
            |ty| Type::object([("a", ty)]),
        ];
        for wrap in wraps {
            let nested = |levels, innermost| (0..levels).fold(innermost, |ty: Type, _| wrap(ty));
            // The innermost parts are a collection of strings and a number.
            let deepest = nested(Value::MAX_DEPTH, Type::String);
            go_through(&deepest, &nested(Value::MAX_DEPTH - 1, Type::Number), None);
            // Parts beyond the limit are dynamic, which yields the less nested type of the two.
            let [longer, long] = [LONG, LONG - 1].map(|levels| nested(levels, Type::String));
            go_through(&longer, &long, Some(long.clone()));
            assert_eq!(nested(Value::MAX_DEPTH + 1, Type::String), wrap(Type::Dynamic));
        }
    }

    const RULES: &str = r#"name = 1
dynamic "rule" {
  for_each = [1, 2]
  content {}
}
"#;

    fn rules() -> Spec {
        Spec::from(BlocksSpec::new("rule", Spec::object::<&str>([])).tuple().dynamic())
    }

    /// Queries a body in many ways, and returns its value and diagnostics.
    fn ask(body: &Body, ctx: &EvalContext) -> (Value, String) {
        let schema = rules().implied_schema();
        body.content(&schema, &mut Diagnostics::new());
        let (_, rest) = body.partial_content(&schema, &mut Diagnostics::new());
        rest.just_attributes(&mut Diagnostics::new());
        dynblock::walk_variables(body).visit_all();
        spec::variables(body, &rules());
        // This must not overflow the stack.
        let _ = format!("{body:?}");
        let spec = Spec::object([("name", number()), ("rules", rules())]);
        let mut diags = Diagnostics::new();
        (spec::decode(body, &spec, ctx, &mut diags), diags.to_string())
    }

    /// The remaining body shares the original body and records the items taken from it.
    #[test]
    fn the_rest_of_a_body() {
        let ctx = EvalContext::new();
        let schema = BlocksSpec::new("other", number()).dynamic();
        let schema = Spec::from(schema).implied_schema();
        let checked = dynblock::check_for_each(&body(RULES), |_, _, _, _| ());
        for whole in [body(RULES), dynblock::expand(&body(RULES), &ctx), checked] {
            let take = |body: Body, _| body.partial_content(&schema, &mut Diagnostics::new()).1;
            let left = (0..LONG).fold(whole.clone(), take);
            assert_eq!(left.just_attributes(&mut Diagnostics::new()).len(), 1);
            drop(left);
        }
        // Specs that opt in to `dynamic` blocks take the remaining body this way.
        let spec = Spec::tuple([
            BlocksSpec::new("other", number()).dynamic().into(),
            Spec::Rest(Rest::Body),
        ]);
        let left = (0..LONG / 10).fold(body(RULES), |body, _| {
            let decoded = spec::decode(&body, &spec, &ctx, &mut Diagnostics::new());
            decoded.elements()[1].as_capsule::<Body>().unwrap().clone()
        });
        assert_eq!(ask(&left, &ctx), ask(&body(RULES), &ctx));
    }

    fn number() -> Spec {
        AttrSpec::new("a", Type::Number).into()
    }
}
