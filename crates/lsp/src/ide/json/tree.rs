//! The parts and the items of a source in JSON syntax.

use std::ops::Range;

use hcldyn_syntax::json::{Lexer, Token, TokenKind};
use hcldyn_syntax::parser;
use hcldyn_syntax::source::Span;

use super::{Level, Role, Scan, content, unescaped};
use crate::ide::language::Language;
use crate::ide::tree::{Builder, Item, Tree};

impl Tree {
    /// Reads a source in JSON syntax. Its parts are those of the templates in strings.
    pub(in crate::ide) fn of_json(text: &str, language: &Language) -> Self {
        let mut items = Items::default();
        let mut scan = Scan::new(text, language);
        let (mut builder, plain) = (Builder::default(), unescaped(text));
        for token in Lexer::new(text, 0) {
            let range = content(token);
            let role = match token.kind {
                TokenKind::String { .. } => scan.role(&text[range.clone()]),
                _ => Role::Value,
            };
            if let TokenKind::String { .. } = token.kind
                && matches!(role, Role::Value | Role::ObjectKey)
                && is_template(&text[range.clone()])
            {
                parser::parse_template(&plain, range, &mut builder);
            }
            items.push(token, role, &mut scan);
        }
        items.end_attribute();
        items.end_outside(0, text.len());
        Self { items: items.found, ..builder.into_tree() }
    }
}

/// Returns `true` for characters with interpolations or directives.
pub(in crate::ide) fn is_template(text: &str) -> bool {
    text.contains("${") || text.contains("%{")
}

/// The items so far.
#[derive(Default)]
struct Items {
    /// The items of the innermost body so far.
    found: Vec<Item>,
    /// The open blocks, each with the number of brackets around its items, and the items before it.
    outer: Vec<(usize, Item, Vec<Item>)>,
    /// The attribute whose value is not complete, with the number of brackets around it.
    attribute: Option<(usize, Item)>,
    /// The end of the last token.
    end: usize,
}

impl Items {
    fn push(&mut self, token: Token, role: Role, scan: &mut Scan<'_, '_>) {
        let depth = scan.depth();
        let starts_body =
            token.kind == TokenKind::OpenBrace && depth > 0 && scan.level_inside() == Level::Body;
        let header = if starts_body { scan.header_ranges() } else { Vec::new() };
        scan.push(token);
        let is_next = matches!(role, Role::Attribute | Role::BlockType)
            || token.kind == TokenKind::Comma
                && self.attribute.as_ref().is_some_and(|(at, _)| *at == depth);
        if is_next {
            self.end_attribute();
        }
        self.end_outside(scan.depth(), token.end);
        self.end = token.end;
        if role == Role::Attribute {
            self.attribute = item(&[content(token)]).map(|item| (depth, item));
        }
        if let Some(block) = item(&header) {
            self.outer.push((scan.depth(), block, std::mem::take(&mut self.found)));
        }
    }

    fn end_attribute(&mut self) {
        if let Some((_, item)) = self.attribute.take() {
            let span = item.span.to(Span::empty(self.end as u32));
            self.found.push(Item { span, ..item });
        }
    }

    /// Ends the items with more brackets around them.
    fn end_outside(&mut self, depth: usize, end: usize) {
        if self.attribute.as_ref().is_some_and(|(at, _)| *at > depth) {
            self.end_attribute();
        }
        while let Some((_, block, before)) = self.outer.pop_if(|(at, ..)| *at > depth) {
            let span = block.span.to(Span::empty(end as u32));
            let items = Some(std::mem::replace(&mut self.found, before));
            self.found.push(Item { span, items, ..block });
        }
    }
}

/// Returns an item by the ranges of its name and its labels.
fn item(header: &[Range<usize>]) -> Option<Item> {
    let (name, labels) = header.split_first()?;
    let name = Span::from(name.clone());
    let labels = labels.iter().cloned().map(Span::from).collect();
    Some(Item { name, labels, span: name, items: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the source text of each item, indented by the blocks around it.
    fn items(text: &str) -> Vec<String> {
        let tree = Tree::of_json(text, &Language::without_spec());
        let items = tree.all_items().into_iter();
        items.map(|(item, depth)| "  ".repeat(depth) + &text[item.span.range()]).collect()
    }

    #[test]
    fn blocks_have_the_labels_of_their_language() {
        assert_eq!(
            items(r#"{"a": {"b": 1}, "resource": {"c": {"d": [{"e": 1}], "f": {"g": [2, 3]}}}}"#),
            [
                r#"a": {"b": 1}"#,
                r#"resource": {"c": {"d": [{"e": 1}"#,
                r#"  e": 1"#,
                r#"resource": {"c": {"d": [{"e": 1}], "f": {"g": [2, 3]}"#,
                r#"  g": [2, 3]"#,
            ]
        );
    }

    #[test]
    fn a_broken_source_has_items() {
        assert_eq!(
            items("{\"locals\": {\"a\": , \"b\" 2\n\"c\": [1"),
            ["locals\": {\"a\": , \"b\" 2\n\"c\": [1", "  a\":", "  b\" 2", "  c\": [1"]
        );
    }

    #[test]
    fn templates_have_parts() {
        let text = r#"{"a": "x${f(\"y\", b.c)}"}"#;
        let tree = Tree::of_json(text, &Language::without_spec());
        let parts = tree.parts.iter().map(|(_, span)| &text[span.range()]);
        assert!(parts.collect::<Vec<_>>().contains(&r#"f(\"y\", b.c)"#));
    }
}
