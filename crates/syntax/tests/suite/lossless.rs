//! The tokens of any source add up to the source.

use proptest::prelude::*;

use hcldyn_syntax::lexer::{Lexer, Token, TokenKind};

use crate::texts;

fn check(text: &str, tokens: impl Iterator<Item = Token>) {
    let mut joined = String::new();
    for token in tokens {
        let start = joined.len();
        let slice = text.get(start..token.end as usize);
        let slice =
            slice.unwrap_or_else(|| panic!("{token:?} from {start} is not a slice of {text:?}"));
        assert!(!slice.is_empty(), "{token:?} without characters in {text:?}");
        assert_ne!(token.kind, TokenKind::End, "the end comes before the end of {text:?}");
        joined.push_str(slice);
    }
    assert_eq!(joined, text);
}

fn check_all(text: &str) {
    check(text, Lexer::new(text));
    check(text, Lexer::template(text));
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn tokens_of_any_pieces_are_the_source(text in texts::soup()) {
        check_all(&text);
    }

    #[test]
    fn tokens_of_any_characters_are_the_source(text in any::<String>()) {
        check_all(&text);
    }

    #[test]
    fn tokens_of_bodies_are_the_source(text in texts::body()) {
        check_all(&text);
    }

    #[test]
    fn tokens_of_templates_are_the_source(text in texts::template()) {
        check_all(&text);
    }

    #[test]
    fn tokens_of_changed_bodies_are_the_source(text in texts::changed(texts::body())) {
        check_all(&text);
    }
}
