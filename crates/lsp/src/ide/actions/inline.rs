//! The action that replaces the references to a local value with its expression.

use std::collections::{BTreeMap, HashSet};

use hcldyn_core::edit::ItemPath;
use hcldyn_core::syntax::Place;
use hcldyn_syntax::event::{Event, TemplateKind};
use hcldyn_syntax::source::Span;

use super::edits::{applied, with_change};
use super::extract::{LOCAL, LOCALS};
use super::nodes::{Node, NodeId};
use super::place::Around;
use super::{MAX_PARTS, Refactoring, RefactoringKind, Selected};
use crate::ide::names::{Definition, Names, whole_use};
use crate::ide::tree::Item;
use crate::ide::workspace::File;
use crate::ide::{FileEdit, Snapshot};

const TITLE: &str = "Inline the local value";

/// The functions whose results differ between calls.
const IMPURE: [&str; 4] = ["bcrypt", "plantimestamp", "timestamp", "uuid"];

/// Returns the action for the local value at the start of a range.
pub(super) fn inline(snapshot: &Snapshot, selected: &Selected<'_>) -> Option<Refactoring> {
    let file = selected.file.source.name();
    let names = Names::around(snapshot, selected.file);
    let (index, _) = names.at(file, selected.range.start)?;
    let definition = names.definitions[index];
    let same = names.definitions.iter().filter(|it| it.parts == definition.parts);
    let is_local = matches!(&*definition.parts, [local, _] if local == LOCAL);
    if !is_local || same.count() != 1 || names.references_to(index).next().is_none() {
        return None;
    }
    let inlined = Local::of(snapshot, &names, index).and_then(|local| local.edits(snapshot));
    Some(match inlined {
        Ok(edits) => Refactoring::new(TITLE, RefactoringKind::Inline, edits),
        Err(reason) => Refactoring::rejected(TITLE, RefactoringKind::Inline, reason),
    })
}

/// A local value with its references.
struct Local<'s, 'n> {
    names: &'n Names<'s>,
    index: usize,
    /// The file of the definition.
    selected: Selected<'s>,
    /// The expression.
    value: NodeId,
    /// The local names that the expression has as variables of the configuration.
    rivals: Vec<&'n Definition>,
}

impl<'s, 'n> Local<'s, 'n> {
    /// Returns the local value of a definition.
    ///
    /// # Errors
    ///
    /// Returns a message if its expression has no meaning elsewhere.
    fn of(snapshot: &'s Snapshot, names: &'n Names<'s>, index: usize) -> Result<Self, String> {
        let place = &names.definitions[index].place;
        let selected = native(snapshot, place)?;
        let is_own =
            |node: &Node| matches!(node.event, Event::Attribute { name } if name == place.span());
        let attribute = selected.nodes.iter().find(|(_, node)| is_own(node));
        let value = attribute.and_then(|(_, node)| node.parts.first().copied());
        let value = value.ok_or_else(|| format!("The definition at {place} has no expression."))?;
        let span = selected.nodes.node(value).span.range();
        if Around::of(selected.file, &span).is_sensitive(selected.file) {
            return Err("The local value is sensitive.".to_owned());
        }
        let is_small = selected.nodes.inside(value).len() <= MAX_PARTS
            && names.references_to(index).take(MAX_PARTS + 1).count() <= MAX_PARTS;
        if !is_small {
            return Err(format!("It has more than {MAX_PARTS} parts or references."));
        }
        let parts = &names.definitions[index].parts;
        if let Some(place) = whole_use(snapshot.neighbors(selected.file), parts) {
            return Err(format!("All local values are one value in the expression at {place}."));
        }
        for (_, node) in selected.nodes.inside(value) {
            if let Event::Call { name, .. } = node.event
                && IMPURE.contains(&selected.slice(name))
            {
                let name = selected.slice(name);
                return Err(format!("Each call of \"{name}\" has another result."));
            }
        }
        let variables = selected.nodes.inside(value).filter(|(_, it)| it.event == Event::Variable);
        let global = variables.filter(|(_, node)| selected.local_scope(names, node.span).is_none());
        let global: HashSet<_> = global.map(|(_, node)| selected.slice(node.span)).collect();
        let rivals = names.definitions.iter().copied();
        let rivals = rivals.filter(|it| it.scope.is_some() && global.contains(&*it.parts[0]));
        let rivals = rivals.collect();
        Ok(Self { names, index, selected, value, rivals })
    }

