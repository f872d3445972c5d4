//! Compares our answers with those of a vector file, case by case.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use std::collections::HashMap;

use hcldyn::Value;
use hcldyn::cty::convert::convert;
use serde_json::Value as Json;

use crate::operations::operate;
use crate::vectors::{agrees, cases, read, type_from_notation, value_from_notation};

/// Cases that are answered differently on purpose: why, what is asked, and our answer.
pub type Different = [(&'static str, &'static [(&'static str, &'static str)])];

/// The cases of a vector file about named values, and where we answer differently.
#[derive(Debug)]
pub struct Answers {
    file: Json,
    /// The values that the cases name.
    pub values: HashMap<String, Value>,
    different: &'static Different,
    show: fn(&Value) -> String,
}

impl Answers {
    /// Reads a vector file. Answers are compared by the words that `show` has for a value.
    pub fn read(file: &str, different: &'static Different, show: fn(&Value) -> String) -> Self {
        let file = read(file);
        let values = named(&file["values"]);
        Self { file, values, different, show }
    }

    /// The values in a section of the file.
    pub fn named(&self, section: &str) -> HashMap<String, Value> {
        named(&self.file[section])
    }

    /// The value of a name.
    pub fn value(&self, name: &Json) -> &Value {
        &self.values[name.as_str().unwrap()]
    }

    /// Checks the operations. `is_open` tells where the reference's answer is no yardstick, from the
    /// operands and our result.
    pub fn check_operations(
        &self,
        least: usize,
        is_open: impl Fn(&Value, Option<&Value>, Option<&Value>) -> bool,
    ) {
        self.check("operations", least, |case| {
            let a = self.value(&case["a"]);
            let b = case["b"].as_str().map(|name| &self.values[name]);
            let found = operate(case["op"].as_str().unwrap(), a, b);
            match is_open(a, b, found.as_ref()) {
                true => None,
                false => self.difference(found.as_ref(), &case["result"]),
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

    /// Checks a section: `difference` tells our answer where it is not that of the reference.
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

    /// Our result in words, if it is not the one recorded.
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
