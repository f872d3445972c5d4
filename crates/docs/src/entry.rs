//! Short descriptions of single items, as editors show them on hover.

use hcldyn_core::cty::value_spec::{ItemDocs, ObjectAttribute};
use hcldyn_core::spec::outline::{
    Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineContent,
};

use super::build::docs;
use super::items::{default, facts_of_block, facts_of_names, facts_of_value, number};
use super::markdown;
use super::model::{Inline, Node, code, text};
use super::narrow::narrowed;
use super::types::type_in_words;

/// Returns a description of an attribute in Markdown: its type and default, its docs, and the conditions of its value.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::entry;
/// use hcldyn::spec::{AttrSpec, Spec};
///
/// let spec: Spec = AttrSpec::new("port", Type::Number).required().doc("Where it listens.").into();
/// let outline = spec.outline();
/// let port = entry::attribute(&outline.root().attributes[0]);
/// assert_eq!(port, "`port`: number, **required**\n\nWhere it listens.\n");
/// ```
pub fn attribute(attribute: &OutlineAttribute) -> String {
    let (value, rules) = narrowed(&attribute.value, &attribute.rules);
    let mut line = vec![
        code(attribute.names.name.as_str()),
        text(": "),
        text(type_in_words(&value)),
        text(if attribute.default.is_some() { ", default: " } else { ", " }),
    ];
    match default(attribute) {
        default if default.is_empty() => line.push(text("optional")),
        default => line.extend(default),
    }
    let facts = [facts_of_names(&attribute.names), facts_of_value(attribute, &rules)].concat();
    described(line, facts, &attribute.docs)
}

/// Returns a description of the blocks of a type in Markdown: their number, their docs, and their options.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::entry;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
///
/// let port = AttrSpec::new("port", Type::Number).into();
/// let outline = Spec::from(BlocksSpec::new("server", port).doc("A web server.")).outline();
/// let server = &outline.root().blocks[0];
/// assert!(entry::block(&outline, server, &server.types[0]).contains("A web server."));
/// ```
pub fn block(outline: &Outline, block: &OutlineBlock, ty: &OutlineBlockType) -> String {
    let mut line = vec![code(ty.names.name.as_str())];
    for label in outline.labels_of(block, ty) {
        line.extend([text(" "), code(label.name.as_str())]);
    }
    line.push(text(format!(": block, {}", number(block))));
    let mut docs = match ty.content {
        OutlineContent::Body(id) if block.docs.text.is_none() => outline.body(id).docs.clone(),
        _ => block.docs.clone(),
    };
    docs.title = block.docs.title.clone().or(docs.title);
    let facts = [facts_of_names(&ty.names), facts_of_block(block)].concat();
    described(line, facts, &docs)
}

/// Returns a description of an attribute of an object in Markdown.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::cty::value_spec::ObjectAttribute;
/// use hcldyn::docs::entry;
///
/// let port = ObjectAttribute::new("port", Type::Number);
/// assert!(entry::part(&port).starts_with("`port`: number"));
/// ```
pub fn part(attribute: &ObjectAttribute) -> String {
    let mut line = vec![
        code(attribute.names.name.as_str()),
        text(format!(": {}, ", type_in_words(&attribute.spec))),
    ];
    match &attribute.default {
        Some(_) if attribute.sensitive || attribute.spec.has_sensitive() => {
            line.push(text("default: (sensitive)"));
        }
        Some(default) => line.extend([text("default: "), code(default.value.describe())]),
        None if attribute.optional => line.push(text("optional")),
        None => line.push(Inline::Strong("required".to_owned())),
    }
    described(line, facts_of_names(&attribute.names), &attribute.docs)
}

/// Returns the type of the values of an attribute in a few words.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::entry;
/// use hcldyn::spec::{AttrSpec, Spec};
///
/// let outline = Spec::from(AttrSpec::new("ports", Type::list(Type::Number))).outline();
/// assert_eq!(entry::type_of(&outline.root().attributes[0]), "list of numbers");
/// ```
pub fn type_of(attribute: &OutlineAttribute) -> String {
    type_in_words(&narrowed(&attribute.value, &attribute.rules).0)
}

fn described(line: Vec<Inline>, facts: Vec<Vec<Inline>>, of: &ItemDocs) -> String {
    let mut nodes = vec![Node::Paragraph(line)];
    nodes.extend(docs(of));
    if !facts.is_empty() {
        nodes.push(Node::List(facts));
    }
    markdown::fragment(&nodes)
}
