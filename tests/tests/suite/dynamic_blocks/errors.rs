//! Errors about `dynamic` blocks, and about the blocks that they generate.

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Limits, parse_body};

use super::{labelled, names, problems, rules, run};

#[test]
fn a_null_collection_is_one_error_and_the_rest_is_checked() {
    let text = r#"
dynamic "rule" {
  for_each = null
  content {}
}
rule {
  name = []
}
"#;
    let (value, problems) = run(text, &rules(), &EvalContext::new());
    assert_eq!(
        problems,
        "t.hcl:3:14: error: Null collection; The collection can't be null. To generate no blocks, use an empty collection such as [].\nt.hcl:7:10: error: Wrong type; Invalid value for \"name\": a string is required, not a tuple."
    );
    assert_eq!(names(&value, "rules"), ["unknown(string)"]);
}

#[test]
fn other_types_than_collections_are_rejected() {
    let problem = "t.hcl:2:12: error: Not a collection; The collection must be a list, a set, a map, a tuple or an object, not a number.";
    assert_eq!(problems(&rules(), "for_each = 5\ncontent {}"), problem);
}

#[test]
fn a_dynamic_block_needs_one_content() {
    assert_eq!(
        problems(&rules(), "for_each = []"),
        "t.hcl:1:16: error: Missing content; A dynamic block must have a content block, the body of the generated blocks. Write content { … }."
    );
    assert_eq!(
        problems(&rules(), "for_each = []\ncontent {}\ncontent {}"),
        "t.hcl:4:1: error: Second content; A dynamic block can have only one content block. For blocks with different content, write several dynamic blocks."
    );
}

#[test]
fn a_dynamic_block_holds_nothing_else() {
    assert_eq!(
        problems(&rules(), "foreach = []\ncontent {}"),
        "t.hcl:2:1: error: Unexpected attribute; The attribute \"foreach\" is not expected here. Did you mean \"for_each\"?"
    );
    assert_eq!(
        problems(&rules(), "for_each = []\nlabels = [\"a\"]\ncontent {}"),
        "t.hcl:3:1: error: Unexpected attribute; The attribute \"labels\" is not expected here. Expected here: \"for_each\" and \"iterator\"."
    );
}

#[test]
fn the_iterator_is_a_single_name() {
    for wrong in ["\"it\"", "it.x", "(it)"] {
        assert_eq!(
            problems(&rules(), &format!("for_each = []\niterator = {wrong}\ncontent {{}}")),
            "t.hcl:3:12: error: Invalid iterator; The iterator must be a single identifier, without quotes. Write the name of the element in the content, such as iterator = item."
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
        "t.hcl:3:10: error: Invalid labels; The labels must be a literal list, so that their number is known. Write labels = [ … ]."
    );
    assert_eq!(
        with_labels("[\"a\", \"b\"]"),
        "t.hcl:3:16: error: Too many labels; A block of type \"rule\" takes 1 label (\"key\"), not 2."
    );
    assert_eq!(
        with_labels("[]"),
        "t.hcl:3:10: error: Missing label; A block of type \"rule\" takes 1 label (\"key\"), not 0."
    );
}

#[test]
fn a_label_is_a_known_string_without_marks() {
    let with_label = |for_each: &str, label: &str| {
        let inside = format!("for_each = {for_each}\nlabels = [{label}]\ncontent {{}}");
        problems(&labelled(), &inside)
    };
    assert_eq!(with_label("[\"x\"]", "5"), "");
    assert_eq!(
        with_label("[\"x\"]", "[]"),
        "t.hcl:3:11: error: Invalid label; Invalid value for a label: a string is required, not a tuple."
    );
    assert_eq!(
        with_label("[\"x\"]", "null"),
        "t.hcl:3:11: error: Invalid label; A label must be a string, not null."
    );
    assert_eq!(
        with_label("unknown", "rule.value"),
        "t.hcl:3:11: error: Invalid label; A label must be known, but this value is not known yet. Use a known value, such as a literal string."
    );
    let marked = "t.hcl:3:11: error: Invalid label; A label can't be a marked value, such as a sensitive one, because labels are shown. Use a value without marks.";
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
    assert!(run(&text("rule.value"), &spec, &ctx).1.contains("A label can't be a marked value"));
}

#[test]
fn labels_of_blocks_after_a_second_single_block_are_checked() {
    let spec = BlocksSpec::new("rule", LabelSpec::new(0, "key").into()).dynamic().into();
    let each = "for_each = [\"a\", \"b\", null]\nlabels = [rule.value]\ncontent {}";
    let problems = problems(&spec, each);
    let count_of = |what: &str| problems.matches(what).count();
    assert_eq!(
        (count_of("Second block"), count_of("3:11: error: Invalid label")),
        (1, 1),
        "{problems}"
    );
}

#[test]
fn a_block_type_without_opt_in_is_not_generated() {
    let text = r#"dynamic "fixed" {
for_each = []
content {}
}
"#;
    assert_eq!(
        run(text, &rules(), &EvalContext::new()).1,
        "t.hcl:1:9: error: Unsupported dynamic block; Blocks of type \"fixed\" can't be generated by a dynamic block. Write the blocks directly. Can be generated here: \"rule\"."
    );
    assert_eq!(
        run(&text.replace("fixed", "rul"), &rules(), &EvalContext::new()).1,
        "t.hcl:1:9: error: Unexpected dynamic block; A block of type \"rul\" is not expected here, so it can't be generated. Did you mean \"rule\"?"
    );
    let none = Spec::object([("attribute", AttrSpec::new("a", Type::String).into())]);
    assert_eq!(
        run(text, &none, &EvalContext::new()).1,
        "t.hcl:1:1: error: Unexpected block; A block of type \"dynamic\" is not expected here. Write the blocks directly: they can't be generated here."
    );
}

