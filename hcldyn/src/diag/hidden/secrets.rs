//! Secrets of a source: the values of sensitive attributes.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::{parse_body, parse_expression, unescape_quoted};

use super::json;
use super::names::{Matcher, SensitiveNames, is_in_name};
use crate::source::Span;

/// The secrets of a source.
pub(super) struct Secrets {
    /// The values of sensitive attributes, sorted and without overlaps.
    pub(super) values: Vec<Secret>,
    /// `true` if there are syntax errors, so that there may be further secrets.
    pub(super) is_broken: bool,
}

/// The value of a sensitive attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    pub(super) range: Range<usize>,
    /// The name of the attribute.
    pub(super) name: String,
    /// `true` for a traversal with steps: its value is secret, but the name of the variable is not. A word on its own
    /// may be a secret without quotes.
    pub(super) is_reference: bool,
}

/// Finds the secrets of a source.
///
/// A source that starts with a bracket is parsed as an expression in native syntax, which also works for most
/// JSON. If that fails, for example because a template in a string contains escaped quotes, the source is scanned
/// as JSON.
pub(super) fn find(text: &str, names: &SensitiveNames) -> Secrets {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let has_brackets = text[start..].starts_with(['{', '[']);
    let mut finder = Finder::new(text, names);
    if has_brackets {
        parse_expression(text, start..text.len(), &mut finder);
    } else {
        parse_body(text, &mut finder);
    }
    let mut secrets = finder.secrets;
    if has_brackets {
        if secrets.is_broken {
            secrets = json::find(text, names);
        }
        // JSON has no variables, so a bare word is hidden too.
        secrets.values.iter_mut().for_each(|secret| secret.is_reference = false);
    }
    secrets.values.sort_by_key(|secret| (secret.range.start, Reverse(secret.range.end)));
    // Drop secrets inside another one, which sorts before them.
    secrets.values.dedup_by(|inner, outer| inner.range.start < outer.range.end);
    secrets
}

fn is_space(c: char) -> bool {
    c == '\u{feff}' || c.is_whitespace()
}

/// Collects secrets from the events of the parser. The spans of expressions are on a stack.
struct Finder<'a> {
    text: &'a str,
    names: Matcher<'a>,
    parts: Vec<Part>,
    /// The start and the name of the secret for each open block; `None` if the block type is not a sensitive name.
    blocks: Vec<Option<(u32, String)>>,
    /// The first label of the block that starts next.
    label: Option<Span>,
    secrets: Secrets,
}

/// An expression on the stack.
#[derive(Clone, Copy)]
struct Part {
    span: Span,
    is_traversal: bool,
}

impl<'a> Finder<'a> {
    fn new(text: &'a str, names: &'a SensitiveNames) -> Self {
        Self {
            text,
            names: Matcher::new(names),
            parts: Vec::new(),
            blocks: Vec::new(),
            label: None,
            secrets: Secrets { values: Vec::new(), is_broken: false },
        }
    }

