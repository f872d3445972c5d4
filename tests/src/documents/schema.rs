//! The checks of JSON Schemas.

use hcldyn::docs::json_schema;
use hcldyn::spec::outline::Outline;
use serde_json::Value as Json;

use super::parts::{Document, OutlinePart};
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

fn is_shown(part: &OutlinePart, schema: &str) -> bool {
    match part {
        OutlinePart::Attribute(name) | OutlinePart::Block(name) | OutlinePart::OtherName(name) => {
            has(schema, name)
        }
        OutlinePart::Tag(_, text) | OutlinePart::Keyword(text) => has(schema, text),
        OutlinePart::Prose(text) | OutlinePart::Words(text) => schema.contains(&words(text)),
        OutlinePart::Value(value) => match value.as_str() {
            Some(text) => has(schema, &words(text)),
            None => has(schema, &value.describe()),
        },
        OutlinePart::Bound(number) => has(schema, number),
        OutlinePart::Secret(text) => !has(schema, text),
        // Written as JSON, or in the words of another language of patterns.
        OutlinePart::Example(_) | OutlinePart::Pattern(_) | OutlinePart::AnyNames => true,
    }
}
