//! Values: types, and more than a type can state.

use super::attr::add_names;
use super::attr::is_captured;
use super::items::Items;
use super::{Writer, is_any};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{
    AttributeKind, CollectionValueSpec, ObjectAttribute, ObjectValueSpec, Unexpected, ValueHint,
    ValueSpec, ValueVariant, VariantSelector, VariantsSpec,
};
use crate::cty::{Type, Value};
use crate::diag::Diagnostics;
use crate::ext::typeexpr::type_constraint;
use crate::source::Source;
use crate::spec::SpecStep;
use crate::spec::language::argument::Words;
use crate::spec::language::kinds::UNEXPECTED;
use crate::spec::language::values::{
    AS, COUNT, Captured, EXAMPLE, FORMAT, GREATEST, KEYS, LEAST, NONZERO, TYPE,
};
use crate::spec::sensitive::{SecretsIn, secrets_in};
use crate::syntax::native::{NewItem, parse_expression, type_to_hcl};

impl Writer {
    /// Returns the argument `ty` or the block for a value. Any value has neither. `name` is that of the
    /// attribute.
    pub(super) fn value(&mut self, spec: &ValueSpec, ty: &str, name: &str) -> Items {
        let mut items = Items::default();
        if let Some(of) = stated_type(spec) {
            if is_any(of) {
                return items;
            }
            if let Some(text) = type_source(of) {
                items.source(ty, text);
                return items;
            }
        }
        match spec {
            ValueSpec::Leaf(leaf) => match leaf.hint() {
                Some(hint) => self.hinted(leaf.ty(), hint, name, &mut items),
                None => self.captured(leaf.ty(), &mut items),
            },
            ValueSpec::List(list) => self.collection("list", list, name, &mut items),
            ValueSpec::Set(set) => self.collection("set", set, name, &mut items),
            ValueSpec::Map(map) => self.collection("map", map, name, &mut items),
            ValueSpec::Tuple(tuple) => self.tuple(tuple.elements(), name, &mut items),
            ValueSpec::Object(object) => {
                let body = self.object_value(object);
                items.block("object", None, body);
            }
            ValueSpec::Variants(variants) => {
                let body = self.variants(variants, name);
                items.block("variants", None, body);
            }
            ValueSpec::Lazy(lazy) => {
                let mut body = Items::default();
                body.value("value", self.values.name(lazy, name));
                items.block("use", None, body);
            }
            other => self.lose(format!("the rules of a value of type {}", other.ty())),
        }
        items
    }

    /// Returns the argument or the block for the values of attributes of any names.
    pub(super) fn free_value(&mut self, spec: &ValueSpec, name: &str) -> Items {
        if spec.plain_ty().is_some() && spec.has_sensitive() {
            self.lose("that the values of the attributes are sensitive");
        }
        self.value(spec, "element_type", name)
    }

    fn captured(&mut self, ty: &Type, items: &mut Items) {
        match Captured::WORDS.iter().find(|(_, form)| form.ty() == *ty) {
            Some((word, _)) => {
                let mut body = Items::default();
                body.value(AS, *word);
                items.block("captured", None, body);
            }
            None => self.lose(format!("the type {ty}")),
        }
    }

    /// Adds a block for a value with a hint.
    fn hinted(&mut self, ty: &Type, hint: &ValueHint, name: &str, items: &mut Items) {
        let mut body = Items::default();
        match hint {
            ValueHint::Integer { min, max, is_nonzero } => {
                body.value(LEAST, min.clone());
                body.value(GREATEST, max.clone());
                body.flag(NONZERO, *is_nonzero);
                items.block("integer", None, body);
            }
            ValueHint::Text { name, example } => {
                body.value(FORMAT, name.clone());
                body.value(EXAMPLE, example.clone());
                items.block("text", None, body);
            }
            ValueHint::Deferred(value) => {
                let form = Captured::WORDS.iter().find(|(_, form)| form.ty() == *ty);
                if form.is_none() {
                    self.lose(format!("the type {ty}, which is written as a closure"));
                }
                body.value(AS, form.map_or("closure", |(word, _)| word));
                let value = self.value(value, TYPE, name);
                if value.0.is_empty() {
                    body.source(TYPE, "any".to_owned());
                } else {
                    body.0.extend(value.0);
                }
                items.block("captured", None, body);
            }
            other => self.lose(format!("the hint {other:?}")),
        }
    }

    fn collection(
        &mut self,
        kind: &str,
        collection: &CollectionValueSpec,
        name: &str,
        items: &mut Items,
    ) {
        let element = self.value(collection.element(), TYPE, name);
        let mut body = Items::default();
        if let Some(count) = collection.count() {
            body.value(COUNT, Value::from(count as u64));
        }
        if let Some(hint) = collection.keys() {
            let mut keys = Items::default();
            self.hinted(&Type::String, hint, name, &mut keys);
            body.block(KEYS, None, keys);
        }
        items.block(kind, None, arguments_first(element, body));
    }

