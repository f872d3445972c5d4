//! Decoded values, as plain JSON.

use hcldyn_core::cty::value_spec::ItemDocs;
use hcldyn_core::cty::{Type, Value};
use hcldyn_core::internal::Json;
use hcldyn_core::spec::{
    AttrSpec, BlockCollection, BlocksSpec, DefaultSpec, ObjectSpec, Spec, ValueRule,
};

use super::annotations::{About, as_json};
use super::schema::{Schema, array, strings};
use super::value_rules::{null, range};

/// Blocks of any types, and defaults, are described at most this many levels deep. A spec may contain itself.
const MAX_LEVELS: usize = 6;

/// The maximum number of parts. Specs and types that use others twice have exponentially many.
const MAX_PARTS: usize = 20_000;

/// The number of bytes of documentation, or of an allowed string, that count as a part: parts share these.
const BYTES_PER_PART: usize = 256;

/// Returns the schema of the decoded values of a spec.
pub(super) fn schema(spec: &Spec, header: Schema) -> Schema {
    let mut writer = ValueSchemaWriter { parts: MAX_PARTS };
    let schema = writer.of_spec(spec, &spec.implied_type(), 0);
    header.extended(writer.documented(spec, schema))
}

/// A writer of the schema of a value and its parts.
struct ValueSchemaWriter {
    /// The number of parts that are still described. Any others may have any values.
    parts: usize,
}

impl ValueSchemaWriter {
    /// Returns the schema of the values of a type that a spec decodes. The levels of types that depend on the source are
    /// counted, so the walk ends: other types have ends of their own.
    fn of_spec(&mut self, spec: &Spec, ty: &Type, level: usize) -> Schema {
        if self.is_full() {
            return Schema::any();
        }
        match spec {
            Spec::Object(object) => self.of_object(object, ty, level),
            Spec::Tuple(tuple) => match ty {
                Type::Tuple(types) => {
                    let specs = tuple.specs().iter().zip(types.iter());
                    of_elements(specs.map(|(spec, ty)| self.of_spec(spec, ty, level)).collect())
                }
                _ => self.of_type(ty),
            },
            Spec::Attr(attr) => {
                let schema = self.of_type(ty);
                self.of_attribute(attr, ty, schema)
            }
            Spec::Default(specs) if level < MAX_LEVELS => self.of_either(specs, ty, level),
            Spec::Default(_) => Schema::any(),
            Spec::Blocks(blocks) => self.of_blocks(blocks, ty, level),
            Spec::Label(_) | Spec::Literal(_) | Spec::Expr(_) => self.of_type(ty),
            Spec::OneOf(_) | Spec::Rest(_) | Spec::Wrapped(_) => self.of_type(ty),
        }
    }

    fn of_object(&mut self, object: &ObjectSpec, ty: &Type, level: usize) -> Schema {
        let Type::Object(own) = ty else { return self.of_type(ty) };
        let named = object.shape().names().iter().zip(object.specs());
        let properties = named.filter_map(|(name, spec)| {
            let (_, ty) = own.iter().find(|(known, _)| *known == name)?;
            let schema = self.of_spec(spec, ty, level);
            Some((name.as_str(), self.documented(spec, schema)))
        });
        closed_object(properties.collect::<Vec<_>>())
    }

    /// Returns the schema of blocks of one type with bodies. Those of other blocks is the one of their type.
    fn of_blocks(&mut self, blocks: &BlocksSpec, ty: &Type, level: usize) -> Schema {
        let Some(nested) = blocks.only_body() else { return self.of_type(ty) };
        match (blocks.collection(), ty) {
            (BlockCollection::Single, ty) => self.of_spec(nested, ty, level),
            (BlockCollection::List | BlockCollection::Set, Type::List(ty) | Type::Set(ty)) => {
                counted(blocks, self.of_spec(nested, ty, level))
            }
            (BlockCollection::Tuple, _) if level < MAX_LEVELS => {
                counted(blocks, self.of_spec(nested, &nested.implied_type(), level + 1))
            }
            (BlockCollection::Map { .. } | BlockCollection::Object { .. }, _)
                if level < MAX_LEVELS =>
            {
                by_label(blocks, self.of_spec(nested, &nested.implied_type(), level + 1))
            }
            (_, ty) => self.of_type(ty),
        }
    }

