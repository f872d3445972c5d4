//! `dynamic` blocks.

use hcldyn_core::spec::outline::{OutlineBlock, OutlineBlockType, OutlineContent};
use hcldyn_core::spec::{BlockCollection, LabelPosition, OtherForms};

use super::body::{Properties, comment, free_attributes};
use super::{Content, DYNAMIC, Generator};
use crate::json_schema::form::BodyForm;
use crate::json_schema::patterns::TEMPLATE;
use crate::json_schema::schema::{Schema, strings};

/// The numbers of labels of generated blocks.
#[derive(Clone, Copy)]
struct LabelCounts {
    min: usize,
    max: Option<usize>,
}

impl<'o> Generator<'o> {
    /// Adds the `dynamic` blocks that a body allows, by the type of the blocks that they generate.
    pub(super) fn add_dynamic(
        &mut self,
        form: &BodyForm<'o>,
        body: &str,
        properties: &mut Properties,
    ) {
        let mut types = Properties::default();
        for block in form.blocks().filter(|block| block.options.is_dynamic) {
            for ty in &block.types {
                let schema = self.generator(block, ty, body);
                ty.names.all().for_each(|name| types.add(name, schema.clone()));
            }
        }
        if types.is_empty() || properties.has(DYNAMIC) {
            return;
        }
        let types = types.into_schema();
        let types =
            if form.is_closed() { types.with("additionalProperties", false) } else { types };
        let types = self.definitions.add(&format!("{body}_dynamic"), types);
        let element = Schema::of_types(&["object"]).and(types.clone());
        let schema = Schema::any()
            .with("description", "Generates blocks from the elements of a collection.")
            .with("type", strings(["object", "array"]))
            .with("minProperties", 1_usize)
            .with("minItems", 1_usize)
            .and(types)
            .with("items", element);
        properties.add(DYNAMIC, schema);
    }

    /// Returns the schema of the `dynamic` blocks that generate blocks of a type.
    fn generator(
        &mut self,
        block: &'o OutlineBlock,
        ty: &'o OutlineBlockType,
        body: &str,
    ) -> Schema {
        let name = format!("{body}_dynamic_{}", ty.names.name);
        let (content, counts) = self.generated_content(block, ty, body);
        // Other collections are not counted beside blocks whose number is unknown.
        let is_counted =
            block.collection == BlockCollection::Single && !block.forms.contains(OtherForms::MERGE);
        let max = block.options.count.max.filter(|_| is_counted);
        let for_each = Schema::of_types(&["array", "object", "string"])
            .with_pattern(TEMPLATE, "Expected a collection, or a template that makes one.")
            .with_some("maxItems", max)
            .with_some("maxProperties", max);
        let one = Schema::of_types(&["object", "array"])
            .with("minItems", 1_usize)
            .with("maxItems", 1_usize);
        let mut properties =
            vec![("for_each", for_each), ("iterator", Schema::of_types(&["string"]))];
        if counts.max != Some(0) {
            properties.push(("labels", counts.schema()));
        }
        properties.push(("content", one));
        // The values in the content are only checked if there is a block to generate.
        let empty = Schema::of_types(&["array", "object"])
            .with("maxItems", 0_usize)
            .with("maxProperties", 0_usize);
        let is_empty = Schema::any()
            .with("required", strings(["for_each"]))
            .with_named("properties", [("for_each", empty)]);
        let content = Schema::any().with_named("properties", [("content", content)]);
        let items = Schema::any()
            .with_named("properties", properties)
            .with_named("patternProperties", [comment()])
            .with("additionalProperties", false)
            .with("if", is_empty)
            .with("else", content);
        let part = self.definitions.reserve(&format!("{name}_items"));
        self.definitions.set(&part, items);
        let needed: &[&str] = match counts.min {
            0 => &["for_each", "content"],
            _ => &["for_each", "labels", "content"],
        };
        let whole = self.definitions.reserve(&name);
        let all = Schema::any().and(Schema::reference(&part)).with("required", strings(needed));
        self.definitions.set(&whole, all);
        let generator = Content { whole, part };
        let element = generator.body(&["object", "array"]);
        Schema::of_types(&["object", "array"])
            .and(Schema::reference(&generator.whole))
            .with("items", element)
    }

    /// Returns the schema of the content of generated blocks, and the numbers of their labels.
    fn generated_content(
        &mut self,
        block: &'o OutlineBlock,
        ty: &'o OutlineBlockType,
        body: &str,
    ) -> (Schema, LabelCounts) {
        let id = match &ty.content {
            OutlineContent::Attributes(value) => {
                let value = self.value(value, &[]);
                let none = LabelCounts { min: 0, max: Some(0) };
                return (free_attributes(Schema::any(), value), none);
            }
            OutlineContent::Body(id) => *id,
        };
        let unknown = LabelCounts { min: 0, max: None };
        let Some(forms) = self.forms(id) else { return (Schema::any(), unknown) };
        let counts = forms.iter().map(|form| form.label_count(block));
        let labels = self.outline.labels_of(block, ty);
        let has_more = labels.iter().any(|label| matches!(label.position, LabelPosition::From(_)));
        let max = counts.clone().max().unwrap_or(0);
        let counts =
            LabelCounts { min: counts.min().unwrap_or(0), max: (!has_more).then_some(max) };
        let is_tagged = |index| forms.iter().any(|form| form.label_tag(block, index).is_some());
        if (0..max).any(is_tagged) {
            // Only the labels, which are expressions, tell which form it is.
            return (Schema::any(), counts);
        }
        let content = self.content(&forms, &Self::name_of(body, ty));
        let content =
            if block.forms.contains(OtherForms::MERGE) { content.as_part() } else { content };
        let element = content.body(content.element_types());
        (Schema::any().and(Schema::reference(&content.whole)).with("items", element), counts)
    }
}

impl LabelCounts {
    fn schema(self) -> Schema {
        Schema::of_types(&["array", "string"])
            .with_pattern(TEMPLATE, "Expected an array, or a template that makes one.")
            .with("minItems", self.min)
            .with_some("maxItems", self.max)
    }
}
