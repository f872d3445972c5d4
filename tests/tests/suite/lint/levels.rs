//! Levels of warnings, set by the program and by comments.

use hcldyn::body::Body;
use hcldyn::diag::{Level, Levels, codes};
use hcldyn::load::lint::Linter;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

use super::{all, codes as codes_in, codes_of, found};

const EMPTY: &str = r#"dynamic "a" {
  for_each = []
  content {}
}
"#;

#[test]
fn of_the_program() {
    let levels = Levels::new().with(codes::EMPTY_FOR_EACH, Level::Allow);
    assert!(found(EMPTY, &levels).is_empty());
    let levels = levels.with(codes::EMPTY_FOR_EACH, Level::Deny);
    let diags = found(EMPTY, &levels);
    assert_eq!((diags.error_count(), diags.len()), (1, 1));
    let levels = Levels::new().with(codes::LEGACY_INDEX, Level::Warn);
    assert_eq!(found("a = b.0\n", &levels).error_count(), 0);
    assert_eq!(found("a = b.0\n", &levels).len(), 1);
}

#[test]
fn of_comments() {
    let allowed = |comment: &str| codes_in(&comment.replace("EMPTY", EMPTY)).is_empty();
    for comment in [
        "# hcldyn: allow(empty-for-each)\nEMPTY",
        "// hcldyn:allow(empty-for-each)\n\n# other\nEMPTY",
        "/* hcldyn: allow(legacy-index, empty-for-each) */\nEMPTY",
        "# hcldyn: deny(legacy-index), allow(empty-for-each)\nEMPTY",
        "# hcldyn: allow-file(empty-for-each)\nb = 1\nEMPTY",
        "EMPTY# hcldyn: allow-file(empty-for-each)\n",
        "# hcldyn: allow(empty-for-each)\nb {\nEMPTY}\n",
    ] {
        assert!(allowed(comment), "{comment}");
    }
    for comment in [
        "# hcldyn: allow(legacy-index)\nEMPTY",
        "# hcldyn: allow(empty-for-each)\nb = 1\nEMPTY",
        "b = \"# hcldyn: allow-file(empty-for-each)\"\nEMPTY",
        "b = 1 # hcldyn: allow(empty-for-each)\nEMPTY",
    ] {
        assert!(!allowed(comment), "{comment}");
    }
    let on_the_line = EMPTY.replace("[]", "[] # hcldyn: allow(empty-for-each)");
    assert!(codes_in(&on_the_line).is_empty());
    let header = EMPTY.replace("\"a\" {", "\"a\" { # hcldyn: allow(empty-for-each)");
    assert!(codes_in(&header).is_empty());
}

#[test]
fn comments_override_the_program() {
    let denied = format!("# hcldyn: deny(empty-for-each)\n{EMPTY}");
    let levels = Levels::new().with(codes::EMPTY_FOR_EACH, Level::Allow);
    assert_eq!(found(&denied, &levels).error_count(), 1);
    // The last comment wins.
    let inner = EMPTY.replace("[]", "[] # hcldyn: warn(empty-for-each)");
    let text = format!("# hcldyn: allow-file(empty-for-each)\n{inner}");
    assert_eq!(found(&text, &all()).len(), 1);
}

#[test]
fn unreadable_comments() {
    for comment in ["ignore(a)", "allow", "allow()", "allow(a b)", "allow a", "file(a)"] {
        let diags = found(&format!("# hcldyn: {comment}\na = 1\n"), &all());
        assert_eq!(codes_of(&diags), ["1:1: invalid-level-comment"], "{comment}");
    }
}

/// Such a comment is for the language server.
#[test]
fn a_comment_that_names_a_spec_has_no_level() {
    assert!(found("# hcldyn: spec = \"app.hcldec\"\na = 1\n", &all()).is_empty());
}

#[test]
fn comments_apply_to_items_of_their_own_file() {
    let mut diags = Diagnostics::new();
    let comment = "# hcldyn: allow(empty-for-each)\n";
    // The attribute begins at the offset of the block.
    let other = format!("{}\nb = 1\n", " ".repeat(comment.len() - 1));
    let files = [("a.hcl", format!("{comment}{EMPTY}")), ("b.hcl", other)];
    let bodies = files.map(|(name, text)| parse_body(&Source::new(name, text), &mut diags));
    let body = Body::merge(bodies).unwrap();
    let levels = Levels::new();
    let mut linter = Linter::new(&levels);
    linter.file(&body);
    assert_eq!(linter.finish(diags).to_string(), "");
}

/// Takes minutes if each comment is compared with all items.
#[test]
fn many_comments_without_effect_give_no_warning() {
    const COMMENTS: usize = 100_000;
    let before_items = (0..COMMENTS).map(|index| format!("# hcldyn: allow(a)\na{index} = 1\n"));
    for text in [before_items.collect::<String>(), "# hcldyn: allow(a)\n".repeat(COMMENTS)] {
        assert!(found(&text, &Levels::new()).is_empty());
    }
}
