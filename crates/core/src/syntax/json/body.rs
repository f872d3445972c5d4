//! Bodies from JSON values.

use super::diags;
use super::document::{JsonKind, JsonValue, Property};
use super::lower::Strings;
use crate::body::{
    Attribute, Body, BodySchema, BodySource, ByName, Content, Suggester, Suggestions,
};
use crate::cty::internal::{NameMap, NameSet};
use crate::cty::value_spec::Unexpected;
use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::Expression;
use crate::source::{Place, Source, Span};
use crate::syntax::diags::duplicate_attribute;

/// The name of properties that are comments.
const COMMENT: &str = "//";

/// A body: the properties of an object, or of all objects in an array, without those of earlier requests.
#[derive(Debug)]
pub(super) struct JsonBody {
    pub(super) source: Source,
    pub(super) strings: Strings,
    value: JsonValue,
    /// The names of items that earlier requests took.
    taken: NameSet,
    /// The names among these that are never suggested.
    hidden: NameSet,
}

impl JsonBody {
    /// Returns the body of a value.
    pub(super) fn body(source: &Source, value: &JsonValue, strings: Strings) -> Body {
        let (source, value) = (source.clone(), value.clone());
        let (taken, hidden) = (NameSet::default(), NameSet::default());
        Body::new(Self { source, strings, value, taken, hidden })
    }

    /// Returns the remaining properties, and `true` if they are complete. Reports and omits values that cannot be
    /// bodies.
    fn properties(&self, diags: &mut Diagnostics) -> (Vec<&Property>, bool) {
        let (mut found, errors) = (Vec::new(), diags.error_count());
        let wrong = |it: &JsonValue| diags::no_body(self.source.place(it.span), it);
        gather(&self.value, &mut found, wrong, diags);
        found.retain(|property| !self.taken.contains(&property.name));
        (found, diags.error_count() == errors)
    }

    /// Returns the items that the schema names. A name that is both an attribute and a block type is the
    /// attribute.
    fn named(
        &self,
        properties: &[&Property],
        is_read: bool,
        schema: &BodySchema,
        diags: &mut Diagnostics,
    ) -> Content {
        let known = ByName::new(&schema.attributes, |wanted| &wanted.name);
        let is_named = |it: &&Property| {
            let is_expression = || schema.any_form.contains(&it.name) && !is_of_blocks(&it.value);
            known.get(&it.name).is_some() || is_expression()
        };
        let (named, others): (Vec<_>, Vec<_>) = properties.iter().copied().partition(is_named);
        let attributes = self.attributes(named, diags);
        let errors = diags.error_count();
        let blocks = self.blocks(&others, schema, diags);
        let is_complete = is_read && diags.error_count() == errors;
        Content { is_complete, ..Content::new(attributes, blocks, self.missing_item_place()) }
    }

    /// Returns the properties as attributes. If two have the same name, reports and omits the second one.
    fn attributes(&self, properties: Vec<&Property>, diags: &mut Diagnostics) -> Vec<Attribute> {
        let firsts = ByName::new(&properties, |property| &property.name);
        let mut attributes = Vec::with_capacity(properties.len());
        for property in &properties {
            match firsts.get(&property.name) {
                Some(first) if first.name_span != property.name_span => {
                    let [second, first] =
                        [property, first].map(|it| self.source.place(it.name_span));
                    diags.push(duplicate_attribute(second, first, &property.name));
                }
                _ => attributes.push(self.attribute(property, diags)),
            }
        }
        attributes
    }

    fn attribute(&self, property: &Property, diags: &mut Diagnostics) -> Attribute {
        let expr = property.expression(&self.source, self.strings, diags);
        Attribute::new(property.name.clone(), property.name_span, expr)
    }

    /// Returns the properties that several objects of an array contain and that can only be blocks. Each has an array of
    /// all their blocks, which every schema reads in the same way.
    fn joined(&self, properties: &[&Property]) -> NameMap<Property> {
        let JsonKind::Array(objects) = &self.value.kind else { return NameMap::default() };
        let mut by_name: NameMap<Vec<&Property>> = NameMap::default();
        for property in properties {
            by_name.get_or_insert_with(&property.name, Vec::new).push(property);
        }
        let object_of = |property: &Property| {
            objects.partition_point(|object| object.span.start < property.name_span.start)
        };
        let can_be_joined = |all: &[&Property]| {
            all.len() > 1
                && all.iter().all(|property| is_of_blocks(&property.value))
                && all.windows(2).all(|pair| object_of(pair[0]) != object_of(pair[1]))
        };
        let joined = by_name.iter().filter(|(_, all)| can_be_joined(all)).map(|(name, all)| {
            let blocks = all.iter().flat_map(|property| match &property.value.kind {
                JsonKind::Null => &[],
                JsonKind::Array(blocks) => &**blocks,
                _ => std::slice::from_ref(&property.value),
            });
            let kind = JsonKind::Array(blocks.cloned().collect());
            let value = JsonValue { kind, span: all[0].value.opening() };
            (name.clone(), Property::new(name.clone(), all[0].name_span, value))
        });
        joined.collect()
    }

