//! What cannot be read of sensitive attributes: no message may show it.

use std::iter;

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
        let (mut secrets, mut start) = (Vec::new(), gap.start);
        loop {
            let text = self.tree.source.slice(Span::new(start, gap.end));
            let names = schema.sensitive.iter();
            let ends = names.filter_map(|name| Some((end_of_name(text, name)?, name)));
            let Some((end, name)) = ends.min_by_key(|(end, _)| *end) else { return secrets };
            let text = &text[end..];
            let text = &text[..next_item(text, schema).unwrap_or(text.len())];
            let secret = text.trim_start_matches([' ', '\t', '=']);
            let at = start + (end + text.len() - secret.len()) as u32;
            secrets.push((Span::new(at, at + secret.trim_end().len() as u32), name));
            start += (end + text.len()) as u32;
        }
    }
}

/// Where a name first ends that stands in a text as a word of its own.
fn end_of_name(text: &str, name: &str) -> Option<usize> {
    let ends = text.match_indices(name).map(|(start, _)| (start, start + name.len()));
    let mut words = ends.filter(|(start, end)| {
        !text[..*start].ends_with(is_in_name) && !text[*end..].starts_with(is_in_name)
    });
    words.next().map(|(_, end)| end)
}

/// Where the first line starts that begins as an item of the schema does.
fn next_item(text: &str, schema: &BodySchema) -> Option<usize> {
    let mut lines = text.match_indices('\n').map(|(at, _)| at + 1);
    lines.find(|start| {
        let line = text[*start..].trim_start_matches([' ', '\t']);
        let (name, rest) = line.split_at(line.find(|c| !is_in_name(c)).unwrap_or(line.len()));
        let is_known = schema.attribute(name).is_some() || schema.block(name).is_some();
        is_known && rest.trim_start_matches([' ', '\t']).starts_with(['=', '{', '"'])
    })
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}
