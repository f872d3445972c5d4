//! The brackets that have a counterpart.
//!
//! A line that starts like an item does not prove that a bracket around it is unclosed: an object may contain a
//! line `name {` whose equals sign is missing. Therefore, after an error, the brackets are matched first.

use super::Parser;
use crate::event::Receiver;
use crate::lexer::{Lexer, TokenKind, item_start};

/// The results so far.
#[derive(Default)]
pub(super) struct Matching {
    /// `true` if all brackets of the source match.
    source: Option<bool>,
    /// The start of a top-level item, and `true` if all its brackets match.
    item: Option<(u32, bool)>,
}

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Returns `true` if all brackets of the source, or of the top-level item around the next token, have a
    /// counterpart. Strings, heredocs, sequences and comments count as brackets.
    pub(super) fn brackets_match(&mut self) -> bool {
        let start = &self.start;
        *self.matching.source.get_or_insert_with(|| do_match(start.clone(), |_| false))
            || self.brackets_of_item_match()
    }

    fn brackets_of_item_match(&mut self) -> bool {
        let item = self.item;
        if let Some((start, answer)) = self.matching.item
            && start == item
        {
            return answer;
        }
        // This lexer may know the ends of all heredocs already.
        let mut lexer = self.lexer.clone();
        lexer.leave_to(0);
        lexer.rewind(item as usize);
        let indentation = self.line_indentation(item);
        // The item ends before the next one, which is not indented more.
        let answer = item_start(&self.text[item as usize..]).is_some()
            && do_match(lexer, |line| {
                self.line_indentation(line) <= indentation
                    && item_start(&self.text[line as usize..]).is_some()
            });
        self.matching.item = Some((item, answer));
        answer
    }
}

/// Returns `true` if all brackets match, up to the first line for whose first token `is_end` returns `true`.
fn do_match(mut lexer: Lexer<'_>, is_end: impl Fn(u32) -> bool) -> bool {
    use TokenKind as Kind;
    let mut open = Vec::new();
    let mut starts_line = false;
    loop {
        let offset = lexer.offset() as u32;
        let Some(token) = lexer.next() else { break };
        if starts_line && token.kind == Kind::Ident && is_end(offset) {
            break;
        }
        starts_line = match token.kind {
            Kind::Newline => true,
            Kind::Whitespace => starts_line,
            _ => false,
        };
        match token.kind {
            Kind::OpenBrace => open.push(Kind::CloseBrace),
            Kind::OpenBracket => open.push(Kind::CloseBracket),
            Kind::OpenParen => open.push(Kind::CloseParen),
            Kind::OpenQuote => open.push(Kind::CloseQuote),
            Kind::OpenHeredoc => open.push(Kind::CloseHeredoc),
            Kind::Interpolation | Kind::Directive => open.push(Kind::SequenceEnd),
            Kind::CloseBrace
            | Kind::CloseBracket
            | Kind::CloseParen
            | Kind::CloseQuote
            | Kind::CloseHeredoc
            | Kind::SequenceEnd
                if open.pop() != Some(token.kind) =>
            {
                return false;
            }
            Kind::BrokenHeredoc | Kind::UnclosedHeredoc | Kind::UnclosedComment => return false,
            // A string ends with its line.
            Kind::Newline if open.last() == Some(&Kind::CloseQuote) => return false,
            _ => {}
        }
    }
    open.is_empty()
}
