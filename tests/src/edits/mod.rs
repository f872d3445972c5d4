//! Random edits of sources, and checks of what they leave.
//!
//! An edit changes one item. Every other attribute keeps its value, every comment outside the item and its lines
//! stays, and an edit that is taken back restores the source.

mod check;
mod items;

use std::fmt;

use hcldyn::Diagnostics;
use hcldyn::edit::{Document, ItemPath};
use hcldyn::source::Source;

use self::check::{Kept, is_same_but_spaces};
use self::items::{Item, ItemKind, items};
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

/// Makes random edits of random sources, and passes each outcome on. Sources with errors are left out.
pub fn run(sources: &[Source], seed: u64, count: usize, mut report: impl FnMut(&Outcome)) {
    let documents: Vec<_> = sources.iter().filter_map(|it| Document::parse(it).ok()).collect();
    for round in 0..count.div_ceil(IN_A_ROW) {
        let mut random = Random::new(seed, round as u64);
        let mut document = random.pick(&documents).clone();
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
    fn fits(self, item: &Item) -> bool {
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
    item: &'a Item,
    before: &'a str,
}

impl Edit<'_> {
    /// Only the bytes of the value change.
    fn set(&mut self) -> Result<(), Failure> {
        let expression = *self.random.pick(&EXPRESSIONS);
        self.document.set_expression(&self.item.path, expression)?;
        let after = self.document.source().text();
        let (start, end) = (self.item.range.start, self.item.range.end);
        let is_kept = after.starts_with(&self.before[..start])
            && after.ends_with(&self.before[end..])
            && after.len() >= start + self.before.len() - end;
        self.require(is_kept, "a byte outside the value changed")?;
        self.require_kept(&Kept::besides(self.before, &self.item.range))?;
        let found = self.document.get(&self.item.path)?;
        let is_set = is_same_but_spaces(found.text(), expression)
            || is_same_but_spaces(found.text(), &format!("({expression})"));
        self.require(is_set, "the value is another one")
    }

    fn insert_and_remove(&mut self) -> Result<(), Failure> {
        let expression = *self.random.pick(&EXPRESSIONS);
        let path = self.new_path();
        self.document.insert_expression(&path, expression)?;
        // A part of a value changes the attribute that has the value.
        let edited = if self.item.parts.is_some() { self.item.range.clone() } else { 0..0 };
        self.require_kept(&Kept::besides(self.before, &edited))?;
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
        self.document.remove(&path)?;
        self.require_restored()
    }

    /// The other attributes and the comments on other lines stay.
    fn remove(&mut self) -> Result<(), Failure> {
        self.document.remove(&self.item.path)?;
        self.require_kept(&Kept::besides(self.before, &self.item.whole))
    }

    fn rename(&mut self) -> Result<(), Failure> {
        let (path, new) = self.item.renamed("new_name");
        self.document.rename(&self.item.path, "new_name")?;
        self.require(self.document.get(&new).is_ok(), "the new name does not lead to the item")?;
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
        self.require_kept(&Kept::besides(self.before, &(0..0)))?;
        let old: Vec<_> = labels.iter().map(String::as_str).collect();
        // Another block may have the new labels too, so the path is searched for by the position of the block.
        let at = self.item.whole.start;
        let items = items(self.document);
        let is_block = |item: &&Item| matches!(item.kind, ItemKind::Block { .. });
        let changed = items.iter().filter(is_block).find(|item| item.whole.start == at);
        let changed = changed.map(|item| item.path.clone());
        let found = changed.ok_or_else(|| Failure::Wrong("the block is gone", path + ty))?;
        self.document.set_labels(&found, &old)?;
        let is_restored = is_same_but_spaces(self.document.source().text(), self.before);
        self.require(is_restored || labels.len() > new.len(), "the labels are not restored")
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

    /// A block on one line may have been opened up; otherwise the source is the same.
    fn require_restored(&self) -> Result<(), Failure> {
        let after = self.document.source().text();
        let is_restored = after == self.before
            || self.item.is_on_one_line && is_same_but_spaces(after, self.before);
        self.require(is_restored, "the source is not restored")
    }

    fn require(&self, is_met: bool, rule: &'static str) -> Result<(), Failure> {
        if is_met {
            return Ok(());
        }
        Err(Failure::Wrong(rule, self.document.to_string()))
    }
}
