//! `dynamic` blocks that generate nothing: their content is still checked.

use hcldyn::cty::{Type, Value};
use hcldyn::spec::{BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_tests::text::body;

use super::{name, rules_with_inner};

/// Returns the errors of decoding a `dynamic "rule"` block by a spec.
fn problems_of(content: &str, for_each: &str, rule: Spec) -> String {
    let text =
        format!("dynamic \"rule\" {{\nfor_each = {for_each}\ncontent {{\n{content}\n}}\n}}\n");
    let ctx = EvalContext::new().with_variable("unknown", Value::unknown(Type::list(Type::String)));
    let mut diags = Diagnostics::new();
    decode(&body(&text), &rule, &ctx, &mut diags);
    diags.to_string()
}

#[test]
fn content_is_checked_if_nothing_is_generated() {
    let wrong = "t.hcl:4:1: error: Unexpected attribute; The attribute \"nam\" is not expected here. Did you mean \"name\"?";
    let label = Spec::tuple([LabelSpec::new(0, "key").into(), name()]);
    let spec = |nested: Spec| Spec::from(BlocksSpec::new("rule", nested).list().dynamic());
    for for_each in ["[]", "{}", "unknown", "[for x in [1] : x if x > 1]"] {
        let problems_with = |rule: Spec| problems_of("nam = 1", for_each, rule);
        assert_eq!(problems_with(spec(name())), wrong, "{for_each}");
        assert_eq!(problems_with(BlocksSpec::new("rule", name()).dynamic().into()), wrong);
        // The missing labels are reported at `labels`.
        assert!(
            problems_with(spec(label.clone()))
                .contains("The required attribute \"labels\" is not set")
        );
    }
}

#[test]
fn content_of_blocks_with_labels_is_checked_if_nothing_is_generated() {
    let text = r#"dynamic "rule" {
for_each = []
labels = [rule.value, 1]
content {
nam = 1
}
}
"#;
    let label = Spec::object([("second", LabelSpec::new(0, "second").into())]);
    let spec = BlocksSpec::new("rule", label).map("first").dynamic().into();
    let mut diags = Diagnostics::new();
    let value = decode(&body(text), &spec, &EvalContext::new(), &mut diags);
    assert_eq!(value.elements().len(), 0);
    let problem = "t.hcl:5:1: error: Unexpected attribute; The attribute \"nam\" is not expected here. No attributes are allowed here.";
    assert_eq!(diags.to_string(), problem);
}

#[test]
fn nested_content_is_checked_if_nothing_is_generated() {
    let inner = r#"dynamic "inner" {
for_each = rule.value.x
iterator = "it"
content {}
}"#;
    let problem = "t.hcl:6:12: error: Invalid iterator; The iterator must be a single identifier, without quotes. Write the name of the element in the content, such as iterator = item.";
    assert_eq!(problems_of(inner, "[]", rules_with_inner()), problem);
    assert_eq!(
        problems_of("inner {}\ninner {}\ninner \"x\" {}", "[]", rules_with_inner()).lines().count(),
        1
    );

    // Expressions are not evaluated, since there is no element.
    assert_eq!(
        problems_of("inner {\nname = rule.value.x + nothing\n}", "[]", rules_with_inner()),
        ""
    );
    let tags = BlocksSpec::attributes("rule", Type::Number).dynamic().into();
    assert_eq!(problems_of("a = \"x\"", "[]", tags), "");
}

#[test]
fn a_block_that_is_not_generated_does_not_count() {
    let spec = BlocksSpec::new("rule", name()).min_items(1).dynamic();
    assert_eq!(
        problems_of("", "[]", Spec::from(spec.list())),
        "t.hcl:1:1: error: Too few blocks; At least 1 block of type \"rule\" is required here, not 0."
    );
    let single = BlocksSpec::new("rule", name()).required().dynamic().into();
    assert_eq!(
        problems_of("", "[]", single),
        "t.hcl:1:1: error: Missing block; A block of type \"rule\" is required here."
    );
}

/// The content may use the first element of the collection, which does not exist then.
#[test]
fn values_do_not_matter_if_nothing_is_generated() {
    let spec = || Spec::from(BlocksSpec::new("rule", name()).list().dynamic());
    let ctx = EvalContext::new().with_variable("list", Value::list(Type::String, vec![]));
    for text in [
        "dynamic \"rule\" {\nfor_each = list\ncontent {\nname = list[0]\n}\n}\n",
        "dynamic \"rule\" {\nfor_each = list\ncontent {\nname = [for x in list : 1][0] + rule.key\n}\n}\n",
    ] {
        let mut diags = Diagnostics::new();
        decode(&body(text), &spec(), &ctx, &mut diags);
        assert!(diags.is_empty(), "{text}: {diags}");
    }
}
