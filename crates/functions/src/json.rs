//! JSON for `jsonencode`, `jsondecode` and `format`.

use super::limits::{MAX_BYTES, MAX_ELEMENTS, spend_on_parsing};
use hcldyn_cty::internal::{Repeated, read_plain, write_plain, write_string};
use hcldyn_cty::{Value, WireError};

/// Writes a wholly known value without marks as JSON.
pub(super) fn encode(value: &Value) -> Result<String, String> {
    write_plain(value, MAX_BYTES).map_err(reason)
}

/// Parses JSON. If a key is repeated, the last value is used; all of them must have the same type, as in the
/// reference.
pub(super) fn decode(text: &str) -> Result<Value, String> {
    spend_on_parsing(text);
    read_plain(text.as_bytes(), Repeated::LastOfOneType, MAX_ELEMENTS).map_err(reason)
}

/// Writes a string as a JSON string.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

fn reason(error: WireError) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_for_html() {
        assert_eq!(quote("<a & \"b\">\u{1}"), r#""\u003ca \u0026 \"b\"\u003e\u0001""#);
    }

    #[test]
    fn repeated_keys_have_values_of_one_type() {
        let last = |text| decode(text).and_then(|value| encode(&value));
        assert_eq!(last(r#"{"a":1,"a":2}"#).unwrap(), r#"{"a":2}"#);
        assert_eq!(last(r#"{"a":[1,"x"],"a":[2,"y"]}"#).unwrap(), r#"{"a":[2,"y"]}"#);
        for wrong in [r#"{"a":1,"a":"x"}"#, r#"{"a":null,"a":1}"#, r#"[{"a":[1],"a":[1,2]}]"#] {
            let error = decode(wrong).unwrap_err();
            assert!(error.contains(r#"the key "a" appears more than once"#), "{error}");
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        let text = "[123456789012345678901234567890,0.1,-0]";
        assert_eq!(decode(text).and_then(|value| encode(&value)).unwrap(), text);
    }

    #[test]
    fn too_deeply_nested_input_is_rejected() {
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        assert!(decode(&deep).unwrap_err().contains("128"));
        let fine = "[".repeat(100) + &"]".repeat(100);
        assert_eq!(decode(&fine).and_then(|value| encode(&value)).unwrap(), fine);
    }
}
