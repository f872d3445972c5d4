//! Messages for unknown attributes.

use quote::ToTokens;
use syn::Path;

use crate::symbol::{self, Derive, Position, Symbol};

/// The attribute names of other crates, the corresponding options, and the advice. A name may have several entries: the
/// first one with an option that the derive allows in the position counts, or the first one without options.
const ELSEWHERE: &[(&[&str], &[Symbol], &str)] = &[
    (&["rename", "id", "arg", "long"], &[Symbol::Name], "write `name = \"…\"`"),
    (
        &["body", "rest", "extra", "properties"],
        &[Symbol::Remain],
        "write `remain` for the remaining items of a body",
    ),
    (
        &["many", "children", "repeated", "multiple", "append"],
        &[Symbol::Block],
        "write `block`; the type of the field sets the number of blocks, and a `Vec` allows any number",
    ),
    (
        &["num_args", "number_of_values"],
        &[Symbol::Length],
        "write `length = 1..` for a list, or `min_items` and `max_items` for a `Vec` of blocks",
    ),
    (&["child", "nested"], &[Symbol::Block], "write `block`"),
    (&["argument", "positional"], &[Symbol::Label], "write `label`"),
    (&["arguments"], &[Symbol::Labels], "write `labels`"),
    (&["property", "attribute"], &[], "this is the default; remove it"),
    (&["inline"], &[Symbol::Flatten], "write `flatten`"),
    (
        &["map", "unwrap"],
        &[Symbol::Block],
        "the type of the field decides: write `block` and a struct, or a map of structs by their labels",
    ),
    (
        &["required"],
        &[],
        "this is the default, unless the field is an `Option`, `optional` or has a `default`",
    ),
    (
        &["default_value", "default_value_t", "default_value_os"],
        &[Symbol::Default],
        "write `default = …`",
    ),
    (
        &["deny_unknown_fields"],
        &[Symbol::Unknown],
        "this is the default; write `unknown = \"ignore\"` to allow them",
    ),
    (
        &["deserialize_with", "value_parser", "parse_with", "decode_with", "converter"],
        &[Symbol::FromStr],
        "write `with = path::to::function`, or `from_str`",
    ),
    (
        &["serialize_with", "to_value"],
        &[Symbol::EncodeWith],
        "write `encode_with = path::to::function`",
    ),
    (
        &["skip_serializing", "skip_serializing_if"],
        &[],
        "a `None`, an empty collection of blocks and a default are left out; remove it",
    ),
    (&["into"], &[], "write `into_value` beside `from` or `try_from`, with `HclValue`"),
    (&["getter"], &[], "every field is written as it is; remove it"),
    (&["skip_deserializing", "ignore"], &[Symbol::Skip], "write `skip`"),
    (&["parse", "try_from_str", "str"], &[Symbol::FromStr], "write `from_str`"),
    (
        &["remote"],
        &[],
        "write `with = path::to::function` on fields of the type, or derive `HclValue` for a type of your own with `from = \"Type\"`",
    ),
    (
        &["transparent"],
        &[],
        "a struct of one unnamed field that derives `HclValue` already is; in a block, write `flatten` on the field",
    ),
    (&["content"], &[], "the fields of a variant are written beside its tag; remove `content`"),
    (&["borrow"], &[], "a field owns its value; remove `borrow`"),
    (&["value_enum", "scalar"], &[], "derive `HclValue` for the type of the field"),
    (&["type", "ty", "type_name", "value_type"], &[], "the type of the field decides; remove it"),
    (&["env"], &[Symbol::Flag], "write `flag(env = \"…\")`"),
    (
        &["help", "long_help", "about", "doc", "docs", "description", "expecting"],
        &[],
        "write a doc comment: `/// …`",
    ),
    (&["hidden"], &[Symbol::Hide], "write `hide`; a name that is never suggested is an `alias`"),
    (
        &["group", "exclusive", "conflicts_with_all"],
        &[Symbol::ConflictsWith, Symbol::ExactlyOneOf],
        "write `conflicts_with = [\"…\"]` on a field of the group, or `exactly_one_of(\"…\", \"…\")` on the struct",
    ),
    (&["requires_all", "depends_on"], &[Symbol::Requires], "write `requires = [\"…\"]`"),
    (&["regex", "pattern"], &[Symbol::Matches], "write `matches = \"…\"`"),
    (
        &["min", "max", "min_value", "max_value", "minimum", "maximum"],
        &[Symbol::Range],
        "write `range = 1..=9` for a number, or `min_items` and `max_items` for blocks",
    ),
    (
        &["min_length", "max_length", "min_len", "max_len"],
        &[Symbol::Length],
        "write `length = 1..=9`, or a range with one end",
    ),
    (&["check", "custom"], &[Symbol::Validate], "write `validate = path::to::function`"),
    (&["secret", "redact"], &[Symbol::Sensitive], "write `sensitive`"),
    (&["closure"], &[Symbol::ExprClosure], "write `expr_closure`"),
    (&["short", "visible_short_alias"], &[Symbol::Flag], "write `flag(short = '…')`"),
    (
        &["aliases", "visible_alias", "visible_aliases"],
        &[Symbol::Alias],
        "write `alias = [\"…\", \"…\"]`",
    ),
    (
        &["possible_values", "choices", "enum"],
        &[Symbol::OneOf],
        "write `one_of = [\"…\", \"…\"]`, or derive `HclValue` for an enum",
    ),
    (
        &["required_if_eq", "required_if", "default_value_if"],
        &[Symbol::RequiresIf, Symbol::Default],
        "write `requires_if(\"name\" = value, \"…\")` on the struct",
    ),
    (
        &["required_unless", "required_unless_present", "required_unless_present_any"],
        &[Symbol::AtLeastOneOf, Symbol::Default],
        "write `at_least_one_of(\"…\", \"…\")` on the struct",
    ),
    (
        &["subcommand", "subcommands"],
        &[Symbol::Blocks],
        "write `blocks`, with an enum that derives `HclDecode`",
    ),
    (
        &["value_delimiter", "delimiter"],
        &[],
        "a configuration has lists, `[\"a\", \"b\"]`; remove it",
    ),
    (
        &[
            "value_name",
            "value_names",
            "value_hint",
            "help_heading",
            "next_help_heading",
            "display_order",
        ],
        &[Symbol::Title],
        "write a doc comment: `/// …`, or a `title`",
    ),
    (
        &["action", "global", "last", "index", "raw", "require_equals", "allow_hyphen_values"],
        &[],
        "it is about command lines; remove it",
    ),
    (
        &["default_missing_value", "default_value_ifs", "overrides_with"],
        &[],
        "an attribute always has one value, and the last layer overrides the others; remove it",
    ),
    (
        &["default_values", "default_values_t"],
        &[Symbol::Default],
        "write `default = [\"…\", \"…\"]`",
    ),
    (
        &["version", "author"],
        &[],
        "it is about programs; remove it, or write `since` for the version of an item",
    ),
    (
        &["def_range", "type_range", "span", "location"],
        &[Symbol::Range],
        "write `range`, with the type `hcldyn::syntax::Place`",
    ),
    (&["omitempty"], &[], "write an `Option`; a `None` is left out"),
    (&["dive", "email"], &[Symbol::Validate], "write `validate = path::to::function`"),
];

