//! What cannot be read of sensitive attributes: no message may show it.

use std::iter;
use std::ops::Range;

use super::tree_body::TreeBody;
use super::{BodySchema, diags};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::source::Span;
use crate::tree::Node;

impl TreeBody {
    /// Hides what is written for the sensitive attributes, where reading it was reported on. What cannot
    /// be read is no attribute of the body, so it is looked for in what lies between those that are.
    pub(super) fn hide_secrets(&self, schema: &BodySchema, diags: &mut Diagnostics) {
        if schema.sensitive.is_empty() || diags.is_empty() {
            return;
        }
        for attribute in self.tree.attributes(self.tree.body(self.body).attributes) {
            // The name of a variable is no secret.
            let is_secret = || !matches!(self.tree.node(attribute.expr), Node::Traversal { .. });
            if schema.sensitive.contains(&attribute.name) && is_secret() {
                self.withhold(self.tree.span(attribute.expr), &attribute.name, diags);
            }
        }
        for gap in self.gaps().filter(|gap| gap.start < gap.end) {
            if diags.iter().any(|it| it.is_in(&self.tree.place(gap))) {
                for (span, name) in self.secrets_in(gap, schema) {
                    diags.hide(&self.tree.place(span));
                    self.withhold(span, name, diags);
                }
            }
        }
    }

    /// Says nothing more of the problems in a span than that they are there.
    fn withhold(&self, span: Span, name: &Str, diags: &mut Diagnostics) {
        let place = self.tree.place(span);
        diags.rewrite(|it| it.is_in(&place), |it| diags::in_secret(it, name));
    }

    /// What is between the items of the body.
    fn gaps(&self) -> impl Iterator<Item = Span> {
        let (tree, body) = (&self.tree, self.tree.body(self.body));
        let attributes = tree.attributes(body.attributes).iter();
        let attributes = attributes.map(|node| node.name_span.to(tree.span(node.expr)));
        let blocks = tree.blocks(body.blocks).iter();
        let mut items: Vec<_> =
            attributes.chain(blocks.map(|node| node.type_span.to(node.close_brace))).collect();
        items.sort_unstable_by_key(|item| item.start);
        let mut start = body.span.start;
        items.into_iter().chain(iter::once(Span::empty(body.span.end))).map(move |item| {
            let gap = Span::new(start, item.start);
            start = start.max(item.end);
            gap
        })
    }

    /// What follows the names of sensitive attributes in a gap, each to the line of another item.
    fn secrets_in<'s>(&self, gap: Span, schema: &'s BodySchema) -> Vec<(Span, &'s Str)> {
        let text = self.tree.source.slice(gap);
        let (mut secrets, mut open) = (Vec::new(), None);
        let mut close = |open: &mut Option<(usize, &'s Str)>, end: usize| {
            let Some((start, name)) = open.take() else { return };
            let secret = text[start..end].trim_start_matches([' ', '\t', '=']);
            let start = gap.start + (end - secret.len()) as u32;
            secrets.push((Span::new(start, start + secret.trim_end().len() as u32), name));
        };
        for word in words(text) {
            if open.is_some() && starts_item(text, &word, schema) {
                close(&mut open, word.start);
            }
            if open.is_none() {
                let name = schema.sensitive.iter().find(|name| **name == text[word.clone()]);
                open = name.map(|name| (word.end, name));
            }
        }
        close(&mut open, text.len());
        secrets
    }
}

/// Where the words of a text are, which may be names.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut end = 0;
    iter::from_fn(move || {
        let start = end + text[end..].find(is_in_name)?;
        end = text[start..].find(|c| !is_in_name(c)).map_or(text.len(), |length| start + length);
        Some(start..end)
    })
}

/// Whether a word begins a line as an item of the schema does.
fn starts_item(text: &str, word: &Range<usize>, schema: &BodySchema) -> bool {
    let before = text[..word.start].trim_end_matches([' ', '\t']);
    let behind = text[word.end..].trim_start_matches([' ', '\t']);
    let name = &text[word.clone()];
    before.ends_with('\n')
        && behind.starts_with(['=', '{', '"'])
        && (schema.attribute(name).is_some() || schema.block(name).is_some())
}
