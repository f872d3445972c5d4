//! From where hcl-edit stopped to what is wrong there.

use std::ops::Range;

use hcl_edit::parser::{self, Error};

use super::cut::{Flaw, FlawKind, Item};
use super::diags::{self, Closer};
use super::items::MAX_LEVELS;
use super::lower::Lowering;
use super::stand_ins::Stop;
use super::{cut, directives, stand_ins};
use crate::diag::Diagnostic;
use crate::source::{Place, Source, Span};

/// Reports why an item of a body could not be read.
pub(super) fn item(lowering: &mut Lowering<'_, '_>, item: &Item) {
    let text = &lowering.text()[item.span.clone()];
    let stop = stop_in_item(text).shifted(item.span.start);
    let source = &lowering.tree.source;
    let problem = match item.flaw {
        Some(flaw) if flaw.at <= stop.at => unclosed(source, flaw),
        _ => Explanation::new(source, item.span.start, stop).diagnostic(),
    };
    lowering.report(problem);
}

/// Reports why a part of the text is not an expression.
pub(super) fn expression(lowering: &mut Lowering<'_, '_>, range: Range<usize>) {
    let text = lowering.text().get(range.clone()).unwrap_or_default();
    let stop = stop_in_expression(text).shifted(range.start);
    let source = &lowering.tree.source;
    let flaw = cut::cut_range(source.text(), range.clone()).into_iter().find_map(|it| it.flaw);
    let problem = match flaw {
        Some(flaw) if flaw.at <= stop.at => unclosed(source, flaw),
        _ => Explanation::new(source, range.start, stop).of_expression(),
    };
    lowering.report(problem);
}

/// Reports why the text from `start` on is not a pair of an object; hcl-edit read it behind a brace.
pub(super) fn pair(lowering: &mut Lowering<'_, '_>, start: usize, stop: Option<Stop>) {
    let stop = stop.unwrap_or_else(|| Stop::silent(1));
    let at = start + stop.at.saturating_sub(1);
    report(lowering, start, Stop { at, ..stop });
}

/// Reports why a text is not a template.
pub(super) fn template(lowering: &mut Lowering<'_, '_>, error: &Error) {
    report(lowering, 0, Stop::of(error));
}

fn report(lowering: &mut Lowering<'_, '_>, start: usize, stop: Stop) {
    let source = &lowering.tree.source;
    let problem = Explanation::new(source, start, stop).diagnostic();
    lowering.report(problem);
}

/// Behind a line end hcl-edit knows better where it stopped than at the end of the text. It steps
/// back to the start of an attribute when it does not know what is wrong in its expression.
fn stop_in_item(item: &str) -> Stop {
    let stop = match stand_ins::parse(&format!("{item}\n"), parser::parse_body) {
        Err(stop) => stop,
        Ok(_) => Stop::silent(item.len()),
    };
    match item.split_once('=') {
        Some((_, value)) if stop.at == 0 && item.starts_with(is_name_start) => {
            stop_in_expression(value).shifted(item.len() - value.len())
        }
        _ => stop,
    }
}

fn stop_in_expression(text: &str) -> Stop {
    let stop = match stand_ins::parse(&format!("({text}\n)"), parser::parse_expr) {
        Err(stop) => stop,
        // A parenthesis closed the one before the text.
        Ok(_) => match stand_ins::parse(text, parser::parse_expr) {
            Err(stop) => stop.shifted(1),
            Ok(_) => Stop::silent(0),
        },
    };
    // The line end and the parenthesis behind the text are not in it.
    Stop { at: stop.at.saturating_sub(1).min(text.len()), ..stop }
}

/// What something that was opened and not closed is.
fn unclosed(source: &Source, flaw: Flaw) -> Diagnostic {
    let rest = &source.text()[flaw.at..];
    let place = |length: usize| source.place(Span::from(flaw.at..flaw.at + length));
    match flaw.kind {
        FlawKind::Bracket => diags::unclosed_bracket(place(1)),
        FlawKind::Template => diags::unclosed_sequence(place(2)),
        FlawKind::Quote => diags::unclosed_string(place(1)),
        FlawKind::Comment => diags::unclosed_comment(place(2)),
        FlawKind::Depth => diags::too_deep(place(1), cut::MAX_OPEN),
        FlawKind::Heredoc => {
            diags::unclosed_heredoc(place(rest.lines().next().map_or(0, str::len)))
        }
    }
}

