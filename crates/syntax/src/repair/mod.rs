//! Repairs of syntax errors: edits after which the parser reports fewer errors, and no other ones, and finds the same
//! items otherwise.
//!
//! Each file here proposes edits for an error, the most likely ones first. [`Repairs`] parses the source with each of
//! them, so that a proposal only needs to be plausible.

mod brackets;
mod items;
mod quotes;
mod scan;
mod values;

use std::collections::HashSet;

use self::scan::Scan;
use crate::changes::{Changes, Correctable, Correction, Parts};
use crate::error::{ErrorKind, SyntaxError};
use crate::source::{Span, TextEdit};

/// The maximum length of a source that is repaired.
const MAX_LENGTH: usize = 256 << 10;

/// The maximum number of bytes that are searched and parsed to find the repairs of a source.
const MAX_PARSED: usize = 8 << 20;

/// The maximum number of proposals for an error.
const MAX_PROPOSALS: usize = 64;

/// A repair of a syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The kind of change.
    pub kind: RepairKind,
    /// `true` if no other repair is likely to be meant.
    pub is_certain: bool,
    /// The edits in source order, which do not overlap.
    pub edits: Vec<TextEdit>,
}

/// The kind of change that repairs an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// The brackets of an index around a number after a dot.
    BracketIndex,
    /// A closing bracket.
    CloseBracket,
    /// A comma.
    Comma,
    /// The removal of text.
    Delete,
    /// A digit before a decimal point.
    Digit,
    /// A second `&` or `|`.
    DoubleOperator,
    /// Straight double quotes in place of other ones.
    DoubleQuotes,
    /// `=`
    EqualsSign,
    /// A second backslash.
    EscapeBackslash,
    /// The line that ends a heredoc.
    HeredocEnd,
    /// The operator of HCL in place of that of another language.
    HclOperator,
    /// A line break.
    LineBreak,
    /// An opening brace on the line of its block.
    MoveBrace,
    /// An opening bracket.
    OpenBracket,
    /// A closing or an opening quote.
    Quote,
    /// Quotes around a value.
    QuoteValue,
    /// `=` in place of another character.
    ReplaceWithEquals,
    /// The removal of the quotes around a name.
    UnquoteName,
    /// The removal of `${ }` around an expression.
    UnwrapExpression,
}

/// The search for repairs of a body.
///
/// ```
/// use hcldyn_syntax::error::SyntaxError;
/// use hcldyn_syntax::event::{Event, Receiver};
/// use hcldyn_syntax::parser::parse_body;
/// use hcldyn_syntax::repair::Repairs;
/// use hcldyn_syntax::source::Span;
///
/// struct Errors(Vec<SyntaxError>);
///
/// impl Receiver for Errors {
///     fn event(&mut self, _: Event, _: Span) {}
///     fn error(&mut self, error: SyntaxError) {
///         self.0.push(error);
///     }
/// }
///
/// let text = "ports = [80, 443\nname = \"a\"\n";
/// let mut errors = Errors(Vec::new());
/// parse_body(text, &mut errors);
/// let repair = Repairs::new(text).repair(&errors.0[0]).unwrap();
/// assert_eq!(repair.edits[0].text, "]");
/// assert_eq!(repair.edits[0].span, Span::empty(16));
/// ```
#[derive(Debug)]
pub struct Repairs<'t> {
    scan: Scan<'t>,
    source: Correctable<'t>,
    /// The errors of the source.
    errors: HashSet<Located>,
    /// The number of bytes that may still be searched and parsed.
    left: usize,
}

/// An error and its start.
type Located = (u32, ErrorKind);

/// The end of a search that has taken too long.
struct LimitReached;

/// Proposals for an error, and the choice among those that the parser accepts.
struct Proposals {
    choice: Choice,
    repairs: Vec<Repair>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The first one.
    First,
    /// The only one. Of several ones, none is likely enough.
    Only,
}

