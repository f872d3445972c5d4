//! Strings that match a regular expression.

use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind};

/// The maximum length of a string in bytes.
const MAX_BYTES: usize = 1_000;

/// The numbers of repetitions to try, besides the minimum.
const REPETITIONS: [u32; 6] = [0, 1, 3, 7, 15, 31];

/// Returns strings of different lengths that match a pattern, if it is an ordinary one. The caller checks them, since
/// assertions in the pattern are ignored.
pub(super) fn matches(pattern: &str) -> Vec<String> {
    let Ok(syntax) = regex_syntax::parse(pattern) else { return Vec::new() };
    let with = |more| {
        let mut text = String::new();
        push_match(&syntax, more, &mut text).then_some(text)
    };
    REPETITIONS.into_iter().filter_map(with).collect()
}

/// Adds a string that matches a part of a pattern. Returns `false` if there is none, or if it is too long.
fn push_match(part: &Hir, more: u32, text: &mut String) -> bool {
    match part.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
            Ok(literal) => {
                text.push_str(literal);
                text.len() <= MAX_BYTES
            }
            Err(_) => false,
        },
        HirKind::Class(class) => {
            text.extend(character(class));
            text.len() <= MAX_BYTES
        }
        HirKind::Repetition(repetition) => {
            let count = repetition.min.saturating_add(more);
            let count = repetition.max.map_or(count, |max| count.min(max));
            (0..count).all(|_| push_match(&repetition.sub, more, text))
        }
        HirKind::Capture(capture) => push_match(&capture.sub, more, text),
        HirKind::Concat(parts) => parts.iter().all(|part| push_match(part, more, text)),
        HirKind::Alternation(parts) => {
            parts.first().is_none_or(|part| push_match(part, more, text))
        }
    }
}

/// Returns a character of a class, a readable one if there is one.
fn character(class: &Class) -> Option<char> {
    let Class::Unicode(class) = class else { return None };
    let contains = |c: &char| class.iter().any(|range| (range.start()..=range.end()).contains(c));
    let readable = ('a'..='z').chain('0'..='9').chain('A'..='Z').find(contains);
    readable.or_else(|| class.ranges().first().map(ClassUnicodeRange::start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_match_their_pattern() {
        assert_eq!(matches("^[a-z]+(-[0-9]{2})?$")[0], "a");
        assert_eq!(matches("^v[0-9]{1,3}$")[1], "v00");
        assert_eq!(matches("(eu|us)-(west|east)")[0], "eu-west");
        assert_eq!(matches("(").len(), 0);
    }
}