    /// Returns the name in a span, without quotes, parentheses or operators around it.
    fn name(&self, span: Span) -> Cow<'a, str> {
        unescape_quoted(self.text[span.range()].trim_matches(|c| !is_in_name(c)))
    }

    fn push(&mut self, span: Span, is_traversal: bool) {
        self.parts.push(Part { span, is_traversal });
    }

    fn pop(&mut self, count: u32) {
        self.parts.truncate(self.parts.len().saturating_sub(count as usize));
    }

    /// Pops a number of parts and pushes the expression that they form.
    fn replace(&mut self, count: u32, span: Span) {
        self.pop(count);
        self.push(span, false);
    }

    /// Extends the topmost part by a step of a traversal.
    fn step(&mut self, step: Span, is_static: bool) {
        if let Some(part) = self.parts.last_mut() {
            part.span.end = step.end;
            part.is_traversal &= is_static;
        }
    }

    /// Adds a secret. The span of one with a syntax error can start with the spaces before it.
    fn add(&mut self, span: Span, name: &str, is_reference: bool) {
        let range = span.range();
        let start = range.end - self.text[range.clone()].trim_start_matches([' ', '\t']).len();
        if start < range.end {
            let secret = Secret { range: start..range.end, name: name.to_owned(), is_reference };
            self.secrets.values.push(secret);
        }
    }

    /// Records the value of an attribute or object item if its name is sensitive.
    fn add_value(&mut self, name: Span, value: Part) {
        let name = self.name(name);
        if self.names.is_sensitive(&name) {
            let is_reference = value.is_traversal && self.is_reference(value.span);
            self.add(value.span, &name, is_reference);
        }
    }

    /// Returns `true` if a traversal has steps, contains no comment and is the entire value.
    fn is_reference(&self, traversal: Span) -> bool {
        let (text, rest) = self.text.split_at(traversal.range().end);
        let (text, rest) = (&text[traversal.range().start..], rest.trim_start_matches([' ', '\t']));
        text.contains(['.', '['])
            && !text.contains(['#', '/'])
            && (rest.is_empty() || rest.starts_with(['\n', '\r', '}', ',', ')', '#', '/']))
    }

    fn object(&mut self, items: u32, span: Span) {
        let first = self.parts.len().saturating_sub(2 * items as usize);
        let parts = self.parts.split_off(first);
        for item in parts.chunks_exact(2) {
            self.add_value(item[0].span, item[1]);
        }
        self.push(span, false);
    }

    /// Opens a block. If its type is a sensitive name, the block is secret from its first label on.
    fn start_block(&mut self, ty: Span, open: Span) {
        let label = self.label.take();
        let (name, start) = match label {
            Some(label) if &self.text[ty.range()] == "dynamic" => (label, open.start),
            _ => (ty, label.unwrap_or(open).start),
        };
        let name = self.name(name);
        let is_sensitive = self.names.is_sensitive(&name);
        self.blocks.push(is_sensitive.then(|| (start, name.into_owned())));
    }

    fn end_block(&mut self, close: Span) {
        if let Some(Some((start, name))) = self.blocks.pop() {
            // Without a closing brace, the rest of the source may belong to the block.
            let end = if close.is_empty() { self.text.len() as u32 } else { close.end };
            self.add(Span::new(start, end), &name, false);
        }
    }
}