impl<'t> Repairs<'t> {
    /// Starts the search in a source with errors.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        if text.len() > MAX_LENGTH {
            let (scan, source) = (Scan::new(""), Correctable::new(""));
            return Self { scan, source, errors: HashSet::new(), left: 0 };
        }
        let source = Correctable::new(text);
        let errors = source.parts().errors.iter().copied().collect();
        Self { scan: Scan::new(text), source, errors, left: MAX_PARSED }
    }

    /// Returns the repair of an error that the parser reports for the source as a body, if one is likely.
    pub fn repair(&mut self, error: &SyntaxError) -> Option<Repair> {
        // A source that is too long was not scanned.
        if self.left == 0 {
            return None;
        }
        self.charge(self.scan.text.len()).ok()?;
        let mut best: Option<(usize, Repair)> = None;
        for Proposals { choice, repairs } in proposals(&self.scan, error) {
            let least = best.as_ref().map_or(self.errors.len(), |(least, _)| *least);
            if least == 0 {
                break;
            }
            best = self.best(choice, repairs, least).ok()?.or(best);
        }
        best.map(|(_, repair)| repair)
    }

    /// Returns the best of several repairs with the number of errors after it, if there are fewer than `limit`.
    fn best(
        &mut self,
        choice: Choice,
        repairs: Vec<Repair>,
        limit: usize,
    ) -> Result<Option<(usize, Repair)>, LimitReached> {
        let (mut best, mut least, mut is_tied) = (None, limit, false);
        for repair in repairs.into_iter().take(MAX_PROPOSALS) {
            let Some(count) = self.errors_after(&repair, least)? else { continue };
            is_tied |= best.is_some() && count == least;
            if count < least {
                (best, least, is_tied) = (Some((count, repair)), count, false);
            }
            if least == 0 && choice == Choice::First {
                break;
            }
        }
        Ok(best.filter(|_| choice == Choice::First || !is_tied))
    }

    /// Returns the number of errors after a repair. Returns `None` if one of them is new, if there are more than `limit`, or
    /// if another item or a comment would be changed.
    fn errors_after(
        &mut self,
        repair: &Repair,
        limit: usize,
    ) -> Result<Option<usize>, LimitReached> {
        let text = repair.apply(self.scan.text);
        self.charge(text.len())?;
        let after = Parts::of(&text);
        let count = after.errors.len();
        let is_known = |&(start, kind): &Located| {
            repair.before(start).is_some_and(|start| self.errors.contains(&(start, kind)))
        };
        if count > limit || !after.errors.iter().all(is_known) {
            return Ok(None);
        }
        self.charge(text.len())?;
        let (changes, correction) = repair.changes();
        Ok(self.source.is_kept_in(&after, &changes, &[correction]).then_some(count))
    }

    fn charge(&mut self, bytes: usize) -> Result<(), LimitReached> {
        let left = self.left.checked_sub(bytes);
        self.left = left.unwrap_or_default();
        left.map(drop).ok_or(LimitReached)
    }
}

impl Repair {
    fn new(kind: RepairKind) -> Self {
        Self { kind, is_certain: false, edits: Vec::new() }
    }

    fn certain(self) -> Self {
        Self { is_certain: true, ..self }
    }

    fn replace(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(TextEdit::new(span, text));
        self
    }

    fn insert(self, at: u32, text: impl Into<String>) -> Self {
        self.replace(Span::empty(at), text)
    }

    /// Returns the offset that became `after` by the edits, or `None` inside an edit.
    fn before(&self, after: u32) -> Option<u32> {
        let (mut removed, mut added) = (0, 0);
        for edit in &self.edits {
            let start = edit.span.start + added - removed;
            if after < start {
                break;
            }
            let length = edit.text.len() as u32;
            if after < start + length {
                return None;
            }
            removed += edit.span.end - edit.span.start;
            added += length;
        }
        Some(after + removed - added)
    }

    /// Returns the source with the edits.
    fn apply(&self, text: &str) -> String {
        self.changes().0.apply(text)
    }

    /// Returns the edits as changes.
    fn changes(&self) -> (Changes, Correction) {
        let mut changes = Changes::default();
        for edit in &self.edits {
            changes.replace(edit.span.range(), edit.text.as_str());
        }
        let starts = self.edits.iter().map(|edit| edit.span.range().start);
        let ends = self.edits.iter().map(|edit| edit.span.range().end);
        let range = starts.min().unwrap_or_default()..ends.max().unwrap_or_default();
        (changes, Correction { range, can_delete_comments: !self.is_certain })
    }
}

fn proposals(scan: &Scan<'_>, error: &SyntaxError) -> Vec<Proposals> {
    let first = |repairs| Proposals { choice: Choice::First, repairs };
    if error.kind == ErrorKind::ForeignOperator {
        return vec![first(values::proposals(scan, error))];
    }
    let mut all = vec![
        first(values::proposals(scan, error)),
        first(items::proposals(scan, error)),
        first(quotes::proposals(scan, error)),
        first(items::equals_signs(scan, error)),
    ];
    brackets::add_proposals(scan, error, &mut all);
    all.push(first(items::separators(scan, error)));
    all.push(first(quotes::of_value(scan, error)));
    all
}
