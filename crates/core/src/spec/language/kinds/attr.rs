//! `attr`: the value of an attribute.

use super::conditions::{Condition, Conditions};
use super::setting::Setting;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Str, Value};
use crate::decode::Spanned;
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::encode::natural;
use crate::spec::language::block::{Blocks, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::options::{Docs, Names, TypedValue, forms};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::values::AttributeValue;
use crate::spec::language::write::{Writer, is_captured, reread};
use crate::spec::{AttrSpec, DefaultSpec, OtherForms, Spec, SpecStep};
use crate::syntax::native::{NewItem, value_text};
use crate::{HclDecode, HclEncode};

/// The value of an attribute.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Attr {
    /// The attribute's name in the configuration. In an object, the label is the default.
    name: Option<Str>,
    #[hcl(flatten)]
    value: TypedValue,
    /// `true` if the attribute must be set (`null` counts as set).
    #[hcl(conflicts_with = "default")]
    required: bool,
    /// The value if the attribute is not set, or null.
    default: Option<Spanned<Value>>,
    /// `true` if the value is marked as sensitive, so that no message shows it.
    sensitive: bool,
    #[hcl(flatten)]
    conditions: Conditions,
    #[hcl(flatten)]
    setting: Setting,
    /// `true` if the attribute may be written as a block.
    or_block: bool,
    /// `true` if blocks with equal labels are merged.
    merge: bool,
    #[hcl(flatten)]
    names: Names,
    #[hcl(flatten)]
    docs: Docs,
    #[hcl(flatten)]
    condition: Blocks<Condition>,
}

impl SpecContent<Spec> for Attr {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let name = reader.name(self.name, "name", block)?;
        let TypedValue { r#type, block: value } = self.value;
        let AttributeValue { spec: value, defaults, site } =
            reader.attribute_value("type", r#type, &value, block);
        let mut site = site.at(block.place.clone());
        let mut attr = AttrSpec::new("", value.bind(&reader.value_specs));
        attr.names = self.names.read(name);
        attr.defaults = defaults;
        attr.docs = self.docs.read();
        attr.required = self.required;
        if self.sensitive {
            attr = attr.sensitive();
        }
        attr.setting = self.setting.read();
        attr.forms =
            forms(&[(self.or_block, OtherForms::OR_BLOCK), (self.merge, OtherForms::MERGE)]);
        for rule in reader.conditions(self.conditions, &self.condition, &attr.ty) {
            attr = attr.rule(rule);
        }
        let place = self.default.as_ref().map(|default| default.place().clone());
        let default = self.default.and_then(|default| converted(&attr, default, reader));
        let mut spec = Spec::from(attr);
        if let (Some(default), Some(place)) = (default, place) {
            spec = spec.or(Spec::Literal(default));
            site.add(SpecStep::Default, SpecSite::new(place));
        }
        Some(Read { spec, site })
    }
}

/// Returns the default of the attribute, in its type.
fn converted(
    attr: &AttrSpec,
    default: Spanned<Value>,
    reader: &mut SpecReader<'_>,
) -> Option<Value> {
    let place = default.place().clone();
    let value = default.into_inner();
    let (ty, defaults) = (attr.ty.clone(), attr.defaults.clone());
    let converted = if attr.value == ValueSpec::from(ty.clone()) {
        TypeConstraint { ty, defaults }.convert(value).map_err(|error| error.to_string())
    } else {
        attr.value.try_convert(value).map_err(|error| error.to_string())
    };
    converted.map_err(|error| reader.diags.push(diags::wrong_default(place, &error))).ok()
}

impl Writer {
    /// Returns the content of an `attr` block, with a default that has a source form.
    pub(in crate::spec::language) fn attr(
        &mut self,
        attr: &AttrSpec,
        default: Option<Value>,
        implied: Option<&Str>,
    ) -> Vec<NewItem> {
        let (r#type, value) = match &attr.defaults {
            Some(defaults) => {
                let (ty, defaults) = (attr.ty.clone(), Some(defaults.clone()));
                (Some(TypeConstraint { ty, defaults }), Vec::new())
            }
            None => self.value(&attr.value, &attr.names.name),
        };
        let mut docs = attr.docs.clone();
        match &default {
            // The value says it all, so it is not written in words too.
            Some(_) => docs.computed_default = None,
            None => self.lose_default(&docs),
        }
        let (conditions, more) = self.conditions(&attr.rules);
        if !docs.variables.is_empty() {
            self.lose("the variables of an expression that is evaluated later");
        }
        let content = Attr {
            name: Some(&attr.names.name).filter(|name| implied != Some(*name)).cloned(),
            value: TypedValue::of(r#type),
            required: attr.required,
            default: default.map(Spanned::from),
            sensitive: attr.sensitive,
            conditions,
            setting: Setting::of(attr.setting_options()),
            or_block: attr.forms.contains(OtherForms::OR_BLOCK),
            merge: attr.forms.contains(OtherForms::MERGE),
            names: Names::of(&attr.names),
            docs: Docs::of(&docs),
            condition: Blocks::default(),
        };
        if attr.decoder.is_some() {
            self.lose("the function that decodes the attribute");
        }
        self.content(&content, value.into_iter().chain(more))
    }

    /// Returns the content of an `attr` block with a default, if one can express both.
    pub(in crate::spec::language) fn attr_with_default(
        &mut self,
        specs: &DefaultSpec,
        implied: Option<&Str>,
    ) -> Option<Vec<NewItem>> {
        let (Spec::Attr(attr), Spec::Literal(default)) = (&specs.primary, &specs.default) else {
            return None;
        };
        if attr.required || default.is_null() {
            return None;
        }
        if is_captured(default) {
            self.lose("the value of a default, which is written in words");
            let mut attr = attr.as_ref().clone();
            let text = || value_text(default).unwrap_or_else(|_| default.describe());
            attr.docs.default.get_or_insert_with(|| text().into());
            return Some(self.attr(&attr, None, implied));
        }
        let written = natural(&attr.value, default);
        let is_same = reread_default(attr, &written).is_some_and(|value| value == *default);
        is_same.then(|| self.attr(attr, Some(written), implied))
    }
}

/// Returns a written default as a reader converts it.
fn reread_default(attr: &AttrSpec, default: &Value) -> Option<Value> {
    let value = reread(&value_text(default).ok()?)?;
    match attr.value.plain_ty() {
        Some(ty) => {
            let (ty, defaults) = (ty.clone(), attr.defaults.clone());
            TypeConstraint { ty, defaults }.convert(value).ok()
        }
        None => attr.value.try_convert(value).ok(),
    }
}
