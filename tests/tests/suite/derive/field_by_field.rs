//! Structs and values that are read from a body item by item, compared with those of the whole content.

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
