//! Random damage to the source text of configurations.

use super::write::{Piece, PieceKind};
use crate::random::Random;

const JUNK: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "=",
    ",",
    ":",
    "\n",
    "${",
    "%{",
    "<<EOF\n",
    "/*",
    "# ",
    "'",
    "\\",
    " 0x ",
    " 1 ",
    "=>",
    "...",
    "?",
    "\u{0}",
    " 0é ",
    "\"\"",
    "\u{feff}",
    " \\u00 ",
    "%{ if ",
    "!",
    "==",
    "{ x = 1 }",
];

/// Damages the source at one location. Returns the kind of damage. Secrets and the names that hide them are
/// kept.
pub(super) fn damage(random: &mut Random, pieces: &mut Vec<Piece>) -> Option<&'static str> {
    if pieces.len() < 2 {
        return None;
    }
    let at = random.below(pieces.len());
    let is_free = |piece: &Piece| piece.kind == PieceKind::Free;
    match random.below(6) {
        0 | 1 => {
            pieces.insert(at, junk(random));
            Some("junk")
        }
        2 if is_free(&pieces[at]) => {
            match pieces[at].text.as_str() {
                // The space keeps words apart.
                "\n" => pieces[at].text = " ".to_owned(),
                " " => {}
                _ => drop(pieces.remove(at)),
            }
            Some("removed piece")
        }
        3 if pieces[at].kind != PieceKind::Name => {
            let copy = pieces[at].clone();
            pieces.insert(at, copy);
            Some("repeated piece")
        }
        4 if at + 1 < pieces.len() && is_free(&pieces[at]) && is_free(&pieces[at + 1]) => {
            pieces.swap(at, at + 1);
            Some("swapped pieces")
        }
        5 if is_free(&pieces[at]) => {
            pieces[at] = junk(random);
            Some("replaced piece")
        }
        _ if random.percent(20) => {
            let len = 1 + random.below(pieces.len() - 1);
            pieces.truncate(len);
            Some("truncated text")
        }
        _ => None,
    }
}

fn junk(random: &mut Random) -> Piece {
    Piece { text: (*random.pick(JUNK)).to_owned(), kind: PieceKind::Free }
}

/// Joins pieces to source text. Names of secrets are kept apart from other words.
pub(super) fn text(pieces: &[Piece]) -> String {
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut text = String::new();
    let mut is_after_name = false;
    for piece in pieces {
        let is_name = piece.kind == PieceKind::Name;
        let meets = text.ends_with(is_in_name) && piece.text.starts_with(is_in_name);
        if meets && (is_name || is_after_name) {
            text.push(' ');
        }
        is_after_name = is_name;
        text.push_str(&piece.text);
    }
    text
}
