//! Compares our answers with those of a vector file, case by case.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use std::collections::HashMap;

use hcldyn::cty::Value;
use hcldyn::cty::convert::convert;
use serde_json::Value as Json;

use crate::operations::operate;
use crate::vectors::{agrees, cases, read, type_from_notation, value_from_notation};

/// Deliberate differences: the reason, the question, and our answer.
pub type Different = [(&'static str, &'static [(&'static str, &'static str)])];

/// The cases of a vector file about named values, and our deliberate differences.
#[derive(Debug)]
pub struct Answers {
    file: Json,
    /// The values by their names in the cases.
    pub values: HashMap<String, Value>,
    different: &'static Different,
    show: fn(&Value) -> String,
}

impl Answers {
    /// Reads a vector file. Answers are compared as `show` writes them.
    pub fn read(file: &str, different: &'static Different, show: fn(&Value) -> String) -> Self {
        let file = read(file);
        let values = named(&file["values"]);
        Self { file, values, different, show }
    }

    /// The values of a section of the file.
    pub fn named(&self, section: &str) -> HashMap<String, Value> {
        named(&self.file[section])
    }

    /// The value with a name.
    pub fn value(&self, name: &Json) -> &Value {
        &self.values[name.as_str().unwrap()]
    }

    /// Checks the operations. `is_open` returns `true` for operands and results that need not
    /// match.
    pub fn check_operations(
        &self,
        least: usize,
        is_open: impl Fn(&Value, Option<&Value>, Option<&Value>) -> bool,
    ) {
        self.check("operations", least, |case| {
            let a = self.value(&case["a"]);
            let b = case["b"].as_str().map(|name| &self.values[name]);
            let found = operate(case["op"].as_str().unwrap(), a, b);
            if is_open(a, b, found.as_ref()) {
                None
            } else {
                self.difference(found.as_ref(), &case["result"])
            }
        });
    }

    /// Checks the conversions.
    pub fn check_conversions(&self, least: usize) {
        self.check("conversions", least, |case| {
            let value = self.value(&case["value"]).clone();
            let found = convert(value, &type_from_notation(&case["to"])).ok();
            self.difference(found.as_ref(), &case["result"])
        });
    }

    /// Checks a section. `difference` returns our answer if it differs from the reference.
    pub fn check(&self, section: &str, least: usize, difference: impl Fn(&Json) -> Option<String>) {
        let mut wrong = Vec::new();
        for case in cases(&self.file, section, least) {
            let question = question(section, case);
            let mut different = self.different.iter().flat_map(|(_, cases)| *cases);
            match (difference(case), different.find(|(other, _)| *other == question)) {
                (None, None) => {}
                (Some(found), Some((_, answer))) if found == *answer => {}
                (found, _) => {
                    wrong.push(format!("({question:?}, {:?}),", found.unwrap_or_default()));
                }
            }
        }
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    }

    /// Returns our result in words if it differs from the recorded one.
    pub fn difference(&self, found: Option<&Value>, expected: &Json) -> Option<String> {
        (!agrees(found, expected)).then(|| found.map_or("error".to_owned(), self.show))
    }
}

fn named(nodes: &Json) -> HashMap<String, Value> {
    let nodes = nodes.as_object().unwrap().iter();
    nodes.map(|(name, node)| (name.clone(), value_from_notation(node).unwrap())).collect()
}

/// A case in one line: `add(number, 3)`.
fn question(section: &str, case: &Json) -> String {
    let text = |name: &str| case[name].as_str().map(ToOwned::to_owned);
    let name = text("op").unwrap_or_else(|| section.to_owned());
    let to = || case.get("to").map(|ty| type_from_notation(ty).to_string());
    let args = ["a", "b", "range", "value", "step", "attr", "key"].map(text);
    let args: Vec<_> = args.into_iter().chain([to()]).flatten().collect();
    format!("{name}({})", args.join(", "))
}
