//! The starts of items, at which the parser recovers and an open heredoc is over.

use super::body::{ascii_name_length, count_spaces};
use super::{Lexer, TokenKind};

/// The maximum number of tokens that are searched for the opening brace of a block. Each name on a line may be searched
/// from, as in `a and b and c`, so without a limit a long line would take quadratic time.
const MAX_HEADER_TOKENS: usize = 64;

/// The kind of item that a line starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemStart {
    Attribute,
    Block,
}

/// Returns the kind of item that the source starts, if any: a name and an equals sign, or the header of a
/// block.
pub(crate) fn item_start(text: &str) -> Option<ItemStart> {
    if is_plain_attribute(text.as_bytes()) {
        return Some(ItemStart::Attribute);
    }
    let tokens = Lexer::header(text).map(|token| token.kind).filter(|kind| !kind.is_trivia());
    let mut tokens = tokens.take(MAX_HEADER_TOKENS);
    if tokens.next()? != TokenKind::Ident {
        return None;
    }
    let mut is_first = true;
    loop {
        match tokens.next()? {
            TokenKind::Equals if is_first => return Some(ItemStart::Attribute),
            TokenKind::OpenBrace => return Some(ItemStart::Block),
            TokenKind::Ident
            | TokenKind::OpenQuote
            | TokenKind::Text
            | TokenKind::EscapedText
            | TokenKind::CloseQuote => is_first = false,
            _ => return None,
        }
    }
}

/// Returns `true` if the source starts with an ASCII name and an equals sign, as most object items do.
fn is_plain_attribute(text: &[u8]) -> bool {
    let name = ascii_name_length(text);
    let spaces = count_spaces(&text[name..]);
    match text[name + spaces..] {
        [b'=', next, ..] => name > 0 && !matches!(next, b'=' | b'>'),
        _ => false,
    }
}
