//! Messages for unknown attributes.

use quote::ToTokens;
use syn::Path;

use crate::symbol::{self, ON_FIELDS, ON_TYPES, Symbol};

/// The attribute names of other crates, and the corresponding names here.
const ELSEWHERE: [(&str, &str); 11] = [
    ("rename", "write `name = \"…\"`"),
    ("body", "write `remain` for the remaining items of a body"),
    ("many", "the type of the field sets the number of blocks: write a `Vec` for any number"),
    (
        "required",
        "this is the default, unless the field is an `Option`, `optional` or has a `default`",
    ),
    ("deny_unknown_fields", "this is the default; write `unknown = \"ignore\"` to allow them"),
    ("deserialize_with", "write `with = path::to::function`"),
    ("parse", "write `from_str`"),
    ("try_from_str", "write `from_str`"),
    ("untagged", "write the tag that selects the variant: `tag = label` or `tag = \"type\"`"),
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
        return format!("`{name}` is only allowed on fields");
    }
    if Symbol::of(path, &ON_TYPES).is_some() {
        return format!("`{name}` is only allowed on the struct or enum");
    }
    match symbol::nearest(&name, known.iter().map(|symbol| symbol.0)) {
        Some(near) => format!("{start}, did you mean `{near}`?"),
        None => format!("{start}, expected one of {}", symbol::list(known)),
    }
}
