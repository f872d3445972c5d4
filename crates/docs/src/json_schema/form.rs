//! The forms of a body: the items of each combination of tags.

use hcldyn_core::cty::Str;
use hcldyn_core::cty::value_spec::{ItemDocs, Unexpected};
use hcldyn_core::spec::outline::{BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBody};
use hcldyn_core::spec::{LabelPosition, Rest, Rule, Tag};

/// A body with more combinations of tags than this is not described.
const MAX_FORMS: usize = 64;

/// A body in one combination of its forms. A body without tags has one.
#[derive(Clone, Debug)]
pub(super) struct BodyForm<'o> {
    pub(super) ids: Vec<BodyId>,
    bodies: Vec<&'o OutlineBody>,
    /// The attributes that select the form, each with its value.
    pub(super) attribute_tags: Vec<(&'o Str, Selected<'o>)>,
    /// The indices of the labels that select the form, each with its value.
    label_tags: Vec<(usize, Selected<'o>)>,
}

/// The value of a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected<'o> {
    pub(super) value: &'o Str,
    /// The documentation of what the value selects.
    pub(super) docs: &'o ItemDocs,
    /// The documentation of the tag.
    pub(super) tag_docs: &'o ItemDocs,
}

impl<'o> BodyForm<'o> {
    /// Returns all forms of a body, or `None` if there are too many.
    pub(super) fn all(outline: &'o Outline, id: BodyId) -> Option<Vec<Self>> {
        let body = outline.body(id);
        let (attribute_tags, label_tags) = (Vec::new(), Vec::new());
        let mut forms =
            vec![Self { ids: vec![id], bodies: vec![body], attribute_tags, label_tags }];
        for choice in &body.choices {
            let mut chosen = Vec::new();
            for one in &choice.forms {
                for inner in Self::all(outline, one.body)? {
                    if (chosen.len() + 1) * forms.len() > MAX_FORMS {
                        return None;
                    }
                    let docs = &outline.body(one.body).docs;
                    let selected = Selected { value: &one.tag, docs, tag_docs: &choice.docs };
                    chosen.push((selected, inner));
                }
            }
            let combined = forms.iter().flat_map(|form| {
                chosen.iter().map(move |(value, inner)| form.with(&choice.tag, *value, inner))
            });
            forms = combined.collect();
        }
        Some(forms)
    }

    /// Returns the form with the items of an inner one, which a tag selects.
    fn with(&self, tag: &'o Tag, value: Selected<'o>, inner: &Self) -> Self {
        let mut form = self.clone();
        match tag {
            Tag::Attribute(name) => form.attribute_tags.push((name, value)),
            Tag::Label { index, .. } => form.label_tags.push((*index, value)),
        }
        form.ids.extend(&inner.ids);
        form.bodies.extend(&inner.bodies);
        form.attribute_tags.extend(&inner.attribute_tags);
        form.label_tags.extend(&inner.label_tags);
        form
    }

    pub(super) fn attributes(&self) -> impl Iterator<Item = &'o OutlineAttribute> + Clone {
        self.bodies.clone().into_iter().flat_map(|body| &body.attributes)
    }

    pub(super) fn blocks(&self) -> impl Iterator<Item = &'o OutlineBlock> + Clone {
        self.bodies.clone().into_iter().flat_map(|body| &body.blocks)
    }

    pub(super) fn rules(&self) -> impl Iterator<Item = &'o Rule> {
        self.bodies.clone().into_iter().flat_map(|body| &body.rules)
    }

    /// Returns the body whose documentation is that of the form.
    pub(super) fn main_body(&self) -> &'o OutlineBody {
        self.bodies[0]
    }

    /// Returns the items that are allowed besides those with names.
    pub(super) fn rest(&self) -> Option<&'o Rest> {
        self.bodies.iter().find_map(|body| body.rest.as_ref())
    }

    /// Returns `true` if items without a spec are errors.
    pub(super) fn is_closed(&self) -> bool {
        let is_denied = |body: &&OutlineBody| body.unexpected == Unexpected::Deny;
        self.rest().is_none() && self.bodies.iter().all(is_denied)
    }

    /// Returns the number of labels of the key, which includes the label that a body reads as its key.
    fn key_len(&self, block: &OutlineBlock) -> usize {
        let mut labels = self.bodies.iter().flat_map(|body| &body.labels);
        let has_key = labels.any(|label| label.position == LabelPosition::Key);
        block.key.len().max(usize::from(has_key))
    }

    /// Returns the number of labels of blocks with the form.
    pub(super) fn label_count(&self, block: &OutlineBlock) -> usize {
        let labels = self.bodies.iter().flat_map(|body| &body.labels);
        let own = labels.filter_map(|label| match label.position {
            LabelPosition::At(index) => Some(index + 1),
            // In JSON syntax, there are no further labels.
            LabelPosition::From(index) => Some(index),
            LabelPosition::Key => None,
        });
        let tags = self.label_tags.iter().map(|(index, _)| index + 1);
        self.key_len(block) + own.chain(tags).max().unwrap_or(0)
    }

    /// Returns the value of the tag that the label of a block at an index is.
    pub(super) fn label_tag(&self, block: &OutlineBlock, index: usize) -> Option<Selected<'o>> {
        let key_len = self.key_len(block);
        let mut tags = self.label_tags.iter();
        tags.find(|(own, _)| key_len + own == index).map(|(_, value)| *value)
    }
}

/// Returns forms in groups with equal tags, in the order of the tags.
pub(super) fn grouped<'o>(
    forms: &[BodyForm<'o>],
    tag: impl Fn(&BodyForm<'o>) -> Option<Selected<'o>>,
) -> Vec<(Selected<'o>, Vec<BodyForm<'o>>)> {
    let mut groups: Vec<(Selected<'_>, Vec<BodyForm<'_>>)> = Vec::new();
    for form in forms {
        let Some(tag) = tag(form) else { continue };
        match groups.iter_mut().find(|(known, _)| known.value == tag.value) {
            Some((_, group)) => group.push(form.clone()),
            None => groups.push((tag, vec![form.clone()])),
        }
    }
    groups
}
