//! Each option that a derive accepts has an effect on the code: without one, it would be ignored.

use super::{Combination, KINDS, code, option_name, types};
use crate::symbol::Derive;

/// Returns the code of a type for each derive that reads its options, or nothing where a derive rejects it.
fn codes(derive: Derive, item: &str) -> [Option<String>; 2] {
    match derive {
        Derive::Decode | Derive::Encode => {
            [Derive::Decode, Derive::Encode].map(|derive| code(derive, item).ok())
        }
        // `encode_with` is only read beside `into_value`.
        Derive::Value => [item.to_owned(), format!("#[hcl(into_value)] {item}")]
            .map(|item| code(derive, &item).ok()),
    }
}

/// Returns the combinations in which an option has no effect: each with its derive, its option and its type. The
/// type without options comes first.
fn without_effect<'a>(all: impl Iterator<Item = (Derive, &'a str, String)>) -> Vec<String> {
    let (mut found, mut plain) = (Vec::new(), [None, None]);
    for (derive, option, item) in all {
        let codes = codes(derive, &item);
        if option.is_empty() {
            plain = codes;
            continue;
        }
        let is_changed =
            plain.iter().zip(&codes).any(|(plain, code)| code.is_some() && code != plain);
        if !is_changed && codes.iter().any(Option::is_some) {
            found.push(format!("{} in {item}", option_name(option)));
        }
    }
    found
}

#[test]
fn every_option_of_a_field_changes_the_code() {
    let all = KINDS.into_iter().flat_map(|(derive, kind)| Combination::of(derive, kind));
    let found = without_effect(all.map(|each| (each.derive, each.option, each.item())));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn every_option_of_a_type_changes_the_code() {
    let all = [Derive::Decode, Derive::Value].into_iter().flat_map(types::Combination::of);
    // A type without fields has nothing to name or to set, and `dynamic` is about fields of blocks.
    let has_object = |each: &types::Combination| {
        let item = each.item("");
        let is_empty = item.ends_with("struct Item {}") || item.ends_with("struct Item;");
        each.option.is_empty() || !is_empty && (each.option != "dynamic" || item.contains("Vec<"))
    };
    let all = all.filter(has_object);
    let found = without_effect(all.map(|each| (each.derive, each.option, each.item(""))));
    assert_eq!(found, Vec::<String>::new());
}
