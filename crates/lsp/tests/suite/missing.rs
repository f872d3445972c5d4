//! The action that adds everything that a body must have.

use hcldyn::{Decoder, HclDecode};
use hcldyn_lsp::ide::Language;

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

#[test]
fn blocks_that_require_themselves_have_an_end() {
    #[derive(HclDecode)]
    #[expect(dead_code)]
    struct Tree {
        #[hcl(block, min_items = 1)]
        a: Vec<Self>,
        #[hcl(block, min_items = 1)]
        b: Vec<Self>,
        #[hcl(block, min_items = 1)]
        c: Vec<Self>,
        #[hcl(block, min_items = 1)]
        d: Vec<Self>,
        #[hcl(block, min_items = 1)]
        e: Vec<Self>,
    }
    let snapshot =
        Fixture::new("<|>").snapshot_as("main.hcl", Language::of_type::<Tree>(Decoder::new()));
    let lines = snapshot.add_missing("main.hcl", 0).unwrap().text.lines().count();
    // Without one, the eight levels would have 976,560 lines.
    assert!((100..2_000).contains(&lines), "{lines}");
}
