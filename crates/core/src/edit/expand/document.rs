//! The file to expand, and the edits to it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use crate::body::Body;
use crate::cty::internal::sort_by_key;
use crate::source::Source;

/// A source with the layout that its tokens give.
#[derive(Debug)]
pub(super) struct Document<'a> {
    pub(super) source: &'a Source,
    pub(super) line_break: &'static str,
    /// The offset of the first line, after a byte-order mark.
    start: usize,
    /// The ranges between braces, by the offset of the opening brace. A comment on its line is left out.
    braces: HashMap<usize, Range<usize>>,
    /// The outermost heredocs, in order.
    heredocs: Vec<Range<usize>>,
}

/// Replacements of parts of a document, and parts to remove.
#[derive(Debug, Default)]
pub(super) struct Edits {
    replaced: Vec<(Range<usize>, String)>,
    removed: Vec<Range<usize>>,
}

impl<'a> Document<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let text = source.text();
        let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let (mut braces, mut heredocs) = (HashMap::new(), Vec::new());
        let (mut open_braces, mut open_heredocs) = (Vec::new(), Vec::new());
        let (mut offset, mut is_after_brace) = (0, false);
        for token in Lexer::new(text) {
            let (start, end) = (offset, token.end as usize);
            match token.kind {
                TokenKind::OpenBrace => open_braces.push((start, end)),
                TokenKind::Newline if is_after_brace => {
                    open_braces.last_mut().into_iter().for_each(|(_, inside)| *inside = start);
                }
                TokenKind::CloseBrace => {
                    braces.extend(open_braces.pop().map(|(open, inside)| (open, inside..start)));
                }
                TokenKind::OpenHeredoc => open_heredocs.push(start),
                TokenKind::CloseHeredoc => {
                    let open = open_heredocs.pop().filter(|_| open_heredocs.is_empty());
                    heredocs.extend(open.map(|open| open..end));
                }
                _ => {}
            }
            is_after_brace =
                token.kind == TokenKind::OpenBrace || is_after_brace && token.kind.is_trivia();
            offset = end;
        }
        Self { source, line_break, start, braces, heredocs }
    }

    pub(super) fn text(&self) -> &'a str {
        self.source.text()
    }

    /// Returns the range of a block's body between its braces.
    pub(super) fn inside(&self, body: &Body) -> Option<Range<usize>> {
        self.braces.get(&(body.missing_item_place().span().start as usize)).cloned()
    }

    /// Returns the offsets of the lines that start in a range, except in heredocs, where whitespace is part of the
    /// string.
    pub(super) fn lines_in(&self, range: &Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let (line_breaks, start) = (self.text()[range.clone()].match_indices('\n'), range.start);
        line_breaks.map(move |(at, _)| start + at + 1).filter(|line| {
            let count = self.heredocs.partition_point(|heredoc| heredoc.start < *line);
            self.heredocs[..count].last().is_none_or(|heredoc| *line >= heredoc.end)
        })
    }

    /// Returns the whitespace at the start of the line of an offset.
    pub(super) fn indentation(&self, offset: usize) -> &'a str {
        let line = &self.text()[self.line_start(offset)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    pub(super) fn line_start(&self, offset: usize) -> usize {
        self.text()[..offset].rfind('\n').map_or(self.start, |at| at + 1)
    }

    /// Extends a range to remove by its whole lines if nothing else is on them, and by one of two empty lines that
    /// would meet.
    fn lines_of(&self, range: Range<usize>) -> Range<usize> {
        let (text, start) = (self.text(), self.line_start(range.start));
        let line_from = |offset: usize| text[offset..].split_inclusive('\n').next().unwrap_or("");
        let rest = line_from(range.end);
        if !text[start..range.start].trim().is_empty() || !rest.trim().is_empty() {
            return range;
        }
        let (end, blank) = (range.end + rest.len(), [' ', '\t', '\r']);
        let (next, before) = (line_from(end), text[self.start..start].trim_end_matches(blank));
        let previous = before.strip_suffix('\n').unwrap_or(before).trim_end_matches(blank);
        let follows_empty_line = previous.ends_with('\n');
        let is_first = previous.is_empty() || previous.ends_with('{');
        match next.trim_start() {
            "" if follows_empty_line || is_first => start..end + next.len(),
            rest if rest.starts_with('}') && follows_empty_line => {
                self.line_start(self.start + previous.len())..end
            }
            _ => start..end,
        }
    }
}

impl Edits {
    /// Replaces a part. An edit inside a part that is replaced as a whole has no effect. If two overlap otherwise,
    /// the first one replaces the shared bytes.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.replaced.push((range, text.into()));
    }

    /// Removes a part and the lines it is on. Parts come in source order. Those with only whitespace between them
    /// are joined.
    pub(super) fn remove(&mut self, range: Range<usize>, document: &Document<'_>) {
        match self.removed.last_mut() {
            Some(last) if document.text()[last.end..range.start].trim().is_empty() => {
                last.end = range.end;
            }
            _ => self.removed.push(range),
        }
    }

    /// Returns a part of the document with the edits applied.
    pub(super) fn apply(mut self, document: &Document<'_>, part: Range<usize>) -> String {
        let removed = self.removed.into_iter().map(|range| document.lines_of(range));
        self.replaced.extend(removed.map(|range| (range, String::new())));
        sort_by_key(&mut self.replaced, |(range, _)| (range.start, Reverse(range.end)));
        let (text, mut edited, mut position) = (document.text(), String::new(), part.start);
        for (range, replacement) in self.replaced {
            if range.start < position && range.end <= position {
                continue;
            }
            edited.push_str(&text[position..range.start.max(position)]);
            edited.push_str(&replacement);
            position = range.end;
        }
        edited.push_str(&text[position..part.end.max(position)]);
        edited
    }
}