impl Receiver for Finder<'_> {
    fn event(&mut self, event: Event, span: Span) {
        match event {
            Event::Attribute { name } => {
                if let Some(value) = self.parts.pop() {
                    self.add_value(name, value);
                }
            }
            Event::Label { .. } => self.label = self.label.or(Some(span)),
            Event::BlockStart { ty } => self.start_block(ty, span),
            Event::BlockEnd => self.end_block(span),
            Event::Unreadable => self.label = None,
            Event::Null
            | Event::True
            | Event::False
            | Event::Number
            | Event::Key
            | Event::String { .. }
            | Event::TemplateEnd => self.push(span, false),
            Event::Variable => self.push(span, true),
            Event::Attr { .. } | Event::LegacyIndex { .. } => self.step(span, true),
            Event::Index => {
                let key = self.parts.pop().map_or(span, |key| key.span);
                let is_number = self.text[key.range()].bytes().all(|byte| byte.is_ascii_digit());
                self.step(span, is_number);
            }
            Event::SplatStart => self.step(span, false),
            Event::Interpolation(_) | Event::If(_) | Event::ForDirective { .. } => self.pop(1),
            Event::Parens | Event::Unary { .. } => self.replace(1, span),
            Event::Binary { .. } => self.replace(2, span),
            Event::Conditional => self.replace(3, span),
            Event::Tuple { elements } => self.replace(elements, span),
            Event::Object { items } => self.object(items, span),
            Event::For { has_key, has_condition, .. } => {
                self.pop(u32::from(has_condition));
                if has_key {
                    self.object(1, span);
                } else {
                    self.pop(1);
                }
                self.replace(1 + u32::from(has_key), span);
            }
            Event::Call { args, .. } => self.replace(args, span),
            Event::Error { parts } => self.replace(parts, span),
            Event::TemplateStart(_)
            | Event::Text { .. }
            | Event::Else(_)
            | Event::EndIf(_)
            | Event::EndFor(_)
            | Event::SplatEnd => {}
        }
    }

    fn error(&mut self, _: SyntaxError) {
        self.secrets.is_broken = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::hidden::names::samples;

    /// Encloses secrets in angle brackets, and references in parentheses.
    fn marked(text: &str) -> String {
        let (mut marked, mut end) = (String::new(), 0);
        for secret in find(text, &samples()).values {
            let (open, close) = if secret.is_reference { ("(", ")") } else { ("<", ">") };
            marked += &text[end..secret.range.start];
            marked += &[open, &text[secret.range.clone()], close].concat();
            end = secret.range.end;
        }
        marked + &text[end..]
    }

    #[test]
    fn values_of_sensitive_attributes_are_found() {
        for (text, expected) in [
            ("password = 1 # a\nb = 2", "password = <1> # a\nb = 2"),
            ("password = var.a[0].b\nb = 2", "password = (var.a[0].b)\nb = 2"),
            ("password = a[\"b\"]", "password = <a[\"b\"]>"),
            ("password = a[0 /* 1 */]", "password = <a[0 /* 1 */]>"),
            ("password = a[*].b", "password = <a[*].b>"),
            ("password = null", "password = <null>"),
            ("a { password = [1, 2] }", "a { password = <[1, 2]> }"),
            ("password = <<E\n}\nE\nb = 2", "password = <<<E\n}\nE>\nb = 2"),
            ("password = \"${f(\"}\")}\"\nb = 2", "password = <\"${f(\"}\")}\">\nb = 2"),
            ("password \"a\" {\n  b = 2\n}\nc {}", "password <\"a\" {\n  b = 2\n}>\nc {}"),
            ("dynamic \"password\" { b {} }", "dynamic \"password\" <{ b {} }>"),
            ("a \"password\" { b = 2 }", "a \"password\" { b = 2 }"),
            ("a = [password, \"password\"]", "a = [password, \"password\"]"),
            ("a = b ? password : c", "a = b ? password : c"),
            ("a = [for password in b : password]", "a = [for password in b : password]"),
            (
                "a = {for k, v in b : k => { password = v } if c}\npassword = 1",
                "a = {for k, v in b : k => { password = <v> } if c}\npassword = <1>",
            ),
            ("a = f({ (\"password\") = 1, b = 2 })", "a = f({ (\"password\") = <1>, b = 2 })"),
            (
                "a = \"%{if b}${{password = 1}}%{endif}\"",
                "a = \"%{if b}${{password = <1>}}%{endif}\"",
            ),
            ("password = { password = 1 }", "password = <{ password = 1 }>"),
            ("password = { password = a }", "password = <{ password = a }>"),
            ("{\"password\": a, \"b\": 2}", "{\"password\": <a>, \"b\": 2}"),
            (
                "a = {for b in c : \"password\" => b if d}",
                "a = {for b in c : \"password\" => <b> if d}",
            ),
            ("{password = 1, b = {password = 2}}", "{password = <1>, b = {password = <2>}}"),
            ("{\"password\": [1, {}], \"b\": 2}", "{\"password\": <[1, {}]>, \"b\": 2}"),
            ("\u{feff}{\"a\": \"password\", \"b\": 2}", "\u{feff}{\"a\": \"password\", \"b\": 2}"),
            ("a = { ! password = 1 }", "a = { ! password = <1> }"),
            ("a { password = b!2 }", "a { password = <b>!2 }"),
            ("password = b\nb = 2", "password = <b>\nb = 2"),
            (
                "{\"a\": \"${f(\\\"b\\\")}\", \"password\": [1, {\"c\": 2}], \"d\": {\"password\" : true}}",
                "{\"a\": \"${f(\\\"b\\\")}\", \"password\": <[1, {\"c\": 2}]>, \"d\": {\"password\" : <true>}}",
            ),
            ("{\"p\\u0061ssword\": \"${a}\"}", "{\"p\\u0061ssword\": <\"${a}\">}"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    fn secrets_in_sources_with_syntax_errors_are_found() {
        for (text, expected) in [
            ("password = [1\nb = 2", "password = <[1>\nb = 2"),
            ("password = \"1\nb = 2", "password = <\"1>\nb = 2"),
            ("password = 1 2\nb = 2", "password = <1 2>\nb = 2"),
            ("password = \nb = 2", "password = \nb = 2"),
            (
                "dynamic \"password\" {\nc {\nd = { x = \"1\"\", y = 5 }\n}\n}\nb = 2",
                "dynamic \"password\" <{\nc {\nd = { x = \"1\"\", y = 5 }\n}\n}\nb = 2>",
            ),
            ("a {\npassword = [1\n}\nb = 2", "a {\npassword = <[1>\n}\nb = 2"),
        ] {
            assert_eq!(marked(text), expected);
            assert!(find(text, &samples()).is_broken);
        }
    }
}
