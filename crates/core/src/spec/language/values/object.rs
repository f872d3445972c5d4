//! `object` and `variants`: an object with rules for its attributes, and a value in one of several forms.

use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{
    AttributeDefault, AttributeKind, ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec,
    ValueVariant, VariantSelector, VariantsSpec,
};
use crate::cty::{Str, Type, Value};
use crate::decode::Spanned;
use crate::spec::SpecStep;
use crate::spec::language::argument::{Word, Words};
use crate::spec::language::block::{Blocks, NamedContent, NestedBlock, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::options::{Docs, Names, TypedValue};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::write::{Writer, block, is_captured};
use crate::spec::sensitive::{SecretsIn, secrets_in};
use crate::syntax::native::{NewItem, value_text};
use crate::{HclDecode, HclEncode};

/// An object with rules for its attributes.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Object {
    #[hcl(flatten)]
    docs: Docs,
    /// The handling of other attributes: `"deny"` (the default), `"warn"` or `"ignore"`.
    unexpected: Option<Word<Unexpected>>,
    #[hcl(flatten)]
    attribute: Blocks<Attribute>,
}

/// An attribute of an object.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
struct Attribute {
    #[hcl(flatten)]
    value: TypedValue,
    /// `true` if it may be omitted; it is null then.
    optional: bool,
    /// The default, which the program applies. The value of the object has null.
    #[hcl(conflicts_with = ["flattened", "remaining"])]
    default: Option<Spanned<Value>>,
    /// `true` if no message shows its value.
    sensitive: bool,
    /// `true` if the attributes of its object are part of this object.
    #[hcl(conflicts_with = "remaining")]
    flattened: bool,
    /// `true` if it is a map of all attributes that no other block names. Its type is that of the elements.
    remaining: bool,
    #[hcl(flatten)]
    names: Names,
    #[hcl(flatten)]
    docs: Docs,
}

impl NamedContent for Attribute {
    const NAME: &'static str = "attribute";
    const LABEL: Option<&'static str> = Some("name");
}

impl SpecContent<ValueSpec> for Object {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let as_attribute = ("attribute", SpecStep::Attribute as _);
        let (attributes, site) = reader.labelled(&self.attribute.0, block, as_attribute, attribute);
        let attributes = attributes.into_iter().map(|(_, attribute)| attribute).collect_vec();
        let mut object = ObjectValueSpec::new(attributes).with_docs(self.docs.read());
        if let Some(Word(unknown)) = self.unexpected {
            object = object.with_unexpected(unknown);
        }
        Some(Read { spec: ValueSpec::Object(object.into()), site })
    }
}

fn attribute(
    reader: &mut SpecReader<'_>,
    written: &NestedBlock,
    name: &Str,
) -> Read<ObjectAttribute> {
    let (content, block) = written.open::<Attribute>(reader);
    let Read { spec, mut site } = reader.typed_value(content.value, &block);
    let mut attribute = ObjectAttribute::new(name.clone(), spec);
    attribute.names = content.names.read(name.clone());
    attribute.docs = content.docs.read();
    attribute.optional = content.optional;
    attribute.sensitive = content.sensitive;
    if content.flattened {
        attribute.kind = AttributeKind::Flattened;
    } else if content.remaining {
        attribute.kind = AttributeKind::Remaining;
    }
    if let Some(default) = content.default {
        site.add(SpecStep::Default, SpecSite::new(default.place().clone()));
        attribute =
            attribute.or(AttributeDefault { value: default.into_inner(), check: |_| Ok(()) });
    }
    Read { spec: attribute, site }
}

/// A value in one of several forms.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Variants {
    /// `"form"` if the form of the value selects the variant; by default, the value is the name of a variant.
    by: Option<Word<SelectedBy>>,
    /// `true` if names are accepted in any case of letters.
    #[hcl(conflicts_with = "attribute")]
    ignore_case: bool,
    /// The name of an attribute whose value is the name of the variant.
    #[hcl(conflicts_with = "by")]
    attribute: Option<Str>,
    #[hcl(flatten)]
    docs: Docs,
    #[hcl(flatten)]
    variant: Blocks<Variant>,
}

/// The selector of a variant, apart from an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SelectedBy {
    Keyword,
    Form,
}

impl Words for SelectedBy {
    const WORDS: &'static [(&'static str, Self)] =
        &[("keyword", Self::Keyword), ("form", Self::Form)];
}

/// One of several variants.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
struct Variant {
    #[hcl(flatten)]
    value: TypedValue,
    /// `true` for a variant without content, whose value is its name, among variants `by = "form"`.
    keyword: bool,
    /// `true` if it takes every name that selects no other variant.
    other: bool,
    #[hcl(flatten)]
    names: Names,
    #[hcl(flatten)]
    docs: Docs,
}

impl NamedContent for Variant {
    const NAME: &'static str = "variant";
    const LABEL: Option<&'static str> = Some("name");
}

