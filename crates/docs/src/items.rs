//! Attributes and blocks as rows of tables, with their details.

use hcldyn_core::cty::Type;
use hcldyn_core::cty::value_spec::{ItemDocs, ItemNames};
use hcldyn_core::internal::list_phrases;
use hcldyn_core::spec::outline::{
    AttributeEvaluation, Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineContent,
};
use hcldyn_core::spec::{BlockCollection, OtherForms, ValueRule};

use super::build::{Builder, docs};
use super::model::{Inline, Node, Target, code, joined, text};
use super::narrow::narrowed;
use super::types::type_in_words;
use super::values::{BYTES_PER_PART, PART_COLUMNS, Parts, PartsLeft, VARIABLE_COLUMNS};
use super::{example, rules};

type Row = Vec<Vec<Inline>>;

/// Returns the row of an attribute, and its details if it has some.
pub(super) fn argument(
    outline: &Outline,
    attribute: &OutlineAttribute,
    target: Target,
    left: &PartsLeft,
) -> (Row, Option<Node>) {
    let mut nodes = Vec::new();
    details(&attribute.docs, &mut nodes);
    let mut facts = facts_of_names(&attribute.names);
    let (value, rules) = narrowed(&attribute.value, &attribute.rules);
    facts.extend(facts_of_value(attribute, &rules));
    facts.extend(fact_of_sources(attribute));
    facts.extend(facts_of_docs(&attribute.docs));
    if !facts.is_empty() {
        nodes.push(Node::List(facts));
    }
    let variables = Parts::of_variables(&attribute.docs.variables, left);
    if !variables.is_empty() {
        nodes.push(Node::Table { head: VARIABLE_COLUMNS, rows: variables });
    }
    let parts = Parts::of(&attribute.value, left);
    if !parts.is_empty() {
        nodes.push(Node::Table { head: PART_COLUMNS, rows: parts });
    }
    let examples: Vec<_> =
        attribute.docs.examples.iter().filter(|_| !attribute.is_sensitive).collect();
    for example in &examples {
        nodes.push(Node::Code(assigned(&attribute.names.name, example)));
    }
    let is_structured = attribute.value.has_parts() && !nodes.is_empty();
    if examples.is_empty() && is_structured {
        let made = assigned(&attribute.names.name, &example::value(outline, attribute));
        // A part of an object is not a valid example.
        let parts = made.lines().count().max(made.len() / BYTES_PER_PART);
        if parts <= left.most() {
            left.spend(parts);
            nodes.push(Node::Code(made));
        }
    }
    let name = attribute.names.name.to_string();
    let row = vec![
        vec![named(&name, &target, nodes.is_empty())],
        vec![text(type_in_words(&value))],
        default(attribute),
        summary(&attribute.names, &attribute.docs),
    ];
    let entry = Node::Entry { term: vec![code(name)], anchor: target.anchor, nodes };
    (row, has_nodes(&entry).then_some(entry))
}

/// Returns the fact about the sources that may set an attribute, unless all may.
fn fact_of_sources(attribute: &OutlineAttribute) -> Option<Vec<Inline>> {
    let sources = attribute.setting.sources.iter().map(|source| source.describe().to_owned());
    let sources: Vec<_> = sources.collect();
    let sentence = || format!("Can only be set {}.", list_phrases(&sources, "or"));
    (!sources.is_empty()).then(|| vec![text(sentence())])
}

