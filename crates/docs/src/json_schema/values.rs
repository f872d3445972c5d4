//! The values of attributes, as HCL's JSON syntax writes them: any part may be a template instead.

use std::time::Duration;

use hcldyn_core::cty::value_spec::{
    AttributeKind, Form, LazyValueSpec, ObjectAttribute, ObjectValueSpec, Unexpected, ValueHint,
    ValueSpec, ValueVariant, VariantSelector, VariantsSpec,
};
use hcldyn_core::cty::{ByteSize, FromValue, Number, Str, Type};
use hcldyn_core::internal::Json;
use hcldyn_core::spec::ValueRule;
use hcldyn_core::spec::outline::OutlineDefault;

use super::annotations::About;
use super::definitions::Definitions;
use super::patterns::{BOOL, NUMBER, SIZE, TEMPLATE, duration_in_words, in_any_case};
use super::schema::{Schema, array, strings};
use super::value_rules::{self, keywords, template};

/// The schemas of values.
#[derive(Debug, Default)]
pub(super) struct ValueSchemas {
    /// The definitions of specs that contain themselves, by the identities of these.
    lazy: Vec<(usize, String)>,
}

impl ValueSchemas {
    /// Returns the schema of the values that a spec accepts.
    pub(super) fn schema(
        &mut self,
        spec: &ValueSpec,
        rules: &[ValueRule],
        definitions: &mut Definitions,
    ) -> Schema {
        Converter { values: self, definitions }.value(spec, rules)
    }
}

struct Converter<'v> {
    values: &'v mut ValueSchemas,
    definitions: &'v mut Definitions,
}

/// The attributes of an object and of the objects that are part of it.
#[derive(Default)]
struct Members<'s> {
    attributes: Vec<&'s ObjectAttribute>,
    /// The spec of the attributes without names.
    rest: Option<&'s ValueSpec>,
}

