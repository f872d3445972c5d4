//! The formatter on sources of any content. Comparisons with the reference are in `tests/tests/suite/syntax`.

use proptest::prelude::*;

use hcldyn_syntax::format::{edits, edits_in, format, format_valid};
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::source::TextEdit;

use crate::shape::{Shape, without_spaces};
use crate::texts;

/// The tokens of a source that are not whitespace.
fn tokens(text: &str) -> Vec<(TokenKind, &str)> {
    let mut at = 0;
    let mut tokens = Vec::new();
    for token in Lexer::new(text) {
        let start = std::mem::replace(&mut at, token.end as usize);
        let slice = &text[start..at];
        if token.kind != TokenKind::Whitespace {
            tokens.push((token.kind, slice));
        }
    }
    tokens
}

fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut changed = text.to_owned();
    for edit in edits.iter().rev() {
        changed.replace_range(edit.span.range(), &edit.text);
    }
    changed
}

fn check(text: &str) {
    let formatted = format(text);
    let (before, after) = (Shape::of(text), Shape::of(&formatted));
    assert_eq!(after.events, before.events, "the tree of {text:?}, formatted {formatted:?}");
    let valid = format_valid(text);
    let kept = if valid.is_some() { text.trim_start_matches('\u{feff}') } else { text };
    assert_eq!(without_spaces(&formatted), without_spaces(kept), "formatted {formatted:?}");
    assert_eq!(valid.is_some(), before.is_valid, "the errors of {text:?}");
    // The parser can recover where the lexer alone is in an open string.
    if let Some(valid) = valid {
        assert_eq!(valid, formatted, "the layout of {text:?}");
        assert_eq!(tokens(&formatted), tokens(text), "the tokens of {text:?}");
    }
    assert_eq!(format(&formatted), formatted, "the second time, for {text:?}");
    let edits = edits(text);
    assert_eq!(apply(text, &edits), formatted, "the edits of {text:?}");
    for edit in &edits {
        assert_ne!(text[edit.span.range()], edit.text, "a change of {text:?} that changes nothing");
    }
}

/// Formats a source line by line, from the last to the first.
fn by_lines(text: &str) -> String {
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let starts: Vec<_> = std::iter::once(0).chain(starts).collect();
    let mut edits: Vec<_> = starts.iter().flat_map(|at| edits_in(text, *at..*at)).collect();
    edits.dedup();
    apply(text, &edits)
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn formatting_any_source_changes_only_whitespace(text in texts::any_text()) {
        check(&text);
    }

    #[test]
    fn formatting_valid_sources_changes_only_whitespace(text in texts::body()) {
        check(&text);
    }

    #[test]
    fn formatting_all_lines_formats_the_source(text in texts::any_text()) {
        prop_assert_eq!(by_lines(&text), format(&text));
    }
}

/// A source whose errors depend on its layout.
const LAYOUT_OF_ERRORS: &str =
    "w\nn {\n }r =i\n}\n,\nic \"\"{\n }it= t\n}\nd{<{\n  t1 = \n }ta = \n}\n{\n<";

#[test]
fn items_with_errors_stay_as_they_are() {
    for (text, formatted) in [
        ("a=1\nb=[1,\nc=2\n", "a = 1\nb=[1,\nc = 2\n"),
        ("b {\na=1\nc=(\n}\nd=1\n", "b {\na=1\nc=(\n}\nd = 1\n"),
        ("a=1 b=2\nc=3\n", "a=1 b=2\nc = 3\n"),
        ("  #c\nx=1 2\n  #d\na=1 ", "  #c\nx=1 2\n  #d\na = 1 "),
        ("x=1 2\na=1\n  b=2\nc=3\n  #d\n", "x=1 2\na = 1\n  b=2\nc = 3\n#d\n"),
        ("a=\"b\nc=1#d\n", "a=\"b\nc = 1 #d\n"),
        ("}\na=1\n", "}\na = 1\n"),
        ("\u{feff}a=1\n}\n", "\u{feff}a = 1\n}\n"),
        // A second byte order mark is an error, and so is one between items.
        ("\u{feff}\u{feff}", "\u{feff}\u{feff}"),
        ("a=1\n\u{feff} \n  #b\n", "a = 1\n\u{feff} \n  #b\n"),
        // The brackets of the first item match.
        ("a = \"${[\na]} ${{\n}} \"\nb {", "a = \"${[\n  a]} ${ {\n} } \"\nb {"),
        ("a = \" ${[\na,\n]}  ${{\n\n}} \"\na {", "a = \" ${[\n  a,\n  ]}  ${ {\n\n} } \"\na {"),
        // Without the spaces before a brace, other items would be complete.
        (LAYOUT_OF_ERRORS, LAYOUT_OF_ERRORS),
        // The brace is reported after the line break of the attribute, which is complete.
        ("\u{feff}a=1\n{\n", "\u{feff}a = 1\n{\n"),
        ("a=1\n[\nc=1\n", "a = 1\n[\nc=1\n"),
    ] {
        assert_eq!(format(text), formatted, "{text:?}");
        check(text);
    }
}

