//! Bodies.

use super::{BodyId, OutlineAttribute, OutlineBlock};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemDocs, Unexpected};
use crate::spec::{LabelPosition, Rest, Rule, Tag};

/// A body: a whole configuration, the content of a block, or one of its forms.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutlineBody {
    /// The documentation.
    pub docs: ItemDocs,
    /// The labels that the body reads from the block around it, except tags.
    pub labels: Vec<OutlineLabel>,
    /// The attributes.
    pub attributes: Vec<OutlineAttribute>,
    /// The blocks.
    pub blocks: Vec<OutlineBlock>,
    /// Further labels, attributes and blocks in one of several forms.
    pub choices: Vec<OutlineChoice>,
    /// Rules between attributes and blocks, by the names that users write.
    pub rules: Vec<Rule>,
    /// The items that are allowed besides those above, if any are.
    pub rest: Option<Rest>,
    /// The treatment of items that are not allowed.
    pub unexpected: Unexpected,
}

/// A label.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineLabel {
    /// The name in messages.
    pub name: Str,
    /// The position among the labels of the block.
    pub position: LabelPosition,
    /// The documentation.
    pub docs: ItemDocs,
}

/// Items of a body in one of several forms, which a tag selects.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineChoice {
    /// The label or attribute that selects the form.
    pub tag: Tag,
    /// The documentation.
    pub docs: ItemDocs,
    /// The forms.
    pub forms: Vec<OutlineForm>,
}

/// A form of a body.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineForm {
    /// The tag.
    pub tag: Str,
    /// The labels, attributes and blocks of the form, which are added to those of the body.
    pub body: BodyId,
}

impl OutlineChoice {
    /// Returns the label that selects the form, unless an attribute does.
    pub fn label(&self) -> Option<OutlineLabel> {
        let Tag::Label { index, name } = &self.tag else { return None };
        let position = LabelPosition::At(*index);
        Some(OutlineLabel { name: name.clone(), position, docs: self.docs.clone() })
    }
}

/// Returns the labels of a block in their order: first those of the key.
pub fn in_order(key: &[Str], own: &[OutlineLabel]) -> Vec<OutlineLabel> {
    let label = |name: Str, index| OutlineLabel {
        name,
        position: LabelPosition::At(index),
        docs: ItemDocs::default(),
    };
    let at = |position| own.iter().find(move |label| label.position == position).cloned();
    let mut labels =
        key.iter().enumerate().map(|(index, name)| label(name.clone(), index)).collect_vec();
    if let Some(own) = at(LabelPosition::Key) {
        labels.pop();
        labels.push(own);
    }
    let index = |own: &OutlineLabel| match own.position {
        LabelPosition::At(index) => Some(index),
        LabelPosition::From(_) | LabelPosition::Key => None,
    };
    let count = own.iter().filter_map(index).max().map_or(0, |last| last + 1);
    for index in 0..count {
        let unnamed = || label(format!("label {}", index + 1).into(), index);
        labels.push(at(LabelPosition::At(index)).unwrap_or_else(unnamed));
    }
    labels.extend(own.iter().find(|own| matches!(own.position, LabelPosition::From(_))).cloned());
    labels
}
