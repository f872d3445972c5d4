//! What a program may say of the collections of `dynamic` blocks, and what is said of their contents
//! where nothing is generated.

use std::sync::{Arc, Mutex};

use hcldyn::cty::Mark;
use hcldyn::ext::typeexpr::{TypeConstraint, type_constraint_type};
use hcldyn::source::Source;
use hcldyn::spec::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlocksSpec, LabelSpec, Spec, decode,
};
use hcldyn::{
    Body, Diagnostic, Diagnostics, EvalContext, ExpressionClosure, Type, Value, closure_type,
    dynblock, parse_body,
};

fn parse(text: &str) -> Body {
    parse_body(&Source::new("t.hcl", text), &mut Diagnostics::new())
}

fn name() -> Spec {
    Spec::object([("name", AttrSpec::new("name", Type::String).into())])
}

/// Blocks `rule` with blocks `inner` in them, all of which may be generated.
fn nested() -> Spec {
    let inner = Spec::BlockList(BlocksSpec::new("inner", name()).dynamic().into());
    Spec::BlockList(BlocksSpec::new("rule", inner).dynamic().into())
}

/// What decoding reports, by a spec that opts in and of an expanded body, which must be the same.
fn problems(body: &Body, spec: &Spec, ctx: &EvalContext) -> String {
    let [mut opted_in, mut expanded] = [Diagnostics::new(), Diagnostics::new()];
    decode(body, spec, ctx, &mut opted_in);
    decode(&dynblock::expand(body, ctx), spec, ctx, &mut expanded);
    assert_eq!(opted_in.to_string(), expanded.to_string());
    opted_in.to_string()
}

/// What decoding one `dynamic "rule"` block by a spec reports.
fn problems_of(content: &str, for_each: &str, rule: Spec) -> String {
    let text =
        format!("dynamic \"rule\" {{\nfor_each = {for_each}\ncontent {{\n{content}\n}}\n}}\n");
    let ctx = EvalContext::new().with_variable("unknown", Value::unknown(Type::list(Type::String)));
    let mut diags = Diagnostics::new();
    decode(&parse(&text), &rule, &ctx, &mut diags);
    diags.to_string()
}

#[test]
fn a_check_sees_every_value_before_anything_is_said_of_it() {
    let mut text = String::new();
    for value in ["null", "5", "unknown", "secret", "[1]"] {
        text += &format!("dynamic \"rule\" {{\nfor_each = {value}\ncontent {{}}\n}}\n");
    }
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::list(Type::String)))
        .with_variable("secret", Value::tuple(vec![1.into()]).mark(Mark::sensitive()));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&seen);
    let body = dynblock::check_for_each(&parse(&text), move |value, expr, _, diags| {
        shared.lock().unwrap().push((expr.text().to_owned(), value.clone()));
        diags.push(Diagnostic::error(expr.place(), "Refused", "No."));
    });
    let mut diags = Diagnostics::new();
    decode(&body, &nested(), &ctx, &mut diags);
    let places = [2, 6, 10, 14, 18].map(|line| format!("t.hcl:{line}:12: Refused; No."));
    assert_eq!(diags.to_string(), places.join("\n"));
    let expected = [
        ("null", Value::null(Type::Dynamic)),
        ("5", Value::from(5)),
        ("unknown", Value::unknown(Type::list(Type::String))),
        ("secret", Value::tuple(vec![1.into()]).mark(Mark::sensitive())),
        ("[1]", Value::tuple(vec![1.into()])),
    ];
    assert_eq!(*seen.lock().unwrap(), expected.map(|(text, value)| (text.to_owned(), value)));
}

#[test]
fn what_cannot_be_evaluated_is_not_checked() {
    let body = parse("dynamic \"rule\" {\nfor_each = missing\ncontent {}\n}\n");
    let body = dynblock::check_for_each(&body, |_, expr, _, diags| {
        diags.push(Diagnostic::error(expr.place(), "Refused", "No."));
    });
    let problems = problems(&body, &nested(), &EvalContext::new().with_variable("a", 1));
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(!problems.contains("Refused"), "{problems}");
}

