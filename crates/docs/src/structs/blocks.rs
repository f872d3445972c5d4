//! The fields for blocks.

use std::collections::HashSet;

use hcldyn_core::body::Layering;
use hcldyn_core::spec::outline::{BodyId, OutlineBlock, OutlineContent};
use hcldyn_core::spec::{BlockCollection, OtherForms};

use super::Generator;
use super::bodies::{Body, is_block_too};
use super::literals::string;
use super::names::{type_name, variant_options};
use super::print::{Field, Head, docs_options, strings_option};

impl Generator<'_> {
    pub(super) fn block(&mut self, body: &mut Body<'_>, block: &OutlineBlock) -> Field {
        let mut options = Vec::new();
        let (name, content) = match &block.types[..] {
            [only] => {
                let (name, is_own) = body.names.add(&only.names.name);
                let content = match &only.content {
                    OutlineContent::Body(inner) => {
                        options.push("block".to_owned());
                        self.content(body, block, *inner, &only.names.name)
                    }
                    OutlineContent::Attributes(value) => {
                        options.push("attrs".to_owned());
                        let element = self.value_type(value, &only.names.name, &body.name);
                        let map = self.import("std::collections::BTreeMap");
                        format!("{map}<String, {element}>")
                    }
                };
                if !is_own {
                    options.push(format!("name = {}", string(&only.names.name)));
                }
                options.extend(strings_option("alias", &only.names.aliases));
                options.extend(strings_option("former_name", &only.names.former_names));
                if is_block_too(body.outline, &only.names.name) {
                    self.lose("the attribute with the name of the block");
                    options.push("or_attr".to_owned());
                }
                self.block_deprecation(block, &mut options);
                options.extend(body.rule_options(&only.names.name));
                (name, content)
            }
            types => {
                options.push("blocks".to_owned());
                let first = types.first().map_or("block", |ty| ty.names.name.as_str());
                let (name, _) = body.names.add(&format!("{first}_blocks"));
                (name, self.block_types(body, block))
            }
        };
        let ty = self.collection(block, content);
        self.block_options(block, &mut options);
        options.extend(docs_options(&block.docs));
        self.lose_docs(&block.docs);
        let docs = block.docs.text.as_deref().unwrap_or_default().to_owned();
        Field { docs, options, name, ty }
    }

    /// Returns the type of one block. A single block that may contain itself is boxed.
    fn content(
        &mut self,
        body: &Body<'_>,
        block: &OutlineBlock,
        inner: BodyId,
        name: &str,
    ) -> String {
        let ty = self.name_of(inner, name, &body.name);
        let is_single = block.collection == BlockCollection::Single;
        if is_single && self.contains(inner, body.id) { format!("Box<{ty}>") } else { ty }
    }

    /// Returns `true` if a body is another one, or contains it at any depth.
    fn contains(&self, outer: BodyId, wanted: BodyId) -> bool {
        let (mut seen, mut waiting) = (HashSet::from([outer]), vec![outer]);
        while let Some(id) = waiting.pop() {
            if id == wanted {
                return true;
            }
            let body = self.outline.body(id);
            let blocks = body.blocks.iter().flat_map(|block| &block.types);
            let of_blocks = blocks.filter_map(|ty| match ty.content {
                OutlineContent::Body(inner) => Some(inner),
                OutlineContent::Attributes(_) => None,
            });
            let forms = body.choices.iter().flat_map(|choice| &choice.forms);
            let inner = of_blocks.chain(forms.map(|form| form.body));
            waiting.extend(inner.filter(|inner| seen.insert(*inner)));
        }
        false
    }

    /// Generates the enum for blocks of several types.
    fn block_types(&mut self, body: &Body<'_>, block: &OutlineBlock) -> String {
        let first = block.types.first().map_or("block", |ty| ty.names.name.as_str());
        let own = self.reserve(&format!("{first}_or_other"), &body.name);
        let position = self.items.len();
        let mut names = HashSet::new();
        let mut variants = Vec::new();
        for ty in &block.types {
            let OutlineContent::Body(inner) = ty.content else {
                self.lose(format!("the attributes of the block {:?}", &*ty.names.name));
                continue;
            };
            let mut name = type_name(&ty.names.name);
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let content = self.name_of(inner, &ty.names.name, &body.name);
            let options = variant_options(&ty.names.name);
            variants.push(Field {
                docs: String::new(),
                options,
                name,
                ty: format!("Box<{content}>"),
            });
        }
        self.imports.insert("hcldyn::HclDecode");
        let (docs, options) = (String::new(), Vec::new());
        let head = Head { docs, derives: "Clone, Debug, HclDecode", options, name: &own };
        self.items.insert(position, head.of_enum(&variants));
        own
    }

    /// Returns the type of all blocks.
    fn collection(&mut self, block: &OutlineBlock, content: String) -> String {
        match block.collection {
            BlockCollection::Single if block.is_required() => content,
            BlockCollection::Single => format!("Option<{content}>"),
            BlockCollection::Tuple => format!("Vec<{content}>"),
            BlockCollection::Map { .. } | BlockCollection::Object { .. } => {
                if let BlockCollection::Map { .. } = block.collection {
                    self.lose("the map, whose blocks have one type");
                }
                let is_named = block.key == ["name"];
                if !is_named && block.key.len() == 1 {
                    self.lose(format!("the name {:?} of the label", &*block.key[0]));
                } else if !is_named {
                    self.lose("the names of the labels");
                }
                let is_grouped = block.collection.is_grouped();
                let entry = if is_grouped { format!("Vec<{content}>") } else { content };
                let map = self.import("std::collections::BTreeMap");
                block.key.iter().fold(entry, |inner, _| format!("{map}<String, {inner}>"))
            }
            _ => {
                self.lose("the list or set, whose blocks have one type");
                format!("Vec<{content}>")
            }
        }
    }

    fn block_options(&mut self, block: &OutlineBlock, options: &mut Vec<String>) {
        let count = block.options.count;
        if block.collection != BlockCollection::Single {
            if count.min > 0 {
                options.push(format!("min_items = {}", count.min));
            }
            options.extend(count.max.map(|max| format!("max_items = {max}")));
        }
        if block.options.is_dynamic {
            options.push("dynamic".to_owned());
        }
        let is_merged = block.forms.contains(OtherForms::MERGE);
        options.extend(match block.options.layering {
            None => None,
            Some(_) if is_merged => {
                self.lose("the combination of layers");
                None
            }
            Some(Layering::Append) => Some("merge = \"append\"".to_owned()),
            Some(Layering::Replace) => Some("merge = \"replace\"".to_owned()),
            Some(_) => Some("merge = \"labels\"".to_owned()),
        });
        for (form, option) in [
            (OtherForms::OR_ATTR, "or_attr"),
            (OtherForms::LABELS_AS_BLOCKS, "labels_as_blocks"),
            (OtherForms::MERGE, "merge"),
        ] {
            if block.forms.contains(form) && !options.iter().any(|known| known == option) {
                options.push(option.to_owned());
            }
        }
        if block.default.is_some() {
            self.lose("the default");
        }
        if block.is_transformed {
            self.lose("the transformation");
        }
    }

    fn block_deprecation(&mut self, block: &OutlineBlock, options: &mut Vec<String>) {
        let deprecations = block.types.iter().filter_map(|ty| ty.names.deprecation.as_ref());
        for deprecation in deprecations {
            match (&deprecation.advice, &deprecation.replacement) {
                (Some(advice), None) if !block.is_required() => {
                    options.push(format!("deprecated = {}", string(advice)));
                }
                _ => self.lose("the deprecation"),
            }
        }
    }
}