    fn report_extra(
        &self,
        properties: &[&Property],
        schema: &BodySchema,
        diags: &mut Diagnostics,
    ) -> Suggestions {
        if schema.unexpected == Unexpected::Ignore {
            return Suggestions::default();
        }
        let attributes = ByName::new(&schema.attributes, |wanted| &wanted.name);
        let blocks = ByName::new(&schema.blocks, |wanted| &wanted.ty);
        let is_extra = |it: &&&Property| {
            let name = &it.name;
            **name != *COMMENT && attributes.get(name).is_none() && blocks.get(name).is_none()
        };
        let mut extra = properties.iter().filter(is_extra).peekable();
        if extra.peek().is_none() {
            return Suggestions::default();
        }
        let written = properties.iter().map(|property| &property.name);
        let taken = self.taken.iter().filter(|name| !self.hidden.contains(name));
        let mut suggester = Suggester::of_properties(schema, taken).with_taken(written);
        for property in extra {
            let place = self.source.place(property.name_span);
            let suggestion = suggester.property(&property.name);
            diags.push(diags::unexpected_property(place, &property.name, suggestion, schema));
        }
        suggester.into_suggestions()
    }
}

impl BodySource for JsonBody {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let (properties, is_read) = self.properties(diags);
        let mut content = self.named(&properties, is_read, schema, diags);
        content.suggestions = self.report_extra(&properties, schema, diags);
        if is_read {
            content.report_missing(schema, diags);
        }
        content
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let (properties, is_read) = self.properties(diags);
        let content = self.named(&properties, is_read, schema, diags);
        if is_read {
            content.report_missing(schema, diags);
        }
        content
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        let mut taken = self.taken.clone();
        taken.extend(schema.attributes.iter().map(|wanted| wanted.name.clone()));
        taken.extend(schema.blocks.iter().map(|wanted| wanted.ty.clone()));
        let hidden = self.hidden.iter().chain(&schema.hidden).cloned().collect();
        let (source, value) = (self.source.clone(), self.value.clone());
        Body::new(Self { source, strings: self.strings, value, taken, hidden })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        let JsonKind::Object(properties) = &self.value.kind else {
            diags.push(diags::no_object(self.source.place(self.value.span), &self.value));
            return Vec::new();
        };
        let properties = properties.iter();
        let properties =
            properties.filter(|it| it.name != *COMMENT && !self.taken.contains(&it.name));
        self.attributes(properties.collect(), diags)
    }

    /// Includes all properties with the same name, because they may be blocks. Properties of several objects of an array
    /// are joined if they can only be blocks.
    fn everything(&self) -> Content {
        let mut unreported = Diagnostics::new();
        let (mut properties, is_complete) = self.properties(&mut unreported);
        properties.retain(|property| property.name != *COMMENT);
        let joined = self.joined(&properties);
        let attributes = properties.into_iter().filter_map(|property| {
            let whole = joined.get(&property.name).unwrap_or(property);
            let is_first = whole.name_span == property.name_span;
            is_first.then(|| self.attribute(whole, &mut unreported))
        });
        let attributes = attributes.collect();
        Content { is_complete, ..Content::new(attributes, Vec::new(), self.missing_item_place()) }
    }

    fn span(&self) -> Span {
        self.value.span
    }

    fn missing_item_place(&self) -> Place {
        let span = self.value.span;
        self.source.place(match self.value.kind {
            JsonKind::Object(_) => Span::new(span.end - 1, span.end),
            _ => self.value.opening(),
        })
    }
}

/// Returns the elements of the expression of several properties that are joined. Its source is that of the first opening
/// bracket, which alone is not a value.
pub(crate) fn joined_elements(expr: &Expression) -> Option<Vec<Expression>> {
    expr.as_list().filter(|_| expr.text().len() == 1)
}

/// Returns `true` if a value can be blocks.
fn is_of_blocks(value: &JsonValue) -> bool {
    match &value.kind {
        JsonKind::Null | JsonKind::Object(_) => true,
        JsonKind::Array(elements) => {
            elements.iter().all(|element| matches!(element.kind, JsonKind::Object(_)))
        }
        _ => false,
    }
}

/// Collects the properties of an object, or of all objects in an array. Null has none. `wrong` creates the
/// diagnostic for any other value.
pub(super) fn gather<'v>(
    value: &'v JsonValue,
    found: &mut Vec<&'v Property>,
    wrong: impl Fn(&JsonValue) -> Diagnostic,
    diags: &mut Diagnostics,
) {
    match &value.kind {
        JsonKind::Null => {}
        JsonKind::Object(properties) => found.extend(properties.iter()),
        JsonKind::Array(elements) => {
            for element in elements.iter() {
                match &element.kind {
                    JsonKind::Object(properties) => found.extend(properties.iter()),
                    _ => diags.push(wrong(element)),
                }
            }
        }
        _ => diags.push(wrong(value)),
    }
}
