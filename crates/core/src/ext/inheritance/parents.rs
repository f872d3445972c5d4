//! The items of a block with those that it inherits.

use std::mem;

use super::diags;
use crate::body::{AttributeSchema, Block, Body, BodySchema, LayerId, Siblings, labels_of};
use crate::cty::convert::convert;
use crate::cty::internal::{CollectVec, KeySet};
use crate::cty::{Step, Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Traversal, report_end_of_work};
use crate::ext::repetition::Repetition;
use crate::limits::work;
use crate::source::Place;

/// The maximum number of levels of inheritance.
const MAX_LEVELS: usize = 64;

/// The bytes of an inherited block's source for which it counts one step of work.
const BYTES_OF_STEP: u64 = 4;

/// The attributes of a block that inherits from others.
#[derive(Clone, Copy)]
pub(crate) struct Inheritance<'a> {
    /// The attribute that lists the others.
    pub(crate) attribute: &'a Str,
    /// The attributes that repeat a block, which are not inherited.
    pub(crate) repetition: Option<&'a Repetition>,
}

/// The items of a block with those that it inherits.
pub(crate) struct Inherited {
    pub(crate) body: Body,
    /// `true` if some are missing, for a reported reason.
    pub(crate) is_failed: bool,
}

/// A name in a list of blocks.
struct Listed {
    labels: Vec<Str>,
    place: Place,
}

impl Inheritance<'_> {
    /// Returns the body of a block with the items of the blocks that it lists. Returns `None` if it lists none.
    pub(crate) fn of(
        self,
        block: &Block,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Inherited> {
        self.list(&block.body)?;
        let (siblings, position) = block.body.siblings()?;
        let mut ancestry = Ancestry {
            inheritance: self,
            siblings,
            ctx,
            diags,
            found: vec![position],
            path: vec![position],
            seen: KeySet::default(),
            is_failed: false,
        };
        ancestry.seen.insert(position);
        ancestry.visit(block);
        Some(ancestry.merged(block))
    }

    /// Returns the body of a block with the items of the blocks that it lists, if the lists are constants without errors.
    #[cfg(feature = "kit")]
    pub(crate) fn of_constants(self, block: &Block) -> Option<Body> {
        let mut attempt = Diagnostics::of_attempt();
        let Some(inherited) = self.of(block, &EvalContext::new(), &mut attempt) else {
            return Some(block.body.clone());
        };
        (!attempt.has_errors()).then_some(inherited.body)
    }

    /// Returns the references to other blocks in the list of a block with a number of labels.
    pub(crate) fn references(self, block_type: &str, labels: usize, body: &Body) -> Vec<Traversal> {
        let list = self.list(body).and_then(|list| list.as_list()).unwrap_or_default();
        let traversals = list.iter().filter_map(Expression::as_traversal);
        traversals.filter(|it| labels_in(it, block_type, labels).is_some()).collect_vec()
    }

    fn list(self, body: &Body) -> Option<Expression> {
        body.attribute(self.attribute).map(|attribute| attribute.expr)
    }

    /// Returns the schema of the items that are not inherited.
    fn own_items(self) -> BodySchema {
        let mut schema = self.repetition.map(Repetition::schema).unwrap_or_default();
        schema.attributes.push(AttributeSchema { name: self.attribute.clone(), required: false });
        schema
    }
}

/// A search for the blocks from which a block inherits.
struct Ancestry<'a> {
    inheritance: Inheritance<'a>,
    siblings: &'a Siblings,
    ctx: &'a EvalContext,
    diags: &'a mut Diagnostics,
    /// The blocks, in descending precedence. The first one is the block itself. A block that is inherited in several ways
    /// has its highest precedence.
    found: Vec<usize>,
    /// The blocks that lead to the current one, which is the last.
    path: Vec<usize>,
    seen: KeySet<usize>,
    is_failed: bool,
}

