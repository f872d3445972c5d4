use super::Span;

/// The replacement of a range of source text.
///
/// ```
/// use hcldyn_syntax::source::{Span, TextEdit};
///
/// let edit = TextEdit::new(Span::new(2, 5), " ");
/// assert_eq!((edit.span.range(), edit.text.as_str()), (2..5, " "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TextEdit {
    /// The range to replace; empty for an insertion.
    pub span: Span,
    /// The new text; empty for a deletion.
    pub text: String,
}

impl TextEdit {
    /// Returns the replacement of a range by a text.
    #[must_use]
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}
