//! Looking at expressions, against the reference: `tests/vectors/analysis.json`.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn::{Diagnostics, Expression, parse_expression};
use hcldyn_tests::vectors::{cases, read};
use serde_json::{Map, Value as Json, json};

#[test]
fn expressions_have_the_forms_they_have_in_the_reference() {
    let file = read("analysis.json");
    let mut wrong = Vec::new();
    for case in cases(&file, "cases", 70) {
        let text = case["expr"].as_str().unwrap();
        let mut diags = Diagnostics::new();
        let Some(expr) = parse_expression("case", text, &mut diags) else {
            wrong.push(format!("{text}: {diags}"));
            continue;
        };
        let found = forms(&expr);
        for (name, expected) in case.as_object().unwrap().iter().filter(|(name, _)| *name != "expr")
        {
            if found.get(name) != Some(expected) {
                wrong.push(format!("{text}: {name}: {:?} instead of {expected}", found.get(name)));
            }
        }
        for name in found.keys().filter(|name| case[*name].is_null()) {
            wrong.push(format!("{text}: {name}: {} instead of none", found[name]));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Everything that is told of an expression, by the names in the vectors.
fn forms(expr: &Expression) -> Map<String, Json> {
    let keyword = |expr: &Expression| expr.as_keyword().map(|word| word.to_string());
    let mut forms = Map::new();
    let mut add = |name: &str, form: Option<Json>| {
        forms.extend(form.map(|form| (name.to_owned(), form)));
    };
    add("keyword", keyword(expr).map(Json::from));
    add("traversal", expr.as_traversal().map(|found| found.to_string().into()));
    add("list", expr.as_list().map(|elements| elements.iter().map(Expression::text).collect()));
    add(
        "map",
        expr.as_map().map(|items| {
            let item = |(key, value): &(Expression, Expression)| {
                json!([key.text(), value.text(), keyword(key).unwrap_or_default()])
            };
            items.iter().map(item).collect()
        }),
    );
    add(
        "call",
        expr.as_call().map(|call| {
            let arguments = call.arguments.iter().map(Expression::text);
            std::iter::once(&*call.name).chain(arguments).collect()
        }),
    );
    add("variables", Some(expr.variables().iter().map(ToString::to_string).collect()));
    forms
}