/// The layouts are those of `terraform fmt`.
#[test]
fn sequences_in_heredocs_are_formatted() {
    for (text, formatted) in [
        (
            "a=<<EOT\n\t%{ if  x ~} ${ a +b }\n  %{~endif}  EOT\nEOT \t\n",
            "a = <<EOT\n\t%{if x~} ${a + b}\n  %{~endif}  EOT\nEOT \t\n",
        ),
        (
            "a=<<-EOT\n  %{for k,v in  b}\n ${ {} }\n%{ endfor }\n  EOT\n",
            "a = <<-EOT\n  %{for k, v in b}\n ${ {} }\n%{endfor}\n  EOT\n",
        ),
        // A comment in an interpolation is at the end of a line.
        ("a=<<EOT\nbc ${d# e\n} f\nEOT\n", "a = <<EOT\nbc ${d # e\n} f\nEOT\n"),
        // The brackets that a heredoc opens do not count, but those that it closes do.
        (
            "b {\na=<<EOT\n${f(\n1,\n  2)}\nEOT\nc=[ 1 ]\n}\n",
            "b {\n  a = <<EOT\n${f(\n  1,\n2)}\nEOT\nc = [1]\n}\n",
        ),
        ("a=[<<EOT\nb\nEOT\n,1]\n", "a = [<<EOT\nb\nEOT\n, 1]\n"),
        ("a=\"${<<EOT\nb\nEOT\n}\"\n", "a = \"${<<EOT\nb\nEOT\n}\"\n"),
    ] {
        assert_eq!(format(text), formatted);
        check(text);
    }
}

#[test]
fn numbers_after_dots_stay_apart() {
    for (text, formatted) in [
        ("a = b.0 .1\n", "a = b.0. 1\n"),
        ("a = b.0 . e5.c\n", "a = b.0. e5.c\n"),
        ("a = b.0 . E-5\n", "a = b.0. E-5\n"),
        ("a = b.0 .c\n", "a = b.0.c\n"),
        ("a = b.0 .endpoint\n", "a = b.0.endpoint\n"),
        ("a = b.0 .e\n", "a = b.0.e\n"),
        ("a = b.0 .E-x\n", "a = b.0.E-x\n"),
        ("a = b[0] . e1\n", "a = b[0].e1\n"),
        ("a = 1 .e\n", "a = 1.e\n"),
    ] {
        assert_eq!(format(text), formatted);
        check(text);
    }
}

#[test]
fn the_ends_of_a_source_are_as_in_the_reference() {
    for (text, formatted) in [
        ("a=1\n\t ", "a = 1\n  "),
        ("a=1 \t", "a = 1  "),
        ("a=1\n \n", "a = 1\n\n"),
        ("\u{feff}a=1\n", "a = 1\n"),
        ("\u{feff}\na=1\n", "\na = 1\n"),
        ("\u{feff}", "   "),
    ] {
        assert_eq!(format(text), formatted);
        check(text);
    }
}

#[test]
fn layouts_that_would_be_huge_are_not_applied() {
    let wide = format!("a={{\n{}=1\n{}}}\n", "k".repeat(10_000), "b=1\n".repeat(10_000));
    assert_eq!(format(&wide), wide);
    assert_eq!(edits(&wide), []);
    let less_wide = format!("a={{\n{}=1\n{}}}\n", "k".repeat(100), "b=1\n".repeat(10));
    assert_ne!(format(&less_wide), less_wide);
}
