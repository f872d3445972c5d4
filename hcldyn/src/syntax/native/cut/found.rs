//! What a scan finds on its way.

use std::ops::Range;

/// What is found in a text, each by its place.
#[derive(Default)]
pub(in crate::syntax::native) struct Found {
    /// Literal text in quotes and heredocs, without escape sequences other than `$${` and `%%{` in
    /// quotes, and not in strings that are keys. The line end before the delimiter that closes a heredoc
    /// is left out.
    pub(in crate::syntax::native) literals: Vec<Range<usize>>,
    /// Heredocs without lines, from `<<` to the delimiter that closes them.
    pub(in crate::syntax::native) empty_heredocs: Vec<Range<usize>>,
    /// In the order of their ends.
    pub(super) braces: Vec<Brace>,
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
    /// The object constructors in the text, outer ones before those in them.
    pub(in crate::syntax::native) fn objects(&self, text: &str) -> Vec<Range<usize>> {
        let mut braces: Vec<_> = self.braces.iter().collect();
        braces.sort_unstable_by_key(|brace| brace.range.start);
        let mut expression_end = 0;
        let is_object = |brace: &&Brace| {
            // A block has its type or a label before its brace, and stands in no expression.
            let is_object = brace.in_expression
                || brace.range.start < expression_end
                || skip_comments_back(&text[..brace.range.start]).ends_with(BEFORE_OBJECT);
            if is_object {
                expression_end = expression_end.max(brace.range.end);
            }
            is_object
        };
        braces.retain(is_object);
        braces.into_iter().map(|brace| brace.range.clone()).collect()
    }

    /// Forgets what ends behind a position from which the text is scanned again.
    pub(super) fn forget_behind(&mut self, pos: usize) {
        self.literals.retain(|literal| literal.end <= pos);
        self.empty_heredocs.retain(|heredoc| heredoc.end <= pos);
        self.braces.retain(|brace| brace.range.end <= pos);
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