#[test]
fn a_warning_stops_nothing() {
    let body = parse("dynamic \"rule\" {\nfor_each = [1, 2]\ncontent {}\n}\n");
    let body = dynblock::check_for_each(&body, |_, expr, _, diags| {
        diags.push(Diagnostic::warning(expr.place(), "Two", "Two are many."));
    });
    let mut diags = Diagnostics::new();
    let value = decode(&body, &nested(), &EvalContext::new(), &mut diags);
    assert_eq!(value.elements().len(), 2);
    assert_eq!(diags.to_string(), "t.hcl:2:12: Two; Two are many.");
}

#[test]
fn nested_collections_are_checked_in_their_own_scope() {
    let text = "
dynamic \"rule\" {
  for_each = [[1], [1, 2, 3]]
  content {
    dynamic \"inner\" {
      for_each = rule.value
      content {}
    }
  }
}
rule {
  dynamic \"inner\" {
    for_each = [1, 2, 3, 4]
    content {}
  }
}
";
    // The expression gives the same value once more in the context that the check is given.
    let body = dynblock::check_for_each(&parse(text), |value, expr, ctx, diags| {
        assert_eq!(expr.value(ctx, diags), *value);
        let (count, limit) = (value.elements().len(), ctx.variable("limit").unwrap());
        if *limit == Value::from(count as i64) {
            let detail = format!("There are {count}.");
            diags.push(Diagnostic::error(expr.place(), "Too many", detail));
        }
    });
    let with_limit = |limit: i64| EvalContext::new().with_variable("limit", limit);
    assert_eq!(problems(&body, &nested(), &with_limit(3)), "t.hcl:6:18: Too many; There are 3.");
    assert_eq!(problems(&body, &nested(), &with_limit(4)), "t.hcl:13:16: Too many; There are 4.");
}

#[test]
fn checks_go_from_the_innermost_out_until_one_fails() {
    let refuse = |body: &Body, length: usize, summary: &'static str| {
        dynblock::check_for_each(body, move |value, expr, _, diags| {
            if value.elements().len() >= length {
                diags.push(Diagnostic::error(expr.place(), summary, "No."));
            }
        })
    };
    let text = |list: &str| format!("dynamic \"rule\" {{\nfor_each = {list}\ncontent {{}}\n}}\n");
    let problems_with = |list: &str| {
        let body = refuse(&refuse(&parse(&text(list)), 2, "Two"), 1, "One");
        problems(&body, &nested(), &EvalContext::new())
    };
    assert_eq!(problems_with("[]"), "");
    assert_eq!(problems_with("[1]"), "t.hcl:2:12: One; No.");
    assert_eq!(problems_with("[1, 2]"), "t.hcl:2:12: Two; No.");
}

#[test]
fn a_check_stays_with_the_rest_of_a_body_and_with_merged_ones() {
    let body = parse("a = 1\ndynamic \"rule\" {\nfor_each = [1]\ncontent {}\n}\n");
    let checked = dynblock::check_for_each(&body, |_, expr, _, diags| {
        diags.push(Diagnostic::error(expr.place(), "Refused", "No."));
    });
    let refused = "t.hcl:3:12: Refused; No.";
    let ctx = EvalContext::new();
    let mut diags = Diagnostics::new();
    let a = Spec::tuple([AttrSpec::new("a", Type::Number).into(), Spec::Remain]);
    let value = decode(&checked, &a, &ctx, &mut diags);
    let rest: &Body = value.elements()[1].as_capsule().unwrap();
    assert_eq!(problems(rest, &nested(), &ctx), refused);

    let all = Body::merge([parse(""), rest.clone(), parse("rule {}\n")]).unwrap();
    assert_eq!(problems(&all, &nested(), &ctx), refused);
}

#[test]
fn content_is_checked_though_nothing_is_generated() {
    let wrong = "t.hcl:4:1: Unexpected attribute; There is no attribute \"nam\" here. Did you mean \
                 \"name\"?";
    let label = Spec::tuple([LabelSpec::new(0, "key").into(), name()]);
    let spec = |nested: Spec| Spec::BlockList(BlocksSpec::new("rule", nested).dynamic().into());
    for for_each in ["[]", "{}", "unknown", "[for x in [1] : x if x > 1]"] {
        let problems_with = |rule: Spec| problems_of("nam = 1", for_each, rule);
        assert_eq!(problems_with(spec(name())), wrong, "{for_each}");
        assert_eq!(problems_with(BlockSpec::new("rule", name()).dynamic().into()), wrong);
        // Labels would be unknown, and are asked for at `labels`.
        assert!(problems_with(spec(label.clone())).contains("\"labels\" is required"));
    }
}

