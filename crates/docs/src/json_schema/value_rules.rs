//! Conditions on values, as far as a schema can check them on literals.

use hcldyn_core::cty::{Kind, Number, Type};
use hcldyn_core::internal::Json;
use hcldyn_core::internal::list_phrases;
use hcldyn_core::spec::ValueRule;

use super::annotations::as_json;
#[cfg(feature = "functions-regex")]
use super::patterns::translated;
use super::patterns::{DURATION, PLAIN, TEMPLATE};
use super::schema::Schema;

/// Returns the schema of the literals of a primitive type that meet a condition. Templates meet every condition.
pub(super) fn of_primitive(rule: &ValueRule, ty: &Type) -> Schema {
    match (rule, ty) {
        (ValueRule::OneOf(values), Type::Number) => {
            let numbers = values.iter().filter(|value| value.as_number().is_some());
            let numbers = numbers.filter_map(as_json).chain([null()]).collect();
            Schema::any_of(vec![Schema::one_of_values(numbers), Schema::of_types(&["string"])])
        }
        (ValueRule::OneOf(values), Type::String) => {
            let names = values.iter().filter_map(|value| match value.kind() {
                Kind::String(text) => Some(text.as_str()),
                _ => None,
            });
            keywords(names)
        }
        (ValueRule::Range { min, max }, Type::Number) => range(min.as_ref(), max.as_ref()),
        (ValueRule::Length { min, max }, Type::String) => {
            let plain = Schema::of_types(&["string"]).with("pattern", PLAIN);
            let length = Schema::any()
                .with_some("minLength", Some(*min).filter(|min| *min > 0))
                .with_some("maxLength", *max);
            Schema::any().with("if", plain).with("then", length)
        }
        #[cfg(feature = "functions-regex")]
        (ValueRule::Pattern(pattern), Type::String) => {
            let translated = translated(pattern);
            let message = || format!("Expected a match of the regular expression {pattern}");
            translated.map_or_else(Schema::any, |it| Schema::any().with_pattern(&it, message()))
        }
        (ValueRule::Duration, Type::String) => {
            Schema::any().with_pattern(DURATION, "Expected a duration such as \"1h30m\".")
        }
        _ => Schema::any(),
    }
}

/// Returns the schema of numbers within bounds.
pub(super) fn range(min: Option<&Number>, max: Option<&Number>) -> Schema {
    let finite = |number: Option<&Number>| {
        number.filter(|number| !number.is_infinite()).map(|number| Json::Word(number.to_string()))
    };
    Schema::any().with_some("minimum", finite(min)).with_some("maximum", finite(max))
}

/// Returns the schema of the elements of an array that meet a condition on the whole collection.
pub(super) fn of_array(rule: &ValueRule, is_set: bool, is_primitive: bool) -> Schema {
    match rule {
        // A set drops elements that repeat.
        ValueRule::Length { min, max } => {
            let max = max.filter(|_| !is_set);
            Schema::any().with_some("minItems", positive(*min)).with_some("maxItems", max)
        }
        // Equal templates may have different values.
        ValueRule::Unique if is_primitive && !is_set => {
            let literal = Schema::not(template());
            let literals = Schema::any().with("items", literal);
            Schema::any().with("if", literals).with("then", Schema::any().with("uniqueItems", true))
        }
        _ => Schema::any(),
    }
}

/// Returns the schema of the properties of an object that meet a condition on the whole map.
pub(super) fn of_map(rule: &ValueRule) -> Schema {
    match rule {
        ValueRule::Length { min, max } => Schema::any()
            .with_some("minProperties", positive(*min))
            .with_some("maxProperties", *max),
        _ => Schema::any(),
    }
}

/// Returns the conditions that the elements of a collection must meet.
pub(super) fn of_elements(rules: &[ValueRule]) -> Vec<ValueRule> {
    let is_inner =
        |rule: &&ValueRule| !matches!(rule, ValueRule::Length { .. } | ValueRule::Unique);
    rules.iter().filter(is_inner).cloned().collect()
}

/// Returns the schema of templates.
pub(super) fn template() -> Schema {
    Schema::of_types(&["string"]).with("pattern", TEMPLATE)
}

/// Returns the schema of some strings, templates and null. A number or a bool may be written for a string that spells it.
pub(super) fn keywords<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Schema {
    let is_word = |name: &str| name == "true" || name == "false" || Number::parse(name).is_ok();
    let has_word = names.clone().any(is_word);
    let template = Schema::of_types(&["string"]).with_pattern(TEMPLATE, expected(names.clone()));
    let names = names.map(Json::from).chain([null()]).collect();
    let mut alternatives = vec![Schema::one_of_values(names), template];
    if has_word {
        alternatives.push(Schema::of_types(&["number", "boolean"]));
    }
    Schema::any_of(alternatives)
}

/// Returns the message for a string other than some names.
pub(super) fn expected<'n>(names: impl Iterator<Item = impl AsRef<str> + 'n>) -> String {
    let names: Vec<_> = names.map(|name| format!("{:?}", name.as_ref())).collect();
    format!("Expected {}.", list_phrases(&names, "or"))
}

pub(super) fn null() -> Json {
    Json::Word("null".into())
}

fn positive(count: usize) -> Option<usize> {
    Some(count).filter(|count| *count > 0)
}
