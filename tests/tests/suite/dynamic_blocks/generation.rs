//! `dynamic` blocks: what they give, and what each mistake is told as.

use hcldyn::body::{BlockSchema, BodySchema};
use hcldyn::cty::Mark;
use hcldyn::source::Source;
use hcldyn::spec::{
    AttrSpec, BlockAttrsSpec, BlockMapSpec, BlockSpec, BlocksSpec, LabelSpec, Spec, decode,
};
use hcldyn::{Body, Diagnostics, EvalContext, Limits, Type, Value, dynblock, parse_body};

/// The value, and the problems in their plain form.
fn run(text: &str, spec: &Spec, ctx: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = decode(&body, spec, ctx, &mut diags);
    (value, diags.to_string())
}

/// `rule` blocks of an attribute `name`; they may be generated. Blocks of type `fixed` may not.
fn rules() -> Spec {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    Spec::object([
        ("rules", Spec::BlockList(BlocksSpec::new("rule", rule.clone()).dynamic().into())),
        ("fixed", Spec::BlockList(BlocksSpec::new("fixed", rule).into())),
    ])
}

/// `rule` blocks by their label.
fn labelled() -> Spec {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    BlockMapSpec::new("rule", "key", rule).dynamic().into()
}

/// The names of the blocks of an attribute of the decoded object.
fn names(value: &Value, blocks: &str) -> Vec<String> {
    let blocks = value.as_object().unwrap().get(blocks).unwrap().elements();
    let name = |block: &Value| format!("{:?}", block.unmarked().as_object().unwrap().values()[0]);
    blocks.iter().map(name).collect()
}

/// What is reported of a `dynamic "rule"` block with this inside.
fn problems(spec: &Spec, inside: &str) -> String {
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::list(Type::String)))
        .with_variable("secret", Value::from("s").mark(Mark::sensitive()));
    run(&format!("dynamic \"rule\" {{\n{inside}\n}}\n"), spec, &ctx).1
}

#[test]
fn blocks_stand_in_the_order_of_the_text() {
    let text = "
        toplevel {
          nested {
            foo = \"static block 1\"
          }
          dynamic \"nested\" {
            for_each = [\"a\", \"b\", \"c\"]
            iterator = nested
            content {
              foo = \"dynamic block ${nested.value}\"
            }
          }
          nested {
            foo = \"static block 2\"
          }
        }";
    let nested = Spec::object([("foo", AttrSpec::new("foo", Type::String).into())]);
    let nested = Spec::BlockList(BlocksSpec::new("nested", nested).dynamic().into());
    let spec = BlockSpec::new("toplevel", Spec::object([("nested", nested)])).into();
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    let wanted = [
        r#""static block 1""#,
        r#""dynamic block a""#,
        r#""dynamic block b""#,
        r#""dynamic block c""#,
        r#""static block 2""#,
    ];
    assert_eq!(names(&value, "nested"), wanted);
}

#[test]
fn a_null_collection_is_one_error_and_the_rest_is_checked() {
    let text = "
dynamic \"rule\" {
  for_each = null
  content {}
}
rule {
  name = []
}
";
    let (value, problems) = run(text, &rules(), &EvalContext::new());
    assert_eq!(
        problems,
        "t.hcl:3:14: Null collection; There is nothing to go through: the collection is null. For no \
         blocks at all use an empty one, such as [].\n\
         t.hcl:7:10: Wrong type; The attribute \"name\" cannot have this value: a string is \
         required, not a tuple."
    );
    assert_eq!(names(&value, "rules"), ["unknown(string)"]);
}

#[test]
fn what_is_no_collection_is_refused() {
    let problem = "t.hcl:2:12: Not a collection; A dynamic block goes through the elements of a \
                   list, set, map, tuple or object, but this value is of type number.";
    assert_eq!(problems(&rules(), "for_each = 5\ncontent {}"), problem);
}

