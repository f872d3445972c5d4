//! Blocks: labels are levels of objects, and several blocks with equal labels are an array.

use hcldyn_core::cty::value_spec::ItemDocs;
use hcldyn_core::spec::outline::{OutlineBlock, OutlineBlockType, OutlineContent, OutlineLabel};
use hcldyn_core::spec::{BlockCollection, OtherForms};

use super::body::{Properties, free_attributes};
use super::{Content, Generator, ROOT};
use crate::json_schema::annotations::About;
use crate::json_schema::form::{BodyForm, Selected, grouped};
use crate::json_schema::schema::Schema;
use crate::json_schema::value_rules::template;

/// The labels of a block that are read so far.
struct Level<'b> {
    block: &'b OutlineBlock,
    labels: Vec<OutlineLabel>,
    /// `true` if the blocks have one name, and no `dynamic` blocks generate any.
    is_sole: bool,
}

impl<'o> Generator<'o> {
    /// Adds the properties of blocks. `body` is the name of the body around them.
    pub(super) fn add_blocks(
        &mut self,
        block: &'o OutlineBlock,
        body: &str,
        properties: &mut Properties,
    ) {
        let names = block.types.iter().map(|ty| ty.names.all().count()).sum::<usize>();
        for ty in &block.types {
            let labels = self.outline.labels_of(block, ty);
            let level = Level { block, labels, is_sole: names == 1 && !block.options.is_dynamic };
            let schema = self.blocks(&level, ty, body);
            let schema = if block.forms.contains(OtherForms::OR_ATTR) {
                or_attribute(schema)
            } else {
                schema
            };
            for name in ty.names.all() {
                let about = About { is_block: true, ..About::new(&block.docs) };
                let about = about.named(&ty.names, name);
                properties.add(name, about.annotate(schema.clone()));
            }
        }
    }

    fn blocks(&mut self, level: &Level<'_>, ty: &'o OutlineBlockType, body: &str) -> Schema {
        let id = match &ty.content {
            OutlineContent::Attributes(value) => {
                let value = self.value(value, &[]);
                let attributes = free_attributes(Schema::any(), value);
                let element = Schema::of_types(&["object"]).extended(attributes.clone());
                return level.leaf(attributes, element, true);
            }
            OutlineContent::Body(id) => *id,
        };
        let name = Self::name_of(body, ty);
        match self.forms(id) {
            Some(forms) => self.labelled(level, &forms, 0, &name),
            None => Schema::of_types(&["object", "array", "null"]),
        }
    }

    /// Returns the name of the definition of the content of blocks.
    pub(super) fn name_of(body: &str, ty: &OutlineBlockType) -> String {
        match body {
            ROOT => ty.names.name.to_string(),
            body => format!("{body}_{}", ty.names.name),
        }
    }

