//! Hints: the values of expressions, the blocks that `dynamic` blocks generate, and the parameters of calls.

mod blocks;
mod parameters;
mod resolve;
mod values;

use std::ops::Range;

use hcldyn_core::EvalContext;
use hcldyn_core::syntax::Span;

use super::Snapshot;
use super::tree::Item;
use super::values::{Evaluated, Scopes};
use super::workspace::File;

/// The maximum number of evaluations of an answer that take too long. After that, nothing more is evaluated.
const MAX_TOO_LONG: usize = 3;

/// A text that an editor shows in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The offset.
    pub offset: usize,
    /// The text.
    pub text: String,
    /// The kind.
    pub kind: HintKind,
}

/// The kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HintKind {
    /// The value of an expression, after it.
    Value,
    /// The blocks that a `dynamic` block generates, after its label.
    Blocks,
    /// The name of a parameter, before its argument.
    Parameter,
}

/// The kinds of hints that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintKinds {
    /// Values of expressions.
    pub values: bool,
    /// Blocks of `dynamic` blocks.
    pub blocks: bool,
    /// Parameters of calls.
    pub parameters: bool,
}

impl Default for HintKinds {
    fn default() -> Self {
        Self { values: true, blocks: true, parameters: true }
    }
}

impl Snapshot {
    /// Returns the hints in a range of a file, in source order. Only what is in the range is evaluated. No hint shows a
    /// sensitive value.
    pub fn hints(&self, file: &str, range: Range<usize>, kinds: HintKinds) -> Vec<Hint> {
        let Some(file) = self.file(file) else { return Vec::new() };
        let mut hints = Vec::new();
        if kinds.parameters {
            parameters::add(self, file, &range, &mut hints);
        }
        if kinds.values || kinds.blocks {
            let evaluated = self.evaluated(file);
            let ctx = evaluated.answering(&self.cancellation);
            let mut site = Hints {
                file,
                range,
                kinds,
                evaluated: &evaluated,
                ctx,
                blocks: Vec::new(),
                too_long: 0,
                found: Vec::new(),
            };
            site.add(&file.tree().items);
            hints.extend(site.found);
        }
        hints.sort_by_key(|hint| hint.offset);
        hints
    }
}

/// The hints that need values.
struct Hints<'a> {
    file: &'a File,
    range: Range<usize>,
    kinds: HintKinds,
    evaluated: &'a Evaluated,
    ctx: EvalContext,
    /// The blocks around the current items.
    blocks: Vec<&'a Item>,
    /// The number of evaluations that took too long.
    too_long: usize,
    found: Vec<Hint>,
}

impl<'a> Hints<'a> {
    fn add(&mut self, items: &'a [Item]) {
        let (mut scopes, range) = (None, self.range.clone());
        for item in items.iter().filter(|it| overlaps(it.span, &range)) {
            match &item.items {
                None if self.kinds.values => {
                    let scopes = scopes.get_or_insert_with(|| self.scopes());
                    self.add_value(item, scopes);
                }
                None => {}
                Some(inside) => {
                    if self.kinds.blocks && self.is_dynamic(item) {
                        let scopes = scopes.get_or_insert_with(|| self.scopes());
                        self.add_blocks(item, scopes);
                    }
                    self.blocks.push(item);
                    self.add(inside);
                    self.blocks.pop();
                }
            }
        }
    }

    /// Returns the scopes of the items inside the current blocks.
    fn scopes(&self) -> Scopes {
        self.share(|| Scopes::inside(self.file, &self.blocks, &self.ctx))
    }

    /// Runs an evaluation, which has the time of an answer to itself.
    fn share<T>(&self, run: impl FnOnce() -> T) -> T {
        self.ctx.limits().share(run)
    }

    fn is_dynamic(&self, item: &Item) -> bool {
        self.file.source.slice(item.name).trim_matches('"') == "dynamic"
    }

    fn push(&mut self, offset: usize, text: String, kind: HintKind) {
        if self.range.start <= offset && offset <= self.range.end {
            self.found.push(Hint { offset, text, kind });
        }
    }
}

fn overlaps(span: Span, range: &Range<usize>) -> bool {
    let span = span.range();
    span.start <= range.end && range.start <= span.end
}