#[test]
fn content_of_blocks_with_labels_is_checked_though_nothing_is_generated() {
    let text =
        "dynamic \"rule\" {\nfor_each = []\nlabels = [rule.value, 1]\ncontent {\nnam = 1\n}\n}\n";
    let label = Spec::object([("second", LabelSpec::new(0, "second").into())]);
    let spec = BlockMapSpec::new("rule", "first", label).dynamic().into();
    let mut diags = Diagnostics::new();
    let value = decode(&parse(text), &spec, &EvalContext::new(), &mut diags);
    assert_eq!(value.elements().len(), 0);
    let problem = "t.hcl:5:1: Unexpected attribute; There is no attribute \"nam\" here. There are \
                   none at all.";
    assert_eq!(diags.to_string(), problem);
}

#[test]
fn content_in_content_is_checked_though_nothing_is_generated() {
    let inner = "dynamic \"inner\" {\nfor_each = rule.value.x\niterator = \"it\"\ncontent {}\n}";
    let problem = "t.hcl:6:12: Invalid iterator; The iterator is the name that the content calls the \
                   element by: a single identifier, without quotes, such as iterator = item.";
    assert_eq!(problems_of(inner, "[]", nested()), problem);
    assert_eq!(
        problems_of("inner {}\ninner {}\ninner \"x\" {}", "[]", nested()).lines().count(),
        1
    );

    // Expressions are not evaluated, for there is no element to evaluate them with.
    assert_eq!(problems_of("inner {\nname = rule.value.x + nothing\n}", "[]", nested()), "");
    let tags = BlockAttrsSpec::new("rule", Type::Number).dynamic().into();
    assert_eq!(problems_of("a = \"x\"", "[]", tags), "");
}

#[test]
fn a_block_that_is_not_generated_counts_for_nothing() {
    let spec = BlocksSpec::new("rule", name()).min_items(1).dynamic();
    assert_eq!(
        problems_of("", "[]", Spec::BlockList(spec.into())),
        "t.hcl:1:1: Too few blocks; At least 1 block of type \"rule\" is required here, but there are \
         none."
    );
    let single = BlockSpec::new("rule", name()).required().dynamic().into();
    assert_eq!(
        problems_of("", "[]", single),
        "t.hcl:1:1: Missing block; A block of type \"rule\" is required here, but there is none."
    );
}

#[test]
fn types_in_the_content_of_an_unknown_collection_are_read() {
    let text = "dynamic \"rule\" {\nfor_each = all\ncontent {\ntype = list(string)\n}\n}\n";
    let rule = AttrSpec::new("type", type_constraint_type()).into();
    let spec = BlockSpec::new("rule", rule).dynamic().into();
    let ctx = EvalContext::new().with_variable("all", Value::unknown(Type::Dynamic));
    let mut diags = Diagnostics::new();
    let value = decode(&parse(text), &spec, &ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value.as_capsule::<TypeConstraint>().unwrap().ty, Type::list(Type::String));
}

#[test]
fn a_captured_expression_sees_iterators_and_keeps_marks() {
    let text = "
dynamic \"rule\" {
  for_each = all
  content {
    when = \"${rule.key}-${rule.value}-${later}\"
  }
}
";
    let rule = AttrSpec::new("when", closure_type()).into();
    let spec = Spec::BlockTuple(BlocksSpec::new("rule", rule).dynamic().into());
    let all = Value::tuple(vec!["a".into(), "b".into()]);
    let mut diags = Diagnostics::new();
    let mut captured = |all: Value| {
        let ctx = EvalContext::new().with_variable("all", all);
        let rules = decode(&parse(text), &spec, &ctx, &mut diags);
        let second = rules.elements()[1].unmarked();
        let closure: &ExpressionClosure = second.as_capsule().unwrap();
        closure.value_with(&[("later", Value::from("x"))], &mut diags)
    };
    assert_eq!(captured(all.clone()), Value::from("1-b-x"));
    let secret = Mark::sensitive();
    assert_eq!(captured(all.mark(secret.clone())), Value::from("1-b-x").mark(secret));
    assert!(diags.is_empty(), "{diags}");
}