impl SpecContent<ValueSpec> for Variants {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let selector = match (self.attribute, self.by) {
            (Some(attribute), _) => VariantSelector::Attribute(attribute),
            (None, Some(Word(SelectedBy::Form))) => VariantSelector::Form,
            (None, Some(Word(SelectedBy::Keyword)) | None) => {
                VariantSelector::Keyword { ignore_case: self.ignore_case }
            }
        };
        let as_form = ("variant", SpecStep::Form as _);
        let (variants, site) =
            reader.labelled(&self.variant.0, block, as_form, |reader, written, name| {
                variant(reader, written, name, &selector)
            });
        if variants.is_empty() && block.is_complete {
            reader.diags.push(diags::nothing_to_choose(block, "variant"));
        }
        let variants = variants.into_iter().map(|(_, variant)| variant).collect_vec();
        let variants = VariantsSpec::new(selector, variants).with_docs(self.docs.read());
        Some(Read { spec: ValueSpec::Variants(variants.into()), site })
    }
}

fn variant(
    reader: &mut SpecReader<'_>,
    written: &NestedBlock,
    name: &Str,
    selector: &VariantSelector,
) -> Read<ValueVariant> {
    let (content, block) = written.open::<Variant>(reader);
    let has_value = content.value.is_written();
    let Read { spec, site } = reader.typed_value(content.value, &block);
    let mut variant = ValueVariant::new(name.clone(), spec);
    variant.other = content.other;
    let is_keyword = matches!(selector, VariantSelector::Keyword { .. });
    variant.keyword = is_keyword && !variant.other || content.keyword;
    if (is_keyword || variant.keyword) && !has_value {
        variant.spec = Type::String.into();
    }
    variant.names = content.names.read(name.clone());
    variant.docs = content.docs.read();
    Read { spec: variant, site }
}

impl Writer {
    pub(super) fn object_value(&mut self, object: &ObjectValueSpec) -> NewItem {
        let unknown = object.unexpected();
        let content = Object {
            docs: Docs::of(object.docs()),
            unexpected: Some(Word(unknown)).filter(|_| unknown != Unexpected::Deny),
            ..Object::default()
        };
        let mut items = self.content(&content, []);
        for attribute in object.attributes() {
            let step = SpecStep::Attribute(attribute.names.name.clone());
            let body = self.under(step, |it| it.attribute(attribute));
            items.push(block("attribute", Some(&attribute.names.name), body));
        }
        block("object", None, items)
    }

    fn attribute(&mut self, attribute: &ObjectAttribute) -> Vec<NewItem> {
        let (ty, value) = self.value(&attribute.spec, &attribute.names.name);
        let mut docs = attribute.docs.clone();
        let mut content = Attribute {
            value: TypedValue::of(ty),
            optional: attribute.optional && attribute.default.is_none(),
            sensitive: attribute.sensitive || secrets_in(&attribute.spec) == SecretsIn::Whole,
            flattened: attribute.kind == AttributeKind::Flattened,
            remaining: attribute.kind == AttributeKind::Remaining,
            ..Attribute::default()
        };
        match attribute.default.as_ref().map(|default| &default.value) {
            Some(default) if is_captured(default) => {
                self.lose("the value of a default, which is written in words");
                if docs.default.is_none() {
                    let default = value_text(&self.written(default));
                    docs.default = default.ok().map(Str::from);
                }
                content.optional = true;
            }
            Some(default) => {
                docs.computed_default = None;
                content.default = Some(self.written(default).into());
            }
            None => self.lose_default(&docs),
        }
        content.names = Names::of(&attribute.names);
        content.docs = Docs::of(&docs);
        self.content(&content, value)
    }

    pub(super) fn variants(&mut self, variants: &VariantsSpec, name: &str) -> NewItem {
        let mut content = Variants { docs: Docs::of(variants.docs()), ..Variants::default() };
        match variants.selector() {
            VariantSelector::Keyword { ignore_case } => content.ignore_case = *ignore_case,
            VariantSelector::Attribute(attribute) => content.attribute = Some(attribute.clone()),
            VariantSelector::Form => content.by = Some(Word(SelectedBy::Form)),
            other => self.lose(format!("the selector {other:?} of variants")),
        }
        let mut items = self.content(&content, []);
        for variant in variants.variants() {
            let step = SpecStep::Form(variant.names.name.clone());
            let body = self.under(step, |it| it.variant(variant, variants.selector(), name));
            items.push(block("variant", Some(&variant.names.name), body));
        }
        block("variants", None, items)
    }

    fn variant(
        &mut self,
        variant: &ValueVariant,
        selector: &VariantSelector,
        name: &str,
    ) -> Vec<NewItem> {
        let is_keyword = matches!(selector, VariantSelector::Keyword { .. });
        let is_string = variant.spec == Type::String.into();
        let is_name = (is_keyword || variant.keyword) && is_string;
        let (ty, value) =
            if is_name { (None, Vec::new()) } else { self.value(&variant.spec, name) };
        let content = Variant {
            value: TypedValue::of(ty),
            keyword: variant.keyword && !is_keyword,
            other: variant.other,
            names: Names::of(&variant.names),
            docs: Docs::of(&variant.docs),
        };
        self.content(&content, value)
    }
}
