//! Bodies with one of several forms.

use std::sync::Arc;

use super::{BodyContent, Decoded, Decoder};
use crate::body::{AttributeSchema, Block, Body, BodySchema};
use crate::cty::{Kind, Marks, Str, Type, Value, convert};
use crate::diag::{Diagnostics, nearest};
use crate::spec::implied::{Choice, Implied};
use crate::spec::{OneOfSpec, Presence, Spec, Tag, diags};

/// The form of a body, as far as it is known.
pub(super) struct BodyForm<'a> {
    /// The implied schema and type of the chosen forms.
    pub(super) implied: &'a Implied,
    /// The reason for an undecided form: its tag is invalid or unknown.
    pub(super) undecided: Option<Presence>,
    /// The marks of the tags that were read.
    pub(super) marks: Option<Marks>,
    /// The tag that was reported as misspelled, and so is not missing.
    pub(super) misspelt: Option<Str>,
}

/// The result of reading a tag.
enum TagValue {
    /// The form with this index.
    Form(usize, Marks),
    /// No form, since the tag is unknown or invalid.
    Nothing(Presence),
    /// No form, since the name of the tag is misspelled.
    Misspelt(Str),
}

impl<'a> BodyForm<'a> {
    /// Returns the form of a body without a tag.
    pub(super) fn of(implied: &'a Implied) -> Self {
        Self { implied, undecided: None, marks: None, misspelt: None }
    }
}

impl Decoder<'_> {
    /// Decodes a body by the form that it has.
    pub(super) fn one_of(&mut self, spec: &Arc<OneOfSpec>, content: &BodyContent<'_>) -> Decoded {
        match content.form.implied.form(spec) {
            Some(form) => {
                let mut decoded = self.spec(form, content);
                if let Some(marks) = &content.form.marks {
                    decoded.value = decoded.value.with_marks(marks);
                }
                decoded
            }
            None => {
                let presence = content.form.undecided.unwrap_or(Presence::Failed);
                let unknown = Value::unknown(spec.common_type().without_optional());
                Decoded::new(unknown, content.missing_item.clone(), presence)
            }
        }
    }

    /// Reads the tags of a body until all forms are chosen or one cannot be.
    pub(super) fn form_of<'a>(
        &mut self,
        body: &Body,
        block: Option<(&Block, usize)>,
        mut implied: &'a Implied,
        mut choice: &'a Choice,
    ) -> BodyForm<'a> {
        let mut marks = Marks::new();
        loop {
            let value = match &choice.one_of.tag {
                Tag::Label { index, name } => {
                    self.tag_in_label(&choice.one_of, *index, name, body, block)
                }
                Tag::Attribute(name) => self.tag_in_attribute(&choice.one_of, name, body),
            };
            let chosen = match value {
                TagValue::Nothing(undecided) => {
                    return BodyForm { undecided: Some(undecided), ..BodyForm::of(implied) };
                }
                TagValue::Misspelt(tag) => {
                    let undecided = Some(Presence::Failed);
                    return BodyForm { undecided, misspelt: Some(tag), ..BodyForm::of(implied) };
                }
                TagValue::Form(form, own) => {
                    marks.extend(own);
                    choice.implied(implied, form)
                }
            };
            implied = chosen.unwrap_or(implied);
            match (&implied.choice, chosen) {
                (Some(next), Some(_)) => choice = next,
                _ => return BodyForm { marks: Some(marks), ..BodyForm::of(implied) },
            }
        }
    }

    fn tag_in_label(
        &mut self,
        one_of: &OneOfSpec,
        index: usize,
        name: &Str,
        body: &Body,
        block: Option<(&Block, usize)>,
    ) -> TagValue {
        let Some((block, key_len)) = block else { return TagValue::Nothing(Presence::Failed) };
        let index = key_len + index;
        let Some(label) = block.labels.get(index) else {
            return TagValue::Nothing(Presence::Failed);
        };
        if let Some(form) = one_of.position(&label.value) {
            return TagValue::Form(form, Marks::new());
        }
        if body.is_unknown() {
            return TagValue::Nothing(Presence::Present);
        }
        let place = block.label_place(index).unwrap_or_else(|| block.header_place());
        self.diags.push(diags::unexpected_label(place, name, &label.value, one_of.tags()));
        TagValue::Nothing(Presence::Failed)
    }

    fn tag_in_attribute(&mut self, one_of: &OneOfSpec, name: &Str, body: &Body) -> TagValue {
        // A missing tag is reported with the content.
        let wanted = AttributeSchema { name: name.clone(), required: false };
        let schema = BodySchema { attributes: vec![wanted], ..BodySchema::default() };
        let content = body.only(&schema, self.diags);
        let Some(attribute) = content.attributes.first() else {
            return if self.report_misspelt_tags(one_of, name, body) {
                TagValue::Misspelt(name.clone())
            } else {
                TagValue::Nothing(Presence::Failed)
            };
        };
        let errors = self.diags.error_count();
        let value = attribute.expr.value(self.site.ctx, self.diags);
        let (value, marks) = value.unmark();
        if self.diags.error_count() > errors || attribute.expr.has_error() {
            return TagValue::Nothing(Presence::Failed);
        }
        match convert::convert(value, &Type::String).as_ref().map(Value::kind) {
            Ok(Kind::Unknown(..)) => return TagValue::Nothing(Presence::Present),
            Ok(Kind::String(tag)) => match one_of.position(tag) {
                Some(form) => return TagValue::Form(form, marks),
                None => {
                    let shown = marks.is_empty().then_some(tag.as_str());
                    self.diags.push(diags::unexpected_tag(attribute, shown, one_of.tags()));
                }
            },
            _ => self.diags.push(diags::unexpected_tag(attribute, None, one_of.tags())),
        }
        TagValue::Nothing(Presence::Failed)
    }

    /// Reports attributes whose names are similar to the tag and occur in no form. Without a tag, nothing else is
    /// known about the body. Returns `true` if there is such an attribute.
    fn report_misspelt_tags(&mut self, one_of: &OneOfSpec, tag: &Str, body: &Body) -> bool {
        let mut is_misspelt = false;
        let schemas: Vec<_> = one_of.specs().map(Spec::implied_schema).collect();
        for attribute in body.just_attributes(&mut Diagnostics::new()) {
            let mut known = schemas.iter().flat_map(|schema| &schema.attributes);
            let is_known = known.any(|known| known.name == attribute.name);
            if !is_known && nearest(&attribute.name, [tag.as_str()]).is_some() {
                self.diags.push(diags::misspelt_tag(&attribute, tag));
                is_misspelt = true;
            }
        }
        is_misspelt
    }
}