    /// Counts a part. Returns `true` after the last one that is described.
    fn is_full(&mut self) -> bool {
        self.is_full_after(1)
    }

    /// Counts parts. Returns `true` if the limit is reached.
    fn is_full_after(&mut self, parts: usize) -> bool {
        self.parts = self.parts.saturating_sub(parts);
        self.parts == 0
    }

    /// Returns the schema of a value and its default, which may be of another type.
    fn of_either(&mut self, specs: &DefaultSpec, ty: &Type, level: usize) -> Schema {
        let primary = self.of_spec(specs.primary(), ty, level);
        let default_ty = specs.default().implied_type();
        if default_ty.without_optional() == ty.without_optional() {
            return primary;
        }
        let default = self.of_spec(specs.default(), &default_ty, level + 1);
        if primary.is_any() || default.is_any() {
            return Schema::any();
        }
        Schema::any_of(vec![primary, default])
    }

    /// Returns the schema of the values of a type. Null objects and elements are written, null attributes may be.
    fn of_type(&mut self, ty: &Type) -> Schema {
        if self.is_full() {
            return Schema::any();
        }
        match ty {
            Type::Bool => Schema::of_types(&["boolean", "null"]),
            Type::Number => Schema::of_types(&["number", "null"]),
            Type::String => Schema::of_types(&["string", "null"]),
            Type::List(element) | Type::Set(element) => {
                Schema::of_types(&["array", "null"]).with("items", self.of_type(element))
            }
            Type::Map(element) => {
                let element = self.of_type(element);
                Schema::of_types(&["object", "null"]).with("additionalProperties", element)
            }
            Type::Tuple(elements) => {
                of_elements(elements.iter().map(|element| self.of_type(element)).collect())
            }
            Type::Object(object) => {
                let named = object.iter().map(|(name, ty)| (name.as_str(), self.of_type(ty)));
                closed_object(named.collect())
            }
            _ => Schema::any(),
        }
    }

    /// Returns the schema of an attribute. `any` is that of its type.
    fn of_attribute(&mut self, attr: &AttrSpec, ty: &Type, any: Schema) -> Schema {
        let rules = attr.rules().iter().filter(|_| !attr.is_sensitive());
        rules.fold(any, |schema, rule| match (rule, ty) {
            (ValueRule::OneOf(values), Type::Bool | Type::Number | Type::String) => {
                if self.is_full_after(values.iter().map(parts_of).sum()) {
                    return schema;
                }
                let values = values.iter().filter(|value| value.ty() == *ty).filter_map(as_json);
                schema.with("enum", Json::Array(values.chain([null()]).collect()))
            }
            (ValueRule::Range { min, max }, Type::Number) => {
                schema.and(range(min.as_ref(), max.as_ref()))
            }
            _ => schema,
        })
    }

    /// Adds the documentation of a part, if it still counts.
    fn documented(&mut self, spec: &Spec, schema: Schema) -> Schema {
        let text = spec.docs().unwrap_or_default();
        let is_shown = !text.is_empty() && !self.is_full_after(text.len() / BYTES_PER_PART);
        let docs = if is_shown { ItemDocs::new(text) } else { ItemDocs::default() };
        let is_sensitive = matches!(spec, Spec::Attr(attr) if attr.is_sensitive());
        About { is_sensitive, ..About::new(&docs) }.annotate(schema)
    }
}

/// Returns the number of parts that an allowed value counts as.
fn parts_of(value: &Value) -> usize {
    1 + value.as_str().map_or(0, str::len) / BYTES_PER_PART
}

/// Returns the schema of a list of blocks.
fn counted(blocks: &BlocksSpec, element: Schema) -> Schema {
    let max = blocks.options().count.max;
    Schema::of_types(&["array", "null"]).with("items", element).with_some("maxItems", max)
}

/// Returns the schema of blocks in an object for each of their labels.
fn by_label(blocks: &BlocksSpec, element: Schema) -> Schema {
    let all = if blocks.collection().is_grouped() {
        Schema::of_types(&["array", "null"]).with("items", element)
    } else {
        element
    };
    blocks.key().iter().fold(all, |inner, _| {
        Schema::of_types(&["object", "null"]).with("additionalProperties", inner)
    })
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