#[test]
fn a_failed_dynamic_block_is_not_missing_too() {
    let nested = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let list = BlocksSpec::new("rule", nested.clone()).min_items(1).dynamic();
    let single = BlocksSpec::new("rule", nested).required().dynamic();
    for spec in [Spec::from(list.list()), single.into()] {
        let problems = problems(&spec, "for_each = null\ncontent {}");
        assert_eq!(problems.lines().count(), 1, "{problems}");
        assert!(problems.contains("Null collection"));
    }
    let single: Spec =
        BlocksSpec::new("rule", LabelSpec::new(0, "key").into()).required().dynamic().into();
    let problems = problems(&single, "for_each = [1]\nlabels = [null]\ncontent {}");
    assert_eq!(problems, "t.hcl:3:11: error: Invalid label; A label must be a string, not null.");
}

#[test]
fn an_error_in_the_content_is_reported_once() {
    let text = r#"dynamic "rule" {
for_each = [1, 2, 3]
content {
nam = 1
}
}
"#;
    assert_eq!(
        run(text, &rules(), &EvalContext::new()).1,
        "t.hcl:4:1: error: Unexpected attribute; The attribute \"nam\" is not expected here. Did you mean \"name\"?"
    );
}

#[test]
fn an_error_in_a_generated_block_shows_the_iteration() {
    let text = r#"dynamic "rule" {
for_each = ["a", []]
content {
name = rule.value
}
}
"#;
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    decode(&body, &rules(), &EvalContext::new(), &mut diags);
    let values: Vec<_> = diags.iter().flat_map(|diagnostic| diagnostic.values.clone()).collect();
    assert_eq!(values, ["rule.value is a tuple with no elements", "rule.key is 1"]);
}

#[test]
fn equal_errors_of_all_iterations_are_reported_once() {
    let text = r#"dynamic "rule" {
for_each = [1, 2, 3]
content {
name = []
}
}
"#;
    assert_eq!(
        run(text, &rules(), &EvalContext::new()).1,
        "t.hcl:4:8: error: Wrong type; Invalid value for \"name\": a string is required, not a tuple."
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
fn nested_dynamic_blocks_stop_at_the_limit() {
    let mut spec = Spec::object([("n", AttrSpec::new("n", Type::Number).into())]);
    let mut text = "n = 1".to_owned();
    for ty in ["d", "c", "b", "a"] {
        spec = Spec::object([("all", Spec::from(BlocksSpec::new(ty, spec).list().dynamic()))]);
        text = format!("dynamic \"{ty}\" {{\nfor_each = all\ncontent {{\n{text}\n}}\n}}\n");
    }
    let all = Value::list(Type::Number, (0..1000).map(Value::from).collect());
    let limits = Limits::default().with_generated_blocks(5_000);
    let ctx = EvalContext::new().with_variable("all", all).with_limits(limits);
    let limit = "t.hcl:11:12: error: Too many generated blocks; This collection exceeds the limit of 5,000 generated blocks; no further blocks are generated.";
    assert_eq!(run(&text, &spec, &ctx).1, limit);

    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    decode(&dynblock::expand(&body, &ctx), &spec, &ctx, &mut diags);
    assert_eq!(diags.to_string(), limit);
}

#[test]
fn dynamic_is_offered_only_where_blocks_can_be_generated() {
    let said = |block: Spec| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", "network {}\n"), &mut diags);
        let ctx = EvalContext::new();
        decode(&dynblock::expand(&body, &ctx), &block, &ctx, &mut diags);
        diags.to_string()
    };
    let size = || AttrSpec::new("size", Type::Number).into();
    assert_eq!(
        said(Spec::object([("size", size())])),
        "t.hcl:1:1: error: Unexpected block; A block of type \"network\" is not expected here. No blocks are allowed here."
    );
    let disks = Spec::from(BlocksSpec::new("disk", Spec::object([("size", size())])).list());
    assert_eq!(
        said(disks),
        "t.hcl:1:1: error: Unexpected block; A block of type \"network\" is not expected here. Expected here: \"disk\" and \"dynamic\"."
    );
}
