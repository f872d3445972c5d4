//! The checks of JSON Schemas.

use hcldyn::docs::json_schema;
use hcldyn::spec::outline::Outline;
use serde_json::Value as Json;

use super::parts::{Document, Part};
use super::words::{has, words};

/// Checks that everything in an outline is in the JSON Schema of its configurations.
#[track_caller]
pub(super) fn check(outline: &Outline, about: &str) {
    let schema = json_schema::of_configuration(outline);
    let json: Json = serde_json::from_str(&schema).expect("a schema is JSON");
    let mut text = String::new();
    write_text(&json, &mut text);
    let text = words(&text);
    for part in Document::Schema.parts(outline) {
        assert!(is_shown(&part, &text), "{about}, JSON Schema: {part:?} in\n{schema}");
    }
}

/// Writes all names and values.
fn write_text(json: &Json, text: &mut String) {
    match json {
        Json::Object(properties) => properties.iter().for_each(|(name, value)| {
            *text += &format!("{name}\n");
            write_text(value, text);
        }),
        Json::Array(elements) => elements.iter().for_each(|element| write_text(element, text)),
        Json::String(string) => *text += &format!("{string}\n"),
        other => *text += &format!("{other}\n"),
    }
}

fn is_shown(part: &Part, schema: &str) -> bool {
    match part {
        Part::Attribute(name) | Part::Block(name) | Part::OtherName(name) => has(schema, name),
        Part::Tag(_, text) | Part::Keyword(text) => has(schema, text),
        Part::Prose(text) | Part::Words(text) => schema.contains(&words(text)),
        Part::Value(value) => match value.as_str() {
            Some(text) => has(schema, &words(text)),
            None => has(schema, &value.describe()),
        },
        Part::Bound(number) => has(schema, number),
        Part::Secret(text) => !has(schema, text),
        // Written as JSON, or in the words of another language of patterns.
        Part::Example(_) | Part::Pattern(_) | Part::AnyNames => true,
    }
}
