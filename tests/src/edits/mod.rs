//! Random edits of sources, and checks of what they leave.
//!
//! An edit changes one item. All other items, read as a tree, stay the same, and so do all other bytes and the comments
//! outside the item and its lines. An edit that is taken back restores the source.

mod check;
pub mod fixes;
mod items;
mod model;
mod sources;

use std::fmt;

use hcldyn::Diagnostics;
use hcldyn::edit::{Document, ItemPath};
use hcldyn::syntax::Source;

use self::check::{Kept, comments, is_same_but_spaces, middle};
use self::items::{EditedItem, ItemKind, items};
use self::model::{Items, Step, Value};
use crate::random::Random;

/// The edits made one after the other, before the next source.
const IN_A_ROW: usize = 20;

/// Values to set and to insert.
const EXPRESSIONS: [&str; 12] = [
    "1",
    "\"text\"",
    "var.name",
    "[]",
    "[1, \"b\"]",
    "{}",
    "{ key = 1 }",
    "[\n  1,\n  2,\n]",
    "{\n  key   = 1\n  other = [2]\n}",
    "f(x) ? \"${a}-b\" : null",
    "a\n+ b",
    "<<-EOT\n    ${x}\n  # no comment\nEOT",
];

/// The kinds of edits.
const ACTIONS: [Action; 6] = [
    Action::Set,
    Action::InsertAndRemove,
    Action::AppendAndRemove,
    Action::Remove,
    Action::Rename,
    Action::Label,
];

/// A kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Sets a value.
    Set,
    /// Inserts an attribute, an item or an element, and removes it.
    InsertAndRemove,
    /// Appends a block, and removes it.
    AppendAndRemove,
    /// Removes an item.
    Remove,
    /// Renames an item, and gives it its name back.
    Rename,
    /// Changes the labels of a block, and restores them.
    Label,
}

/// An edit, and the first rule that it breaks.
#[derive(Debug)]
pub struct Outcome {
    /// The kind of the edit.
    pub action: Action,
    /// The source before it.
    pub before: String,
    /// The path of the item.
    pub path: String,
    /// The result.
    pub result: Result<(), Failure>,
}

/// The reason that an edit failed.
#[derive(Debug)]
pub enum Failure {
    /// It was rejected, so that the source stays as it is.
    Rejected(Diagnostics),
    /// It changed what it must not change, with the source after it.
    Wrong(&'static str, String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(diags) => write!(f, "rejected: {diags}"),
            Self::Wrong(rule, after) => write!(f, "{rule}:\n{after}"),
        }
    }
}

impl From<Diagnostics> for Failure {
    fn from(diags: Diagnostics) -> Self {
        Self::Rejected(diags)
    }
}

/// Makes random edits of random sources, and passes each outcome on. Sources with errors are left out. Without sources,
/// they are generated.
pub fn run(sources: &[Source], seed: u64, count: usize, mut report: impl FnMut(&Outcome)) {
    let documents: Vec<_> = sources.iter().filter_map(|it| Document::parse(it).ok()).collect();
    for round in 0..count.div_ceil(IN_A_ROW) {
        let mut random = Random::new(seed, round as u64);
        let mut document = if sources.is_empty() {
            sources::document(&mut random)
        } else {
            random.pick(&documents).clone()
        };
        for _ in 0..IN_A_ROW.min(count - round * IN_A_ROW) {
            report(&edit(&mut document, &mut random));
        }
    }
}

fn edit(document: &mut Document, random: &mut Random) -> Outcome {
    let items = items(document);
    let action = *random.pick(&ACTIONS);
    let fitting: Vec<_> = items.iter().filter(|item| action.fits(item)).collect();
    let before = document.to_string();
    let Some(item) = (!fitting.is_empty()).then(|| *random.pick(&fitting)) else {
        return Outcome { action, before, path: String::new(), result: Ok(()) };
    };
    let mut edit = Edit { document, random, item, before: &before };
    let result = match action {
        Action::Set => edit.set(),
        Action::InsertAndRemove => edit.insert_and_remove(),
        Action::AppendAndRemove => edit.append_and_remove(),
        Action::Remove => edit.remove(),
        Action::Rename => edit.rename(),
        Action::Label => edit.label(),
    };
    let path = item.path.to_string();
    Outcome { action, before, path, result }
}

