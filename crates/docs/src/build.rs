//! The pages of an outline: a section for each body, in the order in which blocks contain them.

use std::collections::{HashMap, HashSet};

use hcldyn_core::cty::value_spec::{ItemDocs, Unexpected};
use hcldyn_core::spec::outline::{
    BodyId, Outline, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent,
};
use hcldyn_core::spec::{Rest, Tag};

use super::items::{argument, block_row, facts_of_docs};
use super::model::{Inline, Node, Section, Sheet, Target, code, text};
use super::values::{PartsLeft, described};
use super::{PageLayout, Reference, example, rules};

/// The pages while they are built.
pub(super) struct Builder<'r> {
    pub(super) outline: &'r Outline,
    sheets: Vec<Sheet>,
    /// The locations of the sections of bodies.
    pub(super) targets: HashMap<BodyId, Target>,
    anchors: HashSet<(usize, String)>,
    /// The bodies to write, each with its location.
    waiting: Vec<Place>,
    left: PartsLeft,
}

/// A body that gets a section.
struct Place {
    id: BodyId,
    path: Vec<String>,
    /// The section title, and the documentation and an example of the block, which a body without its own gets.
    title: Vec<Inline>,
    docs: ItemDocs,
    example: Option<String>,
}

/// Returns the pages of a reference.
pub(super) fn sheets(reference: &Reference, layout: PageLayout) -> Vec<Sheet> {
    let mut builder = Builder {
        outline: &reference.outline,
        sheets: vec![Sheet { name: "index".to_owned(), sections: Vec::new() }],
        targets: HashMap::new(),
        anchors: HashSet::new(),
        waiting: Vec::new(),
        left: PartsLeft::default(),
    };
    builder.locate(layout);
    builder.root(reference);
    for place in std::mem::take(&mut builder.waiting) {
        builder.body(place);
    }
    builder.sheets
}

