//! The action that adds everything that a body must have.

use crate::fixture::{Fixture, language};

/// Returns a source after the action at its mark.
fn added(name: &str, marked: &str) -> Option<String> {
    let fixture = Fixture::new(marked);
    let edit = fixture.snapshot_as(name, language()).add_missing(name, fixture.cursors[0].0)?;
    let mut text = fixture.text.clone();
    text.replace_range(edit.range, &edit.text);
    Some(text)
}

#[test]
fn required_items_are_added() {
    let added = |marked| added("main.hcl", marked);
    assert_eq!(added("<|>").unwrap(), "\nport = 0\n");
    assert_eq!(added("region = \"eu\"<|>").unwrap(), "region = \"eu\"\nport = 0\n");
    assert_eq!(added("server \"a\" {<|>}").unwrap(), "server \"a\" {\n  host = \"\"\n}\n");
    assert_eq!(
        added("server \"a\" {\n  # none\n  tls = true<|>\n}").unwrap(),
        "server \"a\" {\n  # none\n  tls = true\n  host = \"\"\n}\n"
    );
    assert_eq!(
        added("server \"a\" { tls = true<|> }").unwrap(),
        "server \"a\" {\n  tls = true\n  host = \"\"\n}\n"
    );
    assert_eq!(added("port = 1<|>"), None);
    assert_eq!(added("server \"a\" {<|>"), None);
    assert_eq!(added("other {<|>}"), None);
}

#[test]
fn required_items_are_added_in_json() {
    let added = |marked| added("main.hcl.json", marked);
    assert_eq!(added("{<|>}").unwrap(), "{\n  \"port\": 0\n}\n");
    assert_eq!(
        added("{\n  \"server\": {\"a\": {\n    \"tls\": true<|>\n  }}\n}").unwrap(),
        "{\n  \"server\": {\"a\": {\n    \"tls\": true,\n    \"host\": \"\"\n  }}\n}\n"
    );
}
