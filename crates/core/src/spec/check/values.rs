//! Mistakes in the specs of values: names that occur twice, variants that no value selects, and defaults that the
//! attribute would reject.

use super::{Checker, SpecStep};
use crate::cty::internal::NameSet;
use crate::cty::value_spec::{
    AttributeDefault, AttributeKind, Form, ObjectValueSpec, ValueSpec, ValueVariant,
    VariantSelector, VariantsSpec,
};
use crate::expr::custom_decoder;
use crate::spec::convert_value;

/// The names that the attributes of an object claim.
#[derive(Default)]
struct ClaimedNames {
    names: NameSet,
    has_remaining: bool,
}

impl Checker {
    /// Checks the spec of a value. A lazy spec is a part of itself.
    pub(super) fn value(&mut self, spec: &ValueSpec) {
        match spec {
            ValueSpec::List(collection)
            | ValueSpec::Set(collection)
            | ValueSpec::Map(collection) => self.value(collection.element()),
            ValueSpec::Tuple(tuple) => {
                for (index, element) in tuple.elements().iter().enumerate() {
                    self.under(SpecStep::Element(index), |it| it.value(element));
                }
            }
            ValueSpec::Object(object) => self.attributes(object, &mut ClaimedNames::default()),
            ValueSpec::Variants(variants) => self.variants(variants),
            _ => {}
        }
    }

    fn attributes(&mut self, object: &ObjectValueSpec, known: &mut ClaimedNames) {
        for attribute in object.attributes() {
            match (attribute.kind, &attribute.spec) {
                (AttributeKind::Flattened, ValueSpec::Object(inner)) => {
                    self.attributes(inner, known);
                }
                (AttributeKind::Remaining, element) => {
                    if known.has_remaining {
                        self.mistake("the remaining attributes of the object are taken twice");
                    }
                    known.has_remaining = true;
                    self.value(element);
                }
                (_, spec) => {
                    for name in attribute.names.all() {
                        if !known.names.insert(name.clone()) {
                            self.mistake(format!("the object has two attributes {:?}", &**name));
                        }
                    }
                    self.under(SpecStep::Attribute(attribute.names.name.clone()), |it| {
                        it.value(spec);
                        if let Some(default) = &attribute.default {
                            it.value_default(spec, default);
                        }
                    });
                }
            }
        }
    }

    fn value_default(&mut self, spec: &ValueSpec, default: &AttributeDefault) {
        let converted = convert_value(spec, default.value.clone());
        if let Err(error) = converted.and_then(|value| (default.check)(&value)) {
            self.under(SpecStep::Default, |it| it.mistake(format!("invalid default: {error}")));
        }
    }

    fn variants(&mut self, variants: &VariantsSpec) {
        if *variants.selector() == VariantSelector::Form {
            self.forms_of_values(variants);
        }
        for variant in variants.variants() {
            self.under(SpecStep::Form(variant.names.name.clone()), |it| {
                match (variants.selector(), &variant.spec) {
                    (VariantSelector::Attribute(tag), ValueSpec::Object(object)) => {
                        let names = NameSet::from_iter([tag.clone()]);
                        it.attributes(object, &mut ClaimedNames { names, has_remaining: false });
                    }
                    (_, spec) => it.value(spec),
                }
            });
        }
    }

    /// Checks that a value selects each of the variants that are distinguished by their forms.
    fn forms_of_values(&mut self, variants: &VariantsSpec) {
        let mut first: Vec<(Form, &ValueVariant)> = Vec::new();
        for variant in variants.variants().iter().filter(|variant| !variant.keyword) {
            let form = variant.form();
            let name = &*variant.names.name;
            if is_captured(&variant.spec) {
                self.mistake(format!(
                    "the expression of {name:?} is not evaluated, so it has no form"
                ));
            } else if let Some((_, other)) = first.iter().find(|(known, _)| *known == form) {
                let (form, other) = (form.describe(), &*other.names.name);
                self.mistake(format!("{form} selects {other:?}, so no value selects {name:?}"));
            } else {
                first.push((form, variant));
            }
        }
    }
}

fn is_captured(spec: &ValueSpec) -> bool {
    matches!(spec, ValueSpec::Leaf(leaf) if custom_decoder(leaf.ty()).is_some())
}
