//! The file that is expanded.

use std::ops::Range;

use hcl_edit::Span as _;
use hcl_edit::structure::Block;
use hcldyn::source::{Place, Source, Span};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text of a file as hcl-edit sees it: without a byte-order mark.
#[derive(Debug)]
pub(super) struct Document<'a> {
    source: &'a Source,
    text: &'a str,
    line_end: &'static str,
}

impl<'a> Document<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        let text = source.text();
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Self { source, text, line_end }
    }

    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The byte-order mark, if the file has one.
    pub(super) fn byte_order_mark(&self) -> &'a str {
        &self.source.text()[..self.offset()]
    }

    /// The line end that the file uses.
    pub(super) fn line_end(&self) -> &'static str {
        self.line_end
    }

    /// The place of a span of the text.
    pub(super) fn place(&self, span: Span) -> Place {
        self.source.place(self.in_source(span))
    }

    /// A span of the text as a span of the source.
    pub(super) fn in_source(&self, span: Span) -> Span {
        let offset = self.offset() as u32;
        Span::new(span.start + offset, span.end + offset)
    }

    /// The blanks that the line of an offset starts with.
    pub(super) fn indentation(&self, offset: usize) -> &'a str {
        let line = &self.text[self.line_start(offset)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Where the line of an offset starts.
    pub(super) fn line_start(&self, offset: usize) -> usize {
        self.text[..offset].rfind('\n').map_or(0, |at| at + 1)
    }

    /// What stands between the braces of a block.
    pub(super) fn inside(&self, block: &Block) -> Option<Range<usize>> {
        if let Some(range) = block.body.span() {
            return Some(range);
        }
        // hcl-edit keeps no span of a body on one line.
        let header_end = match block.labels.last() {
            Some(label) => label.span()?.end,
            None => block.ident.span()?.end,
        };
        let open_brace = self.open_brace(header_end);
        Some(open_brace + 1..block.span()?.end - 1)
    }

    /// The first brace after an offset that is not in a comment.
    fn open_brace(&self, mut offset: usize) -> usize {
        loop {
            let rest = self.text[offset..].trim_start();
            offset = self.text.len() - rest.len();
            match rest.strip_prefix("/*").and_then(|comment| comment.find("*/")) {
                Some(end) => offset += end + "/**/".len(),
                None => return offset,
            }
        }
    }

    /// The lines to remove so that nothing is left of what stands at a range: whole lines where
    /// nothing else is on them, and one of two empty lines that would meet.
    pub(super) fn lines_of(&self, range: Range<usize>) -> Range<usize> {
        let start = self.line_start(range.start);
        let rest = &self.text[range.end..];
        let line_rest = &rest[..rest.find('\n').map_or(rest.len(), |at| at + 1)];
        let is_alone =
            self.text[start..range.start].trim().is_empty() && line_rest.trim().is_empty();
        if !is_alone {
            return range;
        }
        let end = range.end + line_rest.len();
        let before = self.text[..start].trim_end_matches([' ', '\t', '\r']);
        let previous = before.strip_suffix('\n').unwrap_or(before);
        let previous = previous.trim_end_matches([' ', '\t', '\r']);
        let follows_empty_line = previous.ends_with('\n');
        let opens = previous.is_empty() || previous.ends_with('{');
        let next = &self.text[end..];
        let next_line = &next[..next.find('\n').map_or(next.len(), |at| at + 1)];
        if next_line.trim().is_empty() && (follows_empty_line || opens) {
            return start..end + next_line.len();
        }
        if next_line.trim_start().starts_with('}') && follows_empty_line {
            return self.line_start(previous.len())..end;
        }
        start..end
    }

    fn offset(&self) -> usize {
        self.source.text().len() - self.text.len()
    }
}