impl Converter<'_> {
    fn value(&mut self, spec: &ValueSpec, rules: &[ValueRule]) -> Schema {
        match spec {
            ValueSpec::Lazy(lazy) => self.lazy(lazy),
            ValueSpec::List(list) => {
                let schema = self.sequence(list.element(), rules, false);
                let Some(count) = list.count() else { return schema };
                schema.and(Schema::any().with("minItems", count).with("maxItems", count))
            }
            ValueSpec::Set(set) => self.sequence(set.element(), rules, true),
            ValueSpec::Map(map) => {
                let inner = self.value(map.element(), &value_rules::of_elements(rules));
                let map = compound("object").with("additionalProperties", inner);
                rules.iter().fold(map, |map, rule| map.and(value_rules::of_map(rule)))
            }
            ValueSpec::Tuple(tuple) => self.tuple(tuple.elements(), rules),
            ValueSpec::Object(object) => compound("object").extended(self.object(object, None)),
            ValueSpec::Variants(variants) => self.variants(variants),
            ValueSpec::Leaf(leaf) => primitive(leaf.ty(), leaf.hint(), rules),
            _ => Schema::any(),
        }
    }

    fn lazy(&mut self, lazy: &LazyValueSpec) -> Schema {
        if let Some((_, name)) = self.values.lazy.iter().find(|(id, _)| *id == lazy.id()) {
            return Schema::reference(name);
        }
        let name = self.definitions.reserve("value");
        self.values.lazy.push((lazy.id(), name.clone()));
        let schema = self.value(&lazy.spec(), &[]);
        self.definitions.set(&name, schema);
        Schema::reference(&name)
    }

    fn sequence(&mut self, element: &ValueSpec, rules: &[ValueRule], is_set: bool) -> Schema {
        let inner = self.value(element, &value_rules::of_elements(rules));
        let is_primitive = element.plain_ty().is_some_and(is_primitive);
        let list = compound("array").with("items", inner);
        rules
            .iter()
            .fold(list, |list, rule| list.and(value_rules::of_array(rule, is_set, is_primitive)))
    }

    /// Draft 2020-12 has a keyword for the elements of a tuple. For earlier drafts, each element has one of their
    /// schemas.
    fn tuple(&mut self, elements: &[ValueSpec], rules: &[ValueRule]) -> Schema {
        let inner = value_rules::of_elements(rules);
        let all: Vec<_> = elements.iter().map(|element| self.value(element, &inner)).collect();
        let count = all.len();
        let mut tuple = compound("array");
        if count > 0 {
            let mut distinct: Vec<Schema> = Vec::new();
            distinct.extend(all.iter().filter(|schema| !schema.is_any()).cloned());
            let any = if distinct.len() < count { Schema::any() } else { Schema::any_of(distinct) };
            tuple = tuple.with("prefixItems", array(all)).with("items", any);
        }
        tuple.with("minItems", count).with("maxItems", count)
    }

    /// Returns the keywords for the properties of an object. A tag is another property, which is required.
    fn object(&mut self, spec: &ObjectValueSpec, tag: Option<(&Str, Schema)>) -> Schema {
        let mut members = Members::default();
        members.gather(spec);
        let mut properties: Vec<(String, Schema)> = Vec::new();
        if let Some((tag, schema)) = &tag {
            properties.push((tag.to_string(), schema.clone()));
        }
        for attribute in &members.attributes {
            let schema = self.value(&attribute.spec, &[]);
            for name in attribute.names.all() {
                if properties.iter().all(|(known, _)| *known != *name.as_str()) {
                    properties.push((name.to_string(), annotated(attribute, name, &schema)));
                }
            }
        }
        let rest = match members.rest {
            Some(rest) => Some(Json::from(self.value(rest, &[]))),
            None => (spec.unexpected() == Unexpected::Deny).then(|| false.into()),
        };
        let any_key = rest.is_some().then(|| (TEMPLATE, Schema::any()));
        let mut object = Schema::any().with_named("properties", properties);
        if let Some(any_key) = any_key {
            object = object.with_named("patternProperties", [any_key]);
        }
        object = object.with_some("additionalProperties", rest);
        let tag = tag.iter().map(|(name, _)| required(&[name]));
        let needed = members.attributes.iter().filter(|attribute| !attribute.optional);
        let needed = needed
            .map(|attribute| required(&attribute.names.all().map(Str::as_str).collect::<Vec<_>>()));
        let needed: Vec<_> = tag.chain(needed).collect();
        if needed.is_empty() { object } else { object.and(unless_computed(needed)) }
    }

    fn variants(&mut self, spec: &VariantsSpec) -> Schema {
        match spec.selector() {
            VariantSelector::Keyword { ignore_case } => by_keyword(spec, *ignore_case),
            VariantSelector::Attribute(tag) => self.by_attribute(spec, tag),
            VariantSelector::Form => self.by_form(spec),
            _ => Schema::any(),
        }
    }

    fn by_attribute(&mut self, spec: &VariantsSpec, tag: &Str) -> Schema {
        let properties = [(tag.to_string(), named(spec.variants().iter()))];
        let object = compound("object").with_named("properties", properties);
        let object = object.and(unless_computed(vec![required(&[tag])]));
        spec.variants().iter().filter(|variant| !variant.other).fold(object, |object, variant| {
            let names = Schema::one_of_values(
                variant.names.all().map(|name| name.as_str().into()).collect(),
            );
            let ValueSpec::Object(inner) = &variant.spec else { return object };
            let inner = self.object(inner, Some((tag, Schema::any())));
            let is_chosen = required(&[tag]).with_named("properties", [(tag.as_str(), names)]);
            object.and(Schema::any().with("if", is_chosen).with("then", inner))
        })
    }

    fn by_form(&mut self, spec: &VariantsSpec) -> Schema {
        let (mut alternatives, mut forms) = (Vec::new(), Vec::new());
        let keywords = spec.variants().iter().filter(|variant| variant.keyword);
        if keywords.clone().next().is_some() {
            alternatives.push(named(keywords));
        }
        for variant in spec.variants().iter().filter(|variant| !variant.keyword) {
            let form = variant.form();
            if form == Form::Any {
                return Schema::any();
            }
            if !forms.contains(&form) {
                forms.push(form);
                let about = About::new(&variant.docs);
                alternatives.push(about.annotate(self.value(&variant.spec, &[])));
            }
        }
        alternatives.push(template());
        Schema::any_of(alternatives)
    }
}

impl<'s> Members<'s> {
    fn gather(&mut self, spec: &'s ObjectValueSpec) {
        for attribute in spec.attributes() {
            match (attribute.kind, &attribute.spec) {
                (AttributeKind::Flattened, ValueSpec::Object(inner)) => self.gather(inner),
                (AttributeKind::Single, _) => self.attributes.push(attribute),
                (AttributeKind::Remaining, rest) => self.rest = Some(rest),
                // Any attribute may belong to an object that is made later.
                _ => self.rest = Some(&ValueSpec::ANY),
            }
        }
    }
}

/// Returns the schema of an attribute of an object under one of its names.
fn annotated(attribute: &ObjectAttribute, name: &Str, schema: &Schema) -> Schema {
    let default = attribute.default.as_ref();
    let default = default.map(|default| OutlineDefault::Value(default.value.clone()));
    let about = About {
        default: default.as_ref(),
        is_sensitive: attribute.sensitive || attribute.spec.has_sensitive(),
        ..About::new(&attribute.docs).named(&attribute.names, name)
    };
    about.annotate(schema.clone())
}

/// Returns the schema of the objects and arrays, templates and nulls, whose parts are described by other keywords.
fn compound(ty: &str) -> Schema {
    Schema::of_types(&[ty, "string", "null"])
        .with_pattern(TEMPLATE, format!("Expected an {ty}, or a template that makes one."))
}