impl Action {
    fn fits(self, item: &EditedItem) -> bool {
        use ItemKind::{Attribute, Block, Element, Entry, Root};
        match self {
            Self::Set => matches!(item.kind, Attribute | Element | Entry),
            Self::InsertAndRemove => {
                matches!(item.kind, Root | Block { .. }) || item.parts.is_some()
            }
            Self::AppendAndRemove => matches!(item.kind, Root | Block { .. }),
            Self::Remove => item.kind != Root,
            Self::Rename => matches!(item.kind, Attribute | Entry | Block { .. }),
            Self::Label => matches!(item.kind, Block { .. }),
        }
    }
}

/// An edit of a document.
struct Edit<'a> {
    document: &'a mut Document,
    random: &'a mut Random,
    item: &'a EditedItem,
    before: &'a str,
}

impl Edit<'_> {
    fn expression(&mut self) -> String {
        if self.random.percent(50) {
            return (*self.random.pick(&EXPRESSIONS)).to_owned();
        }
        sources::expression(self.random)
    }

    /// Only the bytes of the value change.
    fn set(&mut self) -> Result<(), Failure> {
        let expression = self.expression();
        self.document.set_expression(&self.item.path, &expression)?;
        let after = self.document.source().text();
        let (start, end) = (self.item.range.start, self.item.range.end);
        let is_kept = after.starts_with(&self.before[..start])
            && after.ends_with(&self.before[end..])
            && after.len() >= start + self.before.len() - end;
        self.require(is_kept, "a byte outside the value changed")?;
        self.require_kept(&Kept::besides(self.before, &self.item.range))?;
        let (mut before, mut after) = (Items::of_source(self.before), self.items());
        let new = after.value(&self.item.address).clone();
        *before.value(&self.item.address) = new;
        self.require(before == after, "another item changed")?;
        let is_set = after.value(&self.item.address).is_same_as(&Value::of_text(&expression));
        self.require(is_set, "the value is another one")
    }

    fn insert_and_remove(&mut self) -> Result<(), Failure> {
        let expression = self.expression();
        let path = self.new_path();
        self.document.insert_expression(&path, &expression)?;
        // A part of a value changes the attribute that has the value.
        let edited = if self.item.parts.is_some() { self.item.range.clone() } else { 0..0 };
        self.require_kept(&Kept::besides(self.before, &edited))?;
        let (before, mut after) = (Items::of_source(self.before), self.items());
        let new = self.address_of(&path)?;
        let is_set = after.value(&new).is_same_as(&Value::of_text(&expression));
        self.require(is_set, "the value is another one")?;
        after.remove(&new);
        self.require(before == after, "another item changed")?;
        self.require_few_bytes(0..0)?;
        self.document.remove(&path)?;
        self.require_restored()
    }

    fn append_and_remove(&mut self) -> Result<(), Failure> {
        let ty = if self.random.percent(50) { self.item.block_type() } else { "new_block" };
        let labels = if self.random.percent(50) { &["new", "a b"][..] } else { &[] };
        let path = self.document.append_block(&self.item.path, ty, labels)?;
        self.require_kept(&Kept::besides(self.before, &(0..0)))?;
        self.document.set(path.clone().name("inside"), 1)?;
        self.require_kept(&Kept::besides(self.before, &(0..0)))?;
        let (before, mut after) = (Items::of_source(self.before), self.items());
        after.remove(&self.address_of(&path)?);
        self.require(before == after, "another item changed")?;
        self.require_few_bytes(0..0)?;
        self.document.remove(&path)?;
        self.require_restored()
    }

    /// The other items and the comments on other lines stay.
    fn remove(&mut self) -> Result<(), Failure> {
        self.document.remove(&self.item.path)?;
        self.require_kept(&Kept::besides(self.before, &self.item.whole))?;
        let mut before = Items::of_source(self.before);
        before.remove(&self.item.address);
        self.require(before == self.items(), "another item changed")?;
        self.require_few_bytes(self.item.whole.clone())
    }

    fn rename(&mut self) -> Result<(), Failure> {
        let (path, new) = self.item.renamed("new_name");
        self.document.rename(&self.item.path, "new_name")?;
        self.require(self.document.get(&new).is_ok(), "the new name does not lead to the item")?;
        let (mut before, mut after) = (Items::of_source(self.before), self.items());
        before.remove(&self.item.address);
        after.remove(&self.item.address);
        self.require(before == after, "another item changed")?;
        self.document.rename(&new, &path)?;
        self.require(self.document.source().text() == self.before, "the name is not restored")
    }

    fn label(&mut self) -> Result<(), Failure> {
        let ItemKind::Block { labels, ty } = &self.item.kind else { return Ok(()) };
        let mut new: Vec<_> = labels.iter().map(String::as_str).collect();
        if new.pop().is_none() || self.random.percent(30) {
            new.extend(["one", "t\"wo"]);
        }
        let path = self.item.path.to_string();
        self.document.set_labels(&self.item.path, &new)?;
        let (mut before, after) = (Items::of_source(self.before), self.items());
        let Some((Step::Block(index), parent)) = self.item.address.split_last() else {
            return Ok(());
        };
        before.body(parent).blocks[*index].labels = new.iter().map(|it| (*it).to_owned()).collect();
        self.require(before == after, "another item changed")?;
        if labels.len() <= new.len() {
            self.require_kept(&Kept::besides(self.before, &(0..0)))?;
        }
        let old: Vec<_> = labels.iter().map(String::as_str).collect();
        // Another block may have the new labels too, so the path is searched for by the position of the block.
        let items = items(self.document);
        let changed = items.iter().find(|item| item.address == self.item.address);
        let changed = changed.map(|item| item.path.clone());
        let found = changed.ok_or_else(|| Failure::Wrong("the block is gone", path + ty))?;
        self.document.set_labels(&found, &old)?;
        let is_restored = is_same_but_spaces(self.document.source().text(), self.before);
        self.require(is_restored || labels.len() > new.len(), "the labels are not restored")
    }

    fn items(&self) -> Items {
        Items::of_source(self.document.source().text())
    }

    /// Returns the address of the item at a path.
    fn address_of(&self, path: &ItemPath) -> Result<Vec<Step>, Failure> {
        let place = self.document.get(path)?;
        let items = items(self.document);
        let found = items.iter().find(|item| item.range == place.span().range());
        found
            .map(|item| item.address.clone())
            .ok_or_else(|| Failure::Wrong("the item is not found", self.document.to_string()))
    }

    /// Only an item, the commas next to it, the comments after it in its lines, and whitespace change.
    fn require_few_bytes(&self, item: std::ops::Range<usize>) -> Result<(), Failure> {
        let most = if item.is_empty() { self.before.len() } else { item.start };
        let changed = middle(self.before, self.document.source().text(), most);
        let line_end =
            self.before[item.end..].find('\n').map_or(self.before.len(), |at| item.end + at);
        // Comments have been compared.
        let comments = comments(self.before);
        let is_comment =
            |at| comments.iter().any(|(start, it)| (*start..start + it.len()).contains(&at));
        let is_free = |(at, c): (usize, char)| {
            let at = changed.start + at;
            c.is_whitespace() || c == ',' || item.start <= at && at < line_end || is_comment(at)
        };
        let is_kept = self.before[changed.clone()].char_indices().all(is_free);
        self.require(is_kept || self.item.is_on_one_line, "a byte outside the item changed")
    }

    /// Returns the path of a part that does not exist.
    fn new_path(&mut self) -> ItemPath {
        let path = self.item.path.clone();
        let mut name = match self.item.parts {
            Some(count) if !self.item.is_object => {
                return path.index(self.random.below(count + 1));
            }
            _ if self.random.percent(30) => "a_much_longer_name_than_the_other_ones".to_owned(),
            _ => "x_new".to_owned(),
        };
        while self.document.get(path.clone().name(name.as_str())).is_ok() {
            name.push('_');
        }
        path.name(name)
    }

    fn require_kept(&self, kept: &Kept) -> Result<(), Failure> {
        match kept.missing_in(self.document.source().text()) {
            Some(rule) => self.require(false, rule),
            None => Ok(()),
        }
    }

    /// The source is the same, except for whitespace and the commas of lists.
    fn require_restored(&self) -> Result<(), Failure> {
        let after = self.document.source().text();
        let is_restored = after == self.before
            || is_same_but_spaces(&after.replace(',', ""), &self.before.replace(',', ""))
                && Items::of_source(self.before) == self.items();
        self.require(is_restored, "the source is not restored")
    }

    fn require(&self, is_met: bool, rule: &'static str) -> Result<(), Failure> {
        if is_met {
            return Ok(());
        }
        Err(Failure::Wrong(rule, self.document.to_string()))
    }
}
