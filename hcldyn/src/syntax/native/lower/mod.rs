//! From hcl-edit's syntax tree to ours.
//!
//! A piece of a text is parsed by hcl-edit, its tree is taken apart here, and what hcl-edit keeps
//! only in part or was not given is read from the text: numbers at full precision, literal text.

mod escapes;
mod expr;
mod object;
#[cfg(test)]
mod printed;
mod structure;
mod template;
#[cfg(test)]
mod tests;
mod tokens;
mod traversal;

use std::borrow::Cow;

use foldhash::HashMap;

#[cfg(test)]
pub(super) use self::printed::print_body;
pub(super) use self::structure::Items;
use crate::cty::{Str, Value};
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use crate::syntax::native::stand_ins::Offsets;
use crate::syntax::native::{cut, diags};
use crate::tree::{Name, Node, NodeId, Tree};

/// How many nodes may be around a node. hcl-edit stops at 64 nested expressions and 128 operators,
/// but traversals of any length and objects read pair by pair pass it.
const MAX_DEPTH: usize = 320;

/// The tree of a text while its pieces are added to it.
pub(super) struct Lowering<'t, 'd> {
    pub(super) tree: Tree,
    pub(super) diags: &'d mut Diagnostics,
    /// The whole text.
    text: &'t str,
    /// From the piece that was parsed to the whole text.
    offsets: Offsets,
    /// One shared text for each long name that was met.
    names: HashMap<&'t str, Str>,
    /// How many nodes are around the current one.
    depth: usize,
}

impl<'t, 'd> Lowering<'t, 'd> {
    pub(super) fn new(source: &'t Source, diags: &'d mut Diagnostics) -> Self {
        Self {
            tree: Tree::new(source.clone()),
            diags,
            text: source.text(),
            offsets: Offsets::default(),
            names: HashMap::default(),
            depth: 0,
        }
    }

    /// Says where in the whole text the piece to be lowered next was parsed from.
    pub(super) fn set_offsets(&mut self, offsets: Offsets) {
        self.offsets = offsets;
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    /// The text of a name, shared where it is long.
    pub(super) fn intern(&mut self, name: &'t str) -> Str {
        match Str::is_kept_in_place(name) {
            true => Str::new(name),
            false => self.names.entry(name).or_insert_with(|| Str::new(name)).clone(),
        }
    }

    /// The name that stands at a span.
    fn name_at(&mut self, span: Span) -> Str {
        self.intern(self.slice(span))
    }

    fn name(&mut self, ident: &impl hcl_edit::Span) -> Name {
        let span = self.span(ident);
        Name { text: self.name_at(span), span }
    }

    /// Lowers what is so many levels deeper than its surroundings; too deep a nesting is reported.
    fn nested(
        &mut self,
        levels: usize,
        span: Span,
        lower: impl FnOnce(&mut Self) -> NodeId,
    ) -> NodeId {
        if self.depth + levels > MAX_DEPTH {
            self.report(diags::too_many_around(self.tree.place(span), MAX_DEPTH));
            return self.tree.add_node(Node::Hole, span);
        }
        self.depth += levels;
        let node = lower(self);
        self.depth -= levels;
        node
    }

    /// Reports what stands right behind a word such as `in`, which hcl-edit reads as two words: `inlist`
    /// is one name.
    fn check_apart(&mut self, node: &impl hcl_edit::Span) {
        let span = self.span(node);
        let before = &self.text.as_bytes()[..span.start as usize];
        let length =
            before.iter().rev().take_while(|&&byte| cut::continues_identifier(byte)).count();
        if length > 0 && self.slice(span).bytes().next().is_some_and(cut::continues_identifier) {
            let word = Span::new(span.start - length as u32, span.start);
            self.report(diags::missing_blank(self.tree.place(word)));
        }
    }

    fn literal(&mut self, value: Value, span: Span) -> NodeId {
        self.tree.add_node(Node::Literal(value), span)
    }

    /// The span in the whole text of a node of hcl-edit's. The parser gives one to every node that
    /// is asked for it.
    fn span(&self, node: &impl hcl_edit::Span) -> Span {
        let range = node.span().unwrap_or_default();
        Span::from(self.offsets.of(range.start)..self.offsets.of(range.end))
    }

    /// The text of a quoted string, with its escapes resolved, which hcl-edit has checked.
    fn quoted(&self, span: Span) -> Cow<'t, str> {
        let text = self.slice(span);
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        escapes::resolve(text).unwrap_or(Cow::Borrowed(text))
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

/// The text behind blanks and inline comments.
fn skip_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start_matches([' ', '\t']);
        match text.strip_prefix("/*").and_then(|comment| comment.split_once("*/")) {
            Some((_, rest)) => text = rest,
            None => return text,
        }
    }
}
