//! The literal characters and the sequences of a template, whatever its notation.

use std::borrow::Cow;

use hcldyn_syntax::event::{Event, Strip, TemplateKind};
use hcldyn_syntax::parser::{unescape_quoted, unescape_template};

use super::nodes::{Node, NodeId, Nodes};

/// A part of a template, without escapes, trimming and the indentation of a heredoc.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Literal characters.
    Text(String),
    /// An interpolation or a directive, without its strip markers.
    Sequence {
        /// `${` or `%{`
        open: &'static str,
        inside: String,
    },
}

impl Piece {
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Sequence { .. } => None,
        }
    }
}

/// Returns the pieces of the value of an expression that is a template alone.
pub(super) fn pieces_of_source(text: &str) -> Option<Vec<Piece>> {
    let source = format!("x = {text}\n");
    let nodes = Nodes::of(&source);
    let mut attributes =
        nodes.iter().filter(|(_, node)| matches!(node.event, Event::Attribute { .. }));
    let (_, attribute) = attributes.next().filter(|_| nodes.error_count == 0)?;
    pieces_of(&source, &nodes, *attribute.parts.first()?)
}

/// Returns the pieces of a template; `None` for a template that is an interpolation alone, whose value need not be a string,
/// and for a heredoc with unusual whitespace.
pub(super) fn pieces_of(text: &str, nodes: &Nodes, id: NodeId) -> Option<Vec<Piece>> {
    let node = nodes.node(id);
    let slice = |node: &Node| &text[node.span.range()];
    let kind = match (node.event, node.template) {
        (Event::String { .. }, _) => {
            let source = slice(node);
            return Some(joined([Piece::Text(
                unescape_quoted(&source[1..source.len() - 1]).into(),
            )]));
        }
        (_, kind) => kind?,
    };
    let parts: Vec<_> = node.parts.iter().map(|part| nodes.node(*part)).collect();
    if let [Node { event: Event::Interpolation(_), .. }] = &*parts {
        return None;
    }
    let (mut pieces, mut trims_next) = (Vec::new(), false);
    for part in parts {
        if let Event::Text { escaped } = part.event {
            let text = slice(part);
            let text = match (escaped, kind) {
                (false, _) => Cow::Borrowed(text),
                (true, TemplateKind::Quoted) => unescape_quoted(text),
                (true, _) => unescape_template(text),
            };
            let trimmed = if trims_next { text.trim_start() } else { &text };
            pieces.push(Piece::Text(trimmed.to_owned()));
            trims_next = false;
            continue;
        }
        let strip = strip_of(part.event)?;
        if let (true, Some(Piece::Text(before))) = (strip.before, pieces.last_mut()) {
            before.truncate(before.trim_end().len());
        }
        pieces.push(sequence(slice(part), strip));
        trims_next = strip.after;
    }
    if kind == TemplateKind::FlushHeredoc {
        unindent(&mut pieces)?;
    }
    Some(joined(pieces))
}

fn strip_of(event: Event) -> Option<Strip> {
    match event {
        Event::Interpolation(strip)
        | Event::If(strip)
        | Event::Else(strip)
        | Event::EndIf(strip)
        | Event::EndFor(strip)
        | Event::ForDirective { strip, .. } => Some(strip),
        _ => None,
    }
}

fn sequence(source: &str, strip: Strip) -> Piece {
    let open = if source.starts_with('$') { "${" } else { "%{" };
    let end = source.len() - 1 - usize::from(strip.after);
    Piece::Sequence { open, inside: source[2 + usize::from(strip.before)..end].to_owned() }
}

/// Removes the common indentation of the lines of a heredoc.
fn unindent(pieces: &mut [Piece]) -> Option<()> {
    let indentation = |text: &str| text.len() - text.trim_start().len();
    let is_empty = |text: &str| text.ends_with('\n') && text.trim().is_empty();
    let mut shared = None;
    for piece in line_starts(pieces) {
        let own = match piece {
            Piece::Text(text) if is_empty(text) => continue,
            Piece::Text(text) => {
                let own = indentation(text);
                text[..own].is_ascii().then_some(own)?
            }
            Piece::Sequence { .. } => 0,
        };
        shared = Some(shared.map_or(own, |known: usize| known.min(own)));
    }
    for piece in line_starts(pieces) {
        if let Piece::Text(text) = piece
            && !is_empty(text)
        {
            text.drain(..shared.unwrap_or(0));
        }
    }
    Some(())
}

/// Returns the pieces at the start of a line.
fn line_starts(pieces: &mut [Piece]) -> impl Iterator<Item = &mut Piece> {
    let mut at_start = true;
    pieces.iter_mut().filter(move |piece| {
        let ends_line = piece.text().is_some_and(|text| text.ends_with('\n'));
        std::mem::replace(&mut at_start, ends_line)
    })
}

/// Joins adjacent literal characters.
fn joined(pieces: impl IntoIterator<Item = Piece>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (all.last_mut(), piece) {
            (_, Piece::Text(text)) if text.is_empty() => {}
            (Some(Piece::Text(before)), Piece::Text(text)) => before.push_str(&text),
            (_, piece) => all.push(piece),
        }
    }
    all
}
