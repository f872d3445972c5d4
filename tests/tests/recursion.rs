//! What is deep: nothing that a configuration says, and no chain that a program makes, needs more stack than the two
//! mebibytes that these tests have.

#![allow(clippy::unwrap_used, reason = "what cannot be made here fails the test")]

use std::hash::{DefaultHasher, Hash};

use hcldyn::cty::convert::{convert, unify};
use hcldyn::cty::function::Parameter;
use hcldyn::cty::{Function, json, msgpack};
use hcldyn::graph::{BlockKind, Definitions, Item};
use hcldyn::source::Source;
use hcldyn::spec::{self, AttrSpec, BlockSpec, Spec};
use hcldyn::{
    Body, Diagnostics, EvalContext, ExpressionClosure, Type, Value, closure_type, dynblock,
    functions, parse_body, parse_expression,
};

/// No stack has room for so many calls inside one another.
const LONG: usize = 100_000;

/// No text may nest as deep.
const DEEP: usize = 10_000;

fn body(text: &str) -> Body {
    parse_body(&Source::new("t", text), &mut Diagnostics::new())
}

/// Values that grow from one to the next.
mod chains_in_a_configuration {
    use super::*;

    /// The last of so many local values, each of which is made of the one before.
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
            Item::Attribute(attribute) => attribute.expr.value(ctx, diags),
            Item::Block(_) => Value::dynamic(),
        });
        // What becomes too large is reported.
        let is_expected =
            |summary| ["Too large a value", "Failed function call"].contains(&summary);
        assert!(diags.iter().all(|it| is_expected(&*it.summary) && it.to_string().len() < 1_000));
        values.get(&["local", &format!("a{count}")]).unwrap()
    }

    #[test]
    fn types_stay_as_deep_as_values_may_be() {
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

    /// A type of 2^30 parts and more would be gone through forever.
    #[test]
    fn types_stay_small_enough_to_go_through() {
        for of in [
            "unknown ? [it, it] : [it, it]",
            "true ? null : [it, it]",
            "[true ? null : [it, it]]",
            "slice(tolist([[it, it]]), 0, 0)",
            "unknown ? { a = it, b = it } : { a = it, b = it }",
        ] {
            let last = last(30, of);
            assert_eq!(last.ty(), last.ty());
        }
    }

    #[test]
    fn in_one_expression_too() {
        let text = (0..15).fold("1".to_owned(), |it, _| {
            format!("[for x in [{it}] : true ? null : [x, x, x, x]][0]")
        });
        let mut diags = Diagnostics::new();
        let expr = parse_expression("t", &text, &mut diags).unwrap();
        assert!(expr.value(&EvalContext::new(), &mut diags).is_null());
        assert!(diags.is_empty(), "{diags}");
    }

    /// The closure of each block stands in a context that has the value of the block before it.
    #[test]
    fn closures() {
        let mut diags = Diagnostics::new();
        let expression = parse_expression("t", "x", &mut diags).unwrap();
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

/// What nests in a text is refused where it nests too deep.
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
    ] {
        let text = format!("{}a{}", open.repeat(DEEP), close.repeat(DEEP));
        let mut diags = Diagnostics::new();
        assert!(parse_expression("t", &text, &mut diags).is_none() && diags.has_errors());
        let directives = format!("{}x{}", open.repeat(DEEP), close.repeat(DEEP));
        if let Some(template) = hcldyn::parse_template("t", &directives, &mut diags) {
            template.value(&ctx, &mut diags);
        }
    }
    for (open, close) in [("%{ if true }", "%{ endif }"), ("%{ for a in b }", "%{ endfor }")] {
        let text = format!("{}x{}", open.repeat(DEEP), close.repeat(DEEP));
        assert!(hcldyn::parse_template("t", &text, &mut Diagnostics::new()).is_none());
    }
}

/// hcl-edit takes more than 2 MiB, where it is not optimised, to read as many collections of `for` inside one another as
/// it allows.
#[test]
fn texts_with_collections_in_collections() {
    let read = || {
        let text = format!("{}a{}", "[for x in ".repeat(DEEP), " : x]".repeat(DEEP));
        let mut diags = Diagnostics::new();
        assert!(parse_expression("t", &text, &mut diags).is_none() && diags.has_errors());
    };
    std::thread::Builder::new().stack_size(4 << 20).spawn(read).unwrap().join().unwrap();
}

#[test]
fn values() {
    let deep = (0..LONG).fold(Value::from(1), |value, _| Value::tuple(vec![value]));
    assert!(deep.depth() <= Value::MAX_DEPTH);
    let deepest = (0..Value::MAX_DEPTH).fold(Value::from(1), |value, _| Value::tuple(vec![value]));
    assert_eq!(deepest, deepest.clone());
    assert!(json::to_plain_json(&deepest).is_err());
    assert!(json::to_json(&deepest, &Type::Dynamic).is_err());
    assert!(msgpack::to_msgpack(&deepest, &deepest.ty()).is_err());
}

#[test]
fn bodies_that_are_expanded_again_and_again() {
    let text = "dynamic \"rule\" {\n  for_each = [1, 2]\n  content {}\n}\n";
    let ctx = EvalContext::new();
    let body = (0..LONG).fold(body(text), |body, _| dynblock::expand(&body, &ctx));
    let spec = Spec::BlockTuple(spec::BlocksSpec::new("rule", Spec::object::<&str>([])).into());
    let mut diags = Diagnostics::new();
    assert_eq!(spec::decode(&body, &spec, &ctx, &mut diags).elements().len(), 2);
    assert!(diags.is_empty(), "{diags}");
}

/// What programs make is as deep as they ask for, up to where it ends by itself.
mod made_by_programs {
    use super::*;

    fn go_through(ty: &Type, other: &Type) {
        assert!(ty == &ty.clone() && ty != other);
        ty.hash(&mut DefaultHasher::new());
        assert!(!format!("{ty} {ty:?} {}", ty.friendly_name()).is_empty());
        assert_eq!(unify([ty, ty]), Some(ty.clone()));
        unify([ty, other]);
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
            for levels in [Value::MAX_DEPTH, LONG] {
                go_through(&nested(levels, Type::String), &nested(levels - 1, Type::Number));
            }
            assert!(nested(LONG, Type::String).depth() <= Value::MAX_DEPTH);
            assert_eq!(nested(Value::MAX_DEPTH + 1, Type::String), wrap(Type::Dynamic));
        }
    }

    #[test]
    fn specs() {
        const LEVELS: usize = 250;
        let attr = || Spec::from(AttrSpec::new("a", Type::Number));
        let same = Function::builder("The same.")
            .param(Parameter::new("value", Type::Dynamic))
            .returning(Type::Dynamic, |args, _| Ok(args[0].clone()));
        let wraps: [Box<dyn Fn(Spec) -> Spec>; 5] = [
            Box::new(|spec| BlockSpec::new("b", spec).into()),
            Box::new(|spec| Spec::object([("a", spec)])),
            Box::new(|spec| Spec::tuple([spec])),
            Box::new(move |spec| spec.or(attr())),
            Box::new(move |spec| spec.transform(same.clone())),
        ];
        for wrap in wraps {
            let spec = (0..LEVELS).fold(AttrSpec::new("a", Type::Number).into(), |it, _| wrap(it));
            let _ = (spec.check(), spec.implied_type(), spec.implied_schema());
            assert!(!format!("{spec:?}").is_empty());
            spec::decode(&body("b {}\n"), &spec, &EvalContext::new(), &mut Diagnostics::new());
        }
    }
}