#[test]
fn a_dynamic_block_needs_one_content() {
    assert_eq!(
        problems(&rules(), "for_each = []"),
        "t.hcl:1:16: Missing content; A dynamic block needs a block \"content\", the body of the \
         blocks it generates: content { … }."
    );
    assert_eq!(
        problems(&rules(), "for_each = []\ncontent {}\ncontent {}"),
        "t.hcl:4:1: Second content; A dynamic block has one block \"content\" only. For blocks that \
         differ write a dynamic block for each kind."
    );
}

#[test]
fn a_dynamic_block_holds_nothing_else() {
    assert_eq!(
        problems(&rules(), "foreach = []\ncontent {}"),
        "t.hcl:2:1: Unexpected attribute; There is no attribute \"foreach\" here. Did you mean \
         \"for_each\"?"
    );
    assert_eq!(
        problems(&rules(), "for_each = []\nlabels = [\"a\"]\ncontent {}"),
        "t.hcl:3:1: Unexpected attribute; There is no attribute \"labels\" here. Known here: \
         \"for_each\" and \"iterator\"."
    );
}

#[test]
fn the_iterator_is_a_single_name() {
    for wrong in ["\"it\"", "it.x", "(it)"] {
        assert_eq!(
            problems(&rules(), &format!("for_each = []\niterator = {wrong}\ncontent {{}}")),
            "t.hcl:3:12: Invalid iterator; The iterator is the name that the content calls the \
             element by: a single identifier, without quotes, such as iterator = item."
        );
    }
}

#[test]
fn labels_are_listed_and_counted() {
    let with_labels = |labels: &str| {
        let inside = format!("for_each = [\"x\"]\nlabels = {labels}\ncontent {{}}");
        problems(&labelled(), &inside)
    };
    assert_eq!(
        with_labels("\"a\""),
        "t.hcl:3:10: Invalid labels; The labels must be written as a list, for it has to be clear \
         how many there are: labels = [ … ]."
    );
    assert_eq!(
        with_labels("[\"a\", \"b\"]"),
        "t.hcl:3:16: Too many labels; Blocks of type \"rule\" have 1 label (\"key\"), but 2 are \
         listed here."
    );
    assert_eq!(
        with_labels("[]"),
        "t.hcl:3:10: Missing label; Blocks of type \"rule\" have 1 label (\"key\"), but none is listed here."
    );
}

#[test]
fn a_label_is_a_known_text_without_marks() {
    let with_label = |for_each: &str, label: &str| {
        let inside = format!("for_each = {for_each}\nlabels = [{label}]\ncontent {{}}");
        problems(&labelled(), &inside)
    };
    assert_eq!(with_label("[\"x\"]", "5"), "");
    assert_eq!(
        with_label("[\"x\"]", "[]"),
        "t.hcl:3:11: Invalid label; This value cannot be a label: a string is required, not a tuple."
    );
    assert_eq!(with_label("[\"x\"]", "null"), "t.hcl:3:11: Invalid label; A label cannot be null.");
    assert_eq!(
        with_label("unknown", "rule.value"),
        "t.hcl:3:11: Invalid label; A label must be known when its block is generated, and this \
         value is not known yet. Use something that is, such as a literal text."
    );
    let marked = "t.hcl:3:11: Invalid label; This value is marked, as sensitive ones are, and a \
                  label would show it. Use one that is not.";
    assert_eq!(with_label("[\"x\"]", "secret"), marked);
}

#[test]
fn labels_of_a_marked_collection_must_not_show_its_elements() {
    let spec = labelled();
    let collection = Value::tuple(vec!["a".into()]).mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("all", collection);
    let text = |label: &str| {
        format!("dynamic \"rule\" {{\nfor_each = all\nlabels = [{label}]\ncontent {{}}\n}}\n")
    };
    assert_eq!(run(&text("\"fixed\""), &spec, &ctx).1, "");
    assert!(run(&text("rule.value"), &spec, &ctx).1.contains("This value is marked"));
}

