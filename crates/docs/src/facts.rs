//! Sentences about the values of an item.

use hcldyn_core::cty::value_spec::{
    Deprecation, ItemDocs, ValueHint, ValueSpec, VariantSelector, VariantsSpec,
};
use hcldyn_core::cty::{Str, Value};
use hcldyn_core::internal::list_phrases;
use hcldyn_core::spec::ValueRule;
use hcldyn_core::syntax::{Layout, to_hcl_literal};
use hcldyn_cty::internal::with_article;

use super::narrow::narrowed;

/// The bound from which the range of an integer is that of its Rust type, and not interesting to readers.
const LARGE: i64 = i32::MAX as i64;

/// Returns the values that are allowed, as sentences. `example` is an allowed value.
pub(super) fn allowed(spec: &ValueSpec, rules: &[ValueRule], example: &Value) -> Vec<String> {
    let mut sentences = Vec::new();
    let (spec, rules) = narrowed(spec, rules);
    of_spec(&spec, "", &mut sentences);
    for rule in rules {
        let expectation = match rule {
            ValueRule::OneOf(values) => {
                let values: Vec<_> = values.iter().map(literal).collect();
                format!("be {}", list_phrases(&values, "or"))
            }
            rule => rule.expectation(part_of(rule, example)),
        };
        sentences.push(must("", &expectation));
    }
    sentences
}

/// Returns the title and the text of an item.
pub(super) fn prose(docs: &ItemDocs) -> Vec<String> {
    docs.title.iter().chain(&docs.text).map(ToString::to_string).collect()
}

/// Returns everything about an item that does not depend on its kind.
pub(super) fn about(docs: &ItemDocs) -> Vec<String> {
    prose(docs).into_iter().chain(general(docs, None)).collect()
}

/// Returns the remaining facts about an item: its version, its deprecation, and the conditions of the program.
pub(super) fn general(docs: &ItemDocs, deprecation: Option<&Deprecation>) -> Vec<String> {
    let mut sentences = docs.conditions.iter().map(ToString::to_string).collect::<Vec<_>>();
    if docs.needs_restart {
        sentences.push("A change needs a restart.".to_owned());
    }
    sentences.extend(docs.since.iter().map(|version| format!("Since {version}.")));
    if let Some(Deprecation { replacement, advice, .. }) = deprecation {
        let replacement = replacement.iter().map(|name| format!("Replaced by {}.", quoted(name)));
        let all = ["Deprecated.".to_owned()].into_iter().chain(replacement);
        sentences
            .push(all.chain(advice.as_deref().map(str::to_owned)).collect::<Vec<_>>().join(" "));
    }
    sentences
}

/// Returns names in quotes as a list.
pub(super) fn listed<'n>(names: impl IntoIterator<Item = &'n Str>, conjunction: &str) -> String {
    let names: Vec<_> = names.into_iter().map(|name| quoted(name)).collect();
    list_phrases(&names, conjunction)
}

/// Returns a string in quotes.
pub(super) fn quoted(text: &str) -> String {
    literal(&text.into())
}

/// Returns a value as source text, or a short description of a value without any.
pub(super) fn literal(value: &Value) -> String {
    to_hcl_literal(value, Layout::Line).unwrap_or_else(|| value.describe())
}

fn of_spec(spec: &ValueSpec, subject: &str, sentences: &mut Vec<String>) {
    match spec {
        ValueSpec::Leaf(leaf) => {
            if let Some(hint) = leaf.hint() {
                of_hint(hint, subject, sentences);
            }
        }
        ValueSpec::List(list) => {
            if let Some(count) = list.count() {
                sentences.push(must(subject, &format!("have {count} elements")));
            }
            of_spec(list.element(), "Each element", sentences);
        }
        ValueSpec::Set(set) => of_spec(set.element(), "Each element", sentences),
        ValueSpec::Map(map) => {
            if let Some(keys) = map.keys() {
                of_hint(keys, "Each key", sentences);
            }
            let is_plain = spec.plain_ty().is_some();
            let subject = if is_plain { "Each element" } else { "Each value" };
            of_spec(map.element(), subject, sentences);
        }
        ValueSpec::Tuple(tuple) => {
            for (index, element) in tuple.elements().iter().enumerate() {
                of_spec(element, &format!("Element {}", index + 1), sentences);
            }
        }
        ValueSpec::Variants(variants) => of_variants(variants, subject, sentences),
        // The attributes of objects have documentation of their own.
        _ => {}
    }
}

fn of_hint(hint: &ValueHint, subject: &str, sentences: &mut Vec<String>) {
    match hint {
        ValueHint::Integer { min, max, is_nonzero } => {
            let (min_known, max_known) = (
                min.to_i64().filter(|min| *min >= -LARGE - 1),
                max.to_i64().filter(|it| *it < LARGE),
            );
            let range = match (min_known, max_known) {
                (Some(_), Some(_)) => format!(" from {min} to {max}"),
                (Some(_), None) => format!(" of at least {min}"),
                (None, Some(_)) => format!(" of at most {max}"),
                (None, None) => String::new(),
            };
            let has_zero = *is_nonzero && min_known.is_none_or(|min| min < 0);
            let exception = if has_zero { ", except 0" } else { "" };
            sentences.push(must(subject, &format!("be a whole number{range}{exception}")));
        }
        ValueHint::Text { name, example } => {
            let phrase = format!("be {} such as {}", with_article(name), quoted(example));
            sentences.push(must(subject, &phrase));
        }
        ValueHint::Deferred(value) => {
            sentences.push("The expression is evaluated when the program needs it.".to_owned());
            of_spec(value, "Its value", sentences);
        }
        _ => {}
    }
}

fn of_variants(variants: &VariantsSpec, subject: &str, sentences: &mut Vec<String>) {
    let shown = || {
        let variants = variants.variants().iter();
        variants.filter(|it| !it.docs.is_hidden && it.names.deprecation.is_none() && !it.other)
    };
    let phrases: Vec<_> =
        match variants.selector() {
            VariantSelector::Form => shown()
                .map(|it| {
                    if it.keyword {
                        quoted(&it.names.name)
                    } else {
                        it.form().describe().to_owned()
                    }
                })
                .collect(),
            _ => shown().map(|it| quoted(&it.names.name)).collect(),
        };
    let attribute;
    let subject = match variants.selector() {
        VariantSelector::Attribute(tag) => {
            attribute = format!("The attribute {}", quoted(tag));
            &attribute
        }
        _ => subject,
    };
    sentences.push(must(subject, &format!("be {}", list_phrases(&phrases, "or"))));
    for variant in shown().filter(|it| it.keyword || is_keyword(variants)) {
        let facts = about(&variant.docs);
        if !facts.is_empty() {
            sentences.push(format!("- {}: {}", quoted(&variant.names.name), facts.join(" ")));
        }
    }
}

fn is_keyword(variants: &VariantsSpec) -> bool {
    matches!(variants.selector(), VariantSelector::Keyword { .. })
}

fn must(subject: &str, phrase: &str) -> String {
    if subject.is_empty() { format!("Must {phrase}.") } else { format!("{subject} must {phrase}.") }
}

/// Returns the part of a value that a condition is about: an element of a collection, unless it is about the collection.
fn part_of<'v>(rule: &ValueRule, value: &'v Value) -> &'v Value {
    match (rule, value.elements()) {
        (ValueRule::Length { .. } | ValueRule::Unique, _) | (_, []) => value,
        (_, [first, ..]) => first,
    }
}
