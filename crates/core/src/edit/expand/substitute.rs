//! The values of iterators, written into the expressions of generated blocks.

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver, Strip};
use hcldyn_syntax::parser::parse_expression;

use super::bodies::{Expander, KEPT, Unwritable};
use super::diags;
use super::scope::{IteratorScope, ParsedExpression};
use crate::cty::{Kind, Value};
use crate::source::Span;
use crate::syntax::{Layout, to_hcl_literal, to_hcl_typed};

/// The size of the parts of one expression that may fail. After them, only small parts are evaluated.
const MAX_FAILED_BYTES: usize = 1 << 16;
const SMALL: usize = 512;

/// The maximum number of spaces before an interpolation that are searched for the start of its line.
const MAX_SPACES: usize = 512;

/// The nodes of an expression, each after its parts.
#[derive(Default)]
struct Tree {
    nodes: Vec<SubstituteNode>,
    /// The nodes that are not part of another node yet.
    stack: Vec<usize>,
    /// For each open splat, `true` if it is itself inside a splat.
    splats: Vec<bool>,
}

/// An expression, a step into one, or a part of a template.
struct SubstituteNode {
    event: Event,
    span: Span,
    parts: Vec<usize>,
    /// `true` if it ends in a step that a splat applies to each element.
    is_in_splat: bool,
}

impl Expander<'_> {
    /// Replaces the largest parts of an expression that depend on iterators and otherwise only on known variables
    /// and functions. Fails if an iterator itself cannot be written: its name has no meaning outside the `dynamic` block.
    pub(super) fn substitute(
        &mut self,
        span: Span,
        whole: &ParsedExpression,
        scope: &IteratorScope,
    ) -> Result<(), Unwritable> {
        let mut tree = Tree::default();
        parse_expression(self.document.text(), span.range(), &mut tree);
        // Each with `true` if a step follows it.
        let mut left: Vec<_> = tree.stack.iter().map(|root| (*root, false)).collect();
        let mut failed_bytes = 0;
        while let Some((index, has_step)) = left.pop() {
            let node = &tree.nodes[index];
            let variables = whole.variables_at(node.span);
            if !scope.has_iterator(variables) {
                continue;
            }
            let size = node.span.range().len();
            let is_tried = failed_bytes < MAX_FAILED_BYTES || size <= SMALL;
            let is_known = is_tried && !node.is_in_splat && scope.knows(whole, node.span);
            let part = |span| ParsedExpression::parse(self.document.source, span, &self.ctx);
            let value = |span| whole.value_of(&part(span), scope);
            let literal = match node.event {
                _ if !is_known => None,
                Event::Interpolation(strip) if self.can_be_text(node.span, strip) => {
                    value(tree.nodes[node.parts[0]].span).as_ref().and_then(plain_text)
                }
                Event::Interpolation(_) => None,
                _ => value(node.span).and_then(|value| operand(&value, has_step)),
            };
            if let Some(literal) = literal {
                self.edits.replace(node.span.range(), literal);
            } else if node.event == Event::Variable {
                if value(node.span).is_some_and(|value| value.is_wholly_known()) {
                    let place = self.document.source.place(node.span);
                    self.diags.push(diags::no_literal(place).with_context(KEPT));
                }
                return Err(Unwritable);
            } else {
                failed_bytes += if is_known { size } else { 0 };
                let parts = node.parts.iter().enumerate().rev();
                left.extend(parts.map(|(at, part)| (*part, at == 0 && node.is_step())));
            }
        }
        Ok(())
    }

    /// Returns `true` if an interpolation can become characters of its template. At the start of a heredoc's line
    /// they would count as indentation.
    fn can_be_text(&self, span: Span, strip: Strip) -> bool {
        let before = &self.document.text().as_bytes()[..span.start as usize];
        let nearest =
            before.iter().rev().take(MAX_SPACES).find(|byte| !matches!(byte, b' ' | b'\t'));
        strip == Strip::default() && nearest.is_some_and(|byte| !matches!(byte, b'\n' | b'\r'))
    }
}

/// Returns a value as it is written for a whole argument. The program converts a tuple or an object to the type of the
/// argument, but the elements of a tuple have other keys than those of a set.
pub(super) fn argument(value: &Value) -> Option<String> {
    let print = if has_set(value) { to_hcl_typed } else { to_hcl_literal };
    print(value, Layout::Lines)
}

fn has_set(value: &Value) -> bool {
    matches!(value.kind(), Kind::Set(_)) || value.elements().iter().any(has_set)
}

/// Returns a value as it is written in an expression, where its type may count, and where a step may follow.
fn operand(value: &Value, has_step: bool) -> Option<String> {
    let literal = to_hcl_typed(value, Layout::Line)?;
    let is_term = !has_step || literal.starts_with(['[', '{']) || literal.ends_with(')');
    Some(if is_term { literal } else { format!("({literal})") })
}

/// Returns the string of a value in a template if none of its characters needs an escape. A nearby strip marker
/// could take whitespace at its ends.
fn plain_text(value: &Value) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || " -_.,:;/@+=()".contains(c);
    let literal = || to_hcl_literal(value, Layout::Line).filter(|_| !value.is_null());
    let text = value.as_str().map(str::to_owned).or_else(literal)?;
    (text.trim() == text && text.chars().all(is_plain)).then_some(text)
}

impl SubstituteNode {
    /// Returns `true` if the node is a step into its first part.
    fn is_step(&self) -> bool {
        use Event::{Attr, Index, LegacyIndex, SplatStart};
        matches!(self.event, Attr { .. } | LegacyIndex { .. } | Index | SplatStart)
    }
}

impl Receiver for Tree {
    fn event(&mut self, event: Event, span: Span) {
        let mut node = SubstituteNode { event, span, parts: Vec::new(), is_in_splat: false };
        let is_inside = |part: &&usize| self.nodes[**part].span.start >= span.start;
        let count = self.stack.iter().rev().take_while(is_inside).count();
        let count = count + usize::from(node.is_step());
        node.parts = self.stack.split_off(self.stack.len().saturating_sub(count));
        if let Some(source) = node.parts.first().filter(|_| node.is_step()) {
            node.span = self.nodes[*source].span.to(span);
            node.is_in_splat = self.nodes[*source].is_in_splat;
        }
        match event {
            Event::SplatStart => {
                self.splats.push(node.is_in_splat);
                node.is_in_splat = true;
            }
            Event::SplatEnd => node.is_in_splat = self.splats.pop().unwrap_or_default(),
            _ => {}
        }
        self.stack.push(self.nodes.len());
        self.nodes.push(node);
    }

    fn error(&mut self, _: SyntaxError) {}
}
