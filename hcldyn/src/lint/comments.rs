//! Levels in comments.

use hcldyn_syntax::lexer::{Lexer, Token, TokenKind};

use super::diags;
use crate::body::Body;
use crate::cty::Str;
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
    let tokens = tokens(text);
    let mut items = Vec::new();
    add_items(body, source, &mut items);
    for (index, (kind, span)) in tokens.iter().enumerate() {
        let is_comment = matches!(kind, TokenKind::LineComment | TokenKind::BlockComment);
        let Some(levels) = is_comment.then(|| content(&text[span.range()])).flatten() else {
            continue;
        };
        for part in levels.split_inclusive(')') {
            let part = part.trim_start_matches([',', ' ']).trim();
            if part.is_empty() {
                continue;
            }
            let Some((level, is_of_file, codes)) = read_level(part) else {
                diags.push(diags::unreadable_comment(source.place(*span), part));
                continue;
            };
            let span = if is_of_file {
                Span::new(0, text.len() as u32)
            } else {
                scope(&tokens, index, source, &items)
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
    text.trim().strip_prefix(START).map(str::trim)
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

/// Returns the tokens of a text with their spans.
fn tokens(text: &str) -> Vec<(TokenKind, Span)> {
    let mut start = 0;
    let spanned = |token: Token| {
        let span = Span::new(start, token.end);
        start = token.end;
        (token.kind, span)
    };
    Lexer::new(text).map(spanned).collect()
}

/// Returns the span that a comment applies to: that of the item that begins on its line or, if there is no code before
/// it on the line, on the next line with code.
fn scope(tokens: &[(TokenKind, Span)], comment: usize, source: &Source, items: &[Span]) -> Span {
    let is_code = |(kind, _): &&(TokenKind, Span)| {
        !matches!(
            kind,
            TokenKind::Whitespace
                | TokenKind::Newline
                | TokenKind::LineComment
                | TokenKind::BlockComment
        )
    };
    let line_of = |(_, span): &(TokenKind, Span)| source.line_range(span.start as usize);
    let own = line_of(&tokens[comment]);
    let mut before = tokens[..comment].iter().rev();
    let mut before = before.by_ref().take_while(|(_, span)| span.start as usize >= own.start);
    let line = if before.any(|token| is_code(&token)) {
        own
    } else {
        tokens[comment..].iter().find(is_code).map_or(own, line_of)
    };
    let item = items.iter().find(|item| line.contains(&(item.start as usize)));
    item.copied().unwrap_or_else(|| Span::new(line.start as u32, line.end as u32))
}

/// Adds the spans of the attributes and blocks of a file, each item before those inside it.
fn add_items(body: &Body, source: &Source, items: &mut Vec<Span>) {
    let content = body.everything();
    items.extend(content.attributes.iter().map(|attribute| attribute.place().span()));
    for block in content.blocks.iter().filter(|block| block.type_place().source() == source) {
        items.push(block.type_place().span().to(block.body.span()));
        add_items(&block.body, source, items);
    }
}