/// A stop, and the text around it.
struct Explanation<'s> {
    source: &'s Source,
    /// Where the item or expression starts.
    start: usize,
    stop: Stop,
}

impl<'s> Explanation<'s> {
    fn new(source: &'s Source, start: usize, mut stop: Stop) -> Self {
        let text = source.text();
        if stop.message.contains("object value assignment") {
            // There hcl-edit stops one character too far.
            let passed = text.get(start..stop.at).and_then(|before| before.chars().next_back());
            stop.at -= passed.map_or(0, char::len_utf8);
        }
        // hcl-edit may stop before the blanks in front of what it does not know.
        let rest = text.get(stop.at..).unwrap_or_default();
        stop.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
        Self { source, start, stop }
    }

    /// What is wrong in an expression that hcl-edit read in parentheses.
    fn of_expression(&self) -> Diagnostic {
        let count = |bracket| self.before().matches(bracket).count();
        let is_complete = self.stop.message == "expected `)`" && count('(') == count(')');
        match is_complete && !self.end_of_input() && self.foreign_character().is_none() {
            true => diags::extra_after_expression(self.token()),
            false => self.diagnostic(),
        }
    }

    fn diagnostic(&self) -> Diagnostic {
        self.limit()
            .or_else(|| self.in_number())
            .or_else(|| self.in_string())
            .or_else(|| self.foreign_character())
            .or_else(|| self.in_item())
            .or_else(|| self.after_value())
            .or_else(|| self.in_brackets())
            .unwrap_or_else(|| diags::unexpected(self.token(), self.end_of_input()))
    }

    /// One of hcl-edit's own limits.
    fn limit(&self) -> Option<Diagnostic> {
        if self.expected("nested levels") {
            return Some(diags::too_deep(self.token(), MAX_LEVELS));
        }
        self.expected("chained binary").then(|| diags::too_many_operators(self.token()))
    }

    /// Letters right behind a digit are no name, and hcl-edit takes none for a large exponent.
    fn in_number(&self) -> Option<Diagnostic> {
        let follows_digit = self.before().ends_with(|c: char| c.is_ascii_digit());
        (follows_digit && self.rest().starts_with(is_name_start))
            .then(|| diags::letters_in_number(self.token()))
    }

    /// What is wrong inside quotes or a heredoc.
    fn in_string(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        if self.expected("escape sequence") || self.expected("unicode") {
            let start = self.before().rfind('\\').map_or(self.stop.at, |at| self.start + at);
            let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
            let end = self.stop.at + if self.expected("unicode") { digits } else { 0 };
            return Some(diags::invalid_escape(self.place(start..end)));
        }
        if let Some(heredoc) = self.last_word().strip_prefix("<<") {
            let is_behind = self.before().trim_end_matches([' ', '\t']).ends_with('\n');
            return Some(match is_behind {
                true => self.in_heredoc(heredoc.trim_start_matches('-')),
                false => diags::text_behind_heredoc_start(self.token()),
            });
        }
        if rest.starts_with("${") && !rest.contains('}') {
            return Some(diags::unclosed_sequence(self.place(self.stop.at..self.stop.at + 2)));
        }
        if rest.starts_with("%{") {
            return self.in_directive(rest.lines().next().unwrap_or_default());
        }
        if self.before().trim_end_matches([' ', '\t', '~']).ends_with("%{") {
            return Some(diags::invalid_directive(self.token()));
        }
        let in_sequence =
            self.before().rfind("${").is_some_and(|at| !self.before()[at..].contains('}'));
        if self.stop.message == "expected `}`" && in_sequence {
            let open = self.start + self.before().rfind("${").unwrap_or_default();
            if !rest.contains('}') {
                return Some(diags::unclosed_sequence(self.place(open..open + 2)));
            }
            return Some(diags::extra_in_interpolation(self.token()));
        }
        None
    }

