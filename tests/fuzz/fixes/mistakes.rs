//! Single mistakes in a source.

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::random::Random;

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// A letter of a name is left out, doubled or swapped with the next one.
    MisspelledName,
    /// A brace, bracket or parenthesis is left out.
    DroppedBracket,
    /// One or both quotes of a string are left out.
    DroppedQuote,
    /// `=` is left out.
    DroppedEquals,
    /// `==` in place of `=`.
    DoubledEquals,
}

impl Mistake {
    pub(crate) const ALL: [Self; 5] = [
        Self::MisspelledName,
        Self::DroppedBracket,
        Self::DroppedQuote,
        Self::DroppedEquals,
        Self::DoubledEquals,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::MisspelledName => "name misspelled",
            Self::DroppedBracket => "bracket dropped",
            Self::DroppedQuote => "quotes dropped",
            Self::DroppedEquals => "= dropped",
            Self::DoubledEquals => "= doubled",
        }
    }

    /// Returns the text with a mistake of this kind, or `None` if there is no token for it.
    pub(crate) fn make(self, text: &str, random: &mut Random) -> Option<String> {
        let tokens = tokens(text);
        let places: Vec<_> =
            (0..tokens.len()).filter(|index| self.applies(&tokens[*index], text)).collect();
        if places.is_empty() {
            return None;
        }
        let index = *random.pick(&places);
        let (_, start, end) = tokens[index];
        let mut wrong = text.to_owned();
        match self {
            Self::MisspelledName => {
                let name = misspelled(&text[start..end], random);
                wrong.replace_range(start..end, &name);
            }
            Self::DroppedBracket | Self::DroppedEquals => wrong.replace_range(start..end, ""),
            Self::DoubledEquals => wrong.insert(end, '='),
            Self::DroppedQuote => {
                let close = closing_quote(&tokens, index)?;
                let which = random.below(3);
                if which != 0 {
                    wrong.remove(close);
                }
                if which != 1 {
                    wrong.remove(start);
                }
            }
        }
        (wrong != text).then_some(wrong)
    }

    fn applies(self, token: &(TokenKind, usize, usize), text: &str) -> bool {
        let (kind, start, end) = *token;
        match self {
            Self::MisspelledName => {
                let keyword =
                    ["true", "false", "null", "for", "in", "if", "else", "endif", "endfor"];
                kind == TokenKind::Ident && end - start > 2 && !keyword.contains(&&text[start..end])
            }
            Self::DroppedBracket => matches!(
                kind,
                TokenKind::OpenBrace
                    | TokenKind::CloseBrace
                    | TokenKind::OpenBracket
                    | TokenKind::CloseBracket
                    | TokenKind::OpenParen
                    | TokenKind::CloseParen
            ),
            Self::DroppedQuote => kind == TokenKind::OpenQuote,
            Self::DroppedEquals | Self::DoubledEquals => kind == TokenKind::Equals,
        }
    }
}

/// Returns the tokens of a text: kind, start and end.
fn tokens(text: &str) -> Vec<(TokenKind, usize, usize)> {
    let mut start = 0;
    let spanned = Lexer::new(text).map(|token| {
        let token = (token.kind, start, token.end as usize);
        start = token.2;
        token
    });
    spanned.collect()
}

/// Returns the tokens without whitespace, line breaks and comments. Texts with equal ones have equal values.
pub(crate) fn code(text: &str) -> Vec<(TokenKind, &str)> {
    let tokens = tokens(text).into_iter();
    let is_code = |kind: TokenKind| !kind.is_trivia() && kind != TokenKind::Newline;
    tokens
        .filter(|token| is_code(token.0))
        .map(|(kind, start, end)| (kind, &text[start..end]))
        .collect()
}

/// Returns the offset of the quote that closes a string.
fn closing_quote(tokens: &[(TokenKind, usize, usize)], open: usize) -> Option<usize> {
    let mut depth = 0;
    let close = tokens[open..].iter().find(|(kind, ..)| {
        match kind {
            TokenKind::OpenQuote => depth += 1,
            TokenKind::CloseQuote => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(close.1)
}

/// Returns a name with a letter left out, doubled or swapped with the next one.
fn misspelled(name: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = random.below(letters.len() - 1);
    match random.below(3) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}
