//! Values as text of a bounded length. Marked values are never shown.

use hcldyn_core::cty::{Kind, Mark, Value};
use hcldyn_core::internal::to_hcl_line;
use hcldyn_core::syntax::{to_hcl_within, type_to_hcl};

/// The maximum number of bytes of a value that is shown in full.
const MAX_BYTES: usize = 1_000;

/// The maximum number of lines of a value that is shown in full.
const MAX_LINES: usize = 30;

/// The maximum number of bytes of a shortened value.
const MAX_SHORT: usize = 400;

/// The maximum number of bytes of the text of a type.
const MAX_TYPE: usize = 400;

/// Returns a value as the command `hcldyn eval` prints it, or shortened on one line if it is long.
pub(in crate::ide) fn full(value: &Value) -> String {
    let text = to_hcl_within(value, MAX_BYTES);
    let text = text.filter(|text| text.lines().count() <= MAX_LINES);
    text.unwrap_or_else(|| line(value, MAX_SHORT))
}

/// Returns a value on one line. If it has more than a number of bytes, it is shortened to about as many.
pub(in crate::ide) fn line(value: &Value, most: usize) -> String {
    if let Some(text) = to_hcl_line(value, most) {
        return text;
    }
    let mut text = String::new();
    push_cut(value, most, &mut text);
    text
}

/// Returns the type of a value, as far as it may be shown.
pub(in crate::ide) fn type_of(value: &Value) -> String {
    let ty = value.shown_type();
    let text = type_to_hcl(&ty);
    if text.len() <= MAX_TYPE && !text.contains('\n') { text } else { ty.friendly_name() }
}

/// Returns `true` if a value is sensitive as a whole.
pub(in crate::ide) fn is_sensitive(value: &Value) -> bool {
    value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()))
}

/// Adds a value, with an ellipsis in place of the parts that exceed a length of the text.
fn push_cut(value: &Value, most: usize, text: &mut String) {
    if let Some(whole) = to_hcl_line(value, most.saturating_sub(text.len())) {
        text.push_str(&whole);
        return;
    }
    match value.kind() {
        Kind::String(string) => {
            let left = most.saturating_sub(text.len()).max(1);
            let start: String = string.chars().take(left).collect();
            let quoted = to_hcl_line(&Value::from(start), usize::MAX).unwrap_or_default();
            text.push_str(quoted.trim_end_matches('"'));
            text.push('…');
            text.push('"');
        }
        Kind::Tuple(_) | Kind::List(_) | Kind::Set(_) => {
            text.push('[');
            let parts = value.elements().iter().map(|part| (None, part));
            push_parts(parts, most, text);
            text.push(']');
        }
        Kind::Map(map) => {
            text.push_str("{ ");
            push_parts(map.iter().map(|(name, part)| (Some(name.as_str()), part)), most, text);
            text.push_str(" }");
        }
        Kind::Object(object) => {
            text.push_str("{ ");
            push_parts(object.iter().map(|(name, part)| (Some(name.as_str()), part)), most, text);
            text.push_str(" }");
        }
        _ => text.push('…'),
    }
}

fn push_parts<'v>(
    parts: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
    most: usize,
    text: &mut String,
) {
    for (index, (name, part)) in parts.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        if text.len() >= most {
            text.push('…');
            return;
        }
        if let Some(name) = name {
            let name: String = name.chars().take(most).collect();
            text.push_str(&to_hcl_line(&Value::from(name), usize::MAX).unwrap_or_default());
            text.push_str(" = ");
        }
        push_cut(part, most, text);
        if text.ends_with('…') {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_shortened() {
        let numbers = Value::from((0..1_000).collect::<Vec<i32>>());
        assert_eq!(line(&numbers, 10), "[0, 1, 2, …]");
        let text = Value::from("é".repeat(500));
        assert_eq!(line(&text, 5), "\"ééééé…\"");
        let nested = Value::object([("list", numbers), ("text", text)]);
        assert_eq!(line(&nested, 16), "{ \"list\" = [0, 1, …], … }");
        assert!(full(&nested).len() < 2 * MAX_SHORT);
    }

    #[test]
    fn secrets_are_not_shown() {
        let secret = Value::from("hunter2".repeat(100)).mark(Mark::sensitive());
        let object = Value::object([("a", Value::from("x".repeat(2_000))), ("b", secret.clone())]);
        for text in [full(&object), line(&object, 40), full(&secret), line(&secret, 3)] {
            assert!(!text.contains("hunter2"), "{text}");
        }
        assert!(is_sensitive(&secret) && !is_sensitive(&object));
    }
}