/// Returns the message for an attribute that a derive does not read in this position. `symbol` is an option of
/// another position or of another derive.
pub(super) fn message(
    path: &Path,
    symbol: Option<Symbol>,
    derive: Derive,
    position: Position,
) -> String {
    if let Some(symbol) = symbol {
        let also = if symbol.is_allowed(derive.other(), position)
            && !symbol.positions(derive).is_empty()
        {
            format!(", and on {position} with `{}`", derive.other().name())
        } else {
            String::new()
        };
        return format!("{symbol} is {}{also}", positions(symbol, derive, position));
    }
    let name = path.to_token_stream().to_string().replace(' ', "");
    let start = format!("unknown attribute `{name}`");
    if let Some(advice) = advice(&name, derive, position) {
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

/// Returns the advice for a name of another crate.
fn advice(name: &str, derive: Derive, position: Position) -> Option<String> {
    let is_allowed = |symbol: &Symbol| symbol.is_allowed(derive, position);
    let mut entries = ELSEWHERE.iter().filter(|(names, ..)| names.contains(&name));
    let first = entries.clone().next()?;
    let found =
        entries.find(|(_, options, _)| options.is_empty() || options.iter().any(is_allowed));
    Some(match (found, first.1) {
        (None, [option, ..]) => {
            format!("here it is {option}, which is {}", positions(*option, derive, position))
        }
        _ => (*found.unwrap_or(first).2).to_owned(),
    })
}

/// Returns the positions of an option that a derive does not read in this position.
fn positions(symbol: Symbol, derive: Derive, position: Position) -> String {
    let positions = symbol.positions(derive);
    if !positions.is_empty() {
        return format!("only allowed on {}", symbol::list(positions));
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
        return format!("only allowed with `{}`, because {reason}", other.name());
    }
    let positions = symbol::list(symbol.positions(other));
    format!("only allowed on {positions} with `{}`", other.name())
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
        // The others are types, functions and attributes.
        let is_option_like = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        let names = names.filter(is_option_like);
        let is_option =
            |name: &str| syn::parse_str(name).is_ok_and(|path| Symbol::of(&path).is_some());
        let is_known = |name: &str| {
            is_option(name) || ELSEWHERE.iter().any(|(names, ..)| names.contains(&name))
        };
        let unknown: Vec<_> = names.filter(|name| !is_known(name)).collect();
        assert_eq!(unknown, Vec::<&str>::new());
    }
}
