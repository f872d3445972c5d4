//! The alignment of equals signs and comments in neighbouring lines.

use super::lines::Piece;

/// A line, with the parts that are aligned with those of its neighbours. An aligned part ends the columns
/// before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    /// The index of the equals sign of an attribute whose value does not open brackets.
    pub(super) equals: Option<usize>,
    /// The index of the comment at the end.
    pub(super) comment: Option<usize>,
    /// The number of columns before the equals sign, or before the comment without one.
    pub(super) lead: usize,
    /// The number of columns from the equals sign on, without the comment and the space before the sign.
    pub(super) rest: usize,
}

/// Aligns the equals signs of lines that follow each other.
pub(super) fn equals(pieces: &mut [Piece], lines: &mut [Line]) {
    for chain in lines.chunk_by_mut(|a, b| a.equals.is_some() && b.equals.is_some()) {
        let widest = chain.iter().map(|line| line.lead).max().unwrap_or_default();
        for line in chain {
            let Some(equals) = line.equals else { continue };
            pieces[equals].spaces = (widest - line.lead + 1) as u32;
            line.lead = widest + 1;
        }
    }
}

/// Aligns the comments of lines that follow each other, after their equals signs.
pub(super) fn comments(pieces: &mut [Piece], lines: &[Line]) {
    for chain in lines.chunk_by(|a, b| a.comment.is_some() && b.comment.is_some()) {
        let widest = chain.iter().map(|line| line.lead + line.rest).max().unwrap_or_default();
        for line in chain {
            let Some(comment) = line.comment else { continue };
            pieces[comment].spaces = (widest - (line.lead + line.rest) + 1) as u32;
        }
    }
}