    /// Returns the schema of the blocks that have one of some forms, from a label on.
    fn labelled(
        &mut self,
        level: &Level<'_>,
        forms: &[BodyForm<'o>],
        index: usize,
        name: &str,
    ) -> Schema {
        let counts = forms.iter().map(|form| form.label_count(level.block));
        let tag = forms.iter().find_map(|form| form.label_tag(level.block, index));
        let properties = if tag.is_some() {
            let groups = grouped(forms, |form| form.label_tag(level.block, index));
            let named = groups.into_iter().map(|(Selected { value, docs, .. }, group)| {
                let inner = self.labelled(level, &group, index + 1, &format!("{name}_{value}"));
                (value.as_str(), About { is_block: true, ..About::new(docs) }.annotate(inner))
            });
            let named: Vec<_> = named.collect();
            Schema::any().with_named("properties", named).with("additionalProperties", false)
        } else if counts.clone().all(|count| count == index) {
            let content = self.content(forms, name);
            return level.leaf_of(&content, index == 0);
        } else if counts.clone().all(|count| count > index) {
            let inner = self.labelled(level, forms, index + 1, name);
            Schema::any().with("additionalProperties", inner)
        } else {
            return Schema::any();
        };
        let properties = About::new(&level.docs(index, tag)).annotate(properties);
        let label = level.labels.get(index).map_or("label", |label| label.name.as_str());
        let properties = self.definitions.add(&format!("{name}_by_{label}"), properties);
        let element = Schema::of_types(&["object"]).and(properties.clone());
        let schema = Schema::of_types(&["object", "array"])
            .with("minProperties", 1_usize)
            .with("minItems", 1_usize)
            .and(properties)
            .with("items", element);
        // Each form of a label level has as many levels inside it.
        let inner = counts.max().unwrap_or(index) - index - 1;
        let is_counted = index == 0 && !level.block.forms.contains(OtherForms::MERGE);
        match level.block.options.count.max {
            Some(max) if is_counted => schema.and(at_most(max, inner)),
            _ => schema,
        }
    }
}

impl Level<'_> {
    /// Returns the documentation of a label, or of the tag that it is. The title is its name by default.
    fn docs(&self, index: usize, tag: Option<Selected<'_>>) -> ItemDocs {
        let label = self.labels.get(index);
        let own = label.map(|label| &label.docs).filter(|docs| **docs != ItemDocs::default());
        let mut docs = own.or(tag.map(|tag| tag.tag_docs)).cloned().unwrap_or_default();
        docs.title = docs.title.or_else(|| label.map(|label| label.name.clone()));
        docs
    }

    /// Returns the schema of the blocks with equal labels.
    fn leaf_of(&self, content: &Content, is_unlabelled: bool) -> Schema {
        // Merged blocks complete each other.
        let parts = content.as_part();
        let is_merged = self.block.forms.contains(OtherForms::MERGE);
        let is_split = is_merged && (!is_unlabelled || self.block.options.is_dynamic);
        let whole = if is_split { &parts.whole } else { &content.whole };
        let element = if is_merged { &parts } else { content };
        let element = element.body(element.element_types());
        self.leaf(Schema::any().and(Schema::reference(whole)), element, is_unlabelled)
    }

    fn leaf(&self, object: Schema, element: Schema, is_unlabelled: bool) -> Schema {
        let block = self.block;
        let is_single = match block.collection {
            BlockCollection::Map { is_grouped } | BlockCollection::Object { is_grouped } => {
                !is_grouped
            }
            _ => false,
        };
        let max = if is_single { Some(1) } else { block.options.count.max };
        let max = max.filter(|_| !block.forms.contains(OtherForms::MERGE));
        let min = if self.is_sole && is_unlabelled { block.options.count.min } else { 0 };
        let types: &[&str] = match min {
            0 => &["object", "array", "null"],
            1 => &["object", "array"],
            _ => &["array"],
        };
        Schema::of_types(types)
            .extended(object)
            .with("items", element)
            .with_some("minItems", Some(min).filter(|min| *min > 0))
            .with_some("maxItems", max)
    }
}

/// Returns the schema of a maximum number of blocks at a level of labels with `inner` levels inside it. A label without
/// a block does not count.
fn at_most(max: usize, inner: usize) -> Schema {
    let block = Schema::of_types(&["object", "array"]).with("minItems", 1_usize);
    let written = (0..inner).fold(block, |written, _| {
        Schema::of_types(&["object"])
            .with("minProperties", 1_usize)
            .with("additionalProperties", written)
    });
    let all =
        Schema::any().with("minProperties", 1_usize).with("additionalProperties", written.clone());
    let written = Schema::any().with("additionalProperties", written).with("items", all);
    let counted = Schema::any().with("maxProperties", max).with("maxItems", max);
    Schema::any().with("if", written).with("then", counted)
}

/// Adds the expressions that blocks may be written as: a template, and an array with other parts than objects.
fn or_attribute(blocks: Schema) -> Schema {
    let other = Schema::not(Schema::of_types(&["object"]));
    let array = Schema::of_types(&["array"]).with("contains", other);
    let expression = Schema::any_of(vec![template(), array]);
    Schema::any().with("if", expression).with("else", blocks)
}
