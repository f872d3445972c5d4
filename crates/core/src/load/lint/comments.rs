//! Levels in comments.

use hcldyn_syntax::lexer::{Lexer, Token, TokenKind};

use super::diags;
use crate::body::{Attribute, Body};
use crate::cty::Str;
use crate::cty::internal::sort_by_key;
use crate::diag::{Diagnostics, Level};
use crate::source::{Place, Source, Span};

/// The start of a comment with levels.
const START: &str = "hcldyn:";

/// A level that a comment sets.
#[derive(Debug)]
pub(super) struct LevelComment {
    source: Source,
    /// The code whose level is set.
    code: Str,
    pub(super) level: Level,
    /// The part of the source that the comment applies to.
    span: Span,
}

impl LevelComment {
    /// Returns `true` if the comment applies to a diagnostic with a location and a code.
    pub(super) fn covers(&self, place: &Place, code: &str) -> bool {
        let (own, span) = (self.span, place.span());
        let is_inside = own.start <= span.start && span.start <= own.end;
        self.code == *code && self.source == *place.source() && is_inside
    }
}

/// Reads the levels in the comments of a file.
pub(super) fn read(
    source: &Source,
    body: &Body,
    found: &mut Vec<LevelComment>,
    diags: &mut Diagnostics,
) {
    let text = source.text();
    if !text.contains(START) {
        return;
    }
    let scopes = Scopes::of(source, body);
    for comment in &scopes.comments {
        let Some(levels) = content(&text[comment.range()]) else { continue };
        for part in levels.split_inclusive(')') {
            let part = part.trim_start_matches([',', ' ']).trim();
            if part.is_empty() {
                continue;
            }
            let Some((level, is_of_file, codes)) = read_level(part) else {
                diags.push(diags::unreadable_comment(source.place(*comment), part));
                continue;
            };
            let span = if is_of_file {
                Span::new(0, text.len() as u32)
            } else {
                scopes.of_comment(*comment)
            };
            found.extend(codes.split(',').map(|code| LevelComment {
                source: source.clone(),
                code: code.trim().into(),
                level,
                span,
            }));
        }
    }
}

/// Returns the text after the start of a comment with levels.
fn content(comment: &str) -> Option<&str> {
    let text = comment.trim_start_matches(['#', '/', '*']).trim_end_matches(['*', '/']);
    let levels = text.trim().strip_prefix(START)?.trim();
    // In the first line of a source, such a comment names its spec for the language server.
    (!levels.strip_prefix("spec").is_some_and(|rest| rest.trim_start().starts_with('=')))
        .then_some(levels)
}

/// Reads `allow(a, b)`: the level, `true` if it applies to the file, and the codes.
fn read_level(text: &str) -> Option<(Level, bool, &str)> {
    let (name, codes) = text.strip_suffix(')')?.split_once('(')?;
    let (name, is_of_file) = name.strip_suffix("-file").map_or((name, false), |name| (name, true));
    let level = match name {
        "allow" => Level::Allow,
        "warn" => Level::Warn,
        "deny" => Level::Deny,
        _ => return None,
    };
    let is_code = |code: &str| !code.is_empty() && !code.contains(char::is_whitespace);
    codes.split(',').all(|code| is_code(code.trim())).then_some((level, is_of_file, codes))
}

/// The parts of a source that its comments may apply to, in source order.
struct Scopes<'s> {
    source: &'s Source,
    comments: Vec<Span>,
    /// The tokens of code.
    code: Vec<Span>,
    /// The attributes and blocks, each before those inside it.
    items: Vec<Span>,
}

impl<'s> Scopes<'s> {
    /// Returns the parts of a source, whose items are in a body.
    fn of(source: &'s Source, body: &Body) -> Self {
        let (mut comments, mut code, mut items) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for Token { kind, end } in Lexer::new(source.text()) {
            match kind {
                TokenKind::LineComment | TokenKind::BlockComment => {
                    comments.push(Span::new(start, end));
                }
                TokenKind::Whitespace | TokenKind::Newline => {}
                _ => code.push(Span::new(start, end)),
            }
            start = end;
        }
        add_items(body, source, &mut items);
        sort_by_key(&mut items, |item| item.start);
        Self { source, comments, code, items }
    }

    /// Returns the span that a comment applies to: that of the item that begins on its line or, if there is no code before
    /// it on the line, on the next line with code.
    fn of_comment(&self, comment: Span) -> Span {
        let line_of = |span: &Span| self.source.line_range(span.start as usize);
        let own = line_of(&comment);
        let next = self.code.partition_point(|token| token.start < comment.start);
        let last = next.checked_sub(1).and_then(|last| self.code.get(last));
        let line = if last.is_some_and(|token| own.contains(&(token.start as usize))) {
            own
        } else {
            self.code.get(next).map_or(own, line_of)
        };
        let first = self.items.partition_point(|item| (item.start as usize) < line.start);
        let item = self.items.get(first).filter(|item| line.contains(&(item.start as usize)));
        item.copied().unwrap_or_else(|| Span::new(line.start as u32, line.end as u32))
    }
}

/// Adds the spans of the attributes and blocks of a file, each block before the items inside it.
fn add_items(body: &Body, source: &Source, items: &mut Vec<Span>) {
    let content = body.everything();
    let places = content.attributes.iter().map(Attribute::place);
    items.extend(places.filter(|place| place.source() == source).map(|place| place.span()));
    for block in content.blocks.iter().filter(|block| block.type_place().source() == source) {
        items.push(block.type_place().span().to(block.body.span()));
        add_items(&block.body, source, items);
    }
}
