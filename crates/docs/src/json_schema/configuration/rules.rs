//! Required items, and rules between items.
//!
//! An item is set if it is written and not null, which a template may be. So there are two schemas for each item: of the
//! bodies in which it is surely set, and of those in which it may be.

use hcldyn_core::cty::{Kind, Str, Value};
use hcldyn_core::spec::outline::{
    AttributeEvaluation, OutlineAttribute, OutlineBlock, OutlineContent, OutlineDefault,
};
use hcldyn_core::spec::{BlockCollection, OtherForms, Rule};

use super::{DYNAMIC, Generator};
use crate::json_schema::annotations::as_json;
use crate::json_schema::form::BodyForm;
use crate::json_schema::patterns::TEMPLATE;
use crate::json_schema::schema::{Schema, strings};
use crate::json_schema::values::required;

/// A rule between more items than this is not described as pairs.
const MAX_PAIRED: usize = 12;

/// The items of a body with a name.
#[derive(Clone, Copy)]
enum Named<'o> {
    Attribute(&'o OutlineAttribute),
    Block(&'o OutlineBlock),
}

impl<'o> Generator<'o> {
    /// Returns the schema of the bodies that have all required items, and follow all rules.
    pub(super) fn requirements(&self, form: &BodyForm<'o>) -> Schema {
        let mut schema = Schema::any();
        let mut needed: Vec<&str> =
            form.attribute_tags.iter().map(|(tag, _)| tag.as_str()).collect();
        for attribute in form.attributes() {
            let names: Vec<_> = attribute.names.all().map(Str::as_str).collect();
            match names[..] {
                [only] if attribute.is_required && !needed.contains(&only) => needed.push(only),
                [_] => {}
                _ if attribute.is_required => schema = schema.and(required(&names)),
                _ => {}
            }
            for (index, first) in names.iter().enumerate() {
                for second in &names[index + 1..] {
                    let message =
                        format!("Already set as {first:?}, another name of the same item.");
                    let second = (*second, rejected(Schema::any(), message));
                    let cause = object().extended(required(&[first]));
                    let without = Schema::any().with_named("properties", [second]);
                    schema = schema.and(Schema::any().with("if", cause).with("then", without));
                }
            }
        }
        for block in form.blocks().filter(|block| block.is_required()) {
            match names_of(block)[..] {
                [only] if !needed.contains(&only) => needed.push(only),
                [_] => {}
                ref names => schema = schema.and(required(names)),
            }
        }
        let rules = form.rules().flat_map(|rule| rule_schemas(form, rule));
        schema = rules.fold(schema, Schema::and);
        match needed.len() {
            0 => schema,
            _ => Schema::any().with("required", strings(needed)).extended(schema),
        }
    }
}

fn rule_schemas(form: &BodyForm<'_>, rule: &Rule) -> Vec<Schema> {
    match rule {
        Rule::AtMostOneOf(names) => at_most_one(form, names),
        Rule::AtLeastOneOf(names) => at_least_one(form, names).into_iter().collect(),
        Rule::ExactlyOneOf(names) => {
            let mut schemas = at_most_one(form, names);
            schemas.extend(at_least_one(form, names));
            schemas
        }
        Rule::Requires(name, needed) => {
            let set = find(form, name).and_then(Named::surely_set);
            set.and_then(|set| needs(form, set, needed)).into_iter().collect()
        }
        Rule::RequiresIf { name, value, needed } => {
            let equal = find(form, name).and_then(|item| item.equal(value));
            equal.and_then(|equal| needs(form, equal, needed)).into_iter().collect()
        }
        Rule::Together { names, needed } => {
            let set = names.iter().filter_map(|name| find(form, name)?.surely_set()).collect();
            needs(form, Schema::any_of(set), needed).into_iter().collect()
        }
    }
}

/// Returns the schemas of the bodies in which no pair of items is set. The error is at the second one.
fn at_most_one(form: &BodyForm<'_>, names: &[Str]) -> Vec<Schema> {
    let set = names.iter().filter_map(|name| {
        let item = find(form, name)?;
        Some((name, item, item.set_value()?))
    });
    let set: Vec<_> = set.take(MAX_PAIRED).collect();
    let mut schemas = Vec::new();
    for (index, (first, item, value)) in set.iter().enumerate() {
        let cause = object().extended(with_property(&item.names(), value));
        let others = set[index + 1..].iter().flat_map(|(second, other, value)| {
            let message = format!("{second:?} can't be used together with {first:?}.");
            let rejected = rejected(value.clone(), message);
            other.names().into_iter().map(move |name| (name, rejected.clone()))
        });
        let others: Vec<_> = others.collect();
        if !others.is_empty() {
            let without = Schema::any().with_named("properties", others);
            schemas.push(Schema::any().with("if", cause).with("then", without));
        }
    }
    schemas
}

/// Returns the schema of the values that a schema rejects, with a message for editors.
fn rejected(schema: Schema, message: String) -> Schema {
    Schema::not(schema).with("errorMessage", message)
}

fn at_least_one(form: &BodyForm<'_>, names: &[Str]) -> Option<Schema> {
    let may_be_set = names.iter().map(|name| find(form, name)?.maybe_set());
    Some(Schema::any_of(may_be_set.collect::<Option<_>>()?))
}

/// Returns the schema of the bodies that have all of some items if they match a schema.
fn needs(form: &BodyForm<'_>, cause: Schema, needed: &[Str]) -> Option<Schema> {
    let needed = needed.iter().filter_map(|name| find(form, name)?.maybe_set());
    let needed = needed.fold(Schema::any(), Schema::and);
    (!needed.is_any()).then(|| Schema::any().with("if", cause).with("then", needed))
}

/// Returns the schema of objects. A keyword for objects accepts arrays, so without it `not` would reject them.
fn object() -> Schema {
    Schema::of_types(&["object"])
}

/// Returns the only item with a name.
fn find<'o>(form: &BodyForm<'o>, name: &Str) -> Option<Named<'o>> {
    let attributes = form.attributes().filter(|attribute| attribute.names.name == *name);
    let is_named = |block: &&OutlineBlock| block.types.iter().any(|ty| ty.names.name == *name);
    let blocks = form.blocks().filter(is_named);
    let mut found = attributes.map(Named::Attribute).chain(blocks.map(Named::Block));
    found.next().filter(|_| found.next().is_none())
}

