//! Secrets in `dynamic` blocks, expanded or not.

use super::{assert_hidden_in_json, assert_hidden_in_native, logins};

#[test]
fn content_that_is_never_expanded() {
    let dynamic = |header: &str, content: &str| {
        format!("dynamic \"login\" {{\n  {header}\n  content {{ {content} }}\n}}")
    };
    for header in
        ["for_each = []", "for_each = 1", "for_each = nope", "labels = [1]\n  for_each = []", ""]
    {
        for content in ["password = \"hunter2\"", "password = [\"hunter2\"]"] {
            assert_hidden_in_native(&logins(), &[&dynamic(header, content)]);
        }
    }
    assert_hidden_in_json(
        &logins(),
        &[
            r#"{"dynamic": {"login": {"for_each": [], "content": {"password": "hunter2"}}}}"#,
            r#"{"dynamic": {"login": {"for_each": 1, "content": {"password": "hunter2"}}}}"#,
            r#"{"dynamic": {"login": {"content": {"password": "hunter2"}}}}"#,
            r#"{"dynamic": {"logon": {"for_each": [1], "content": {"password": "hunter2"}}}}"#,
        ],
    );
}

/// The value of an iterator is not sensitive by itself, but its use in a sensitive attribute is.
#[test]
fn iterators() {
    assert_hidden_in_native(
        &logins(),
        &[
            r#"dynamic "login" {
  for_each = [1]
  content {
    user = "me"
    password = "hunter${login.value.x}"
  }
}"#,
            r#"dynamic "login" {
  for_each = [1]
  iterator = it
  content {
    password = [it.value, "hunter2"]
  }
}"#,
        ],
    );
}
