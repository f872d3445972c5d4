//! The item at a path.

use std::rc::Rc;

use foldhash::HashMap;

use super::constructor::{Constructor, ConstructorPart};
use super::diags;
use super::path::{ItemPath, PathStep};
use crate::body::{Attribute, Block, Body};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::Expression;
use crate::source::Span;

/// An item of a document.
#[derive(Debug)]
pub(super) enum DocumentItem {
    Document,
    Block(Block),
    Attribute(Attribute),
    Part(ConstructorPart),
}

/// The result of a search.
#[derive(Debug)]
pub(super) enum FoundItem {
    Item(DocumentItem),
    /// Only the last step leads to nothing.
    Missing {
        holder: Holder,
        step: PathStep,
    },
}

/// The parent of a missing item.
#[derive(Debug)]
pub(super) enum Holder {
    Body(Body),
    Constructor(Constructor),
}

/// The contents of the bodies of a document, each listed once.
#[derive(Debug, Default)]
pub(super) struct Contents(HashMap<Span, Rc<NamedItems>>);

/// The items of a body, by their names.
#[derive(Debug)]
struct NamedItems {
    attributes: HashMap<Str, Attribute>,
    blocks: HashMap<Str, Vec<Block>>,
}

impl Contents {
    fn of(&mut self, body: &Body) -> Rc<NamedItems> {
        let items = self.0.entry(body.span()).or_insert_with(|| {
            let content = body.everything();
            let attributes = content.attributes.into_iter().map(|it| (it.name.clone(), it));
            let mut blocks: HashMap<_, Vec<_>> = HashMap::default();
            for block in content.blocks {
                blocks.entry(block.ty.clone()).or_default().push(block);
            }
            Rc::new(NamedItems { attributes: attributes.collect(), blocks })
        });
        Rc::clone(items)
    }
}

/// Finds the item at a path.
pub(super) fn find(body: &Body, path: &ItemPath) -> Result<FoundItem, Diagnostics> {
    find_in(body, path, &mut Contents::default())
}

/// Finds the item at a path, with the contents of bodies that earlier searches listed.
pub(super) fn find_in(
    body: &Body,
    path: &ItemPath,
    contents: &mut Contents,
) -> Result<FoundItem, Diagnostics> {
    if path.steps().is_empty() {
        return Ok(FoundItem::Item(DocumentItem::Document));
    }
    let found = ItemSearch { path, at: 0, contents }.in_body(body);
    found.map_err(|error| explained(body, path, *error).into())
}

/// Adds help to the error of a path that names labels like attributes.
pub(super) fn explained(body: &Body, path: &ItemPath, error: Diagnostic) -> Diagnostic {
    match with_labels(body, path) {
        Some(path) => diags::with_labels(error, &path),
        None => error,
    }
}

/// Returns a path with the names that are labels of blocks as keys, if there are any.
fn with_labels(body: &Body, path: &ItemPath) -> Option<ItemPath> {
    let (mut body, mut steps) = (body.clone(), path.steps().iter().peekable());
    let mut changed = ItemPath::root();
    while let Some(PathStep::Name(name)) = steps.next() {
        changed = changed.name(name.clone());
        let mut blocks = body.everything().blocks;
        blocks.retain(|block| block.ty == *name);
        let mut label = 0;
        while let Some(PathStep::Name(key) | PathStep::Key(key)) = steps.peek() {
            let is_label =
                |block: &Block| block.labels.get(label).is_some_and(|it| it.value == *key);
            if !blocks.iter().any(is_label) {
                break;
            }
            blocks.retain(is_label);
            changed = changed.key(key.clone());
            label += 1;
            steps.next();
        }
        if let Some(PathStep::Index(index)) = steps.peek()
            && let Some(block) = blocks.get(*index)
        {
            blocks = vec![block.clone()];
            changed = changed.index(*index);
            steps.next();
        }
        let [block] = &blocks[..] else { break };
        body = block.body.clone();
    }
    let changed = steps.fold(changed, |path, step| path.then(step.clone()));
    (changed != *path).then_some(changed)
}

type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

struct ItemSearch<'p> {
    path: &'p ItemPath,
    /// The number of steps taken.
    at: usize,
    contents: &'p mut Contents,
}

