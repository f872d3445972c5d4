//! Marks through every operation, against the reference: `tests/vectors/marks.json`.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use std::collections::HashMap;

use hcldyn::Value;
use hcldyn::cty::convert::convert;
use hcldyn::cty::{Descend, Mark, Marks, Path, Step};
use hcldyn_tests::operations::operate;
use hcldyn_tests::vectors::{cases, read, same_fully, type_from_notation, value_from_notation};
use serde_json::Value as Json;

/// Cases that are answered differently on purpose: why, what is asked, and our answer.
const DIFFERENT: &[(&str, &[(&str, &str)])] = &[];

#[test]
fn operations_carry_marks() {
    let vectors = Vectors::read();
    vectors.check("operations", 900, |case| {
        let (a, b) = (vectors.value(&case["a"]), case["b"].as_str().map(|b| &vectors.values[b]));
        let found = operate(case["op"].as_str().unwrap(), a, b);
        compare(found.as_ref(), &case["result"])
    });
}

#[test]
fn conversions_carry_marks() {
    let vectors = Vectors::read();
    vectors.check("conversions", 400, |case| {
        let value = vectors.value(&case["value"]).clone();
        let found = convert(value, &type_from_notation(&case["to"])).ok();
        compare(found.as_ref(), &case["result"])
    });
}

#[test]
fn parts_carry_the_marks_of_what_they_are_in() {
    let vectors = Vectors::read();
    vectors.check("parts", 300, |case| {
        let step = match case["attr"].as_str() {
            Some(name) => Step::Attr(name.into()),
            None => Step::Index(vectors.keys[case["key"].as_str().unwrap()].clone()),
        };
        let found = Path::from(step).apply(vectors.value(&case["value"])).ok();
        compare(found.as_ref(), &case["result"])
    });
}

#[test]
fn marks_are_where_they_are_in_the_reference() {
    let vectors = Vectors::read();
    vectors.check("paths", 30, |case| {
        let value = vectors.value(&case["value"]);
        let (plain, mut marks) = value.clone().unmark_deep_with_paths();
        assert_eq!(plain.clone().mark_with_paths(&marks), *value);
        let mut expected: Vec<_> = case["marks"].as_array().unwrap().iter().map(marks_at).collect();
        for places in [&mut marks, &mut expected] {
            places.sort_by_key(|(path, _)| path.to_string());
        }
        let mut walked = Vec::new();
        value.walk(|path, _| {
            walked.push(path.clone());
            Descend::Into
        });
        let steps: Vec<Path> = case["walked"].as_array().unwrap().iter().map(path).collect();
        let agrees = marks == expected && walked == steps;
        compare(Some(&plain), &case["plain"])
            .or((!agrees).then(|| format!("{marks:?}, {walked:?}")))
    });
}

struct Vectors {
    file: Json,
    values: HashMap<String, Value>,
    keys: HashMap<String, Value>,
}

impl Vectors {
    fn read() -> Self {
        let file = read("marks.json");
        let (values, keys) = (named(&file["values"]), named(&file["keys"]));
        Self { file, values, keys }
    }

    fn value(&self, name: &Json) -> &Value {
        &self.values[name.as_str().unwrap()]
    }

    /// Checks a section: `difference` tells our answer where it is not that of the reference.
    fn check(&self, section: &str, least: usize, difference: impl Fn(&Json) -> Option<String>) {
        let mut wrong = Vec::new();
        for case in cases(&self.file, section, least) {
            let question = question(section, case);
            let mut different = DIFFERENT.iter().flat_map(|(_, cases)| *cases);
            match (difference(case), different.find(|(other, _)| *other == question)) {
                (None, None) => {}
                (Some(found), Some((_, answer))) if found == *answer => {}
                (found, _) => {
                    wrong.push(format!(
                        "({question:?}, {:?}),@@{}",
                        found.unwrap_or_default(),
                        case["result"]
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    }
}

fn named(nodes: &Json) -> HashMap<String, Value> {
    let nodes = nodes.as_object().unwrap().iter();
    nodes.map(|(name, node)| (name.clone(), value_from_notation(node).unwrap())).collect()
}

fn marks_at(node: &Json) -> (Path, Marks) {
    let marks = node["marks"].as_array().unwrap().iter();
    (path(&node["path"]), marks.map(|mark| Mark::new(mark.as_str().unwrap())).collect())
}

fn path(steps: &Json) -> Path {
    let step = |step: &Json| match step.as_str() {
        Some(name) => Step::Attr(name.into()),
        None => Step::Index(value_from_notation(step).unwrap()),
    };
    steps.as_array().unwrap().iter().map(step).collect()
}

/// A case in one line: `add(1 a, 2 b)`.
fn question(section: &str, case: &Json) -> String {
    let text = |name: &str| case[name].as_str().map(ToOwned::to_owned);
    let name = text("op").unwrap_or_else(|| section.to_owned());
    let to = || case.get("to").map(|ty| type_from_notation(ty).to_string());
    let args = [text("a"), text("b"), text("value"), text("attr"), text("key"), to()];
    format!("{name}({})", args.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn compare(found: Option<&Value>, expected: &Json) -> Option<String> {
    let agrees = match (found, value_from_notation(expected)) {
        (Some(found), Some(expected)) => same_fully(found, &expected),
        (None, None) => true,
        _ => false,
    };
    (!agrees).then(|| found.map_or("error".to_owned(), |found| format!("{found:?}")))
}
