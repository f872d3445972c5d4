//! The parsed tree of a source, apart from its whitespace.

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::parse_body;
use hcldyn_syntax::source::Span;

/// The events and errors of a source, with their slices but without whitespace.
pub(crate) struct Shape<'t> {
    text: &'t str,
    pub(crate) events: Vec<(String, String)>,
    pub(crate) is_valid: bool,
}

impl<'t> Shape<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let mut shape = Self { text, events: Vec::new(), is_valid: true };
        parse_body(text, &mut shape);
        shape
    }

    fn record(&mut self, what: &str, span: Span) {
        // Names and operators inside an event have spans, which change.
        let what = what.split(" {").next().unwrap_or_default();
        self.events.push((what.to_owned(), without_spaces(&self.text[span.range()])));
    }
}

impl Receiver for Shape<'_> {
    fn event(&mut self, event: Event, span: Span) {
        self.record(&format!("{event:?}"), span);
    }

    fn error(&mut self, error: SyntaxError) {
        self.is_valid = false;
        self.record(&format!("{:?}", error.kind), error.span);
    }
}

pub(crate) fn without_spaces(text: &str) -> String {
    text.replace([' ', '\t'], "")
}