impl Builder<'_> {
    /// Finds the location of each body.
    fn locate(&mut self, layout: PageLayout) {
        let root = Target { sheet: 0, anchor: self.anchor(0, "configuration") };
        self.targets.insert(BodyId::ROOT, root);
        self.locate_blocks(BodyId::ROOT, &[], 0, layout);
    }

    /// Finds the locations of the bodies in a body. Each body has one section, also if it contains itself.
    fn locate_blocks(&mut self, id: BodyId, path: &[String], sheet: usize, layout: PageLayout) {
        let outline = self.outline;
        let body = outline.body(id);
        for block in body.blocks.iter().filter(|it| !it.docs.is_hidden) {
            for ty in &block.types {
                let OutlineContent::Body(inner) = ty.content else { continue };
                if self.targets.contains_key(&inner) || outline.body(inner).docs.is_hidden {
                    continue;
                }
                let name = ty.names.name.to_string();
                let sheet = match layout {
                    PageLayout::Split if id == BodyId::ROOT => self.sheet(&name),
                    _ => sheet,
                };
                let path = [path, &[name]].concat();
                let target = Target { sheet, anchor: self.anchor(sheet, &path.join("-")) };
                self.targets.insert(inner, target);
                let place = self.place(inner, &path, block, ty);
                self.waiting.push(place);
                self.locate_blocks(inner, &path, sheet, layout);
            }
        }
        for form in body.choices.iter().flat_map(|choice| &choice.forms) {
            if !outline.body(form.body).docs.is_hidden {
                let path = [path, &[form.tag.to_string()]].concat();
                let target = Target { sheet, anchor: self.anchor(sheet, &path.join("-")) };
                self.targets.insert(form.body, target);
                self.locate_blocks(form.body, &path, sheet, layout);
            }
        }
    }

    fn place(
        &self,
        id: BodyId,
        path: &[String],
        block: &OutlineBlock,
        ty: &OutlineBlockType,
    ) -> Place {
        let mut title = vec![code(example::header(self.outline, block, ty))];
        if let [.., outer, _] = path {
            title.extend([text(" in "), code(outer.as_str())]);
        }
        let body = self.outline.body(id);
        let examples = [&*body.docs.examples, &*block.docs.examples].concat();
        let contents = match &*examples {
            [] => vec![example::body(self.outline, id, &self.left)],
            examples => examples.iter().map(ToString::to_string).collect(),
        };
        let blocks: Vec<_> = contents
            .iter()
            .map(|content| example::block(self.outline, block, ty, content))
            .collect();
        let example = Some(blocks.join("\n"));
        Place { id, path: path.to_vec(), title, docs: block.docs.clone(), example }
    }

    /// Adds a page. Its name is free.
    fn sheet(&mut self, name: &str) -> usize {
        let is_known = |name: &str| self.sheets.iter().any(|sheet| sheet.name == name);
        let name = free(&slug(name), is_known);
        self.sheets.push(Sheet { name, sections: Vec::new() });
        self.sheets.len() - 1
    }

    /// Returns a free anchor on a page.
    pub(super) fn anchor(&mut self, sheet: usize, words: &str) -> String {
        let anchors = &self.anchors;
        let anchor = free(&slug(words), |name| anchors.contains(&(sheet, name.to_owned())));
        self.anchors.insert((sheet, anchor.clone()));
        anchor
    }

    fn root(&mut self, reference: &Reference) {
        let body = self.outline.root();
        let mut docs = body.docs.clone();
        let own = || docs.title.take().map(|title| title.to_string());
        let title = reference.title.clone().or_else(own);
        let title = text(title.unwrap_or_else(|| "Configuration".to_owned()));
        let examples = match &*body.docs.examples {
            [] => example::body(self.outline, BodyId::ROOT, &self.left),
            examples => examples.join("\n"),
        };
        let place = Place {
            id: BodyId::ROOT,
            path: Vec::new(),
            title: vec![title],
            docs,
            example: Some(examples),
        };
        self.body(place);
        self.names(reference);
    }

    /// Adds the functions and variables that the configuration may use.
    fn names(&mut self, reference: &Reference) {
        let parts = [("Variables", &reference.variables), ("Functions", &reference.functions)];
        for (title, names) in parts {
            if names.is_empty() {
                continue;
            }
            let rows = names.iter().map(|(name, words)| {
                vec![vec![code(name.as_str())], vec![Inline::Prose(words.clone())]]
            });
            let table = Node::Table { head: &["Name", "Description"], rows: rows.collect() };
            let anchor = self.anchor(0, title);
            let section =
                Section { level: 2, title: vec![text(title)], anchor, nodes: vec![table] };
            self.sheets[0].sections.push(section);
        }
    }

    /// Adds the sections of a body.
    fn body(&mut self, place: Place) {
        let Target { sheet, anchor } = self.targets[&place.id].clone();
        let body = self.outline.body(place.id);
        let is_root = place.id == BodyId::ROOT;
        let mut nodes = if is_root { Vec::new() } else { docs(&body.docs) };
        if is_root || body.docs.text.is_none() {
            nodes = [docs(&place.docs), nodes].concat();
        }
        if let Some(example) = place.example.filter(|text| !text.trim().is_empty()) {
            nodes.push(Node::Code(example));
        }
        let prefix = if place.path.is_empty() { String::new() } else { place.path.join("-") };
        nodes.extend(self.items(body, sheet, &prefix));
        let level = if is_root { 1 } else { 2 };
        let section = Section { level, title: place.title, anchor, nodes };
        self.sheets[sheet].sections.push(section);
        self.forms(body, sheet, &prefix);
    }

    /// Adds a section for each form of a body.
    fn forms(&mut self, body: &OutlineBody, sheet: usize, prefix: &str) {
        for choice in &body.choices {
            for form in &choice.forms {
                let Some(target) = self.targets.get(&form.body).cloned() else { continue };
                let inner = self.outline.body(form.body);
                let tag = match &choice.tag {
                    Tag::Label { name, .. } => {
                        vec![text(format!("Label {name} ")), code(format!("{:?}", &*form.tag))]
                    }
                    Tag::Attribute(name) => vec![code(format!("{name} = {:?}", &*form.tag))],
                };
                let prefix = format!("{prefix}-{}", form.tag);
                let mut nodes = docs(&inner.docs);
                nodes.extend(self.items(inner, sheet, &prefix));
                let section = Section { level: 3, title: tag, anchor: target.anchor, nodes };
                self.sheets[sheet].sections.push(section);
                self.forms(inner, sheet, &prefix);
            }
        }
    }

    /// Returns the description of the items of a body.
    fn items(&mut self, body: &OutlineBody, sheet: usize, prefix: &str) -> Vec<Node> {
        let mut nodes = Vec::new();
        let labels = body.labels.iter().map(|label| {
            let is_several = matches!(label.position, hcldyn_core::spec::LabelPosition::From(_));
            let name =
                if is_several { format!("{}…", label.name) } else { label.name.to_string() };
            vec![vec![code(name)], described(&label.docs)]
        });
        table(&mut nodes, "Labels", &["Label", "Description"], labels.collect());

        let (mut rows, mut entries) = (Vec::new(), Vec::new());
        for attribute in body.attributes.iter().filter(|it| !it.docs.is_hidden) {
            let anchor = self.anchor(sheet, &format!("{prefix}-{}", attribute.names.name));
            let (row, entry) =
                argument(self.outline, attribute, Target { sheet, anchor }, &self.left);
            rows.push(row);
            entries.extend(entry);
        }
        table(&mut nodes, "Arguments", &["Argument", "Type", "Default", "Description"], rows);
        nodes.append(&mut entries);

        let mut rows = Vec::new();
        for block in body.blocks.iter().filter(|it| !it.docs.is_hidden) {
            for ty in &block.types {
                let (row, entry) = block_row(self, block, ty, sheet, prefix);
                rows.push(row);
                entries.extend(entry);
            }
        }
        table(&mut nodes, "Blocks", &["Block", "Number", "Description"], rows);
        nodes.append(&mut entries);
        for choice in &body.choices {
            nodes.extend(self.choice(choice));
        }
        let rules: Vec<_> = body.rules.iter().map(rules::rule).collect();
        if !rules.is_empty() {
            nodes.push(Node::Paragraph(vec![Inline::Strong("Rules".to_owned())]));
            nodes.push(Node::List(rules));
        }
        nodes.extend(others(body));
        nodes
    }

    fn choice(&self, choice: &hcldyn_core::spec::outline::OutlineChoice) -> Vec<Node> {
        let mut nodes = docs(&choice.docs);
        let mut line = match &choice.tag {
            Tag::Label { name, .. } => vec![text("The label "), code(name.as_str())],
            Tag::Attribute(name) => vec![text("The argument "), code(name.as_str())],
        };
        let forms = choice.forms.iter().filter_map(|form| {
            let target = self.targets.get(&form.body)?.clone();
            Some(Inline::Link { name: format!("{:?}", &*form.tag), target })
        });
        line.push(text(" selects the other items: "));
        line.extend(super::model::joined(forms.collect(), "or"));
        line.push(text("."));
        nodes.push(Node::Paragraph(line));
        nodes
    }
}