#[test]
fn a_type_that_did_not_opt_in_is_not_generated() {
    let text = "dynamic \"fixed\" {\nfor_each = []\ncontent {}\n}\n";
    assert_eq!(
        run(text, &rules(), &EvalContext::new()).1,
        "t.hcl:1:9: Block type cannot be generated; Blocks of type \"fixed\" cannot be generated; \
         write them out. What can be generated here: \"rule\"."
    );
    assert_eq!(
        run(&text.replace("fixed", "rul"), &rules(), &EvalContext::new()).1,
        "t.hcl:1:9: Unexpected dynamic block; There are no blocks of type \"rul\" here that could be \
         generated. Did you mean \"rule\"?"
    );
    let none = Spec::object([("attribute", AttrSpec::new("a", Type::String).into())]);
    assert_eq!(
        run(text, &none, &EvalContext::new()).1,
        "t.hcl:1:1: Unexpected block; There are no blocks of type \"dynamic\" here. No blocks can be \
         generated here; write them out."
    );
}

#[test]
fn a_dynamic_block_that_failed_is_not_missed_too() {
    let nested = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let list = BlocksSpec::new("rule", nested.clone()).min_items(1).dynamic();
    let single = BlockSpec::new("rule", nested).required().dynamic();
    for spec in [Spec::BlockList(list.into()), single.into()] {
        let problems = problems(&spec, "for_each = null\ncontent {}");
        assert_eq!(problems.lines().count(), 1, "{problems}");
        assert!(problems.contains("Null collection"));
    }
    let single: Spec =
        BlockSpec::new("rule", LabelSpec::new(0, "key").into()).required().dynamic().into();
    let problems = problems(&single, "for_each = [1]\nlabels = [null]\ncontent {}");
    assert_eq!(problems, "t.hcl:3:11: Invalid label; A label cannot be null.");
}

#[test]
fn a_mistake_in_the_content_is_told_once() {
    let text = "dynamic \"rule\" {\nfor_each = [1, 2, 3]\ncontent {\nnam = 1\n}\n}\n";
    assert_eq!(
        run(text, &rules(), &EvalContext::new()).1,
        "t.hcl:4:1: Unexpected attribute; There is no attribute \"nam\" here. Did you mean \"name\"?"
    );
}

#[test]
fn an_error_in_a_generated_block_tells_the_iteration() {
    let text = "dynamic \"rule\" {\nfor_each = [\"a\", []]\ncontent {\nname = rule.value\n}\n}\n";
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    decode(&body, &rules(), &EvalContext::new(), &mut diags);
    let values: Vec<_> = diags.iter().flat_map(|diagnostic| diagnostic.values.clone()).collect();
    assert_eq!(values, ["rule.value is tuple with no elements", "rule.key is 1"]);
}

#[test]
fn an_error_that_is_the_same_in_every_iteration_is_told_once() {
    let text = "dynamic \"rule\" {\nfor_each = [1, 2, 3]\ncontent {\nname = []\n}\n}\n";
    assert_eq!(
        run(text, &rules(), &EvalContext::new()).1,
        "t.hcl:4:8: Wrong type; The attribute \"name\" cannot have this value: a string is required, \
         not a tuple."
    );
}

#[test]
fn no_message_shows_an_element_of_a_sensitive_collection() {
    let collection = Value::tuple(vec!["hidden".into()]).mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("all", collection);
    for wrong in ["[rule.value]", "rule.value.x", "{ a = 1 }[rule.value]", "-rule.value"] {
        let content = format!("content {{\nname = {wrong}\n}}");
        let text = format!("dynamic \"rule\" {{\nfor_each = all\n{content}\n}}\n");
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        decode(&body, &rules(), &ctx, &mut diags);
        assert_eq!(diags.error_count(), 1, "{wrong}");
        assert!(!format!("{diags:?}").contains("\\\"hidden"), "{diags:?}");
    }
}

