//! The spec of the configurations that a JSON Schema describes.

use std::ptr;

use hcldyn::cty::value_spec::{
    ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec, ValueVariant, VariantSelector,
    VariantsSpec,
};
use hcldyn::cty::{Type, Value, json};
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Rest, Spec, ValueRule};
use serde_json::{Map, Value as Json};

use super::ReadSpec;

/// The keywords that a spec does not have. `allOf` with one schema is that schema.
const LOST: [&str; 10] = [
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
    "multipleOf",
    "contains",
];

/// The number of references and schemas that are followed into each other.
const MAX_LEVELS: usize = 32;

/// The number of schemas that are read. References can make exponentially many.
const MAX_SCHEMAS: usize = 20_000;

/// Returns the spec of the configurations that a JSON Schema describes. An object with properties is a block, a list of such
/// objects are several blocks, and additional properties of this form are blocks by their labels. Everything else is an
/// attribute.
pub(super) fn read(json: &Json) -> ReadSpec {
    let mut reader = Reader {
        root: json,
        around: Vec::new(),
        path: Vec::new(),
        losses: Vec::new(),
        schemas: MAX_SCHEMAS,
    };
    let root = reader.resolved(json);
    let spec = reader.body(root);
    ReadSpec { spec, losses: reader.losses }
}

struct Reader<'j> {
    root: &'j Json,
    /// The schemas of the bodies around the current one.
    around: Vec<&'j Json>,
    path: Vec<String>,
    losses: Vec<String>,
    schemas: usize,
}

