//! Numbers.

use super::Parser;
use crate::error::ErrorKind;
use crate::event::{Event, Receiver};
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    pub(super) fn number(&mut self) -> Span {
        let span = self.bump();
        if !is_number(self.slice(span)) {
            self.mistake(ErrorKind::InvalidNumber, span, None);
            return self.push_error(0, span);
        }
        self.event(Event::Number, span);
        span
    }
}

/// Returns `true` if a token is a number: digits, then a fraction, then an exponent.
pub(super) fn is_number(token: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &token[digits(token)..];
    let rest = rest.strip_prefix('.').map_or(rest, |fraction| &fraction[digits(fraction)..]);
    match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => {
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            digits(exponent) == exponent.len()
        }
        None => rest.is_empty(),
    }
}
