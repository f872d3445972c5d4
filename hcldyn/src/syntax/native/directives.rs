//! What cannot be read in a template: a directive that stands where it cannot, an interpolation that
//! starts with no expression.

use std::ops::Range;

use hcl_edit::parser;

/// The word of the first directive that does not fit those before it; if all fit, that of the last one
/// that is left open. What is in an interpolation is taken for text.
pub(super) fn first_misplaced(text: &str) -> Option<Range<usize>> {
    let mut open: Vec<Range<usize>> = Vec::new();
    for word in words(text) {
        let outer = open.last().map(|outer| &text[outer.clone()]);
        match (&text[word.clone()], outer) {
            ("if" | "for", _) => open.push(word),
            ("else", Some("if")) => {
                open.pop();
                open.push(word);
            }
            ("endif", Some("if" | "else")) | ("endfor", Some("for")) => drop(open.pop()),
            _ => return Some(word),
        }
    }
    open.pop()
}

/// Where the first interpolation holds something that no expression starts with.
pub(super) fn first_unreadable(text: &str) -> Option<usize> {
    sequences(text, "${").find(|at| {
        let line = text[*at..].lines().next().unwrap_or_default();
        parser::parse_expr(line).is_err_and(|error| error.location().offset() == 0)
    })
}

/// The words behind each `%{`; an empty one where there is none.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    sequences(text, "%{").map(|start| {
        let word = &text[start..];
        let length = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        start..start + length
    })
}

/// Where the first token stands behind each opening that is not escaped.
fn sequences(text: &str, opening: &'static str) -> impl Iterator<Item = usize> {
    let is_escaped = |at: usize| text[..at].ends_with(&opening[..1]);
    let starts = text.match_indices(opening).map(|(at, _)| at);
    starts.filter(move |at| !is_escaped(*at)).map(move |at| {
        let rest = text[at + opening.len()..].trim_start_matches(['~', ' ', '\t', '\r', '\n']);
        text.len() - rest.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_directive_that_does_not_fit_is_found() {
        let cases = [
            ("%{ if a }x%{ endif }", None),
            ("%{if a}%{for x in y}%{else}%{endfor}%{endif}", Some(22)),
            ("%{ if a }%{ else }%{ else }%{ endif }", Some(21)),
            ("%%{ if a }%{~ endif }", Some(14)),
            ("%{ if a }%{ for x in y }", Some(12)),
            ("%{ unless a }", Some(3)),
        ];
        for (text, expected) in cases {
            assert_eq!(first_misplaced(text).map(|word| word.start), expected, "{text}");
        }
    }

    #[test]
    fn the_first_interpolation_without_an_expression_is_found() {
        assert_eq!(first_unreadable("$${<} ${a} ${~ <b} ${>}"), Some(15));
        assert_eq!(first_unreadable("${a b} ${a"), None);
    }
}
