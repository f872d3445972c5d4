//! Repairs of brackets without a counterpart.

use std::collections::HashSet;

use super::scan::{Scan, Scanned};
use super::{Choice, Proposals, Repair, RepairKind};
use crate::error::{ErrorKind, SyntaxError};
use crate::lexer::TokenKind;
use crate::source::Span;

/// A kind of brackets.
#[derive(Clone, Copy)]
struct Brackets {
    open: TokenKind,
    close: TokenKind,
    opening: &'static str,
    closing: &'static str,
}

const KINDS: [Brackets; 4] = [
    Brackets {
        open: TokenKind::OpenBrace,
        close: TokenKind::CloseBrace,
        opening: "{",
        closing: "}",
    },
    Brackets {
        open: TokenKind::OpenBracket,
        close: TokenKind::CloseBracket,
        opening: "[",
        closing: "]",
    },
    Brackets {
        open: TokenKind::OpenParen,
        close: TokenKind::CloseParen,
        opening: "(",
        closing: ")",
    },
    Brackets {
        open: TokenKind::Interpolation,
        close: TokenKind::SequenceEnd,
        opening: "${",
        closing: "}",
    },
];

/// Adds the repairs that insert a bracket where the counts of opening and closing brackets differ.
pub(super) fn add_proposals(scan: &Scan<'_>, error: &SyntaxError, all: &mut Vec<Proposals>) {
    for brackets in KINDS {
        let count = |kind| scan.tokens.iter().filter(|token| token.kind == kind).count();
        let (opened, closed) = (count(brackets.open), count(brackets.close));
        if opened > closed {
            add_closing(scan, error, brackets, all);
        } else if closed > opened {
            add_opening(scan, error, brackets, all);
        }
    }
}

fn add_closing(scan: &Scan<'_>, error: &SyntaxError, brackets: Brackets, all: &mut Vec<Proposals>) {
    let Some(open) = open_bracket(scan, error, brackets) else { return };
    let line = scan.line(open.start);
    let after = scan.code(open.end..line.end);
    let repair = |at, text: &str| Repair::new(RepairKind::CloseBracket).insert(at, text);
    if after.last().is_none_or(|last| is_opening(last.kind)) {
        let repairs = below(scan, open, brackets.closing);
        all.push(Proposals { choice: Choice::First, repairs });
    }
    let space = if brackets.opening == "{" { " " } else { "" };
    let is_index = brackets.opening == "["
        && scan
            .code_before(open.start)
            .is_some_and(|before| before.span.end == open.start && is_end_of_value(before.kind));
    let ends = after.iter().enumerate().filter(|(index, token)| {
        let next = after.get(index + 1);
        is_end_of_value(token.kind) && next.is_none_or(|next| !is_continued(token, next, is_index))
    });
    let repairs =
        ends.map(|(_, token)| repair(token.span.end, &format!("{space}{}", brackets.closing)));
    all.push(Proposals { choice: Choice::Only, repairs: repairs.collect() });
}

/// Returns the bracket that lacks its closing one: the location of the error, or the last one before it.
fn open_bracket(scan: &Scan<'_>, error: &SyntaxError, brackets: Brackets) -> Option<Span> {
    let end = scan.tokens.partition_point(|token| token.span.start <= error.span.start);
    if error.kind == ErrorKind::Unclosed
        && scan.tokens[..end].last().is_some_and(|token| token.kind == brackets.open)
    {
        return Some(error.span);
    }
    let mut depth = 0;
    let open = scan.tokens[..end].iter().rev().find(|token| {
        if token.kind == brackets.close {
            depth += 1;
        } else if token.kind == brackets.open {
            depth -= 1;
        }
        depth < 0
    });
    open.map(|token| token.span)
}

/// Returns the repairs that close a bracket on a line below it, before the first line that is not indented more.
fn below(scan: &Scan<'_>, open: Span, closing: &str) -> Vec<Repair> {
    let indentation = scan.indentation(open.start);
    let mut end = scan.line(open.start).end;
    let mut next = None;
    loop {
        let rest = &scan.text[end as usize..];
        let Some(skipped) = rest.find('\n') else { break };
        let start = end + skipped as u32 + 1;
        let line = scan.line(start);
        let is_blank = scan.line_text(start).trim().is_empty() || scan.is_in_heredoc(start);
        if !is_blank && scan.indentation(start).len() <= indentation.len() {
            next = Some(start);
            break;
        }
        end = line.end;
    }
    let last = scan.text[..end as usize].trim_end().len() as u32;
    let repair = |at, text: String| Repair::new(RepairKind::CloseBracket).insert(at, text);
    let mut repairs = Vec::new();
    if let Some(start) = next
        && scan.indentation(start).len() == indentation.len()
        && let Some(first) = scan.code_from(start).filter(|first| is_closing(first.kind))
    {
        repairs.push(repair(first.span.start, closing.to_owned()));
        let mut run = scan.code(first.span.start..scan.line(start).end).into_iter();
        let run = run.by_ref().take_while(|token| is_closing(token.kind)).last().unwrap_or(first);
        repairs.push(repair(run.span.end, closing.to_owned()));
    }
    repairs.push(repair(last, format!("\n{indentation}{closing}")));
    repairs
}

