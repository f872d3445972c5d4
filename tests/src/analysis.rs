//! The static analysis of expressions, in the notation of `tests/vectors/analysis.json`.

use hcldyn::Expression;
use serde_json::{Map, Value as Json, json};

/// The results of static analysis, by their names in the vectors.
pub fn forms(expr: &Expression) -> Map<String, Json> {
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
