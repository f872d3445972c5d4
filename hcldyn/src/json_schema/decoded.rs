//! Decoded values, as plain JSON.

use super::annotations::{About, as_json};
use super::schema::{Schema, array, strings};
use super::value_rules::{null, range};
use crate::convert::Json;
use crate::cty::Type;
use crate::cty::value_spec::ItemDocs;
use crate::spec::{AttrSpec, BlockMapSpec, BlocksSpec, DefaultSpec, Spec, ValueRule};

/// Blocks of any types, and defaults, are described at most this many levels deep. A spec may contain itself.
const MAX_LEVELS: usize = 6;

/// Returns the schema of the decoded values of a spec.
pub(super) fn schema(spec: &Spec, header: Schema) -> Schema {
    header.extended(documented(spec, of_spec(spec, &spec.implied_type(), 0)))
}

/// Returns the schema of the values of a type that a spec decodes. The levels of types that depend on the source are
/// counted, so the walk ends: other types have ends of their own.
fn of_spec(spec: &Spec, ty: &Type, level: usize) -> Schema {
    match (spec, ty) {
        (Spec::Object(object), Type::Object(own)) => {
            let named = object.shape().names().iter().zip(object.specs());
            let properties = named.filter_map(|(name, spec)| {
                let (_, ty) = own.iter().find(|(known, _)| *known == name)?;
                Some((name.as_str(), documented(spec, of_spec(spec, ty, level))))
            });
            closed_object(properties.collect::<Vec<_>>())
        }
        (Spec::Tuple(tuple), Type::Tuple(types)) => {
            let specs = tuple.specs().iter().zip(types.iter());
            of_elements(specs.map(|(spec, ty)| of_spec(spec, ty, level)).collect())
        }
        (Spec::Attr(attr), ty) => of_attribute(attr, ty),
        (Spec::Default(specs), ty) if level < MAX_LEVELS => of_either(specs, ty, level),
        (Spec::Default(_), _) => Schema::any(),
        (Spec::Block(block), ty) => of_spec(block.nested(), ty, level),
        (Spec::BlockList(blocks) | Spec::BlockSet(blocks), Type::List(ty) | Type::Set(ty)) => {
            counted(blocks, of_spec(blocks.nested(), ty, level))
        }
        (Spec::BlockTuple(blocks), _) if level < MAX_LEVELS => {
            let nested = blocks.nested();
            counted(blocks, of_spec(nested, &nested.implied_type(), level + 1))
        }
        (Spec::BlockObject(blocks) | Spec::BlockMap(blocks), _) if level < MAX_LEVELS => {
            let nested = blocks.nested();
            by_label(blocks, of_spec(nested, &nested.implied_type(), level + 1))
        }
        (_, ty) => of_type(ty),
    }
}

/// Returns the schema of a value and its default, which may be of another type.
fn of_either(specs: &DefaultSpec, ty: &Type, level: usize) -> Schema {
    let primary = of_spec(specs.primary(), ty, level);
    let default_ty = specs.default().implied_type();
    if default_ty.without_optional() == ty.without_optional() {
        return primary;
    }
    let default = of_spec(specs.default(), &default_ty, level + 1);
    if primary.is_any() || default.is_any() {
        return Schema::any();
    }
    Schema::any_of(vec![primary, default])
}

fn of_attribute(attr: &AttrSpec, ty: &Type) -> Schema {
    let rules = attr.rules().iter().filter(|_| !attr.is_sensitive());
    rules.fold(of_type(ty), |schema, rule| match (rule, ty) {
        (ValueRule::OneOf(values), Type::Bool | Type::Number | Type::String) => {
            let values = values.iter().filter(|value| value.ty() == *ty).filter_map(as_json);
            schema.with("enum", Json::Array(values.chain([null()]).collect()))
        }
        (ValueRule::Range { min, max }, Type::Number) => {
            schema.and(range(min.as_ref(), max.as_ref()))
        }
        _ => schema,
    })
}

/// Returns the schema of a list of blocks.
fn counted(blocks: &BlocksSpec, element: Schema) -> Schema {
    let (_, max) = blocks.item_counts();
    Schema::of_types(&["array", "null"]).with("items", element).with_some("maxItems", max)
}

/// Returns the schema of blocks in an object for each of their labels.
fn by_label(blocks: &BlockMapSpec, element: Schema) -> Schema {
    let all = if blocks.is_grouped() {
        Schema::of_types(&["array", "null"]).with("items", element)
    } else {
        element
    };
    blocks.labels().iter().fold(all, |inner, _| {
        Schema::of_types(&["object", "null"]).with("additionalProperties", inner)
    })
}

/// Returns the schema of the values of a type. Null objects and elements are written, null attributes may be.
fn of_type(ty: &Type) -> Schema {
    match ty {
        Type::Bool => Schema::of_types(&["boolean", "null"]),
        Type::Number => Schema::of_types(&["number", "null"]),
        Type::String => Schema::of_types(&["string", "null"]),
        Type::List(element) | Type::Set(element) => {
            Schema::of_types(&["array", "null"]).with("items", of_type(element))
        }
        Type::Map(element) => {
            Schema::of_types(&["object", "null"]).with("additionalProperties", of_type(element))
        }
        Type::Tuple(elements) => of_elements(elements.iter().map(of_type).collect()),
        Type::Object(object) => {
            closed_object(object.iter().map(|(name, ty)| (name.as_str(), of_type(ty))).collect())
        }
        _ => Schema::any(),
    }
}

/// Returns the schema of a tuple. Draft-07 only sees the number of its elements.
fn of_elements(elements: Vec<Schema>) -> Schema {
    let (tuple, count) = (Schema::of_types(&["array", "null"]), elements.len());
    let tuple = if count > 0 { tuple.with("prefixItems", array(elements)) } else { tuple };
    tuple.with("minItems", count).with("maxItems", count)
}

fn closed_object(properties: Vec<(&str, Schema)>) -> Schema {
    Schema::any()
        .with("type", strings(["object", "null"]))
        .with_named("properties", properties)
        .with("additionalProperties", false)
}

fn documented(spec: &Spec, schema: Schema) -> Schema {
    let docs = spec.docs().map(ItemDocs::new).unwrap_or_default();
    let is_sensitive = matches!(spec, Spec::Attr(attr) if attr.is_sensitive());
    About { is_sensitive, ..About::new(&docs) }.annotate(schema)
}