/// A schema of a property: that of blocks, or of a value.
enum Form<'j> {
    Block(&'j Json),
    Blocks(&'j Json),
    Labelled(&'j Json),
    Value,
}

impl<'j> Reader<'j> {
    /// Returns the schema that a schema refers to.
    fn resolved(&mut self, mut schema: &'j Json) -> &'j Json {
        for _ in 0..MAX_LEVELS {
            let all = schema.get("allOf").and_then(Json::as_array);
            schema = match (schema.get("$ref").and_then(Json::as_str), all.map(Vec::as_slice)) {
                (Some(reference), _) => {
                    let found = reference.strip_prefix('#').and_then(|it| self.root.pointer(it));
                    let Some(found) = found else {
                        self.lose(&format!("the reference {reference:?}"));
                        return &Json::Null;
                    };
                    found
                }
                (None, Some([only])) if schema.get("properties").is_none() => only,
                _ => return schema,
            };
        }
        self.lose("a reference to itself");
        &Json::Null
    }

    fn lose(&mut self, part: &str) {
        let path = self.path.join(".");
        let loss = if path.is_empty() { part.to_owned() } else { format!("{path}: {part}") };
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }

    /// Counts a schema, and notes the keywords that are lost. Returns `false` if it is too deep or one too many.
    fn enter(&mut self, schema: &Json) -> bool {
        self.schemas = self.schemas.saturating_sub(1);
        if self.schemas == 0 || self.path.len() > MAX_LEVELS {
            self.lose("a schema with too many others inside");
            return false;
        }
        for keyword in LOST.iter().filter(|keyword| schema.get(keyword).is_some()) {
            self.lose(&format!("the keyword {keyword:?}"));
        }
        true
    }

    fn body(&mut self, schema: &'j Json) -> Spec {
        if self.around.iter().any(|around| ptr::eq(*around, schema)) {
            self.lose("the body, which contains itself");
            return Spec::Rest(Rest::Body);
        }
        if !self.enter(schema) {
            return Spec::Rest(Rest::Body);
        }
        self.around.push(schema);
        let required = required(schema);
        let items = properties(schema).map(|(name, property)| {
            self.path.push(name.clone());
            let spec = self.property(name, property, required.contains(&name.as_str()));
            self.path.pop();
            (name.as_str(), spec)
        });
        let mut object = ObjectSpec::new(items.collect::<Vec<_>>());
        self.around.pop();
        if schema.get("additionalProperties") != Some(&Json::Bool(false)) {
            object = object.unexpected(Unexpected::Ignore);
        }
        match text(schema, "description") {
            Some(text) => object.doc(text).into(),
            None => object.into(),
        }
    }

    fn property(&mut self, name: &str, given: &'j Json, is_required: bool) -> Spec {
        let schema = self.resolved(given);
        let docs = text(given, "description").or_else(|| text(schema, "description"));
        let blocks = match self.form(schema) {
            Form::Value => return self.attribute(name, given, schema, is_required),
            Form::Block(body) => BlocksSpec::new(name, self.body(body)),
            Form::Labelled(body) => BlocksSpec::new(name, self.body(body)).object("name"),
            Form::Blocks(body) => {
                let blocks = BlocksSpec::new(name, self.body(body)).tuple();
                match count(schema, "maxItems") {
                    Some(max) if max > 0 => blocks.max_items(max),
                    _ => blocks,
                }
            }
        };
        let min = count(schema, "minItems").or_else(|| count(schema, "minProperties"));
        let is_single = matches!(self.form(schema), Form::Block(_));
        let blocks = match min.filter(|_| !is_single).unwrap_or(0).max(is_required.into()) {
            0 => blocks,
            min => blocks.min_items(min),
        };
        match docs {
            Some(docs) => blocks.doc(docs).into(),
            None => blocks.into(),
        }
    }

    fn form(&mut self, schema: &'j Json) -> Form<'j> {
        let is_body = |schema: &Json| schema.get("properties").is_some_and(Json::is_object);
        if is_body(schema) {
            return Form::Block(schema);
        }
        let inner = |it: &mut Self, keyword| {
            let inner = schema.get(keyword).filter(|inner| inner.is_object())?;
            Some(it.resolved(inner)).filter(|inner| is_body(inner))
        };
        match (inner(self, "items"), inner(self, "additionalProperties")) {
            (Some(body), _) => Form::Blocks(body),
            (None, Some(body)) => Form::Labelled(body),
            (None, None) => Form::Value,
        }
    }

    fn attribute(
        &mut self,
        name: &str,
        given: &'j Json,
        schema: &'j Json,
        is_required: bool,
    ) -> Spec {
        let mut attr = AttrSpec::new(name, self.value(schema));
        for rule in rules(schema) {
            attr = attr.rule(rule);
        }
        if let Some(docs) = text(given, "description").or_else(|| text(schema, "description")) {
            attr = attr.doc(docs);
        }
        if let Some(title) = text(schema, "title") {
            attr = attr.title(title);
        }
        if schema.get("writeOnly") == Some(&Json::Bool(true)) {
            attr = attr.sensitive();
        }
        let default = schema.get("default").filter(|default| !default.is_null());
        let default = default.and_then(|default| json::from_plain_json(default.to_string()).ok());
        match default {
            Some(default) => Spec::from(attr).or(Spec::Literal(default)),
            None if is_required => attr.required().into(),
            None if schema.get("deprecated") == Some(&Json::Bool(true)) => {
                attr.deprecated("It is deprecated.").into()
            }
            None => attr.into(),
        }
    }

    fn value(&mut self, schema: &'j Json) -> ValueSpec {
        if !self.enter(schema) {
            return ValueSpec::ANY;
        }
        if let Some(keywords) = keywords(schema) {
            return keywords;
        }
        match type_of(schema) {
            Some("string") => Type::String.into(),
            Some("boolean") => Type::Bool.into(),
            Some("number") => Type::Number.into(),
            Some("integer") => integer(schema),
            Some("array") => ValueSpec::list(self.inner(schema, "items")),
            Some("object") if schema.get("properties").is_none() => {
                ValueSpec::map(self.inner(schema, "additionalProperties"))
            }
            Some("object") => self.object(schema),
            _ => ValueSpec::ANY,
        }
    }

    fn inner(&mut self, schema: &'j Json, keyword: &str) -> ValueSpec {
        match schema.get(keyword).filter(|inner| inner.is_object()) {
            Some(inner) => {
                let inner = self.resolved(inner);
                self.path.push("[]".to_owned());
                let spec = self.value(inner);
                self.path.pop();
                spec
            }
            None => ValueSpec::ANY,
        }
    }

    fn object(&mut self, schema: &'j Json) -> ValueSpec {
        let required = required(schema);
        let attributes = properties(schema).map(|(name, given)| {
            let schema = self.resolved(given);
            self.path.push(name.clone());
            let mut attribute = ObjectAttribute::new(name.as_str(), self.value(schema));
            self.path.pop();
            attribute.optional = !required.contains(&name.as_str());
            attribute.docs.text =
                text(given, "description").or_else(|| text(schema, "description")).map(Into::into);
            attribute
        });
        let object = ObjectValueSpec::new(attributes.collect::<Vec<_>>());
        let is_closed = schema.get("additionalProperties") == Some(&Json::Bool(false));
        let unknown = if is_closed { Unexpected::Deny } else { Unexpected::Ignore };
        ValueSpec::Object(object.with_unexpected(unknown).into())
    }
}

/// Returns the properties of an object with names that HCL has.
fn properties(schema: &Json) -> impl Iterator<Item = (&String, &Json)> {
    let all = schema.get("properties").and_then(Json::as_object).into_iter().flat_map(Map::iter);
    all.filter(|(name, _)| hcldyn_syntax::lexer::is_name(name))
}

fn required(schema: &Json) -> Vec<&str> {
    let names = schema.get("required").and_then(Json::as_array);
    names.into_iter().flatten().filter_map(Json::as_str).collect()
}

/// Returns the only type of a schema, apart from null.
fn type_of(schema: &Json) -> Option<&str> {
    let ty = schema.get("type")?;
    if let Some(only) = ty.as_str() {
        return Some(only);
    }
    let mut others = ty.as_array()?.iter().filter_map(Json::as_str).filter(|ty| *ty != "null");
    others.next().filter(|_| others.next().is_none())
}

/// Returns the spec of a whole number: from 0 if no negative number is allowed.
fn integer(schema: &Json) -> ValueSpec {
    let min = schema.get("minimum").and_then(Json::as_f64);
    if min.is_some_and(|min| min >= 0.0) {
        ValueSpec::integer(u64::MIN, u64::MAX)
    } else {
        ValueSpec::integer(i64::MIN, i64::MAX)
    }
}

/// Returns the spec of the strings that a schema lists.
fn keywords(schema: &Json) -> Option<ValueSpec> {
    let names = schema.get("enum")?.as_array()?.iter().filter(|name| !name.is_null());
    let names: Option<Vec<_>> = names.map(Json::as_str).collect();
    let names = names.filter(|names| !names.is_empty() && names.iter().all(|it| !it.is_empty()))?;
    let variants = names.into_iter().map(|name| ValueVariant::new(name, Type::String));
    let selector = VariantSelector::Keyword { ignore_case: false };
    Some(ValueSpec::Variants(VariantsSpec::new(selector, variants).into()))
}

/// Returns the conditions on a value.
fn rules(schema: &Json) -> Vec<ValueRule> {
    let bound = |name: &str| {
        let value = json::from_plain_json(schema.get(name)?.to_string()).ok()?;
        value.as_number().cloned()
    };
    let mut rules = Vec::new();
    let (min, max) = (bound("minimum"), bound("maximum"));
    if min.is_some() || max.is_some() {
        rules.push(ValueRule::Range { min, max });
    }
    for (least, most) in [("minLength", "maxLength"), ("minItems", "maxItems")] {
        let (min, max) = (count(schema, least), count(schema, most));
        if min.is_some() || max.is_some() {
            rules.push(ValueRule::Length { min: min.unwrap_or(0), max });
        }
    }
    if let Some(pattern) = text(schema, "pattern") {
        rules.push(ValueRule::Pattern(pattern.into()));
    }
    if schema.get("uniqueItems") == Some(&Json::Bool(true)) {
        rules.push(ValueRule::Unique);
    }
    let is_scalar = |value: &Value| matches!(value.ty(), Type::Number | Type::Bool);
    let values = schema.get("enum").and_then(Json::as_array).into_iter().flatten();
    let values = values.map(|value| json::from_plain_json(value.to_string()).ok());
    if let Some(values) = values.collect::<Option<Vec<_>>>()
        && !values.is_empty()
        && values.iter().all(is_scalar)
    {
        rules.push(ValueRule::OneOf(values));
    }
    rules
}

fn count(schema: &Json, name: &str) -> Option<usize> {
    schema.get(name)?.as_u64()?.try_into().ok()
}

fn text(schema: &Json, name: &str) -> Option<String> {
    let text = schema.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
