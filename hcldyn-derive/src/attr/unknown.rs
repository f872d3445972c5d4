//! Messages for unknown attributes.

use quote::ToTokens;
use syn::Path;

use crate::symbol::{self, ON_FIELDS, ON_TYPES, Symbol};

/// Names in other crates, and the corresponding names here.
const ELSEWHERE: [(&str, &str); 11] = [
    ("rename", "write `name = \"…\"`"),
    ("body", "the rest of a body is `remain`"),
    ("many", "the type of the field says how many blocks there may be: a `Vec` is any number"),
    ("required", "that is so unless the field is an `Option`, `optional` or has a `default`"),
    ("deny_unknown_fields", "that is so unless `unknown = \"ignore\"` is written"),
    ("deserialize_with", "write `with = path::to::function`"),
    ("parse", "write `from_str`"),
    ("try_from_str", "write `from_str`"),
    ("untagged", "name what tells the variants apart: `tag = label` or `tag = \"type\"`"),
    ("secret", "write `sensitive`"),
    ("closure", "write `expr_closure`"),
];

/// Returns the message for an attribute that is not in `known`.
pub(super) fn message(path: &Path, known: &[Symbol]) -> String {
    let name = path.to_token_stream().to_string();
    let start = format!("unknown attribute `{name}`");
    if let Some((_, advice)) = ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == name) {
        return format!("{start}: {advice}");
    }
    if Symbol::of(path, &ON_FIELDS).is_some() {
        return format!("`{name}` stands on fields, not here");
    }
    if Symbol::of(path, &ON_TYPES).is_some() {
        return format!("`{name}` stands on the struct or enum, not here");
    }
    match symbol::nearest(&name, known.iter().map(|symbol| symbol.0)) {
        Some(near) => format!("{start}, did you mean `{near}`?"),
        None => format!("{start}, expected one of {}", symbol::list(known)),
    }
}