/// Returns the documentation of a body or a block.
pub(super) fn docs(docs: &ItemDocs) -> Vec<Node> {
    let mut nodes = Vec::new();
    if let Some(title) = &docs.title {
        nodes.push(Node::Paragraph(vec![Inline::Strong(title.to_string())]));
    }
    nodes.extend(docs.text.as_ref().map(|prose| Node::Prose(prose.to_string())));
    let facts = facts_of_docs(docs);
    if !facts.is_empty() {
        nodes.push(Node::List(facts));
    }
    nodes
}

/// Describes the items that are allowed besides those with names.
fn others(body: &OutlineBody) -> Option<Node> {
    let words = match (&body.rest, body.unexpected) {
        (Some(Rest::Attributes(spec)), _) => {
            let ty = super::types::type_in_words(spec);
            format!("Further arguments may have any names. Type of each: {ty}.")
        }
        (Some(Rest::Data(_) | Rest::Body), _) => {
            "Further arguments and blocks may have any names.".to_owned()
        }
        (None, Unexpected::Warn) => "Other items cause a warning.".to_owned(),
        (None, Unexpected::Ignore) => "Other items are ignored.".to_owned(),
        _ => return None,
    };
    Some(Node::Paragraph(vec![text(words)]))
}

/// Adds a table with rows under a title.
fn table(
    nodes: &mut Vec<Node>,
    title: &str,
    head: &'static [&'static str],
    rows: Vec<Vec<Vec<Inline>>>,
) {
    if !rows.is_empty() {
        nodes.push(Node::Paragraph(vec![Inline::Strong(title.to_owned())]));
        nodes.push(Node::Table { head, rows });
    }
}

/// Returns words as an anchor, in lower case with hyphens.
pub(super) fn slug(words: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let slug: String = words.to_lowercase().chars().map(plain).collect();
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "item".to_owned() } else { slug.to_owned() }
}

/// Returns a name that is not known, with a number if it needs one.
fn free(name: &str, is_known: impl Fn(&str) -> bool) -> String {
    let mut candidate = name.to_owned();
    let mut number = 1;
    while is_known(&candidate) {
        number += 1;
        candidate = format!("{name}-{number}");
    }
    candidate
}
