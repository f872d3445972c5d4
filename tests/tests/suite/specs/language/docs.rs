//! The examples in the documentation of spec files.

use hcldyn::Diagnostics;
use serde_json::Value as Json;

use super::{json, read};

const DOCS: &str = include_str!("../../../../../crates/core/src/spec/language/language.md");

/// A section shows a spec, usually with an input and its decoded value.
#[test]
fn examples_decode_to_the_documented_values() {
    let mut count = 0;
    for section in DOCS.split("\n## ").skip(1) {
        let fences: Vec<_> = section.split("```").skip(1).step_by(2).collect();
        let fences: Vec<_> = fences.iter().filter_map(|fence| fence.split_once('\n')).collect();
        match fences.as_slice() {
            [] => continue,
            [("hcl", spec)] => assert!(read(spec, &mut Diagnostics::new()).is_some(), "{spec}"),
            [("hcl", spec), ("hcl", text), ("json", expected)] => {
                let found = json(spec, text);
                let found: Json = serde_json::from_str(&found).expect(&found);
                assert_eq!(found, serde_json::from_str::<Json>(expected).unwrap(), "{spec}");
            }
            _ => panic!("{section}"),
        }
        count += 1;
    }
    assert_eq!(count, 20);
}
