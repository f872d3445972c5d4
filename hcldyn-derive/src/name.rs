//! Names in HCL.

use unicode_ident::{is_xid_continue, is_xid_start};

/// Returns `true` for a name in HCL, as the lexer of `hcldyn-syntax` reads it. The derive doesn't need the rest of that crate.
pub(crate) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c == '_' || is_xid_start(c))
        && chars.all(|c| c == '-' || is_xid_continue(c))
}

#[cfg(test)]
mod tests {
    use hcldyn_syntax::lexer;

    use super::*;

    #[test]
    fn names_are_those_of_the_lexer() {
        for c in '\0'..=char::MAX {
            for text in [c.to_string(), format!("a{c}")] {
                assert_eq!(is_name(&text), lexer::is_name(&text), "{text:?}");
            }
        }
        assert!(!is_name(""));
    }
}
