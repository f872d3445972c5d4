//! The types of values.

use hcldyn_core::cty::Type;
use hcldyn_core::cty::value_spec::{
    AttributeKind, CollectionValueSpec, ObjectAttribute, ObjectValueSpec, Unexpected, ValueHint,
    ValueSpec, VariantSelector, VariantsSpec,
};

use super::Generator;
use super::literals::{default_of, string};
use super::names::{FieldNames, type_name, variant_options};
use super::print::{Field, Head, docs_options, strings_option};

const INTEGERS: [(&str, i128, i128); 8] = [
    ("u8", 0, u8::MAX as i128),
    ("u16", 0, u16::MAX as i128),
    ("u32", 0, u32::MAX as i128),
    ("u64", 0, u64::MAX as i128),
    ("i8", i8::MIN as i128, i8::MAX as i128),
    ("i16", i16::MIN as i128, i16::MAX as i128),
    ("i32", i32::MIN as i128, i32::MAX as i128),
    ("i64", i64::MIN as i128, i64::MAX as i128),
];

/// The maximum number of elements of a tuple that the library converts.
const MAX_ELEMENTS: usize = 8;

impl Generator<'_> {
    /// Returns the type of a value. `name` is a name for a type of its own, and `parent` that of the type around it.
    pub(super) fn value_type(&mut self, spec: &ValueSpec, name: &str, parent: &str) -> String {
        self.parts = self.parts.saturating_sub(1);
        if self.parts == 0 {
            return self.any_value("the spec of a value with too many parts");
        }
        match spec {
            ValueSpec::Leaf(leaf) => self.leaf(leaf.ty(), leaf.hint()),
            ValueSpec::List(list) => {
                self.lose_details(list);
                format!("Vec<{}>", self.value_type(list.element(), name, parent))
            }
            ValueSpec::Set(set) => {
                self.lose_details(set);
                match self.value_type(set.element(), name, parent).as_str() {
                    element @ ("String" | "bool") => {
                        format!("{}<{element}>", self.import("std::collections::BTreeSet"))
                    }
                    element => {
                        self.lose("the set, which is a list");
                        format!("Vec<{element}>")
                    }
                }
            }
            ValueSpec::Map(map) => {
                self.lose_details(map);
                let element = self.value_type(map.element(), name, parent);
                format!("{}<String, {element}>", self.import("std::collections::BTreeMap"))
            }
            ValueSpec::Tuple(tuple) if (1..=MAX_ELEMENTS).contains(&tuple.elements().len()) => {
                let elements = tuple.elements().iter();
                let all: Vec<_> =
                    elements.map(|element| self.value_type(element, name, parent)).collect();
                let end = if all.len() == 1 { "," } else { "" };
                format!("({}{end})", all.join(", "))
            }
            ValueSpec::Tuple(_) => self.any_value("a tuple of this length"),
            ValueSpec::Object(object) => {
                if spec.plain_ty().is_some() {
                    self.lose("the object type, which is a struct");
                }
                self.object(object, name, parent)
            }
            ValueSpec::Variants(variants) => self.variants(variants, name, parent),
            ValueSpec::Lazy(_) => self.any_value("the spec of a value that contains itself"),
            _ => self.any_value("the spec of the value"),
        }
    }

    fn leaf(&mut self, ty: &Type, hint: Option<&ValueHint>) -> String {
        let integer = match hint {
            Some(ValueHint::Integer { min, max, is_nonzero: false }) => {
                INTEGERS.iter().find(|(_, least, most)| {
                    min.to_i128() == Some(*least) && max.to_i128() == Some(*most)
                })
            }
            _ => None,
        };
        if let Some((name, ..)) = integer {
            return (*name).to_owned();
        }
        if hint.is_some() {
            self.lose("the Rust type of the value");
        }
        match ty {
            Type::String => "String".to_owned(),
            Type::Number => "f64".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Dynamic => self.import("hcldyn::cty::Value"),
            _ => self.any_value("the Rust type of the value"),
        }
    }

    /// Records a loss, and returns the type of any value.
    fn any_value(&mut self, lost: &str) -> String {
        self.lose(lost);
        self.import("hcldyn::cty::Value")
    }

    fn lose_details(&mut self, collection: &CollectionValueSpec) {
        if collection.count().is_some() {
            self.lose("the number of elements");
        }
        if collection.keys().is_some() {
            self.lose("the allowed keys");
        }
    }

    fn object(&mut self, object: &ObjectValueSpec, name: &str, parent: &str) -> String {
        let own = self.reserve(name, parent);
        let mut names = FieldNames::default();
        let mut fields = Vec::new();
        for attribute in object.attributes() {
            let step = attribute.names.name.to_string();
            fields.push(self.under(&step, |it| it.member(attribute, &mut names, &own)));
        }
        let mut options = Vec::new();
        match object.unexpected() {
            Unexpected::Deny => {}
            Unexpected::Warn => options.push("unknown = \"warn\"".to_owned()),
            Unexpected::Ignore => options.push("unknown = \"ignore\"".to_owned()),
        }
        self.imports.insert("hcldyn::HclValue");
        let docs = object.docs().text.as_deref().unwrap_or_default().to_owned();
        let head = Head { docs, derives: "Clone, Debug, HclValue", options, name: &own };
        self.items.push(head.of_struct(&fields));
        own
    }

    fn member(&mut self, attribute: &ObjectAttribute, names: &mut FieldNames, own: &str) -> Field {
        let (name, is_own) = names.add(&attribute.names.name);
        let ty = self.value_type(&attribute.spec, &attribute.names.name, own);
        let mut options = Vec::new();
        let ty = match attribute.kind {
            AttributeKind::Single => {
                if !is_own {
                    options.push(format!("name = {}", string(&attribute.names.name)));
                }
                options.extend(strings_option("alias", &attribute.names.aliases));
                options.extend(strings_option("former_name", &attribute.names.former_names));
                ty
            }
            AttributeKind::Flattened => {
                options.push("flatten".to_owned());
                ty
            }
            _ => {
                options.push("remain".to_owned());
                format!("{}<String, {ty}>", self.import("std::collections::BTreeMap"))
            }
        };
        if attribute.sensitive {
            options.push("sensitive".to_owned());
        }
        let is_single = attribute.kind == AttributeKind::Single;
        let value = attribute.default.as_ref().map(|default| &default.value);
        let default = value.and_then(|value| default_of(&ty, value));
        if value.is_some() && default.is_none() {
            self.lose("the default");
        }
        let ty = match &default {
            Some(default) => {
                options.push(format!("default = {default}"));
                ty
            }
            None if attribute.optional && is_single => format!("Option<{ty}>"),
            None => ty,
        };
        if attribute.names.deprecation.is_some() {
            self.lose("the deprecation");
        }
        options.extend(docs_options(&attribute.docs));
        let docs = attribute.docs.text.as_deref().unwrap_or_default().to_owned();
        Field { docs, options, name, ty }
    }

    /// Returns the enum of keywords.
    fn variants(&mut self, variants: &VariantsSpec, name: &str, parent: &str) -> String {
        let VariantSelector::Keyword { ignore_case } = variants.selector() else {
            return self.any_value("the forms of the value");
        };
        if variants.variants().iter().any(|variant| variant.other) {
            return self.any_value("the keywords beside other strings");
        }
        let own = self.reserve(name, parent);
        let mut names = std::collections::HashSet::new();
        let variants = variants.variants().iter().map(|variant| {
            let mut ident = type_name(&variant.names.name);
            while !names.insert(ident.clone()) {
                ident.push('_');
            }
            let mut options = variant_options(&variant.names.name);
            options.extend(strings_option("alias", &variant.names.aliases));
            options.extend(strings_option("former_name", &variant.names.former_names));
            options.extend(docs_options(&variant.docs));
            let docs = variant.docs.text.as_deref().unwrap_or_default().to_owned();
            Field { docs, options, name: ident, ty: String::new() }
        });
        let variants: Vec<_> = variants.collect();
        self.imports.insert("hcldyn::HclValue");
        let options = if *ignore_case { vec!["ignore_case".to_owned()] } else { Vec::new() };
        let derives = "Clone, Copy, Debug, PartialEq, Eq, HclValue";
        let head = Head { docs: String::new(), derives, options, name: &own };
        self.items.push(head.of_enum(&variants));
        own
    }
}