/// Returns the row of the blocks of a type, and their details if they have some.
pub(super) fn block_row(
    builder: &mut Builder<'_>,
    block: &OutlineBlock,
    ty: &OutlineBlockType,
    sheet: usize,
    prefix: &str,
) -> (Row, Option<Node>) {
    let mut nodes = Vec::new();
    details(&block.docs, &mut nodes);
    let mut facts = facts_of_names(&ty.names);
    facts.extend(facts_of_block(block));
    facts.extend(facts_of_docs(&block.docs));
    if let OutlineContent::Attributes(spec) = &ty.content {
        let words =
            format!("Its arguments may have any names. Type of each: {}.", type_in_words(spec));
        facts.push(vec![text(words)]);
    }
    if !facts.is_empty() {
        nodes.push(Node::List(facts));
    }
    let name = ty.names.name.to_string();
    let (link, inner) = match ty.content {
        OutlineContent::Body(id) => {
            let target = builder.targets.get(&id).cloned();
            (target, builder.outline.body(id).docs.clone())
        }
        _ => (None, ItemDocs::default()),
    };
    if link.is_none() {
        for example in &block.docs.examples {
            nodes.push(Node::Code(example::block(builder.outline, block, ty, example)));
        }
    }
    let mut docs = if block.docs.text.is_some() { block.docs.clone() } else { inner };
    docs.title = block.docs.title.clone().or(docs.title);
    let shown = match link {
        Some(target) => Inline::Link { name: name.clone(), target },
        None => code(name.as_str()),
    };
    let row = vec![vec![shown], vec![text(number(block))], summary(&ty.names, &docs)];
    let anchor = builder.anchor(sheet, &format!("{prefix}-{name}-block"));
    let entry = Node::Entry { term: vec![code(name)], anchor, nodes };
    (row, has_nodes(&entry).then_some(entry))
}

fn has_nodes(entry: &Node) -> bool {
    matches!(entry, Node::Entry { nodes, .. } if !nodes.is_empty())
}

/// Returns the name of an item that other places link to.
fn named(name: &str, target: &Target, is_only: bool) -> Inline {
    if is_only {
        Inline::Anchored { name: name.to_owned(), anchor: target.anchor.clone() }
    } else {
        Inline::Link { name: name.to_owned(), target: target.clone() }
    }
}

/// Adds docs that are longer than one paragraph, which the row cannot show.
fn details(item: &ItemDocs, nodes: &mut Vec<Node>) {
    let is_long = item.text.as_ref().is_some_and(|text| text.trim().contains("\n\n"));
    if is_long {
        let only = item.text.clone().map(ItemDocs::new).unwrap_or_default();
        nodes.extend(docs(&only));
    }
}

/// Returns the first paragraph of the docs, after a title and a deprecation.
fn summary(names: &ItemNames, docs: &ItemDocs) -> Vec<Inline> {
    let mut words = Vec::new();
    if names.deprecation.is_some() {
        words.extend([Inline::Strong("Deprecated.".to_owned()), text(" ")]);
    }
    if let Some(title) = &docs.title {
        words.extend([Inline::Strong(title.to_string()), text(". ")]);
    }
    let first = docs.text.as_ref().and_then(|text| text.trim().split("\n\n").next());
    words.extend(first.map(|prose| Inline::Prose(prose.to_owned())));
    words
}

/// Returns the default, or that the attribute is required. A sensitive default is not shown.
pub(super) fn default(attribute: &OutlineAttribute) -> Vec<Inline> {
    match &attribute.default {
        Some(_) if attribute.is_sensitive => vec![text("(sensitive)")],
        Some(default) => match default.source() {
            Some(source) => vec![code(source)],
            None => vec![text(default.to_string())],
        },
        None if attribute.is_required => vec![Inline::Strong("required".to_owned())],
        None => Vec::new(),
    }
}

/// Returns the facts about the value of an attribute. `rules` are the conditions that its type does not show.
pub(super) fn facts_of_value(
    attribute: &OutlineAttribute,
    rules: &[&ValueRule],
) -> Vec<Vec<Inline>> {
    let is_text = attribute.value.ty() == Type::String;
    let mut facts: Vec<_> = rules.iter().map(|rule| rules::condition(rule, is_text)).collect();
    let mut fact = |words: &str| facts.push(vec![text(words)]);
    if attribute.is_sensitive {
        fact("The value is sensitive. No message shows it.");
    }
    match attribute.evaluation {
        AttributeEvaluation::Value => {}
        AttributeEvaluation::Expression => {
            fact("The expression itself is the value. It is not evaluated.");
        }
        AttributeEvaluation::Deferred => {
            fact("The expression is evaluated later, when its value is needed.");
        }
        AttributeEvaluation::Custom => fact("The program computes the value from the expression."),
    }
    if !attribute.docs.variables.is_empty() {
        fact("It can use the variables below.");
    }
    if attribute.is_transformed {
        fact("The program computes its own value from this one.");
    }
    if attribute.forms.contains(OtherForms::OR_BLOCK) {
        fact("It may also be written as a block.");
    }
    if attribute.forms.contains(OtherForms::OR_BLOCK) && attribute.forms.contains(OtherForms::MERGE)
    {
        fact("Several blocks are merged into one.");
    }
    facts
}