/// Returns the names under which blocks may be written.
fn names_of(block: &OutlineBlock) -> Vec<&str> {
    let names = block.types.iter().flat_map(|ty| ty.names.all());
    names.map(Str::as_str).chain(block.options.is_dynamic.then_some(DYNAMIC)).collect()
}

/// Returns the schema of the bodies in which a property with one of some names matches a schema.
fn with_property(names: &[&str], schema: &Schema) -> Schema {
    let one = |name: &&str| required(&[name]).with_named("properties", [(*name, schema.clone())]);
    Schema::any_of(names.iter().map(one).collect())
}

impl<'o> Named<'o> {
    /// Returns the schema of the bodies in which the item is surely set. Returns `None` if a schema can't tell.
    fn surely_set(self) -> Option<Schema> {
        Some(with_property(&self.names(), &self.set_value()?))
    }

    /// Returns the names under which the item may be written, without `dynamic`.
    fn names(&self) -> Vec<&'o str> {
        match *self {
            Self::Attribute(attribute) => attribute.names.all().map(Str::as_str).collect(),
            Self::Block(block) => {
                block.types.iter().flat_map(|ty| ty.names.all()).map(Str::as_str).collect()
            }
        }
    }

    /// Returns the schema of the values that surely set the item. Returns `None` if a schema can't tell.
    fn set_value(self) -> Option<Schema> {
        match self {
            Self::Attribute(attribute) => {
                if attribute.is_transformed || attribute.forms.contains(OtherForms::OR_BLOCK) {
                    return None;
                }
                match attribute.evaluation {
                    AttributeEvaluation::Value => {
                        // Null, or a template that may be null.
                        let null = Schema::of_types(&["null", "string"]).with("pattern", TEMPLATE);
                        Some(Schema::not(null))
                    }
                    AttributeEvaluation::Expression | AttributeEvaluation::Deferred => {
                        Some(Schema::not(Schema::of_types(&["null"])))
                    }
                    AttributeEvaluation::Custom => None,
                }
            }
            Self::Block(block) => {
                let is_plain = |content: &OutlineContent| match content {
                    OutlineContent::Attributes(_) => true,
                    // The value of a body with one item may be that of the item.
                    OutlineContent::Body(_) => block.collection != BlockCollection::Single,
                };
                let has_labels = !block.key.is_empty();
                let is_clear = block.types.iter().all(|ty| is_plain(&ty.content)) && !has_labels;
                if block.is_transformed || block.forms.contains(OtherForms::OR_ATTR) || !is_clear {
                    return None;
                }
                let written = Schema::of_types(&["object", "array"])
                    .with("minItems", 1_usize)
                    .with("minProperties", 1_usize);
                Some(written)
            }
        }
    }

    /// Returns the schema of the bodies in which the item may be set. Returns `None` if it may be set in each.
    fn maybe_set(self) -> Option<Schema> {
        let written = Schema::not(Schema::of_types(&["null"]));
        match self {
            Self::Attribute(attribute) if attribute.is_transformed => None,
            Self::Attribute(attribute) => {
                let names: Vec<_> = attribute.names.all().map(Str::as_str).collect();
                let is_value = attribute.evaluation == AttributeEvaluation::Value;
                Some(if is_value { with_property(&names, &written) } else { required(&names) })
            }
            Self::Block(block) if block.is_transformed => None,
            Self::Block(block) => Some(with_property(&names_of(block), &written)),
        }
    }

    /// Returns the schema of the bodies in which the item surely has a value. Returns `None` if a schema can't tell.
    fn equal(self, value: &Value) -> Option<Schema> {
        let Self::Attribute(attribute) = self else { return None };
        let is_template =
            value.as_str().is_some_and(|text| text.contains("${") || text.contains("%{"));
        let is_scalar = matches!(value.kind(), Kind::Bool(_) | Kind::Number(_) | Kind::String(_));
        let is_clear = attribute.evaluation == AttributeEvaluation::Value
            && !attribute.is_transformed
            && attribute.value.ty() == value.ty();
        let literal = Schema::any().with("const", as_json(value)?);
        let names: Vec<_> = attribute.names.all().map(Str::as_str).collect();
        let written = with_property(&names, &literal);
        let is_default =
            matches!(&attribute.default, Some(OutlineDefault::Value(own)) if own == value);
        let equal = if is_default {
            Schema::any_of(vec![written, Schema::not(required(&names))])
        } else {
            written
        };
        (is_scalar && is_clear && !is_template).then_some(equal)
    }
}
