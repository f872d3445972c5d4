//! `with` functions that take a string as `&str`.

use hcldyn::{HclDecode, HclValue};

use super::{good, problems};

#[derive(Debug, PartialEq)]
struct Id(String);

fn id(text: &str) -> Result<Id, String> {
    match text.strip_prefix("id-") {
        Some(rest) => Ok(Id(rest.to_owned())),
        None => Err(format!("{text:?} does not start with \"id-\".")),
    }
}

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(with = id, default = "id-0")]
    first: Id,
    #[hcl(with = id)]
    second: Option<Id>,
    #[hcl(with = str::parse)]
    number: u8,
    #[hcl(with = str::parse::<u16>)]
    port: Option<u16>,
    object: Object,
    #[hcl(block)]
    block: Vec<Block>,
}

#[derive(Debug, HclValue)]
struct Object {
    #[hcl(with = id)]
    id: Id,
    #[hcl(with = id)]
    maybe: Option<Id>,
}

#[derive(Debug, HclDecode)]
struct Block {
    #[hcl(label, with = id)]
    id: Id,
}

#[test]
fn strings_are_borrowed() {
    let text = r#"number = "7"
port = "80"
object = { id = "id-1" }
block "id-2" {}
"#;
    let config = good::<Config>(text);
    assert_eq!((config.first, config.second), (Id("0".into()), None));
    assert_eq!((config.number, config.port), (7, Some(80)));
    assert_eq!((config.object.id, config.object.maybe), (Id("1".into()), None));
    assert_eq!(config.block[0].id, Id("2".into()));
}

#[test]
fn errors_have_source_locations() {
    let text = r#"first = "x"
second = "y"
number = "z"
object = { id = "v" }
block "w" {}
"#;
    assert_eq!(
        problems::<Config>(text),
        "t.hcl:1:9: error: Invalid value for \"first\": \"x\" does not start with \"id-\".\n\
         t.hcl:2:10: error: Invalid value for \"second\": \"y\" does not start with \"id-\".\n\
         t.hcl:3:10: error: Invalid value for \"number\": invalid digit found in string.\n\
         t.hcl:4:17: error: Invalid value for \"object\": attribute \"id\": \"v\" does not start with \"id-\".\n\
         t.hcl:5:7: error: Invalid label; Invalid value for the label \"id\": \"w\" does not start with \"id-\"."
    );
}