    /// What is wrong in the text of a heredoc, of which hcl-edit does not say more.
    fn in_heredoc(&self, delimiter: &str) -> Diagnostic {
        let lines = self.rest().split_inclusive('\n').take_while(|line| line.trim() != delimiter);
        let text = &self.rest()[..lines.map(str::len).sum()];
        self.in_directive(text).unwrap_or_else(|| {
            let at = directives::first_unreadable(text).unwrap_or_default();
            let stop = Stop { at: self.stop.at + at, message: String::new() };
            let inner = Self { stop, ..*self };
            let foreign = inner.foreign_character();
            foreign.unwrap_or_else(|| diags::unexpected(inner.token(), inner.end_of_input()))
        })
    }

    /// Which of the directives in the text behind the stop hcl-edit could not read.
    fn in_directive(&self, text: &str) -> Option<Diagnostic> {
        let word = directives::first_misplaced(text).or_else(|| directives::words(text).next())?;
        let place = self.place(self.stop.at + word.start..self.stop.at + word.end);
        Some(diags::invalid_directive(place))
    }

    /// Characters that mean something in other languages.
    fn foreign_character(&self) -> Option<Diagnostic> {
        match self.rest().chars().next()? {
            '\'' => Some(diags::single_quote(self.token())),
            '`' => Some(diags::backtick(self.token())),
            '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => {
                Some(diags::curly_quote(self.token()))
            }
            ';' => Some(diags::semicolon(self.token())),
            '$' if self.rest().starts_with("${") && !self.is_behind_value() => {
                Some(self.interpolation())
            }
            _ => self.unknown_operator(),
        }
    }

    /// Whether a value is complete here, and what should follow it does not.
    fn is_behind_value(&self) -> bool {
        self.expected("newline or eof") || self.closer().is_some()
    }

    /// `${`, in whose place an expression was expected, or behind which none stands.
    fn interpolation(&self) -> Diagnostic {
        if self.expected("invalid expression") {
            return diags::bare_interpolation(self.place(self.stop.at..self.stop.at + 2));
        }
        let text = self.rest()[2..].split('}').next().unwrap_or_default();
        let mut stop = stop_in_expression(text);
        let rest = text.get(stop.at..).unwrap_or_default();
        stop.at += rest.len() - rest.trim_start().len();
        let inner = Self { stop: stop.shifted(self.stop.at + 2), ..*self };
        match inner.stop.message == "expected `)`" {
            true => diags::extra_in_interpolation(inner.token()),
            false => diags::unexpected(inner.token(), inner.end_of_input()),
        }
    }

    /// `&` and `|`, which hcl-edit stops behind.
    fn unknown_operator(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let operand = before.strip_suffix(['&', '|'])?;
        let at = self.start + operand.len();
        (!operand.ends_with(['&', '|'])).then(|| diags::single_operator(self.place(at..at + 1)))
    }

    /// What is wrong before the value of an attribute or the brace of a block.
    fn in_item(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        let next = rest.chars().next();
        let name = self.before().trim_end();
        if self.expected("invalid structure") {
            return Some(match next {
                Some('\n' | '\r') | None => {
                    diags::lone_name(self.place(self.start..self.start + name.len()))
                }
                Some(':') => diags::colon_for_equals(self.token(), name),
                Some('.') => diags::dotted_name(self.token()),
                Some(_) => diags::missing_equals(self.token(), name),
            });
        }
        if self.stop.message == "expected `{`" {
            return Some(match next {
                Some('=') => diags::labels_before_equals(self.token()),
                Some('"') => diags::template_label(self.token()),
                _ => diags::missing_open_brace(self.token(), self.end_of_input()),
            });
        }
        if self.stop.at > self.start || self.stop.message != "unexpected token" {
            return None;
        }
        match next? {
            '"' => Some(diags::quoted_name(self.token())),
            '}' | ')' | ']' => Some(diags::stray_closer(self.token())),
            '=' => Some(diags::missing_name(self.token())),
            c if c.is_ascii_digit() => Some(diags::name_starts_with_digit(self.token())),
            _ => None,
        }
    }

    /// What is wrong where a value should stand, or behind one.
    fn after_value(&self) -> Option<Diagnostic> {
        let rest = self.rest();
        let next = rest.chars().next();
        if self.expected("invalid expression") {
            return match next {
                Some('\n' | '\r' | '#' | ')' | ']' | '}' | ',' | ':') | None => Some(
                    diags::missing_value(self.place(self.stop.at..self.stop.at), self.before()),
                ),
                Some('=' | '>') if self.before().trim_end().ends_with('=') => {
                    Some(diags::repeated_equals(self.token()))
                }
                Some('.') => Some(diags::fraction_without_digit(self.token())),
                _ => None,
            };
        }
        if self.expected("traversal operator") {
            return Some(diags::missing_step_name(self.token()));
        }
        let is_block = matches!(next, Some('{' | '"'));
        if self.expected("invalid attribute") && !is_block {
            return Some(diags::missing_equals(self.token(), self.last_word()));
        }
        let in_one_line = self.expected("block body") || self.expected("invalid attribute");
        if in_one_line && !self.before().contains('\n') {
            return Some(diags::crowded_block(self.crowding()));
        }
        if !self.expected("newline or eof") {
            return None;
        }
        match next? {
            ',' => Some(diags::comma_after_attribute(self.token())),
            '}' | ')' | ']' => Some(diags::stray_closer(self.token())),
            '.' => Some(diags::missing_step_name(self.token())),
            c if is_name_start(c) && starts_item(rest) => Some(diags::second_item(self.token())),
            _ => Some(diags::extra_after_value(self.token())),
        }
    }

    /// What there is no room for in a block on one line: the start of a block inside it, or the line end
    /// before its brace, or any other token.
    fn crowding(&self) -> Place {
        let rest = self.rest();
        let name = self.last_word();
        if rest.starts_with(['{', '"']) && name.starts_with(is_name_start) {
            let start = self.start + self.before().trim_end().len() - name.len();
            return self.place(start..self.stop.at + 1);
        }
        let line_end =
            if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
        if line_end > 0 { self.place(self.stop.at..self.stop.at + line_end) } else { self.token() }
    }

    /// What is wrong between brackets.
    fn in_brackets(&self) -> Option<Diagnostic> {
        if let Some(closer) = self.closer() {
            return Some(diags::missing_separator(self.token(), closer));
        }
        Some(match self.stop.message.as_str() {
            message if message.contains("object value assignment") => {
                diags::object_item_without_value(self.token())
            }
            "expected `:`" => diags::missing_colon(self.token()),
            "expected `in`" => diags::missing_in(self.token()),
            "expected `=>`" => diags::missing_arrow(self.token()),
            "expected identifier" => diags::missing_identifier(self.token()),
            _ => return None,
        })
    }

    /// What closes the brackets in which something has no place behind a value.
    fn closer(&self) -> Option<Closer> {
        match self.stop.message.as_str() {
            "expected `]`" => Some(Closer::Bracket),
            "expected `)`" | "expected `)` or expression" => Some(Closer::Paren),
            message => message.contains("object item").then_some(Closer::Brace),
        }
    }

    /// The last word before the stop.
    fn last_word(&self) -> &'s str {
        self.before().split_ascii_whitespace().next_back().unwrap_or_default()
    }

    fn expected(&self, what: &str) -> bool {
        self.stop.message.contains(what)
    }

    fn before(&self) -> &'s str {
        self.source.text().get(self.start..self.stop.at).unwrap_or_default()
    }

    fn rest(&self) -> &'s str {
        self.source.text().get(self.stop.at..).unwrap_or_default()
    }

    fn end_of_input(&self) -> bool {
        self.rest().trim_start_matches([' ', '\t', '\r', '\n']).is_empty()
    }

    /// The token at the stop: a name, a number or a single character.
    fn token(&self) -> Place {
        let (at, rest) = (self.stop.at, self.rest());
        let length = match rest.chars().next() {
            None | Some('\n' | '\r') => 0,
            Some(c) => name_length(rest).max(c.len_utf8()),
        };
        self.place(at..at + length)
    }

    fn place(&self, range: Range<usize>) -> Place {
        self.source.place(Span::from(range))
    }
}

/// Whether a name and then `=`, `{` or a label stand here: another item on the same line.
fn starts_item(text: &str) -> bool {
    let rest = text[name_length(text)..].trim_start_matches([' ', '\t']);
    rest.starts_with(['{', '"']) || (rest.starts_with('=') && !rest.starts_with("=="))
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn name_length(text: &str) -> usize {
    let end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
    text.find(end).unwrap_or(text.len())
}
