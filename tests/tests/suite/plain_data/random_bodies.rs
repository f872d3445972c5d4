//! Random bodies have the same data with hcldyn and with `hcl-rs`, unless hcldyn reports a contradiction.

use std::fmt::Write as _;

use hcldyn::EvalContext;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value as Json;

#[derive(Clone, Debug)]
enum BodyItem {
    Attribute(&'static str, &'static str),
    Block(&'static str, Vec<&'static str>, Vec<Self>),
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "d", "e", "f", "g", "h"])
}

/// Returns a block type and its labels. Most types always have the same number of labels.
fn header() -> impl Strategy<Value = (&'static str, Vec<&'static str>)> {
    prop_oneof![
        6 => Just("one").prop_map(|ty| (ty, Vec::new())),
        6 => label().prop_map(|label| ("by_label", vec![label])),
        6 => (label(), label()).prop_map(|(a, b)| ("by_two", vec![a, b])),
        1 => (name(), vec(label(), 0..3)),
    ]
}

fn label() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["x", "y", "", "a b", "é"])
}

fn literal() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "1",
        "-2.5",
        "true",
        "null",
        "\"s\"",
        "[1, []]",
        "{ k = { l = 1 } }",
        "{}",
    ])
}

fn items() -> impl Strategy<Value = Vec<BodyItem>> {
    let attribute =
        || (name(), literal()).prop_map(|(name, value)| BodyItem::Attribute(name, value));
    let leaf = vec(attribute(), 0..3);
    leaf.prop_recursive(3, 40, 6, move |inner| {
        let block =
            (header(), inner).prop_map(|((ty, labels), items)| BodyItem::Block(ty, labels, items));
        vec(prop_oneof![1 => attribute(), 3 => block], 0..7)
    })
}

fn write(items: &[BodyItem], text: &mut String) {
    for item in items {
        match item {
            BodyItem::Attribute(name, value) => writeln!(text, "{name} = {value}").unwrap(),
            BodyItem::Block(ty, labels, items) => {
                write!(text, "{ty}").unwrap();
                for label in labels {
                    write!(text, " {label:?}").unwrap();
                }
                text.push_str(" {\n");
                write(items, text);
                text.push_str("}\n");
            }
        }
    }
}

proptest! {
    #[test]
    fn random_bodies_have_the_data_of_hcl_rs(items in items()) {
        const CONTRADICTIONS: [&str; 3] =
            ["Attribute and block", "Mismatched labels", "Duplicate attribute"];
        let mut text = String::new();
        write(&items, &mut text);
        match hcldyn::decode::serde::from_str::<Json>(&text, &EvalContext::new()) {
            Ok(data) => prop_assert_eq!(data, hcl::from_str::<Json>(&text).unwrap(), "{}", text),
            Err(diags) => {
                for diag in &diags {
                    prop_assert!(CONTRADICTIONS.contains(&&*diag.summary), "{diag}\n{text}");
                }
            }
        }
    }
}
