//! Random configurations for the outline of a spec. Most of them are valid.

use std::fmt::Write as _;

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::{
    AttributeKind, ItemNames, ObjectValueSpec, ValueSpec, VariantSelector,
};
use hcldyn::ext::customdecode::{closure_type, expression_type};
use hcldyn::spec::outline::{Outline, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent};
use hcldyn::spec::{LabelPosition, Rest, Tag};

use crate::random::Random;

/// Returns a configuration, one of many for each seed.
pub fn configuration(outline: &Outline, seed: u64, index: u64) -> String {
    let mut writer =
        ConfigurationWriter { outline, random: Random::new(seed, index), text: String::new() };
    writer.body(outline.root(), &[], 3);
    writer.text
}

/// A writer of a configuration.
pub(crate) struct ConfigurationWriter<'o> {
    pub(crate) outline: &'o Outline,
    pub(crate) random: Random,
    pub(crate) text: String,
}

impl ConfigurationWriter<'_> {
    /// Writes the items of a body. `tags` are the forms that labels select.
    fn body(&mut self, body: &OutlineBody, tags: &[String], depth: usize) {
        for attribute in &body.attributes {
            if attribute.is_required || self.random.percent(60) {
                let name = self.name(&attribute.names);
                let value = self.value(&attribute.value);
                let _ = writeln!(self.text, "{name} = {value}");
            }
        }
        for block in &body.blocks {
            let least = block.options.count.min;
            let most = block.options.count.max.unwrap_or(2).min(least + 2);
            let count =
                if depth == 0 { least } else { least + self.random.below(most - least + 1) };
            for _ in 0..count {
                self.block(block, depth.saturating_sub(1));
            }
        }
        self.forms_and_rest(body, tags, depth);
    }

    /// Writes the items of a body that its attributes and blocks don't name.
    pub(crate) fn forms_and_rest(&mut self, body: &OutlineBody, tags: &[String], depth: usize) {
        for choice in &body.choices {
            let form = match &choice.tag {
                Tag::Attribute(name) => {
                    let form = &choice.forms[self.random.below(choice.forms.len())];
                    let _ = writeln!(self.text, "{name} = \"{}\"", form.tag);
                    Some(form)
                }
                _ => choice.forms.iter().find(|form| tags.contains(&form.tag.to_string())),
            };
            if let Some(form) = form {
                let form = self.outline.body(form.body);
                self.body(form, &[], depth);
            }
        }
        match &body.rest {
            None => {}
            Some(Rest::Attributes(value)) => {
                let value = self.value(value);
                let _ = writeln!(self.text, "extra = {value}");
            }
            _ => self.text.push_str("extra = 1\nmore {\n}\n"),
        }
    }

    pub(crate) fn block(&mut self, block: &OutlineBlock, depth: usize) {
        let ty = &block.types[self.random.below(block.types.len())];
        let name = self.name(&ty.names);
        let (labels, tags) = self.labels(block, ty);
        self.text.push_str(&name);
        for label in labels {
            let _ = write!(self.text, " \"{label}\"");
        }
        self.text.push_str(" {\n");
        match &ty.content {
            OutlineContent::Body(id) => {
                let body = self.outline.body(*id);
                self.body(body, &tags, depth);
            }
            OutlineContent::Attributes(value) => {
                let value = self.value(value);
                let _ = writeln!(self.text, "free = {value}");
            }
        }
        self.text.push_str("}\n");
    }

    /// Returns the labels of a block, and those of them that select forms.
    fn labels(
        &mut self,
        block: &OutlineBlock,
        ty: &OutlineBlockType,
    ) -> (Vec<String>, Vec<String>) {
        let mut labels: Vec<String> = block.key.iter().map(|_| self.label()).collect();
        let mut tags = Vec::new();
        let OutlineContent::Body(id) = ty.content else { return (labels, tags) };
        let body = self.outline.body(id);
        let mut own: Vec<String> = Vec::new();
        let mut has_more = false;
        for label in &body.labels {
            match label.position {
                LabelPosition::At(_) => own.push(self.label()),
                LabelPosition::From(_) => has_more = true,
                _ => {}
            }
        }
        for choice in &body.choices {
            if let Tag::Label { .. } = choice.tag {
                let form = &choice.forms[self.random.below(choice.forms.len())];
                own.push(form.tag.to_string());
                tags.push(form.tag.to_string());
            }
        }
        labels.extend(own);
        if has_more && self.random.percent(50) {
            labels.push(self.label());
        }
        (labels, tags)
    }

    fn label(&mut self) -> String {
        (*self.random.pick(&["one", "two", "three", "four"])).to_owned()
    }

    pub(crate) fn name(&mut self, names: &ItemNames) -> String {
        let all: Vec<_> = names.all().collect();
        self.random.pick(&all).to_string()
    }

    pub(crate) fn value(&mut self, spec: &ValueSpec) -> String {
        match spec {
            ValueSpec::Object(object) => {
                let attributes = self.attributes(object);
                format!("{{ {} }}", attributes.join(", "))
            }
            ValueSpec::Variants(variants) => {
                let variant = &variants.variants()[self.random.below(variants.variants().len())];
                let names: Vec<_> = variant.names.all().collect();
                let name = self.random.pick(&names).to_string();
                match (variants.selector(), &variant.spec) {
                    (VariantSelector::Attribute(tag), ValueSpec::Object(object)) => {
                        let attributes = self.attributes(object);
                        format!("{{ {tag} = \"{name}\", {} }}", attributes.join(", "))
                    }
                    (VariantSelector::Form, spec) if !variant.keyword => self.value(spec),
                    _ => format!("\"{name}\""),
                }
            }
            ValueSpec::List(collection) | ValueSpec::Set(collection) => {
                let (count, element) = (self.random.below(3), collection.element());
                let elements: Vec<_> = (0..count).map(|_| self.value(element)).collect();
                format!("[{}]", elements.join(", "))
            }
            ValueSpec::Map(map) => format!("{{ k = {} }}", self.value(map.element())),
            ValueSpec::Tuple(tuple) => {
                let elements: Vec<_> = tuple.elements().iter().map(|it| self.value(it)).collect();
                format!("[{}]", elements.join(", "))
            }
            ValueSpec::Lazy(lazy) => self.value(&lazy.spec()),
            spec => self.primitive(&spec.ty()),
        }
    }

    fn attributes(&mut self, object: &ObjectValueSpec) -> Vec<String> {
        let single = object.attributes().iter().filter(|it| it.kind == AttributeKind::Single);
        let mut written = Vec::new();
        for attribute in single {
            if !attribute.optional || self.random.percent(60) {
                let names: Vec<_> = attribute.names.all().collect();
                let name = self.random.pick(&names).to_string();
                let value = self.value(&attribute.spec);
                written.push(format!("{name} = {value}"));
            }
        }
        written
    }

    fn primitive(&mut self, ty: &Type) -> String {
        let values: &[&str] = match ty {
            Type::Number => &["0", "1", "2", "5", "40", "\"3\"", "80", "null"],
            Type::String => &["\"a\"", "\"b\"", "\"1\"", "\"ab1\"", "5", "true", "\"\""],
            Type::Bool => &["true", "false", "\"true\""],
            ty if *ty == expression_type() || *ty == closure_type() => &["1", "x", "x + 1"],
            _ => &["1", "\"a\"", "[true]", "{ z = 1 }", "null"],
        };
        (*self.random.pick(values)).to_owned()
    }
}