fn primitive(ty: &Type, hint: Option<&ValueHint>, rules: &[ValueRule]) -> Schema {
    let schema = match ty {
        Type::Bool => Schema::of_types(&["boolean", "string", "null"])
            .with_pattern(BOOL, "Expected true or false."),
        Type::Number => {
            let is_whole = matches!(hint, Some(ValueHint::Integer { .. }));
            let (number, message) = if is_whole {
                ("integer", "Expected a whole number.")
            } else {
                ("number", "Expected a number.")
            };
            Schema::of_types(&[number, "string", "null"]).with_pattern(NUMBER, message)
        }
        Type::String => text(hint),
        // An expression that the program takes as it is, or a value of any type.
        _ => return Schema::any(),
    };
    let schema = hint.map_or_else(|| schema.clone(), |hint| hinted(schema.clone(), hint));
    rules.iter().fold(schema, |schema, rule| schema.and(value_rules::of_primitive(rule, ty)))
}

/// Adds what is known about the values of a type.
fn hinted(schema: Schema, hint: &ValueHint) -> Schema {
    match hint {
        ValueHint::Integer { min, max, is_nonzero } => {
            let schema = schema.extended(value_rules::range(Some(min), Some(max)));
            let has_zero = *min <= Number::from(0) && *max >= Number::from(0);
            let zero = Schema::any().with("const", 0_usize);
            if *is_nonzero && has_zero { schema.and(Schema::not(zero)) } else { schema }
        }
        ValueHint::Text { name, .. } => {
            let format = match name.as_str() {
                "IPv4 address" => "ipv4",
                "IPv6 address" => "ipv6",
                _ => return schema,
            };
            let literal = Schema::any().with("format", format);
            schema.and(Schema::any_of(vec![template(), literal]))
        }
        _ => schema,
    }
}

/// Returns the schema of the strings of a type with a hint. Numbers and bools convert to strings, which some formats
/// reject. Another type may have a format of the same name, so the whole hint counts.
fn text(hint: Option<&ValueHint>) -> Schema {
    let is_of = |spec: ValueSpec| matches!(&spec, ValueSpec::Leaf(leaf) if leaf.hint() == hint);
    match hint {
        Some(ValueHint::Text { example, .. }) if is_of(Duration::value_spec()) => {
            let message = format!("Expected a duration such as {:?}.", example.as_str());
            Schema::of_types(&["string", "number", "null"])
                .with_pattern(&duration_in_words(), message)
                .with("minimum", 0_usize)
                .with("maximum", 0_usize)
        }
        Some(ValueHint::Text { example, .. }) if is_of(ByteSize::value_spec()) => {
            let message =
                format!("Expected a size such as {:?}, or a number of bytes.", example.as_str());
            Schema::of_types(&["string", "integer", "null"])
                .with_pattern(SIZE, message)
                .with("minimum", 0_usize)
        }
        _ => Schema::of_types(&["string", "number", "boolean", "null"]),
    }
}

fn is_primitive(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Number | Type::String)
}

/// Returns the schema of the names of variants.
fn by_keyword(spec: &VariantsSpec, ignore_case: bool) -> Schema {
    let names = named(spec.variants().iter());
    if spec.variants().iter().any(|variant| variant.other) || !ignore_case {
        return names;
    }
    let all = spec.variants().iter().flat_map(|variant| variant.names.all()).map(Str::as_str);
    let any_case = Schema::of_types(&["string"]);
    let any_case = match in_any_case(all) {
        Some(pattern) => any_case.with_pattern(&pattern, value_rules::expected(spec.offered())),
        None => any_case,
    };
    Schema::any_of(vec![names, any_case])
}

/// Returns the schema of the names of variants: each is a constant with its documentation, which editors show.
fn named<'s>(variants: impl Iterator<Item = &'s ValueVariant> + Clone) -> Schema {
    let documented = variants.clone().filter(|variant| !variant.other).flat_map(|variant| {
        variant.names.all().map(|name| {
            let about = About::new(&variant.docs).named(&variant.names, name);
            about.annotate(Schema::any().with("const", name.as_str()))
        })
    });
    let is_plain = |variant: &ValueVariant| {
        variant.docs == Default::default()
            && variant.names.deprecation.is_none()
            && variant.names.all().count() == 1
    };
    let is_open = variants.clone().any(|variant| variant.other);
    let mut alternatives: Vec<_> = documented.collect();
    if is_open {
        alternatives.push(Schema::of_types(&["string", "number", "boolean", "null"]));
    } else if variants.clone().all(is_plain) {
        return keywords(variants.map(|variant| variant.names.name.as_str()));
    } else {
        alternatives.push(keywords([].into_iter()));
    }
    Schema::any_of(alternatives)
}

/// Returns the schema of the objects that have one of some properties.
pub(super) fn required(names: &[&str]) -> Schema {
    let one = |name: &&str| Schema::any().with("required", strings([name]));
    Schema::any_of(names.iter().map(one).collect())
}

/// Returns the schema of the objects that meet some conditions on their names, unless a name is a template.
fn unless_computed(needed: Vec<Schema>) -> Schema {
    let literal = Schema::not(Schema::any().with("pattern", TEMPLATE));
    let is_literal = Schema::any().with("propertyNames", literal);
    let needed = needed.into_iter().fold(Schema::any(), Schema::and);
    Schema::any().with("if", is_literal).with("then", needed)
}
