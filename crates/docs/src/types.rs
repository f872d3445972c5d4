//! Types in words.

use hcldyn_core::cty::Type;
use hcldyn_core::cty::value_spec::{
    AttributeKind, CollectionValueSpec, LeafValueSpec, ValueHint, ValueSpec, ValueVariant,
    VariantSelector, VariantsSpec,
};
use hcldyn_cty::internal::with_article;

/// Describes the values of a spec in a few words, without an article.
pub(super) fn type_in_words(spec: &ValueSpec) -> String {
    match spec {
        ValueSpec::Leaf(leaf) => leaf_in_words(leaf),
        ValueSpec::List(list) => {
            let count = list.count().map(|count| format!("{count} ")).unwrap_or_default();
            format!("list of {count}{}", elements(list))
        }
        ValueSpec::Set(set) => format!("set of {}", elements(set)),
        ValueSpec::Map(map) => format!("map of {}{}", elements(map), keys(map)),
        ValueSpec::Tuple(tuple) => {
            let elements: Vec<_> = tuple.elements().iter().map(type_in_words).collect();
            format!("tuple of {}", elements.join(", "))
        }
        ValueSpec::Variants(variants) => match variants.selector() {
            VariantSelector::Keyword { .. } => "keyword".to_owned(),
            VariantSelector::Form => forms(variants),
            _ => "object".to_owned(),
        },
        ValueSpec::Object(object) => {
            let is_open = object.attributes().iter().all(|it| it.kind == AttributeKind::Remaining);
            if is_open && !object.attributes().is_empty() { "map" } else { "object" }.to_owned()
        }
        // The spec of the type that contains itself.
        _ => "object".to_owned(),
    }
}

/// Describes the forms of the variants.
fn forms(variants: &VariantsSpec) -> String {
    let words = |variant: &ValueVariant| {
        if variant.keyword { "keyword".to_owned() } else { type_in_words(&variant.spec) }
    };
    let shown = variants.variants().iter().filter(|variant| !variant.docs.is_hidden);
    let mut forms: Vec<_> = shown.map(words).collect();
    forms.dedup();
    forms.join(" or ")
}

fn leaf_in_words(leaf: &LeafValueSpec) -> String {
    match (leaf.ty(), leaf.hint()) {
        (_, Some(ValueHint::Integer { min, max, is_nonzero })) => {
            let nonzero = if *is_nonzero && *min < 0.into() { " other than 0" } else { "" };
            format!("whole number from {min} to {max}{nonzero}")
        }
        (_, Some(ValueHint::Text { name, .. })) => name.to_string(),
        (_, Some(ValueHint::Deferred(value))) => {
            format!("expression for {}", with_article(&type_in_words(value)))
        }
        (Type::Dynamic, _) => "any value".to_owned(),
        (Type::Capsule(capsule), _) => capsule.name().to_owned(),
        (ty, _) => ty.to_string(),
    }
}

fn elements(collection: &CollectionValueSpec) -> String {
    plural(&type_in_words(collection.element()))
}

fn keys(map: &CollectionValueSpec) -> String {
    match map.keys() {
        Some(ValueHint::Text { name, .. }) => format!(" by {name}"),
        Some(_) => " by number".to_owned(),
        None => String::new(),
    }
}

/// Returns the plural of a type in words.
fn plural(words: &str) -> String {
    match words.split_once(' ') {
        _ if words == "any value" => "any values".to_owned(),
        _ if words.ends_with("address") => format!("{words}es"),
        Some(("whole", rest)) => {
            format!("whole numbers{}", rest.strip_prefix("number").unwrap_or(""))
        }
        Some((noun, rest)) if matches!(noun, "list" | "set" | "map" | "tuple" | "expression") => {
            format!("{noun}s {rest}")
        }
        _ => format!("{words}s"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::net::IpAddr;

    use hcldyn_core::Deferred;
    use hcldyn_core::cty::{FromValue, Value};

    use super::*;

    fn words<T: FromValue>() -> String {
        type_in_words(&T::value_spec())
    }

    #[test]
    fn types_of_rust() {
        assert_eq!(words::<u8>(), "whole number from 0 to 255");
        assert_eq!(words::<Vec<i8>>(), "list of whole numbers from -128 to 127");
        assert_eq!(words::<[bool; 2]>(), "list of 2 bools");
        assert_eq!(words::<Option<IpAddr>>(), "IP address");
        assert_eq!(
            words::<BTreeMap<IpAddr, Vec<String>>>(),
            "map of lists of strings by IP address"
        );
        assert_eq!(words::<(f64, Vec<IpAddr>)>(), "tuple of number, list of IP addresses");
        assert_eq!(words::<Deferred<bool>>(), "expression for a bool");
        assert_eq!(words::<Deferred<IpAddr>>(), "expression for an IP address");
        assert_eq!(words::<Deferred<Value>>(), "expression for any value");
        assert_eq!(words::<Vec<Value>>(), "list of any values");
    }
}
