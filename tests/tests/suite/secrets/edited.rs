//! Secrets that an edit moves to another line.

use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

use super::{decoded, leak, logins};

/// A source with two attributes on one line, so that the second one may belong to the password.
const BROKEN: &str = r#"login {
  user = "me"
  password = "hunter1" note = "hunter2"
}
"#;

/// The source with a line break between them.
const MENDED: &str = r#"login {
  user = "me"
  password = "hunter1"
  note = "hunter2"
}
"#;

fn read(name: &str, text: &str) -> (Source, Diagnostics) {
    let source = Source::new(name, text);
    let diags = decoded(&logins(), parse_body, &source);
    (source, diags)
}

#[test]
fn an_edit_that_removes_a_syntax_error_shows_no_more_than_before() {
    let (before, earlier) = read("a.hcl", BROKEN);
    let (after, mut diags) = read("a.hcl", MENDED);
    let alone = r#"login {
  user = "me"
  password = (sensitive)
  note = "hunter2"
}
"#;
    assert_eq!(diags.redacted(&after), alone);
    assert!(leak(&diags).is_some(), "the excerpt of the unexpected attribute shows its value");

    diags.hide_after_edit(&earlier, &before, &after);
    let hidden = r#"login {
  user = "me"
  password = (sensitive)
(sensitive)
}
"#;
    assert_eq!(diags.redacted(&after), hidden);
    assert_eq!(leak(&diags), None);
}

#[test]
fn an_edit_of_a_source_without_syntax_errors_hides_no_more_than_before() {
    let (_, earlier) = read("a.hcl", BROKEN);
    let (valid, earlier_of_valid) = read("b.hcl", MENDED);
    let (after, mut diags) = read("b.hcl", &MENDED.replace("me", "you"));
    let alone = diags.redacted(&after);
    assert!(alone.contains("note = \"hunter2\""), "{alone}");
    // The first call has the diagnostics of another source with syntax errors.
    diags.hide_after_edit(&earlier, &valid, &after);
    diags.hide_after_edit(&earlier_of_valid, &valid, &after);
    assert_eq!(diags.redacted(&after), alone);
}
