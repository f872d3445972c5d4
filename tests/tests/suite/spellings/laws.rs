//! Random configurations in random spellings.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcldyn::EvalContext;
use hcldyn::cty::Type;
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Spec};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

use super::run_in;

#[derive(Clone, Debug, Default)]
struct Node {
    x: Option<u8>,
    tags: BTreeMap<String, u8>,
    one: Option<Box<Self>>,
    many: Vec<Self>,
    named: BTreeMap<String, Self>,
}

fn nodes() -> impl Strategy<Value = Node> {
    let tags = || btree_map("[a-c]", any::<u8>(), 0..3);
    let leaf = (option::of(any::<u8>()), tags());
    let leaf = leaf.prop_map(|(x, tags)| Node { x, tags, ..Node::default() });
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let parts = (
            option::of(any::<u8>()),
            tags(),
            option::of(inner.clone().prop_map(Box::new)),
            vec(inner.clone(), 0..3),
            btree_map("[a-c]", inner, 0..3),
        );
        parts.prop_map(|(x, tags, one, many, named)| Node { x, tags, one, many, named })
    })
}

fn spec(is_loose: bool) -> Spec {
    let nested: fn() -> Spec = if is_loose { || spec(true) } else { || spec(false) };
    let object = ObjectSpec::new([
        ("x", AttrSpec::new("x", Type::Number).into()),
        ("tags", AttrSpec::new("tags", Type::map(Type::Number)).into()),
        ("one", BlocksSpec::lazy("one", nested).into()),
        ("many", Spec::from(BlocksSpec::lazy("many", nested).tuple())),
        ("named", Spec::from(BlocksSpec::lazy("named", nested).object("name"))),
    ]);
    if is_loose {
        object.or_attr().or_block().labels_as_blocks().merge().into()
    } else {
        object.into()
    }
}

/// Returns the next random bit, or `false` after the last one.
fn next(bits: &mut Vec<bool>) -> bool {
    bits.pop().unwrap_or_default()
}

/// Returns an object with the tags, or the items of a body.
fn tags(node: &Node, separator: &str) -> String {
    let items: Vec<_> = node.tags.iter().map(|(name, x)| format!("{name} = {x}")).collect();
    items.join(separator)
}

/// Writes the body of a node. Without random bits, each item has its own form.
fn body(node: &Node, bits: &mut Vec<bool>) -> String {
    let mut text = String::new();
    if let Some(x) = node.x {
        writeln!(text, "x = {x}").unwrap();
    }
    if next(bits) {
        writeln!(text, "tags {{\n{}\n}}", tags(node, "\n")).unwrap();
    } else {
        writeln!(text, "tags = {{{}}}", tags(node, ", ")).unwrap();
    }
    if let Some(one) = &node.one {
        let rest = Node { one: None, ..(**one).clone() };
        match (&one.one, next(bits), next(bits)) {
            (_, true, true) => writeln!(text, "one = {}", object(one)).unwrap(),
            (Some(inner), true, false) => {
                let (rest, inner) = (body(&rest, bits), body(inner, bits));
                writeln!(text, "one \"one\" {{\n{inner}}}\none {{\n{rest}}}").unwrap();
            }
            _ => writeln!(text, "one {{\n{}}}", body(one, bits)).unwrap(),
        }
    }
    for many in &node.many {
        if next(bits) || bits.is_empty() {
            writeln!(text, "many {{\n{}}}", body(many, bits)).unwrap();
            continue;
        }
        // An attribute is written once, so it holds the remaining blocks.
        let at = node.many.iter().position(|it| std::ptr::eq(it, many)).unwrap_or(0);
        let objects: Vec<_> = node.many[at..].iter().map(object).collect();
        writeln!(text, "many = [{}]", objects.join(", ")).unwrap();
        break;
    }
    if next(bits) {
        let objects = node.named.iter().map(|(name, it)| format!("{name} = {}", object(it)));
        let objects: Vec<_> = objects.collect();
        writeln!(text, "named = {{{}}}", objects.join(", ")).unwrap();
    } else {
        for (name, it) in &node.named {
            writeln!(text, "named \"{name}\" {{\n{}}}", body(it, bits)).unwrap();
        }
    }
    text
}

/// Writes a node as an object.
fn object(node: &Node) -> String {
    let mut items = vec![format!("tags = {{{}}}", tags(node, ", "))];
    items.extend(node.x.map(|x| format!("x = {x}")));
    items.extend(node.one.as_deref().map(|one| format!("one = {}", object(one))));
    let many: Vec<_> = node.many.iter().map(object).collect();
    items.push(format!("many = [{}]", many.join(", ")));
    let named = node.named.iter().map(|(name, it)| format!("{name} = {}", object(it)));
    items.push(format!("named = {{{}}}", named.collect::<Vec<_>>().join(", ")));
    format!("{{ {} }}", items.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_spelling_has_the_same_value(node in nodes(), mut bits in vec(any::<bool>(), 0..64)) {
        let ctx = EvalContext::new();
        let (expected, problems) = run_in(&body(&node, &mut Vec::new()), &spec(false), &ctx);
        prop_assert_eq!(problems, "");
        let text = body(&node, &mut bits);
        let (found, problems) = run_in(&text, &spec(true), &ctx);
        prop_assert_eq!(problems, "", "{}", text);
        prop_assert_eq!(found, expected, "{}", text);
    }
}
