//! The parts of a source that can be formatted: all lines, except those of items with errors.

use std::ops::Range;

use crate::error::{ErrorKind, Expected, SyntaxError};
use crate::event::{Event, Receiver};
use crate::lexer::{BYTE_ORDER_MARK, Lexer, TokenKind};
use crate::parser::parse_body;
use crate::source::{MAX_SOURCE_LEN, Span};

/// Returns the range of all lines, or nothing if the source is too long.
pub(super) fn whole(text: &str) -> Vec<Range<usize>> {
    let is_short = text.len() <= MAX_SOURCE_LEN;
    is_short.then_some(0..text.len()).into_iter().collect()
}

/// Returns `true` if a source has no syntax errors.
pub(super) fn is_valid(text: &str) -> bool {
    Items::of(text).damage.is_empty()
}

/// Returns the ranges of whole lines that can be formatted, each on its own, in source order.
pub(super) fn ranges(text: &str) -> Vec<Range<usize>> {
    let whole = whole(text);
    let items = Items::of(text);
    if whole.is_empty() || items.damage.is_empty() {
        return whole;
    }
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut add = |lines: Range<usize>| match ranges.last_mut() {
        Some(last) if last.end <= lines.start && is_trivia(&text[last.end..lines.start]) => {
            last.end = lines.end;
        }
        Some(last) if last.end > lines.start => {}
        _ => ranges.push(lines),
    };
    // The comments at the start and at the end of a source belong to no item.
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    add(start..start);
    items.intact().filter_map(|item| whole_lines(text, item)).for_each(&mut add);
    add(text.len()..text.len());
    ranges
}

/// Returns `true` if two sources have as many items and errors.
pub(super) fn has_equal_errors(text: &str, other: &str) -> bool {
    let [one, other] = [text, other].map(Items::of);
    one.items.len() == other.items.len() && one.damage.len() == other.damage.len()
}

/// The items of a source, without those in blocks.
#[derive(Default)]
struct Items {
    /// The spans of the items, in source order.
    items: Vec<Span>,
    /// The spans of errors, and of the parts that they damaged.
    damage: Vec<Span>,
    /// The number of open blocks, and the start of the outermost.
    blocks: (u32, u32),
}

impl Receiver for Items {
    fn event(&mut self, event: Event, span: Span) {
        let (open, start) = self.blocks;
        match event {
            Event::Attribute { .. } if open == 0 => self.items.push(span),
            Event::BlockStart { ty } => {
                self.blocks = (open + 1, if open == 0 { ty.start } else { start });
            }
            Event::BlockEnd => {
                self.blocks.0 = open.saturating_sub(1);
                if open == 1 {
                    self.items.push(Span::new(start, span.end));
                }
            }
            Event::Unreadable | Event::Error { .. } => self.damage.push(span),
            _ => {}
        }
    }

    fn error(&mut self, error: SyntaxError) {
        self.damage.push(error.span);
        // The token before a missing item is the end of a complete one.
        if error.kind != ErrorKind::Expected(Expected::Item) {
            self.damage.extend(error.related);
        }
    }
}

impl Items {
    fn of(text: &str) -> Self {
        let mut items = Self::default();
        parse_body(text, &mut items as &mut dyn Receiver);
        items
    }

    /// Returns the items without damage.
    fn intact(mut self) -> impl Iterator<Item = Span> {
        self.damage.sort_unstable();
        let mut damage = self.damage.into_iter().peekable();
        self.items.into_iter().filter(move |item| {
            let mut is_intact = true;
            while let Some(part) = damage.next_if(|part| part.start <= item.end) {
                is_intact &= part.end < item.start;
            }
            is_intact
        })
    }
}

/// Returns the lines of an item if it starts at the start of a line, and only a comment follows it. The parser
/// guesses the end of a part with an error by the indentation of later lines, which must not change.
fn whole_lines(text: &str, item: Span) -> Option<Range<usize>> {
    let Range { start, end } = item.range();
    let line_end = text[end..].find('\n').map_or(text.len(), |it| end + it + 1);
    let after = text[end..line_end].trim();
    let is_alone = matches!(text[..start].chars().next_back(), None | Some('\n' | '\u{feff}'))
        && (after.is_empty() || after.starts_with('#') || after.starts_with("//"));
    is_alone.then_some(start..line_end)
}

/// Returns `true` if there are only comments and whitespace in a part of a source. A byte order mark is whitespace only at
/// the start of a source, and a lexer takes the start of the part for that.
fn is_trivia(text: &str) -> bool {
    let has_mark = text.starts_with(BYTE_ORDER_MARK);
    !has_mark
        && Lexer::new(text).all(|token| token.kind.is_trivia() || token.kind == TokenKind::Newline)
}
