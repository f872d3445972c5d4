//! Source text of configurations, in pieces that can be damaged.

use super::bodies::{BodyItem, Written};
use super::secret::{DIGITS, WORD};
use super::specs::is_sensitive;
use crate::random::Random;

/// A piece of source text.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) kind: PieceKind,
}

/// The allowed damage to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    Free,
    /// The name of a secret, which hides the text after it.
    Name,
    /// A secret, which is kept.
    Secret,
}

/// A writer of source text in pieces.
#[derive(Debug, Default)]
struct SourceWriter {
    pieces: Vec<Piece>,
    /// The separator of items.
    separator: &'static str,
}

/// Writes a configuration.
pub(super) fn write(random: &mut Random, items: &[BodyItem], is_json: bool) -> Vec<Piece> {
    let separator = if is_json && random.percent(50) { "" } else { "\n" };
    let mut writer = SourceWriter { separator, ..SourceWriter::default() };
    if is_json {
        writer.json_items(items);
    } else {
        writer.items(items);
    }
    writer.pieces
}

/// Returns `true` if a block replaces a secret attribute. Its type is then the name that hides the
/// value.
fn is_attribute(items: &[BodyItem]) -> bool {
    matches!(items, [BodyItem::Attr { name, is_secret: true, .. }] if name == "value")
}

impl SourceWriter {
    fn piece(&mut self, text: &str, kind: PieceKind) {
        self.pieces.push(Piece { text: text.to_owned(), kind });
    }

    fn name(&mut self, text: &str, is_secret: bool) {
        if is_secret || is_sensitive(text) {
            self.piece(text, PieceKind::Name);
        } else {
            self.text(text);
        }
    }

    /// Adds text, word by word.
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let end = match rest.find(|c| !is_word(c)) {
                Some(0) => rest.chars().next().map_or(rest.len(), char::len_utf8),
                Some(end) => end,
                None => rest.len(),
            };
            let is_secret = rest[..end].contains(WORD) || rest[..end].contains(DIGITS);
            // The exclamation mark keeps the word from being a name.
            let end = if is_secret && rest[end..].starts_with('!') {
                let tail = &rest[end + 1..];
                end + 1 + tail.find(|c| !is_word(c)).unwrap_or(tail.len())
            } else {
                end
            };
            let kind = if is_secret { PieceKind::Secret } else { PieceKind::Free };
            self.piece(&rest[..end], kind);
            rest = &rest[end..];
        }
    }

    fn items(&mut self, items: &[BodyItem]) {
        for item in items {
            self.item(item);
            self.text("\n");
        }
    }

    fn item(&mut self, item: &BodyItem) {
        match item {
            BodyItem::Attr { name, value, is_secret } => {
                self.name(name, *is_secret);
                self.text(" = ");
                self.value(value);
            }
            BodyItem::Block { ty, labels, items, is_on_one_line } => {
                self.name(ty, is_attribute(items));
                for label in labels {
                    self.text(&format!(" \"{label}\""));
                }
                self.text(" {");
                match items.as_slice() {
                    [item @ BodyItem::Attr { .. }] if *is_on_one_line => {
                        self.text(" ");
                        self.item(item);
                        self.text(" }");
                    }
                    items => {
                        self.text("\n");
                        self.items(items);
                        self.text("}");
                    }
                }
            }
            BodyItem::Dynamic { ty, for_each, labels, contents } => {
                self.text(&format!("dynamic \"{ty}\" {{\n"));
                for value in for_each {
                    self.text("for_each = ");
                    self.value(value);
                    self.text("\n");
                }
                if !labels.is_empty() {
                    self.text("labels = ");
                    self.value(&Written::List(labels.clone()));
                    self.text("\n");
                }
                for items in contents {
                    self.text("content {\n");
                    self.items(items);
                    self.text("}\n");
                }
                self.text("}");
            }
        }
    }

    fn value(&mut self, value: &Written) {
        match value {
            Written::String(text) => self.text(&format!("\"{text}\"")),
            Written::Bare(text) | Written::Expression(text) => self.text(text),
            Written::Heredoc(text) => {
                self.piece("<<EOT\n", PieceKind::Secret);
                self.text(&format!("{text}\nEOT"));
            }
            Written::List(items) => {
                self.text("[");
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.value(item);
                }
                self.text("]");
            }
            Written::Object(pairs) => {
                self.text("{ ");
                for (index, (name, value)) in pairs.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.name(name, false);
                    self.text(" = ");
                    self.value(value);
                }
                self.text(" }");
            }
        }
    }

    fn json_items(&mut self, items: &[BodyItem]) {
        self.text("{");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(",");
            }
            self.text(self.separator);
            self.json_item(item);
        }
        self.text(self.separator);
        self.text("}");
    }

    fn json_name(&mut self, name: &str, is_secret: bool) {
        if is_secret || is_sensitive(name) {
            self.piece(&format!("\"{name}\""), PieceKind::Name);
        } else {
            self.text(&format!("\"{name}\""));
        }
        self.text(":");
    }

    fn json_item(&mut self, item: &BodyItem) {
        match item {
            BodyItem::Attr { name, value, is_secret } => {
                self.json_name(name, *is_secret);
                self.json_value(value);
            }
            BodyItem::Block { ty, labels, items, is_on_one_line } => {
                self.json_name(ty, is_attribute(items));
                for label in labels {
                    self.text("{");
                    self.json_name(label, false);
                }
                self.text(if *is_on_one_line { "[" } else { "" });
                self.json_items(items);
                self.text(if *is_on_one_line { "]" } else { "" });
                self.text(&"}".repeat(labels.len()));
            }
            BodyItem::Dynamic { ty, for_each, labels, contents } => {
                self.json_name("dynamic", false);
                self.text("{");
                self.json_name(ty, false);
                self.text("{");
                let mut comma = "";
                for value in for_each {
                    self.json_name("for_each", false);
                    self.json_value(value);
                    comma = ",";
                }
                if !labels.is_empty() {
                    self.text(comma);
                    self.json_name("labels", false);
                    self.json_value(&Written::List(labels.clone()));
                    comma = ",";
                }
                for items in contents {
                    self.text(comma);
                    self.json_name("content", false);
                    self.json_items(items);
                    comma = ",";
                }
                self.text("}}");
            }
        }
    }

    fn json_value(&mut self, value: &Written) {
        match value {
            Written::String(text) | Written::Heredoc(text) => self.text(&format!("\"{text}\"")),
            Written::Bare(text) => {
                if text.parse::<f64>().is_ok() || matches!(&**text, "true" | "null" | "[]" | "{}") {
                    self.text(text);
                } else {
                    self.text(&serde_json::Value::from(format!("${{{text}}}")).to_string());
                }
            }
            Written::Expression(text) => {
                self.text(&serde_json::Value::from(format!("${{{text}}}")).to_string());
            }
            Written::List(items) => {
                self.text("[");
                for (index, item) in items.iter().enumerate() {
                    self.text(if index > 0 { "," } else { "" });
                    self.json_value(item);
                }
                self.text("]");
            }
            Written::Object(pairs) => {
                self.text("{");
                for (index, (name, value)) in pairs.iter().enumerate() {
                    self.text(if index > 0 { "," } else { "" });
                    self.json_name(name, false);
                    self.json_value(value);
                }
                self.text("}");
            }
        }
    }
}