#[test]
fn inner_iterators_shadow_outer_ones() {
    let leaf = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let inner = Spec::BlockList(BlocksSpec::new("inner", leaf).dynamic().into());
    let spec = Spec::BlockList(
        BlocksSpec::new("outer", Spec::object([("inner", inner)])).dynamic().into(),
    );
    let text = "
dynamic \"outer\" {
  for_each = { x = [\"a\"], y = [\"b\", \"c\"] }
  iterator = it
  content {
    dynamic \"inner\" {
      for_each = it.value
      content {
        name = \"${it.key}${inner.key}${inner.value}\"
      }
    }
    dynamic \"inner\" {
      for_each = it.value
      iterator = it
      content {
        name = it.value
      }
    }
    inner {
      name = it.key
    }
  }
}
";
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    let all: Vec<_> = value.elements().iter().flat_map(|outer| names(outer, "inner")).collect();
    assert_eq!(all.join(" "), r#""x0a" "a" "x" "y0b" "y1c" "b" "c" "y""#);
}

#[test]
fn an_unknown_collection_gives_an_unknown_list_and_the_content_is_checked() {
    let text = "
dynamic \"rule\" {
  for_each = all
  content {
    nam = 1
  }
}
";
    let nested = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let spec = Spec::BlockList(BlocksSpec::new("rule", nested).min_items(5).dynamic().into());
    let ctx = EvalContext::new()
        .with_variable("all", Value::unknown(Type::list(Type::String)).mark(Mark::sensitive()));
    let (value, problems) = run(text, &spec, &ctx);
    let element = Type::object([("name", Type::String)]);
    assert_eq!(value, Value::unknown(Type::list(element)).mark(Mark::sensitive()));
    assert_eq!(
        problems,
        "t.hcl:5:5: Unexpected attribute; There is no attribute \"nam\" here. Did you mean \"name\"?"
    );
}

#[test]
fn marks_of_a_collection_reach_everything_inside() {
    let text = "
dynamic \"rule\" {
  for_each = all
  content {
    inner {
      name = \"constant\"
    }
  }
}
";
    let leaf = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let inner = BlockSpec::new("inner", leaf).into();
    let spec = BlockSpec::new("rule", Spec::object([("inner", inner)])).dynamic().into();
    let collection = Value::tuple(vec![1.into()]).mark(Mark::sensitive());
    let (value, problems) = run(text, &spec, &EvalContext::new().with_variable("all", collection));
    assert_eq!(problems, "");
    let inner = &value.as_object().unwrap().values()[0];
    let name = &inner.as_object().unwrap().values()[0];
    assert_eq!(name, &Value::from("constant").mark(Mark::sensitive()));
}

#[test]
fn nested_dynamic_blocks_stop_at_the_limit() {
    let mut spec = Spec::object([("n", AttrSpec::new("n", Type::Number).into())]);
    let mut text = "n = 1".to_owned();
    for ty in ["d", "c", "b", "a"] {
        spec = Spec::object([("all", Spec::BlockList(BlocksSpec::new(ty, spec).dynamic().into()))]);
        text = format!("dynamic \"{ty}\" {{\nfor_each = all\ncontent {{\n{text}\n}}\n}}\n");
    }
    let all = Value::list(Type::Number, (0..1000).map(Value::from).collect());
    let limits = Limits::default().with_generated_blocks(5_000);
    let ctx = EvalContext::new().with_variable("all", all).with_limits(limits);
    let limit = "t.hcl:11:12: Too many generated blocks; With the elements of this collection, \
                 dynamic blocks would generate more than 5000 blocks in all. From here on none are \
                 generated.";
    assert_eq!(run(&text, &spec, &ctx).1, limit);

    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    decode(&dynblock::expand(&body, &ctx), &spec, &ctx, &mut diags);
    assert_eq!(diags.to_string(), limit);
}

