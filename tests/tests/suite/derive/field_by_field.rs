//! Structs and values that are read from a body item by item, compared with those of the whole content.

use hcldyn::cty::{FromValue, FromValueError, Kind, Type, Value};
use hcldyn::{EvalContext, HclDecode, from_str};
use hcldyn_tests::structs::{run, run_json};

#[test]
fn random_configurations_decode_alike_in_both_ways() {
    let different: Vec<_> = (0..1_000).filter_map(|index| run(1, index)).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn json_that_is_written_item_by_item_is_that_of_the_value() {
    let written: Vec<_> = (0..1_000).map(|index| run_json(1, index)).collect();
    let different: Vec<_> = written.iter().filter_map(|it| it.as_ref().err().cloned()).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
    let written: usize = written.iter().flatten().sum();
    assert!(written >= 200, "{written} of 2000");
}

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block, dynamic)]
    list: Vec<Item>,
}

#[derive(Debug, HclDecode)]
struct Item {
    #[hcl(label)]
    number: u8,
    size: Option<u8>,
}

#[test]
fn an_empty_collection_is_checked_after_a_failed_conversion() {
    let text = "list \"x\" {}\ndynamic \"list\" {\n  for_each = []\n  labels   = [\"1\"]\n  content {\n    sise = 1\n  }\n}\n";
    let problems = from_str::<Config>(text, &EvalContext::new()).unwrap_err();
    let codes: Vec<_> = problems.iter().map(|problem| &*problem.code).collect();
    assert_eq!(codes, ["invalid-label-value", "unexpected-attribute"]);
}

#[test]
fn generated_blocks_of_a_list_have_labels() {
    let text = "dynamic \"list\" {\n  for_each = [3, 4]\n  labels   = [list.value]\n  content {\n    size = list.key\n  }\n}\n";
    let config: Config = from_str(text, &EvalContext::new()).unwrap();
    let items: Vec<_> = config.list.iter().map(|item| (item.number, item.size)).collect();
    assert_eq!(items, [(3, Some(0)), (4, Some(1))]);
}

/// A type of the program for lists of strings, which accepts nothing else.
#[derive(Debug, PartialEq)]
struct Names(Vec<String>);

impl FromValue for Names {
    fn ty() -> Type {
        Type::list(Type::String)
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        match value.kind() {
            Kind::List(_) => Vec::from_value(value).map(Self),
            _ => Err(FromValueError::new("a list is required")),
        }
    }
}

#[test]
fn tuples_and_objects_are_converted_where_that_changes_something() {
    #[derive(Debug, HclDecode)]
    struct Config {
        own: Names,
        mixed: Vec<Value>,
        numbers: Vec<String>,
        empty: Vec<u8>,
        unset: Option<Vec<Option<u8>>>,
        by_key: std::collections::BTreeMap<u8, Option<bool>>,
    }
    let text = r#"
own     = ["b", "a"]
mixed   = [1, "a"]
numbers = [1, "a"]
empty   = []
unset   = [null, 1]
by_key  = { 10 = true, "9" = null }
"#;
    let config: Config = from_str(text, &EvalContext::new()).unwrap();
    assert_eq!(config.own, Names(vec!["b".to_owned(), "a".to_owned()]));
    assert_eq!(config.mixed, [Value::from("1"), Value::from("a")]);
    assert_eq!(config.numbers, ["1", "a"]);
    assert_eq!((config.empty, config.unset), (Vec::new(), Some(vec![None, Some(1)])));
    assert_eq!(config.by_key.into_iter().collect::<Vec<_>>(), [(9, None), (10, Some(true))]);
}

#[test]
fn the_error_of_an_element_is_that_of_the_list() {
    #[derive(Debug, HclDecode)]
    struct Config {
        ports: Vec<u8>,
    }
    let problems = from_str::<Config>("ports = [80, 443]", &EvalContext::new()).unwrap_err();
    let expected = "<text>:1:14: error: Invalid value for \"ports\": element 1: a whole number from 0 to 255 is required, not 443.";
    assert_eq!(problems.to_string(), expected);
}