fn add_opening(scan: &Scan<'_>, error: &SyntaxError, brackets: Brackets, all: &mut Vec<Proposals>) {
    let opening = brackets.opening;
    let repair = |at, text: String| Repair::new(RepairKind::OpenBracket).insert(at, text);
    let line = scan.line(error.span.start);
    let mut ends = vec![scan.code(line.clone()).last().copied()];
    ends.push(scan.code_before(line.start));
    ends.extend(line_above(scan, error, brackets).map(|line| scan.code(line).last().copied()));
    let mut repairs = Vec::new();
    // Nothing follows the end marker of a heredoc in its line.
    let ends = ends.into_iter().flatten().filter(|token| token.kind != TokenKind::CloseHeredoc);
    for token in ends {
        let space = match token.kind {
            TokenKind::Ident if opening != "{" => "",
            kind if is_opening(kind) => "",
            _ => " ",
        };
        repairs.push(repair(token.span.end, format!("{space}{opening}")));
        if is_opening(token.kind) {
            repairs.push(repair(token.span.start, opening.to_owned()));
        }
    }
    all.push(Proposals { choice: Choice::First, repairs });
    let code = scan.code(line);
    let Some(close) = code
        .iter()
        .position(|token| token.kind == brackets.close && token.span.start >= error.span.start)
    else {
        return;
    };
    if opening == "["
        && let Some(at) = code[..close].last().and_then(|name| index_in_name(scan, *name))
    {
        let repairs = vec![repair(at, opening.to_owned())];
        all.push(Proposals { choice: Choice::First, repairs });
        return;
    }
    let is_before_step = code
        .get(close + 1)
        .is_some_and(|next| matches!(next.kind, TokenKind::Dot | TokenKind::OpenBracket));
    // Parentheses are around operators, and a list is not followed by a step into it.
    let can_start = match opening {
        "(" => before_operators(&code[..close]),
        "[" if is_before_step => return,
        _ => vec![true; close + 1],
    };
    let starts = (1..=close).filter(|start| {
        is_start_of_value(code[start - 1], code[*start], opening)
            && can_start.get(*start) == Some(&true)
    });
    let repairs = starts.map(|start| {
        let space = if opening == "{" { " " } else { "" };
        repair(code[start].span.start, format!("{opening}{space}"))
    });
    all.push(Proposals { choice: Choice::Only, repairs: repairs.collect() });
}

/// Returns the line of the first unmatched closing bracket's opening bracket: the last line above it with at most its
/// indentation.
fn line_above(
    scan: &Scan<'_>,
    error: &SyntaxError,
    brackets: Brackets,
) -> Option<std::ops::Range<u32>> {
    let start = scan.line(error.span.start).start;
    let mut depth = 0;
    let close = scan.tokens.iter().find(|token| {
        if token.kind == brackets.open {
            depth += 1;
        } else if token.kind == brackets.close {
            depth -= 1;
        }
        depth < 0 && token.span.start >= start
    })?;
    let indentation = scan.indentation(close.span.start).len();
    let mut line = scan.line(close.span.start);
    while line.start > 0 {
        line = scan.line(line.start - 1);
        let is_blank = scan.line_text(line.start).trim().is_empty();
        if !is_blank && scan.indentation(line.start).len() <= indentation {
            return Some(line);
        }
    }
    None
}

/// Returns the start of the digits at the end of a name: `a0]` may be `a[0]`.
fn index_in_name(scan: &Scan<'_>, name: Scanned) -> Option<u32> {
    let digits = scan.slice(name.span).bytes().rev().take_while(u8::is_ascii_digit).count();
    let is_index = name.kind == TokenKind::Ident && digits > 0;
    is_index.then(|| name.span.end - digits as u32)
}

/// Returns `true` for each token that an operator follows, outside of the brackets between them.
fn before_operators(code: &[Scanned]) -> Vec<bool> {
    let mut depth = 0;
    let depths = code.iter().map(|token| {
        depth += i32::from(is_opening(token.kind)) - i32::from(is_closing(token.kind));
        depth
    });
    let depths: Vec<i32> = std::iter::once(0).chain(depths).collect();
    let mut depths_of_operators = HashSet::new();
    let mut found: Vec<bool> = Vec::with_capacity(code.len());
    for (token, depth) in code.iter().zip(depths.windows(2)).rev() {
        if is_operator(token.kind) {
            depths_of_operators.insert(depth[1]);
        }
        found.push(depths_of_operators.contains(&depth[0]));
    }
    found.reverse();
    found
}

fn is_operator(kind: TokenKind) -> bool {
    crate::parser::is_binary_op(kind) || matches!(kind, TokenKind::Question | TokenKind::Not)
}

fn is_opening(kind: TokenKind) -> bool {
    KINDS.iter().any(|brackets| brackets.open == kind)
}

fn is_closing(kind: TokenKind) -> bool {
    KINDS.iter().any(|brackets| brackets.close == kind)
}

fn is_end_of_value(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Ident | TokenKind::Number | TokenKind::CloseQuote | TokenKind::Star)
        || is_closing(kind)
}

/// Returns `true` if a token is a part of the value that ends with the one before it.
fn is_continued(last: &Scanned, next: &Scanned, is_index: bool) -> bool {
    match next.kind {
        TokenKind::Dot => !is_index && last.kind == TokenKind::Ident,
        TokenKind::OpenParen | TokenKind::OpenBracket => next.span.start == last.span.end,
        TokenKind::Ellipsis | TokenKind::DoubleColon => true,
        _ => false,
    }
}

/// Returns `true` if the second of two tokens may be the first one in brackets, or their end.
fn is_start_of_value(before: Scanned, value: Scanned, opening: &str) -> bool {
    let is_adjacent = before.span.end == value.span.start;
    let is_start = match value.kind {
        TokenKind::Dot | TokenKind::Comma => false,
        kind => opening != "(" || !is_closing(kind),
    };
    is_start
        && match before.kind {
            TokenKind::Ident | TokenKind::CloseQuote => is_adjacent == (opening != "{"),
            TokenKind::Dot
            | TokenKind::Number
            | TokenKind::OpenQuote
            | TokenKind::Text
            | TokenKind::EscapedText => false,
            kind => !is_closing(kind),
        }
}