#[test]
fn the_rest_of_a_body_keeps_the_dynamic_blocks_that_nobody_took() {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let spec = |ty: &str| {
        let blocks = BlocksSpec::new(ty, rule.clone()).dynamic();
        Spec::tuple([Spec::BlockList(blocks.into()), Spec::Remain])
    };
    let text = "
dynamic \"first\" {
  for_each = [1]
  content {}
}
dynamic \"second\" {
  for_each = [1, 2]
  content {}
}
other = 1
";
    let ctx = EvalContext::new();
    let (first, problems) = run(text, &spec("first"), &ctx);
    assert_eq!((first.elements()[0].elements().len(), &*problems), (1, ""));
    let rest: &Body = first.elements()[1].as_capsule().unwrap();

    let mut diags = Diagnostics::new();
    let second = decode(rest, &spec("second"), &ctx, &mut diags);
    assert_eq!(second.elements()[0].elements().len(), 2);
    assert!(diags.is_empty());

    let rest: &Body = second.elements()[1].as_capsule().unwrap();
    let other = AttrSpec::new("other", Type::Number).into();
    assert_eq!(decode(rest, &other, &ctx, &mut diags), Value::from(1));
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn a_marked_and_iterated_body_stays_so_in_what_remains() {
    let collection = Value::tuple(vec!["x".into()]).mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("all", collection);
    let text = "dynamic \"rule\" {\nfor_each = all\ncontent {\nname = rule.value\n}\n}\n";
    let spec = BlockSpec::new("rule", Spec::Remain).dynamic().into();
    let (value, problems) = run(text, &spec, &ctx);
    assert_eq!(problems, "");
    let rest: &Body = value.as_capsule().unwrap();
    let name = AttrSpec::new("name", Type::String).into();
    let name = decode(rest, &name, &ctx, &mut Diagnostics::new());
    assert_eq!(name, Value::from("x").mark(Mark::sensitive()));
}

#[test]
fn free_attributes_can_be_generated() {
    let text = "dynamic \"tags\" {\nfor_each = [\"x\"]\ncontent {\na = tags.value\n}\n}\n";
    let spec = BlockAttrsSpec::new("tags", Type::String).dynamic().into();
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    assert_eq!(value, Value::map(Type::String, vec![("a".into(), "x".into())]));
}

#[test]
fn labels_reach_the_body_and_the_key() {
    let text = "
dynamic \"rule\" {
  for_each = { a = 1, b = 2 }
  labels   = [rule.key, \"l${rule.value}\"]
  content {}
}
";
    let label = LabelSpec::new(0, "second").into();
    let spec = BlockMapSpec::new("rule", "first", label).dynamic().into();
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    let wanted = vec![("a".into(), "l1".into()), ("b".into(), "l2".into())];
    assert_eq!(value, Value::map(Type::String, wanted));
}

#[test]
fn an_expanded_body_can_be_asked_in_two_steps() {
    let text = "
dynamic \"first\" {
  for_each = [1, 2]
  content {}
}
second {}
dynamic \"second\" {
  for_each = [1]
  content {}
}
dynamic \"third\" {
  for_each = [1]
  content {}
}
";
    let schema = |ty: &str| BodySchema {
        blocks: vec![BlockSchema { ty: ty.into(), labels: Vec::new() }],
        ..BodySchema::default()
    };
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let body = dynblock::expand(&body, &EvalContext::new());
    let (content, rest) = body.partial_content(&schema("first"), &mut diags);
    assert_eq!((content.blocks.len(), diags.to_string()), (2, String::new()));
    assert_eq!(rest.content(&schema("second"), &mut diags).blocks.len(), 2);
    assert_eq!(
        diags.to_string(),
        "t.hcl:11:9: Unexpected dynamic block; There are no blocks of type \"third\" here that could \
         be generated. What can be generated here: \"second\"."
    );
}

#[test]
fn expanding_twice_changes_nothing() {
    let text = "
dynamic \"rule\" {
  for_each = [\"a\", \"b\"]
  content {
    name = rule.value
  }
}
";
    let ctx = EvalContext::new();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let once = decode(&dynblock::expand(&body, &ctx), &rules(), &ctx, &mut diags);
    let twice = dynblock::expand(&dynblock::expand(&body, &ctx), &ctx);
    assert_eq!(decode(&twice, &rules(), &ctx, &mut diags), once);
    assert_eq!(names(&once, "rules"), ["\"a\"", "\"b\""]);
    assert!(diags.is_empty(), "{diags}");
}

