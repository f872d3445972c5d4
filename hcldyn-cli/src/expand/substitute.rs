//! The values of iterators, written into the expressions of generated blocks.

use hcldyn::cty::Value;
use hcldyn::source::Span;
use hcldyn::syntax::native::{Layout, to_hcl_literal};
use hcldyn_syntax::event::{Event, Strip};

use super::bodies::Expander;
use super::scope::{Part, Scope};
use super::tree::Tree;
use crate::diags;

impl Expander<'_> {
    /// Replaces the largest parts of an expression that depend on iterators, and otherwise on known
    /// variables only.
    pub(super) fn substitute(&mut self, span: Span, whole: &Part, scope: &Scope) {
        let tree = Tree::parse(self.document.text(), span);
        // Each with whether a step follows it.
        let mut left: Vec<_> = tree.root().map(|root| (root, false)).into_iter().collect();
        while let Some((index, has_step)) = left.pop() {
            let node = tree.node(index);
            let variables = whole.variables_at(node.span);
            if !scope.has_iterator(variables) {
                continue;
            }
            let is_known = !node.is_in_splat && scope.knows(variables);
            let value = |span| whole.value_of(&self.part(span), scope);
            let literal = match node.event {
                _ if !is_known => None,
                Event::Interpolation(strip) if self.can_be_text(node.span, strip) => {
                    value(tree.node(node.parts[0]).span).as_ref().and_then(plain_text)
                }
                Event::Interpolation(_) => None,
                _ => value(node.span).and_then(|value| literal(&value, has_step)),
            };
            if let Some(literal) = literal {
                self.edits.replace(node.span.range(), literal);
            } else if node.event == Event::Variable {
                // The iterator itself: its name means nothing outside of the `dynamic` block.
                self.diags.push(diags::no_literal(self.document.source.place(node.span)));
            } else {
                let parts = node.parts.iter().enumerate().rev();
                left.extend(parts.map(|(at, part)| (*part, at == 0 && node.is_step())));
            }
        }
    }

    /// Whether an interpolation can become characters of its template. At the start of a heredoc's line
    /// they would count as its indentation.
    fn can_be_text(&self, span: Span, strip: Strip) -> bool {
        let start = span.start as usize;
        let line = &self.document.text()[self.document.line_start(start)..start];
        strip == Strip::default() && !line.trim().is_empty()
    }
}

/// A value as it is written where a step may follow.
fn literal(value: &Value, has_step: bool) -> Option<String> {
    let literal = to_hcl_literal(value, Layout::Line)?;
    match has_step && !literal.starts_with(['[', '{']) {
        true => Some(format!("({literal})")),
        false => Some(literal),
    }
}

/// The string of a value in a template, if all its characters stand for themselves there. A strip marker nearby
/// could take whitespace at its ends.
fn plain_text(value: &Value) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || " -_.,:;/@+=()".contains(c);
    let text = match value.as_str() {
        Some(text) => text.to_owned(),
        None if value.as_number().is_some() || value.as_bool().is_some() => {
            to_hcl_literal(value, Layout::Line)?
        }
        None => return None,
    };
    (text.trim() == text && text.chars().all(is_plain)).then_some(text)
}
