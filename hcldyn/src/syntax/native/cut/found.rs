//! What a scan finds on its way.

use std::ops::Range;

/// What is found in a text, each kind in the order of its ends.
#[derive(Default)]
pub(in crate::syntax::native) struct Found {
    pub(super) literals: Vec<Range<usize>>,
    pub(super) empty_heredocs: Vec<Range<usize>>,
    pub(super) braces: Vec<Brace>,
}

/// What is found in a part of a text, by its places in that part.
#[derive(Clone, Copy)]
pub(in crate::syntax::native) struct FoundIn<'f> {
    start: usize,
    literals: &'f [Range<usize>],
    empty_heredocs: &'f [Range<usize>],
    braces: &'f [Brace],
}

/// What is in braces, with them.
pub(super) struct Brace {
    pub(super) range: Range<usize>,
    /// Whether it stands in brackets or in a template, where no block can be.
    pub(super) in_expression: bool,
}

/// What an object constructor may stand behind. A block's type may end in a dash.
const BEFORE_OBJECT: [char; 14] =
    ['=', '(', '[', ',', ':', '?', '>', '<', '|', '&', '!', '+', '*', '%'];

impl Found {
    /// What is in a part of the text.
    pub(in crate::syntax::native) fn within(&self, part: &Range<usize>) -> FoundIn<'_> {
        FoundIn {
            start: part.start,
            literals: within(&self.literals, part, |literal| literal.end),
            empty_heredocs: within(&self.empty_heredocs, part, |heredoc| heredoc.end),
            braces: within(&self.braces, part, |brace| brace.range.end),
        }
    }

    /// Takes away what ends behind a position.
    pub(super) fn split_off(&mut self, pos: usize) -> Self {
        let before = self.within(&(0..pos));
        let counts = (before.literals.len(), before.empty_heredocs.len(), before.braces.len());
        Self {
            literals: self.literals.split_off(counts.0),
            empty_heredocs: self.empty_heredocs.split_off(counts.1),
            braces: self.braces.split_off(counts.2),
        }
    }
}

/// Those of the places in the order of their ends that end in a part of the text.
fn within<'f, T>(all: &'f [T], part: &Range<usize>, end: impl Fn(&T) -> usize) -> &'f [T] {
    let behind = &all[all.partition_point(|it| end(it) <= part.start)..];
    &behind[..behind.partition_point(|it| end(it) <= part.end)]
}

impl FoundIn<'_> {
    /// Literal text in quotes and heredocs, without escape sequences other than `$${` and `%%{` in
    /// quotes, and not in strings that are keys. The line end before the delimiter that closes a heredoc
    /// is left out.
    pub(in crate::syntax::native) fn literals(&self) -> impl Iterator<Item = Range<usize>> {
        self.literals.iter().map(|literal| self.here(literal))
    }

    /// Heredocs without lines, from `<<` to the delimiter that closes them.
    pub(in crate::syntax::native) fn empty_heredocs(&self) -> impl Iterator<Item = Range<usize>> {
        self.empty_heredocs.iter().map(|heredoc| self.here(heredoc))
    }

    /// The object constructors in the part, outer ones before those in them.
    pub(in crate::syntax::native) fn objects(&self, part: &str) -> Vec<Range<usize>> {
        let mut braces: Vec<_> =
            self.braces.iter().map(|brace| (self.here(&brace.range), brace)).collect();
        braces.sort_unstable_by_key(|(range, _)| range.start);
        let mut expression_end = 0;
        let is_object = |(range, brace): &(Range<usize>, &Brace)| {
            // A block has its type or a label before its brace, and stands in no expression.
            let is_object = brace.in_expression
                || range.start < expression_end
                || skip_comments_back(&part[..range.start]).ends_with(BEFORE_OBJECT);
            if is_object {
                expression_end = expression_end.max(range.end);
            }
            is_object
        };
        braces.retain(is_object);
        braces.into_iter().map(|(range, _)| range).collect()
    }

    fn here(&self, range: &Range<usize>) -> Range<usize> {
        range.start - self.start..range.end - self.start
    }
}

/// The text without the blanks and inline comments at its end.
fn skip_comments_back(mut text: &str) -> &str {
    loop {
        text = text.trim_end();
        let comment = text.ends_with("*/").then(|| text.rfind("/*")).flatten();
        match comment {
            Some(start) => text = &text[..start],
            None => return text,
        }
    }
}
