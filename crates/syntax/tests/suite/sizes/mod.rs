//! Sources of any size that are hard to parse.

mod nested;
mod slow;
mod unclosed;
mod wide;

/// A kind of source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) parse: Parse,
    /// Returns the source with a number of repetitions.
    pub(crate) text: fn(usize) -> String,
    /// The maximum number of errors.
    pub(crate) errors: Errors,
}

/// The function that parses a source.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parse {
    Body,
    Expression,
    Template,
}

/// The allowed number of errors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Errors {
    None,
    /// A few, independent of the number of repetitions.
    Few,
    /// At most this number for each repetition.
    Each(usize),
}

impl Errors {
    pub(crate) fn most(self, count: usize) -> usize {
        match self {
            Self::None => 0,
            Self::Few => 5,
            Self::Each(errors) => errors * count + 5,
        }
    }
}

const fn case(name: &'static str, parse: Parse, errors: Errors, text: fn(usize) -> String) -> Case {
    Case { name, parse, text, errors }
}

/// Sources of nested parts.
pub(crate) fn nested() -> &'static [Case] {
    nested::CASES
}

/// Sources of many parts.
pub(crate) fn wide() -> &'static [Case] {
    wide::CASES
}

/// Sources of parts without an end.
pub(crate) fn unclosed() -> &'static [Case] {
    unclosed::CASES
}

/// Sources that are slow to parse.
pub(crate) fn slow() -> &'static [Case] {
    slow::CASES
}

/// Numbered repetitions.
fn numbered(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect()
}

/// A middle with an equal number of starts and ends around it.
fn around(start: &str, middle: &str, end: &str, count: usize) -> String {
    [&start.repeat(count), middle, &end.repeat(count)].concat()
}