impl Ancestry<'_> {
    /// Adds the blocks that a block lists, with those that they list. The depth of the recursion is limited.
    fn visit(&mut self, block: &Block) {
        if work::is_used_up() {
            self.is_failed = true;
            return;
        }
        let mut listed = self.listed(block);
        if !self.charge(listed.len() as u64, block) {
            return;
        }
        while let Some(Listed { labels, place }) = listed.pop() {
            let Some(position) = self.siblings.position(&block.ty, &labels) else {
                self.report_unknown(block, &labels, place);
                continue;
            };
            if let Some(start) = self.path.iter().position(|it| *it == position) {
                self.report_cycle(start);
            } else if self.seen.insert(position) {
                if self.path.len() > MAX_LEVELS {
                    self.diags.push(diags::too_deep(place, MAX_LEVELS));
                    self.is_failed = true;
                    return;
                }
                self.found.push(position);
                self.path.push(position);
                let siblings = self.siblings;
                self.visit(siblings.get(position));
                self.path.pop();
            }
        }
    }

    /// Returns the names in the list of a block. Reports wrong ones.
    fn listed(&mut self, block: &Block) -> Vec<Listed> {
        let Some(list) = self.inheritance.list(&block.body) else { return Vec::new() };
        if let Some(elements) = list.as_list() {
            return elements.iter().filter_map(|it| self.element(it, block)).collect_vec();
        }
        let Some(value) = self.value(&list) else { return Vec::new() };
        let is_list = value.ty().is_sequence() || matches!(value.ty(), Type::Set(_));
        if value.is_null() && !value.is_marked() {
            return Vec::new();
        }
        if !is_list || !value.is_known() || value.is_marked() {
            self.diags.push(diags::not_a_list(&list, &value, self.ctx));
            self.is_failed = true;
            return Vec::new();
        }
        let elements = value.entries().map(|entry| entry.value().into_owned());
        elements.filter_map(|element| self.name(&element, &list, block)).collect_vec()
    }

    fn element(&mut self, expr: &Expression, block: &Block) -> Option<Listed> {
        let labels =
            expr.as_traversal().and_then(|it| labels_in(&it, &block.ty, block.labels.len()));
        if let Some(labels) = labels {
            return Some(Listed { labels, place: expr.place() });
        }
        let value = self.value(expr)?;
        self.name(&value, expr, block)
    }

    /// Returns the labels of the block that a value names.
    fn name(&mut self, value: &Value, expr: &Expression, block: &Block) -> Option<Listed> {
        let shown = (!value.is_marked()).then(|| value.clone());
        let text = shown.and_then(|value| convert(value, &Type::String).ok());
        let Some(name) = text.as_ref().and_then(Value::as_str) else {
            self.is_failed = true;
            return self.diags.fail(diags::not_a_name(expr, value, self.ctx));
        };
        let mut labels = labels_of(block);
        labels.pop();
        labels.push(Str::new(name));
        Some(Listed { labels, place: expr.place() })
    }

    /// Evaluates an expression. Returns `None` after an error, which was reported here or earlier.
    fn value(&mut self, expr: &Expression) -> Option<Value> {
        let value = self.diags.unless_errors(|diags| expr.value(self.ctx, diags));
        let value = value.filter(|value| !value.is_failed());
        self.is_failed |= value.is_none();
        value
    }

    /// Counts work. Returns `false` if the limit is reached, which is reported.
    fn charge(&mut self, steps: u64, block: &Block) -> bool {
        let is_affordable = work::charge(steps);
        if !is_affordable {
            report_end_of_work(&block.header_place(), self.ctx.limits(), self.diags);
            self.is_failed = true;
        }
        is_affordable
    }

    fn report_unknown(&mut self, block: &Block, labels: &[Str], place: Place) {
        self.is_failed = true;
        let Some((name, around)) = labels.split_last() else { return };
        let known = self.siblings.named_beside(&block.ty, around, block);
        self.diags.push(diags::unknown_parent(place, &block.ty, name, &known));
    }

    /// Reports that the last blocks of the path form a cycle. The report is the same for each of them.
    fn report_cycle(&mut self, start: usize) {
        self.is_failed = true;
        let mut cycle = self.path[start..].to_vec();
        let first = (0..cycle.len()).min_by_key(|index| cycle[*index]).unwrap_or_default();
        cycle.rotate_left(first);
        let siblings = self.siblings;
        let names = cycle.iter().map(|position| title(siblings.get(*position))).collect_vec();
        self.diags.push(diags::cycle(siblings.get(cycle[0]).header_place(), &names));
    }

    /// Merges the items of all blocks. Those of missing blocks are unknown.
    fn merged(mut self, block: &Block) -> Inherited {
        let own_items = self.inheritance.own_items();
        let mut bodies = Vec::with_capacity(self.found.len() + 1);
        for position in mem::take(&mut self.found).into_iter().skip(1).rev() {
            let body = &self.siblings.get(position).body;
            let span = body.span();
            if !self.charge(u64::from(span.end - span.start) / BYTES_OF_STEP, block) {
                break;
            }
            bodies.push(body.remain(&own_items));
        }
        if self.is_failed {
            bodies.push(Body::unread(block.source.clone()));
        }
        let own = bodies.len();
        bodies.push(block.body.clone());
        let layers = bodies.into_iter().enumerate().map(|(position, body)| {
            (LayerId { position: position as u32, is_files: position == own }, body)
        });
        let body = Body::layered(layers).unwrap_or_else(|| block.body.clone());
        let body = match block.body.iteration() {
            Some(iteration) => body.in_iteration(iteration),
            None => body,
        };
        Inherited { body, is_failed: self.is_failed }
    }
}

impl Siblings {
    /// Returns the names of the blocks of a type whose other labels are given, except one block.
    fn named_beside(&self, ty: &Str, around: &[Str], except: &Block) -> Vec<&str> {
        let own = labels_of(except);
        let is_beside = |block: &&Block| {
            let labels = labels_of(block);
            labels != own && labels.split_last().is_some_and(|(_, others)| others == around)
        };
        let names = self.of_type(ty).filter(is_beside);
        names.filter_map(|block| block.labels.last().map(|it| it.value.as_str())).collect_vec()
    }
}

/// Returns the labels of the block that a reference means, if it means a block of a type with a number of labels.
fn labels_in(reference: &Traversal, block_type: &str, labels: usize) -> Option<Vec<Str>> {
    if reference.root() != block_type || labels == 0 || reference.steps().len() != labels {
        return None;
    }
    let label = |step: &Step| match step {
        Step::Attr(name) => Some(name.clone()),
        Step::Index(key) => key.as_str().map(Str::new),
    };
    reference.steps().iter().map(label).collect()
}

/// Returns the type of a block with its labels.
fn title(block: &Block) -> String {
    let labels = block.labels.iter().map(|label| format!(" {:?}", label.value));
    format!("{}{}", block.ty, labels.collect::<String>())
}