    /// Returns the edits that replace all references and remove the definition.
    fn edits(&self, snapshot: &'s Snapshot) -> Result<Vec<FileEdit>, String> {
        let mut files: BTreeMap<&str, (Selected<'s>, Vec<FileEdit>)> = BTreeMap::new();
        let own = self.selected.file.source.name();
        let definition = &self.names.definitions[self.index].place;
        files.insert(own, (native(snapshot, definition)?, Vec::new()));
        for place in self.names.references_to(self.index) {
            let name = place.source().name();
            if !files.contains_key(name) {
                files.insert(name, (native(snapshot, place)?, Vec::new()));
            }
            let Some((selected, edits)) = files.get_mut(name) else { continue };
            edits.push(self.edit(selected, place)?);
        }
        let mut all = Vec::new();
        for (name, (selected, edits)) in files {
            let edits = if name == own { self.removed(edits) } else { Some(edits) };
            let edits = edits
                .filter(|edits| selected.is_valid(&applied(selected.text(), edits)))
                .ok_or_else(|| format!("The expression can't be written in {name}."))?;
            all.extend(edits);
        }
        all.sort_by(|a, b| (&a.file, a.range.start).cmp(&(&b.file, b.range.start)));
        Ok(all)
    }

    /// Returns the edit of a reference.
    fn edit(&self, at: &Selected<'s>, place: &Place) -> Result<FileEdit, String> {
        let cannot = |reason: &str| Err(format!("The reference at {place} {reason}."));
        let Some((id, node)) = reference(at, place) else {
            return cannot("has an unusual form");
        };
        let around = Around::of(at.file, &node.span.range());
        if !around.is_evaluated(at.file) || at.is_key(id) {
            return cannot("is a name, not a value");
        }
        if around.is_sensitive(at.file) {
            return cannot("is in a sensitive value");
        }
        if let Some(name) = self.captured(at, place) {
            return cannot(&format!("is where \"{name}\" has another meaning"));
        }
        let value = self.selected.nodes.node(self.value);
        let parent = at.nodes.around(id).next();
        let is_whole = matches!(parent, Some((Node { event: Event::Attribute { .. }, .. }, _)));
        let rest = at.text()[node.span.range().end..].lines().next().unwrap_or_default();
        if self.has_heredoc() && !(is_whole && rest.trim().is_empty()) {
            return cannot("is in a line that can't end in a heredoc");
        }
        let text = self.selected.slice(value.span);
        let needs_parens = parent.is_some_and(|(node, child)| self.needs_parens(node, child));
        let text = if needs_parens { format!("({text})") } else { text.to_owned() };
        Ok(FileEdit { file: at.file.source.name().to_owned(), range: node.span.range(), text })
    }

    /// Returns a name in the expression that is a local name at a reference.
    fn captured(&self, at: &Selected<'s>, place: &Place) -> Option<&'n str> {
        let (file, offset) = (at.file.source.name(), place.span().range().start);
        let mut rivals = self.rivals.iter().filter(|it| it.is_known_at(file, offset));
        rivals.next().map(|it| it.parts[0].as_str())
    }

    fn has_heredoc(&self) -> bool {
        let is_heredoc = |node: &Node| {
            matches!(node.template, Some(TemplateKind::Heredoc | TemplateKind::FlushHeredoc))
        };
        self.selected.nodes.inside(self.value).any(|(_, node)| is_heredoc(node))
    }

    /// Returns `true` if the expression needs parentheses inside another one.
    fn needs_parens(&self, parent: &Node, child: NodeId) -> bool {
        use Event::{Attribute, Binary, Call, Conditional, Interpolation, Parens, Tuple, Unary};
        let event = self.selected.nodes.node(self.value).event;
        if matches!(event, Binary { .. } | Conditional | Unary { .. }) {
            let is_apart = matches!(parent.event, Attribute { .. } | Interpolation(_) | Parens)
                || matches!(parent.event, Tuple { .. } | Call { expand_final: false, .. });
            return !is_apart;
        }
        let is_term = matches!(
            event,
            Event::Variable
                | Event::Attr { .. }
                | Event::Index
                | Call { .. }
                | Parens
                | Tuple { .. }
        );
        parent.is_step() && parent.parts.first() == Some(&child) && !is_term
    }

    /// Returns the edits of the file of the definition with those that remove it.
    fn removed(&self, edits: Vec<FileEdit>) -> Option<Vec<FileEdit>> {
        let file = self.selected.file;
        let definition = self.names.definitions[self.index];
        let locals = file.tree().items.iter().filter(|it| file.source.slice(it.name) == LOCALS);
        let is_around = |item: &Item| {
            let (own, name) = (item.span, definition.place.span());
            own.start <= name.start && name.end <= own.end
        };
        let (index, block) = locals.enumerate().find(|(_, item)| is_around(item))?;
        let path = ItemPath::root().name(LOCALS).index(index);
        let is_last = is_alone(file, block);
        with_change(file, edits, |document| {
            let path = path.clone();
            document.remove(if is_last { path } else { path.name(definition.parts[1].as_str()) })
        })
    }
}

/// Returns `true` if a block has one attribute and no comments.
fn is_alone(file: &File, block: &Item) -> bool {
    let Some([item]) = block.items.as_deref() else { return false };
    let text = file.source.slice(Span::new(block.span.start, item.span.start)).to_owned()
        + file.source.slice(Span::new(item.span.end, block.span.end));
    !["#", "//", "/*"].iter().any(|comment| text.contains(comment))
}

/// Returns the file of a location.
fn native<'s>(snapshot: &'s Snapshot, place: &Place) -> Result<Selected<'s>, String> {
    let file = snapshot.file(place.source().name());
    let selected = file.and_then(|file| Selected::of(file, 0..0));
    selected.ok_or_else(|| format!("The file of {place} is in JSON syntax or has errors."))
}

/// Returns the whole reference to a local value by the location of its last part.
fn reference<'a>(at: &'a Selected<'_>, place: &Place) -> Option<(NodeId, &'a Node)> {
    let span = place.span();
    at.nodes.iter().find(|(_, node)| {
        let is_own = match node.event {
            Event::Attr { name } => name == span,
            Event::Index => node.parts.get(1).is_some_and(|key| {
                let key = at.nodes.node(*key);
                matches!(key.event, Event::String { .. })
                    && key.span.start <= span.start
                    && span.end <= key.span.end
            }),
            _ => false,
        };
        let root = node.parts.first().map(|root| at.nodes.node(*root));
        is_own && root.is_some_and(|it| it.event == Event::Variable && at.slice(it.span) == LOCAL)
    })
}
