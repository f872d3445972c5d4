//! The formatter.

#[path = "../../../crates/syntax/tests/suite/shape.rs"]
mod shape;

use hcldyn::syntax::format::{format, format_json};

use self::shape::{Shape, without_spaces};

/// Formats a source in both syntaxes. The result must be stable and have an equal tree.
pub fn fmt(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let once = format(text);
    assert_eq!(format(&once), once, "formatting again changed the layout");
    assert_eq!(without_spaces(&once), without_spaces(text), "more than whitespace changed");
    let (before, after) = (Shape::of(text), Shape::of(&once));
    assert_eq!(before.is_valid, after.is_valid);
    if before.is_valid {
        assert_eq!(before.events, after.events, "the tree changed");
    }
    if let Ok(value) = serde_json::from_str::<serde_json::Value>(text) {
        let once = format_json(text);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&once).ok(), Some(value));
        assert_eq!(format_json(&once), once, "formatting again changed the layout");
    }
}
