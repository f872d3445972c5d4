//! Tables of the classes of bytes.

use super::TokenKind;

/// The token that starts with each byte outside templates, or its first part.
pub(super) static FIRST: [TokenKind; 256] = first();

/// The ASCII bytes that continue a name.
pub(super) static CONTINUES_NAME: [bool; 256] =
    bytes(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");

/// The bytes with a meaning in a quoted string.
pub(super) static ENDS_QUOTED: [bool; 256] = bytes(b"\"\\$%\n\r");

/// The bytes with a meaning in a line of a heredoc or a bare template.
pub(super) static ENDS_LINE: [bool; 256] = bytes(b"$%\n\r");

const fn bytes(list: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < list.len() {
        table[list[index] as usize] = true;
        index += 1;
    }
    table
}

const fn first() -> [TokenKind; 256] {
    use TokenKind as Kind;
    const SINGLE: &[(u8, TokenKind)] = &[
        (b' ', Kind::Whitespace),
        (b'\t', Kind::Whitespace),
        (b'\n', Kind::Newline),
        (b'\r', Kind::CarriageReturn),
        (b'#', Kind::LineComment),
        (b'_', Kind::Ident),
        (b'{', Kind::OpenBrace),
        (b'}', Kind::CloseBrace),
        (b'[', Kind::OpenBracket),
        (b']', Kind::CloseBracket),
        (b'(', Kind::OpenParen),
        (b')', Kind::CloseParen),
        (b'=', Kind::Equals),
        (b':', Kind::Colon),
        (b',', Kind::Comma),
        (b'.', Kind::Dot),
        (b'?', Kind::Question),
        (b'+', Kind::Plus),
        (b'-', Kind::Minus),
        (b'*', Kind::Star),
        (b'/', Kind::Slash),
        (b'%', Kind::Percent),
        (b'<', Kind::Less),
        (b'>', Kind::Greater),
        (b'!', Kind::Not),
        (b'"', Kind::OpenQuote),
        (b'\'', Kind::SingleQuote),
        (b'`', Kind::Backtick),
        (b';', Kind::Semicolon),
        (b'&', Kind::Ampersand),
        (b'|', Kind::Pipe),
        (b'^', Kind::Caret),
        (b'~', Kind::Tilde),
        (b'$', Kind::Dollar),
    ];
    let mut table = [Kind::Unknown; 256];
    let mut index = 0;
    while index < SINGLE.len() {
        table[SINGLE[index].0 as usize] = SINGLE[index].1;
        index += 1;
    }
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphabetic() {
            table[byte] = Kind::Ident;
        }
        if (byte as u8).is_ascii_digit() {
            table[byte] = Kind::Number;
        }
        byte += 1;
    }
    table
}
