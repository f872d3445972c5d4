//! Messages for unknown attributes.

use quote::ToTokens;
use syn::Path;

use crate::symbol::{self, Derive, Position, Symbol};

/// The attribute names of other crates, and the corresponding names here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["rename", "id", "arg", "long"], "write `name = \"…\"`"),
    (&["body", "rest", "extra", "properties"], "write `remain` for the remaining items of a body"),
    (
        &["many", "children", "repeated", "multiple", "num_args", "append"],
        "write `block`; the type of the field sets the number of blocks, and a `Vec` allows any number",
    ),
    (&["child", "nested"], "write `block`"),
    (&["argument", "positional"], "write `label`"),
    (&["arguments"], "write `labels`"),
    (&["property", "attribute"], "this is the default; write `attr`, or nothing"),
    (&["inline"], "write `flatten`"),
    (
        &["map", "unwrap"],
        "the type of the field decides: write `block` and a struct, or a map of structs by their labels",
    ),
    (
        &["required"],
        "this is the default, unless the field is an `Option`, `optional` or has a `default`",
    ),
    (&["default_value", "default_value_t", "default_value_os"], "write `default = …`"),
    (&["deny_unknown_fields"], "this is the default; write `unknown = \"ignore\"` to allow them"),
    (
        &["deserialize_with", "value_parser", "parse_with", "decode_with", "converter"],
        "write `with = path::to::function`, or `from_str`",
    ),
    (&["serialize_with", "to_value"], "write `encode_with = path::to::function`"),
    (
        &["skip_serializing", "skip_serializing_if"],
        "a `None`, an empty collection of blocks and a default are left out; remove it",
    ),
    (&["into"], "write `into_value` beside `from` or `try_from`, with `HclValue`"),
    (&["getter"], "every field is written as it is; remove it"),
    (&["skip_deserializing", "ignore"], "write `skip`"),
    (&["parse", "try_from_str", "str"], "write `from_str`"),
    (
        &["remote"],
        "write `with = path::to::function` on fields of the type, or derive `HclValue` for a type of your own with `from = \"Type\"`",
    ),
    (
        &["transparent"],
        "a struct of one unnamed field that derives `HclValue` already is; in a block, write `flatten` on the field",
    ),
    (&["untagged"], "write the tag that selects the variant: `tag = label` or `tag = \"type\"`"),
    (&["content"], "the fields of a variant are written beside its tag; remove `content`"),
    (
        &["other"],
        "a variant is selected by its name; for free names, write a `String` with `label`",
    ),
    (&["borrow"], "a field owns its value; remove `borrow`"),
    (&["value_enum", "scalar"], "derive `HclValue` for the type of the field"),
    (&["type", "ty", "type_name", "value_type"], "the type of the field decides; remove it"),
    (
        &["env"],
        "values come from the configuration, which can refer to variables of its `EvalContext`",
    ),
    (
        &["help", "long_help", "about", "doc", "docs", "description", "expecting"],
        "write a doc comment: `/// …`",
    ),
    (&["hide", "hidden"], "items cannot be hidden; a name that is never suggested is an `alias`"),
    (
        &["group", "exclusive", "conflicts_with_all"],
        "write `conflicts_with = [\"…\"]` on a field of the group, or `exactly_one_of(\"…\", \"…\")` on the struct",
    ),
    (&["requires_all", "depends_on"], "write `requires = [\"…\"]`"),
    (&["regex", "pattern"], "write `matches = \"…\"`"),
    (&["check", "custom"], "write `validate = path::to::function`"),
    (&["secret", "redact"], "write `sensitive`"),
    (&["closure"], "write `expr_closure`"),
];

/// Returns the message for an attribute that a derive does not read in this position. `symbol` is an option of
/// another position or of the other derive.
pub(super) fn message(
    path: &Path,
    symbol: Option<Symbol>,
    derive: Derive,
    position: Position,
) -> String {
    if let Some(symbol) = symbol {
        return misplaced(symbol, derive, position);
    }
    let name = path.to_token_stream().to_string().replace(' ', "");
    let start = format!("unknown attribute `{name}`");
    if let Some((_, advice)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&&*name)) {
        return format!("{start}: {advice}");
    }
    let known = Symbol::known(derive, position);
    if let Some(near) = symbol::nearest(&name, known.clone().map(Symbol::name)) {
        return format!("{start}, did you mean `{near}`?");
    }
    match &*known.map(|symbol| symbol.to_string()).collect::<Vec<_>>() {
        [only] => format!("{start}, expected {only}"),
        known => format!("{start}, expected one of {}", known.join(", ")),
    }
}

fn misplaced(symbol: Symbol, derive: Derive, position: Position) -> String {
    let positions = symbol.positions(derive);
    if !positions.is_empty() {
        return format!("{symbol} is only allowed on {}", symbol::list(positions));
    }
    let other = derive.other();
    let reason = match (derive, symbol) {
        (Derive::Decode | Derive::Encode, Symbol::Other | Symbol::Untagged) => {
            "a label or an attribute selects the variant of a block: `tag = label` or `tag = \"type\"`"
        }
        (Derive::Decode | Derive::Encode, _) => "a block is decoded field by field",
        (
            Derive::Value,
            Symbol::Length
            | Symbol::Matches
            | Symbol::NonEmpty
            | Symbol::OneOf
            | Symbol::Range
            | Symbol::Unique,
        ) => "it is a rule of an attribute; `validate` checks a part of a value",
        (Derive::Value, _) => "a value is not a block",
    };
    if symbol.is_allowed(other, position) {
        return format!("{symbol} is only allowed with `{}`, because {reason}", other.name());
    }
    let positions = symbol::list(symbol.positions(other));
    format!("{symbol} is only allowed on {positions} with `{}`", other.name())
}

#[cfg(test)]
mod tests {
    use super::{ELSEWHERE, Symbol};

    #[test]
    fn names_of_the_documentation_have_advice() {
        let section =
            include_str!("../../decode.md").split_once("# Names in other crates").unwrap().1;
        let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" |"));
        let quoted = cells.flat_map(|(names, _)| names.split('`').step_by(2));
        let names = quoted.map(|name| name.split(' ').next().unwrap());
        let is_option =
            |name: &str| syn::parse_str(name).is_ok_and(|path| Symbol::of(&path).is_some());
        let is_known = |name: &str| {
            is_option(name) || ELSEWHERE.iter().any(|(names, _)| names.contains(&name))
        };
        let unknown: Vec<_> = names.filter(|name| !is_known(name)).collect();
        assert_eq!(unknown, ["DecodeScalar"]);
    }
}
