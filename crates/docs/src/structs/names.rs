//! Names in Rust.

use std::collections::HashSet;

use super::literals::string;
use crate::type_names::{in_pascal_case, reserve};

/// The words that a raw identifier can be.
const KEYWORDS: [&str; 47] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "yield",
];

/// Returns the names of types that the structs may use.
pub(super) fn reserved_types() -> HashSet<String> {
    let all = [
        "BTreeMap",
        "BTreeSet",
        "Body",
        "Box",
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Drop",
        "Eq",
        "Err",
        "Expression",
        "ExpressionClosure",
        "From",
        "HclDecode",
        "HclValue",
        "Into",
        "None",
        "Ok",
        "Option",
        "Ord",
        "PartialEq",
        "Result",
        "Self",
        "Send",
        "Some",
        "String",
        "Sync",
        "Value",
        "Vec",
    ];
    all.map(str::to_owned).into()
}

/// Returns the name of a type for some words.
pub(super) fn type_name(words: &str) -> String {
    in_pascal_case(words, "Item")
}

/// Returns the option with the name of a variant, unless it is the name that the derive makes of the variant's.
pub(super) fn variant_options(name: &str) -> Vec<String> {
    let is_of_variant = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase());
    if is_of_variant { Vec::new() } else { vec![format!("name = {}", string(name))] }
}

/// Returns the name of a field for a name in HCL, in snake case, without the prefix of raw identifiers.
fn field_name(name: &str) -> String {
    let mut field = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            field.push('_');
        }
        field.push(if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
        before = c;
    }
    if field.chars().all(|c| c == '_') {
        return "item".to_owned();
    }
    if field.starts_with(|c: char| c.is_ascii_digit()) {
        field.insert(0, '_');
    }
    // These cannot be raw identifiers.
    if matches!(field.as_str(), "self" | "super" | "crate") {
        field.push('_');
    }
    field
}

/// The names of the fields of a struct.
#[derive(Default)]
pub(super) struct FieldNames(HashSet<String>);

impl FieldNames {
    /// Returns a free name for an item, as it is written, and `true` if the derive takes the name in HCL from it.
    pub(super) fn add(&mut self, name: &str) -> (String, bool) {
        let own = field_name(name);
        let free = reserve(&mut self.0, &[&own], (&own, "_"));
        let is_own = free == name;
        let is_keyword = KEYWORDS.contains(&free.as_str());
        (if is_keyword { format!("r#{free}") } else { free }, is_own)
    }
}