pub(super) fn facts_of_block(block: &OutlineBlock) -> Vec<Vec<Inline>> {
    let mut facts = Vec::new();
    if let Some(default) = &block.default {
        let shown = default.source().map_or_else(|| text(default.to_string()), code);
        facts.push(vec![text("Default: "), shown]);
    }
    if !block.key.is_empty() {
        let key = block.key.iter().map(|name| code(name.as_str())).collect();
        let is_grouped = matches!(
            block.collection,
            BlockCollection::Map { is_grouped: true }
                | BlockCollection::Object { is_grouped: true }
        );
        let (label, verb) =
            if block.key.len() == 1 { ("label ", "must") } else { ("labels ", "must together") };
        let end = if is_grouped {
            ". Several blocks may have one key.".to_owned()
        } else {
            format!(", which {verb} be unique.")
        };
        let start = text(format!("Its key is the {label}"));
        facts.push([vec![start], joined(key, "and"), vec![text(end)]].concat());
    }
    if block.options.is_dynamic {
        facts.push(vec![code("dynamic"), text(" blocks may generate it.")]);
    }
    let mut fact = |words: &str| facts.push(vec![text(words)]);
    if block.types.len() > 1 {
        fact("Blocks of all these types are counted together.");
    }
    if block.forms.contains(OtherForms::OR_ATTR) {
        fact("It may also be written as an argument.");
    }
    if block.forms.contains(OtherForms::LABELS_AS_BLOCKS) {
        fact("The types of nested blocks may be written as labels.");
    }
    if block.forms.contains(OtherForms::MERGE) {
        fact("Several blocks are merged into one.");
    }
    if block.is_transformed {
        fact("The program computes its own value from the block.");
    }
    facts
}

pub(super) fn facts_of_names(names: &ItemNames) -> Vec<Vec<Inline>> {
    let mut facts = Vec::new();
    if let Some(deprecation) = &names.deprecation {
        let mut line = vec![text("Deprecated.")];
        if let Some(name) = &deprecation.replacement {
            line.extend([text(" Use "), code(name.as_str()), text(" instead.")]);
        }
        if let Some(advice) = &deprecation.advice {
            line.extend([text(" "), Inline::Prose(advice.to_string())]);
        }
        facts.push(line);
    }
    for (label, all) in [("Other names: ", &names.aliases), ("Former names: ", &names.former_names)]
    {
        if !all.is_empty() {
            let all = all.iter().map(|name| code(name.as_str())).collect();
            facts.push([vec![text(label)], joined(all, "and"), vec![text(".")]].concat());
        }
    }
    facts
}

/// Returns the conditions of an item, the effect of a change, and its version.
pub(super) fn facts_of_docs(docs: &ItemDocs) -> Vec<Vec<Inline>> {
    let conditions = docs.conditions.iter().map(|condition| vec![text(condition.as_str())]);
    let since = docs.since.iter().map(|version| vec![text(format!("Since {version}."))]);
    let restart = docs.needs_restart.then(|| vec![text("A change needs a restart.")]);
    conditions.chain(restart).chain(since).collect()
}

/// Describes the number of blocks.
pub(super) fn number(block: &OutlineBlock) -> String {
    match (block.options.count.min, block.options.count.max) {
        (1, Some(1)) => "exactly one".to_owned(),
        (0, Some(1)) => "at most one".to_owned(),
        (0, None) => "any number".to_owned(),
        (1, None) => "one or more".to_owned(),
        (min, None) => format!("at least {min}"),
        (0, Some(max)) => format!("at most {max}"),
        (min, Some(max)) if min == max => format!("exactly {min}"),
        (min, Some(max)) => format!("{min} to {max}"),
    }
}

fn assigned(name: &str, value: &str) -> String {
    hcldyn_core::syntax::format::format(&format!("{name} = {value}\n"))
}