impl<'p> ItemSearch<'p> {
    fn in_body(&mut self, body: &Body) -> Result<FoundItem> {
        let step = self.path.steps().get(self.at);
        let Some(PathStep::Name(name)) = step else {
            return Err(Box::new(diags::name_required(body.missing_item_place(), &self.taken())));
        };
        self.at += 1;
        let content = self.contents.of(body);
        if let Some(attribute) = content.attributes.get(name) {
            let expr = attribute.expr.clone();
            return self.in_value(DocumentItem::Attribute(attribute.clone()), &expr);
        }
        let blocks = content.blocks.get(name).into_iter().flatten().collect_vec();
        if blocks.is_empty() {
            return self.missing(Holder::Body(body.clone()), PathStep::Name(name.clone()));
        }
        let block = self.one_of(blocks)?;
        if self.is_done() {
            return Ok(FoundItem::Item(DocumentItem::Block(block.clone())));
        }
        self.in_body(&block.body)
    }

    /// Returns the block that the labels and the index of the next steps select.
    fn one_of<'b>(&mut self, mut blocks: Vec<&'b Block>) -> Result<&'b Block> {
        let mut label = 0;
        while let Some(PathStep::Key(key)) = self.next_key() {
            let all = blocks.clone();
            blocks.retain(|block| block.labels.get(label).is_some_and(|it| it.value == *key));
            if blocks.is_empty() {
                return Err(Box::new(diags::no_label(&all, label, key, &self.taken())));
            }
            label += 1;
        }
        if let Some(PathStep::Index(index)) = self.next_index() {
            let count = blocks.len();
            let error = || diags::no_block(blocks[0].header_place(), count, &self.taken());
            return blocks.get(*index).copied().ok_or_else(|| Box::new(error()));
        }
        match blocks[..] {
            [block] => Ok(block),
            _ => Err(Box::new(diags::ambiguous(&blocks, &self.taken()))),
        }
    }

    /// Takes the next step if it is a key.
    fn next_key(&mut self) -> Option<&'p PathStep> {
        self.next_if(|step| matches!(step, PathStep::Key(_)))
    }

    /// Takes the next step if it is an index.
    fn next_index(&mut self) -> Option<&'p PathStep> {
        self.next_if(|step| matches!(step, PathStep::Index(_)))
    }

    fn next_if(&mut self, is_wanted: impl Fn(&PathStep) -> bool) -> Option<&'p PathStep> {
        let step = self.path.steps().get(self.at).filter(|step| is_wanted(step))?;
        self.at += 1;
        Some(step)
    }

    /// Continues in the value of an item.
    fn in_value(&mut self, item: DocumentItem, expr: &Expression) -> Result<FoundItem> {
        let Some(step) = self.path.steps().get(self.at) else { return Ok(FoundItem::Item(item)) };
        let Some(constructor) = Constructor::of(expr) else {
            return Err(Box::new(diags::no_parts(expr.place(), &self.taken())));
        };
        self.at += 1;
        match constructor.position(step)? {
            Some(index) => {
                let part = ConstructorPart { constructor, index };
                let value = part.value().clone();
                self.in_value(DocumentItem::Part(part), &value)
            }
            None => self.missing(Holder::Constructor(constructor), step.clone()),
        }
    }

    fn missing(&self, holder: Holder, step: PathStep) -> Result<FoundItem> {
        if self.is_done() {
            return Ok(FoundItem::Missing { holder, step });
        }
        Err(Box::new(holder.not_found(&self.taken())))
    }

    fn is_done(&self) -> bool {
        self.at == self.path.steps().len()
    }

    /// Returns the path of the steps taken.
    fn taken(&self) -> ItemPath {
        self.path.first(self.at)
    }
}

impl Holder {
    /// Returns the error of a missing item, to which a path leads.
    pub(super) fn not_found(&self, path: &ItemPath) -> Diagnostic {
        match self {
            Self::Body(body) => {
                let content = body.everything();
                let attributes = content.attributes.iter().map(|it| &it.name);
                let types = content.blocks.iter().map(|it| &it.ty);
                diags::not_found(body.missing_item_place(), path, attributes.chain(types).cloned())
            }
            Self::Constructor(constructor) => {
                let keys = constructor.parts.iter().filter_map(|part| part.key.as_ref()?.as_name());
                diags::not_found(constructor.expr.place(), path, keys)
            }
        }
    }
}
