//! JSON values as native expressions.

use hcldyn_syntax::lexer::{Lexer, TokenKind, is_name};

use super::document::{JsonKind, JsonValue, Property};
use super::escapes::Unescaped;
use super::read;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};
use crate::syntax::native::{closed_text, push_quoted, push_template_text, value_text};

/// The maximum length in characters of an array on one line.
const MAX_LINE: usize = 80;

/// Returns the source of a JSON value as a native expression: a string that is one interpolation becomes the expression in
/// it. Returns `None` if the source is not valid JSON.
pub(crate) fn native_text(json: &str) -> Option<String> {
    let source = Source::new("<json>", json);
    let value = read::read(&source, &mut Diagnostics::of_attempt())?;
    let mut writer = NativeWriter { source: &source, text: String::new() };
    match &value.kind {
        JsonKind::String => {
            let content = writer.content(value.span);
            writer.string(&content, Position::Attribute);
        }
        _ => writer.value(&value),
    }
    Some(writer.text)
}

struct NativeWriter<'s> {
    source: &'s Source,
    text: String,
}

/// The position of a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    /// The whole value of an attribute, which can be a heredoc.
    Attribute,
    Part,
    Key,
}

impl NativeWriter<'_> {
    fn value(&mut self, value: &JsonValue) {
        match &value.kind {
            JsonKind::Null | JsonKind::Bool(_) | JsonKind::Number => {
                self.text.push_str(self.source.slice(value.span));
            }
            JsonKind::String => {
                let content = self.content(value.span);
                self.string(&content, Position::Part);
            }
            JsonKind::Array(elements) => self.array(elements),
            JsonKind::Object(properties) => self.object(properties),
        }
    }

    /// Writes an array on one line if that is short.
    fn array(&mut self, elements: &[JsonValue]) {
        if elements.is_empty() {
            return self.text.push_str("[]");
        }
        let elements: Vec<_> = elements.iter().map(|element| self.part(element)).collect();
        let chars: usize = elements.iter().map(|text| text.chars().count() + ", ".len()).sum();
        let has_lines = elements.iter().any(|text| text.contains('\n'));
        let (open, separator, close) =
            if has_lines || chars > MAX_LINE { ("[\n", ",\n", ",\n]") } else { ("[", ", ", "]") };
        self.text.extend([open, &elements.join(separator), close]);
    }

    fn part(&self, value: &JsonValue) -> String {
        let mut writer = NativeWriter { source: self.source, text: String::new() };
        writer.value(value);
        writer.text
    }

    fn object(&mut self, properties: &[Property]) {
        if properties.is_empty() {
            return self.text.push_str("{}");
        }
        self.text.push_str("{\n");
        for property in properties {
            let name = self.content(property.name_span);
            self.string(&name, Position::Key);
            self.text.push_str(" = ");
            self.value(&property.value);
            self.text.push('\n');
        }
        self.text.push('}');
    }

    /// Returns the content of a string.
    fn content(&self, span: Span) -> String {
        // An invalid string was reported when the source was read.
        Unescaped::new(self.source.slice(span), span.start)
            .map_or_else(|_| String::new(), |it| it.text.into_owned())
    }

    /// Writes a string, whose content is a template.
    fn string(&mut self, content: &str, position: Position) {
        if !content.contains("${") && !content.contains("%{") {
            return self.literal(content, position);
        }
        match (interpolation(content), position) {
            (Some(expr), Position::Key) => self.text.extend(["(", &closed_text(expr), ")"]),
            (Some(expr), _) => self.text.push_str(&closed_text(expr)),
            (None, _) => self.template(content),
        }
    }

    fn literal(&mut self, content: &str, position: Position) {
        const WORDS: [&str; 4] = ["for", "null", "true", "false"];
        match position {
            Position::Key if is_name(content) && !WORDS.contains(&content) => {
                self.text.push_str(content);
            }
            Position::Attribute => {
                // Every string has a source form.
                self.text.push_str(&value_text(&Value::from(content)).unwrap_or_default());
            }
            Position::Key | Position::Part => push_quoted(content, &mut self.text),
        }
    }

    /// Writes a template in quotes. Only its literal text needs other escapes.
    fn template(&mut self, content: &str) {
        self.text.push('"');
        let (mut start, mut depth) = (0, 0_usize);
        for token in Lexer::template(content) {
            let part = &content[start..token.end as usize];
            start = token.end as usize;
            match token.kind {
                TokenKind::Interpolation | TokenKind::Directive => depth += 1,
                TokenKind::SequenceEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            match token.kind {
                TokenKind::Text | TokenKind::EscapedText if depth == 0 => {
                    push_template_text(part, &mut self.text);
                }
                _ => self.text.push_str(part),
            }
        }
        self.text.push('"');
    }
}

/// Returns the expression of a template that is a single interpolation.
fn interpolation(content: &str) -> Option<&str> {
    let inner = content.strip_prefix("${")?.strip_suffix('}')?;
    let mut tokens = Lexer::template(content);
    if tokens.next()?.kind != TokenKind::Interpolation
        || inner.starts_with('~')
        || inner.ends_with('~')
    {
        return None;
    }
    let mut depth = 1_usize;
    for token in tokens {
        match token.kind {
            TokenKind::Interpolation | TokenKind::Directive => depth += 1,
            TokenKind::SequenceEnd => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let inner = inner.trim();
            return (token.end as usize == content.len() && !inner.is_empty()).then_some(inner);
        }
    }
    None
}