    fn tuple(&mut self, elements: &[ValueSpec], name: &str, items: &mut Items) {
        let mut body = Items::default();
        for (index, element) in elements.iter().enumerate() {
            let element = self.under(SpecStep::Element(index), |it| it.value(element, TYPE, name));
            body.block("element", None, element);
        }
        items.block("tuple", None, body);
    }

    fn object_value(&mut self, object: &ObjectValueSpec) -> Items {
        let mut items = Items::default();
        items.docs(object.docs());
        let unknown = object.unknown_attributes();
        if unknown != Unexpected::Deny
            && let Some(word) = unknown.word()
        {
            items.value(UNEXPECTED, word);
        }
        for attribute in object.attributes() {
            let step = SpecStep::Attribute(attribute.names.name.clone());
            let body = self.under(step, |it| it.attribute(attribute));
            items.block("attribute", Some(&attribute.names.name), body);
        }
        items
    }

    fn attribute(&mut self, attribute: &ObjectAttribute) -> Items {
        let value = self.value(&attribute.spec, TYPE, &attribute.names.name);
        let is_secret = attribute.sensitive || secrets_in(&attribute.spec) == SecretsIn::Whole;
        let mut items = Items::default();
        let mut docs = attribute.docs.clone();
        match attribute.default.as_ref().map(|default| &default.value) {
            Some(default) if is_captured(default) => {
                self.lose("the value of a default, which is written in words");
                docs.default.get_or_insert_with(|| self.value_source(default).into());
                items.flag("optional", true);
            }
            Some(default) => {
                docs.computed_default = None;
                let text = self.value_source(default);
                items.source("default", text);
            }
            None => {
                self.lose_default(&docs);
                items.flag("optional", attribute.optional);
            }
        }
        items.flag("sensitive", is_secret);
        items.flag("flattened", attribute.kind == AttributeKind::Flattened);
        items.flag("remaining", attribute.kind == AttributeKind::Remaining);
        add_names(&attribute.names, &mut items);
        items.docs(&docs);
        arguments_first(value, items)
    }

    fn variants(&mut self, variants: &VariantsSpec, name: &str) -> Items {
        let mut items = Items::default();
        match variants.selector() {
            VariantSelector::Keyword { ignore_case } => items.flag("ignore_case", *ignore_case),
            VariantSelector::Attribute(attribute) => items.value("attribute", attribute.clone()),
            VariantSelector::Form => items.value("by", "form"),
            other => self.lose(format!("the selector {other:?} of variants")),
        }
        items.docs(variants.docs());
        for variant in variants.variants() {
            let step = SpecStep::Form(variant.names.name.clone());
            let body = self.under(step, |it| it.variant(variant, variants.selector(), name));
            items.block("variant", Some(&variant.names.name), body);
        }
        items
    }

    fn variant(&mut self, variant: &ValueVariant, selector: &VariantSelector, name: &str) -> Items {
        let is_keyword = matches!(selector, VariantSelector::Keyword { .. });
        let is_string = variant.spec == Type::String.into();
        let value = if (is_keyword || variant.keyword) && is_string {
            Items::default()
        } else {
            self.value(&variant.spec, TYPE, name)
        };
        let mut items = Items::default();
        items.flag("keyword", variant.keyword && !is_keyword);
        items.flag("other", variant.other);
        add_names(&variant.names, &mut items);
        items.docs(&variant.docs);
        arguments_first(value, items)
    }
}

/// Returns the type of a value, if it states everything about the value. The attribute of a sensitive value is sensitive.
fn stated_type(spec: &ValueSpec) -> Option<&Type> {
    let is_stated =
        |ty: &&Type| spec.clone().sensitive() == ValueSpec::from(Type::clone(ty)).sensitive();
    spec.plain_ty().filter(is_stated)
}

/// Returns the source of a type, if it has one.
pub(super) fn type_source(ty: &Type) -> Option<String> {
    let text = type_to_hcl(ty);
    let mut diags = Diagnostics::of_attempt();
    let expr = parse_expression(&Source::new("<written>", &*text), &mut diags)?;
    let read = type_constraint(&expr, &mut diags);
    (!diags.has_errors() && read == *ty).then_some(text)
}

/// Returns all items, with the type first and the block of a value last.
fn arguments_first(value: Items, items: Items) -> Items {
    let is_block = |item: &NewItem| matches!(item, NewItem::Block { .. });
    let (blocks, ty): (Vec<_>, Vec<_>) = value.0.into_iter().partition(is_block);
    Items(ty.into_iter().chain(items.0).chain(blocks).collect_vec())
}