/// `dynamic` blocks in the content of an unknown collection, and around it.
fn nested() -> Spec {
    let name = || AttrSpec::new("name", Type::String).into();
    let inner: Spec = BlockMapSpec::new("rule", "key", Spec::object([("name", name())])).into();
    let single = BlockSpec::new("single", Spec::object([("name", name())])).into();
    let outer = Spec::object([("rules", inner), ("single", single)]);
    Spec::BlockList(BlocksSpec::new("group", outer).max_items(1).into())
}

fn run_expanded(text: &str) -> (Value, String) {
    let ctx = EvalContext::new().with_variable("unknown", Value::unknown(Type::list(Type::String)));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = decode(&dynblock::expand(&body, &ctx), &nested(), &ctx, &mut diags);
    (value, diags.to_string())
}

#[test]
fn a_known_collection_inside_an_unknown_one_gives_known_labels() {
    let text = "dynamic \"group\" {
  for_each = unknown
  content {
    dynamic \"rule\" {
      for_each = [\"a\", \"b\"]
      labels = [rule.value]
      content {}
    }
  }
}
";
    let (value, problems) = run_expanded(text);
    assert_eq!(problems, "");
    assert!(!value.is_known());
}

#[test]
fn blocks_inside_an_unknown_one_are_counted_and_blocks_beside_it_too() {
    let twice = |text: &str| run_expanded(text).1.matches("Second block").count();
    let dynamic = |block: &str, inside: &str| {
        format!("dynamic \"{block}\" {{\nfor_each = unknown\ncontent {{\n{inside}}}\n}}\n")
    };
    assert_eq!(twice(&dynamic("group", "single {}\nsingle {}\n")), 1);
    let beside = format!("group {{\n{}single {{}}\n}}\n", dynamic("single", ""));
    assert_eq!(twice(&beside), 0, "there may be none");
    let around = format!("group {{\nsingle {{}}\n{}single {{}}\n}}\n", dynamic("single", ""));
    assert_eq!(twice(&around), 1);
}

#[test]
fn too_many_blocks_are_too_many_though_another_one_is_wrong() {
    let (_, problems) = run_expanded("group {}\ngroup {}\ngroup \"label\" {}\n");
    assert_eq!(problems.matches("Too many blocks").count(), 1, "{problems}");
}

#[test]
fn a_null_of_no_type_takes_that_of_the_other_blocks() {
    let rule = Spec::object([("value", AttrSpec::new("value", Type::Dynamic).into())]);
    let spec = Spec::BlockList(BlocksSpec::new("rule", rule).into());
    let (value, problems) = run("rule {}\nrule {\nvalue = [1]\n}\n", &spec, &EvalContext::new());
    assert_eq!(problems, "");
    let value_ty = Type::tuple([Type::Number]);
    assert_eq!(value.ty(), Type::list(Type::object([("value", value_ty.clone())])));
    assert!(value.elements().iter().all(|it| it.as_object().unwrap().values()[0].ty() == value_ty));

    let spec = Spec::BlockAttrs(BlockAttrsSpec::new("rule", Type::Dynamic).into());
    let (value, _) = run("rule {\na = null\nb = [1]\n}\n", &spec, &EvalContext::new());
    assert_eq!(value.ty(), Type::map(value_ty));
}

#[test]
fn labels_of_blocks_behind_a_second_single_block_are_checked() {
    let spec = BlockSpec::new("rule", LabelSpec::new(0, "key").into()).dynamic().into();
    let each = "for_each = [\"a\", \"b\", null]\nlabels = [rule.value]\ncontent {}";
    let problems = problems(&spec, each);
    let told = |what: &str| problems.matches(what).count();
    assert_eq!((told("Second block"), told("3:11: Invalid label")), (1, 1), "{problems}");
}
