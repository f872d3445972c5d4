//! Types in words.

use hcldyn_core::cty::Type;
use hcldyn_core::cty::value_spec::{
    AttributeKind, ValueHint, ValueSpec, ValueVariant, VariantSelector, VariantsSpec,
};
use hcldyn_cty::internal::with_article;

/// Describes the values of a spec in a few words, without an article.
pub(super) fn type_in_words(spec: &ValueSpec) -> String {
    match spec {
        ValueSpec::Type(ty) => plain(ty, None),
        ValueSpec::Hinted(ty, hint) => plain(ty, Some(hint)),
        ValueSpec::List(element) => format!("list of {}", plural(&type_in_words(element))),
        ValueSpec::Set(element) => format!("set of {}", plural(&type_in_words(element))),
        ValueSpec::Map(element) => format!("map of {}", plural(&type_in_words(element))),
        ValueSpec::Tuple(elements) => tuple(elements.iter().map(type_in_words)),
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

fn plain(ty: &Type, hint: Option<&ValueHint>) -> String {
    let element = |ty: &Type| match hint {
        Some(ValueHint::Elements { element, .. }) => plural(&plain(ty, element.as_deref())),
        _ => plural(&plain(ty, None)),
    };
    let count = match hint {
        Some(ValueHint::Elements { count: Some(count), .. }) => format!("{count} "),
        _ => String::new(),
    };
    match (ty, hint) {
        (_, Some(ValueHint::Sensitive(hint))) => plain(ty, hint.as_deref()),
        (_, Some(ValueHint::Integer { min, max, is_nonzero })) => {
            let nonzero = if *is_nonzero && *min < 0.into() { " other than 0" } else { "" };
            format!("whole number from {min} to {max}{nonzero}")
        }
        (_, Some(ValueHint::Text { name, .. })) => name.to_string(),
        (_, Some(ValueHint::Deferred(value))) => {
            format!("expression for {}", with_article(&type_in_words(value)))
        }
        (Type::Dynamic, _) => "any value".to_owned(),
        (Type::Bool, _) => "bool".to_owned(),
        (Type::Number, _) => "number".to_owned(),
        (Type::String, _) => "string".to_owned(),
        (Type::List(inner), _) => format!("list of {count}{}", element(inner)),
        (Type::Set(inner), _) => format!("set of {}", element(inner)),
        (Type::Map(inner), _) => format!("map of {}{}", element(inner), keys(hint)),
        (Type::Tuple(types), _) => tuple(types.iter().enumerate().map(|(position, ty)| {
            let hint = match hint {
                Some(ValueHint::Tuple(hints)) => hints.get(position).and_then(Option::as_deref),
                _ => None,
            };
            plain(ty, hint)
        })),
        (Type::Object(_), _) => "object".to_owned(),
        (Type::Capsule(capsule), _) => capsule.name().to_owned(),
        (other, _) => other.to_string(),
    }
}

fn keys(hint: Option<&ValueHint>) -> String {
    match hint {
        Some(ValueHint::Elements { key: Some(key), .. }) => match &**key {
            ValueHint::Text { name, .. } => format!(" by {name}"),
            _ => " by number".to_owned(),
        },
        _ => String::new(),
    }
}

fn tuple(types: impl Iterator<Item = String>) -> String {
    format!("tuple of {}", types.collect::<Vec<_>>().join(", "))
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

    use hcldyn_core::{Deferred, FromValue, Value};

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
