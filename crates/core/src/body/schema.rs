//! The schema of a body.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::Label;
use crate::cty::Str;
use crate::cty::value_spec::Unexpected;

/// The allowed content of a body. A [`Spec`](crate::spec::Spec), in contrast, also describes how to decode the
/// content.
///
/// ```
/// use hcldyn::body::{AttributeSchema, BlockSchema, BodySchema};
///
/// let schema = BodySchema {
///     attributes: vec![AttributeSchema { name: "region".into(), required: true }],
///     blocks: vec![BlockSchema { ty: "server".into(), labels: vec!["name".into()] }],
///     ..BodySchema::default()
/// };
/// assert!(schema.attribute("region").is_some() && schema.block("server").is_some());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySchema {
    /// The attributes.
    pub attributes: Vec<AttributeSchema>,
    /// The block types.
    pub blocks: Vec<BlockSchema>,
    /// The block types whose number of labels depends on one of the labels.
    pub label_forms: Vec<LabelForms>,
    /// The block types that may have more labels than the schema names. In JSON syntax they have none.
    pub more_labels: Vec<Str>,
    /// The block types that may have fewer labels than the schema names. The names of the items inside
    /// such a block are its remaining labels, which the caller reads. In JSON syntax, labels always are levels of objects.
    pub nested_labels: Vec<Str>,
    /// The attributes that may also be written as blocks, with any labels, and the block types that may also be written
    /// as attributes. In JSON syntax, these are the block types whose values may be expressions.
    pub any_form: BTreeSet<Str>,
    /// The names of items that are never suggested, such as former names.
    pub hidden: Vec<Str>,
    /// Expressions for required attributes, in syntax that is both native and JSON. The fix of a missing attribute writes
    /// them.
    pub placeholders: Vec<(Str, Str)>,
    /// Values of attributes that never are objects, as messages show them: `"1h30m"`, `[…]`.
    pub values: Vec<(Str, Str)>,
    /// The block types whose blocks in several layers of a configuration are not combined in the default way.
    pub layering: Vec<(Str, Layering)>,
    /// The handling of all other items.
    pub unexpected: Unexpected,
}

/// The combination of the blocks of one type in several layers of a configuration.
///
/// The default is `Merge` for blocks with labels and for a [single block](crate::spec::BlockCollection::Single). It is
/// `Append` for other blocks without labels, and for [grouped](crate::spec::BlocksSpec::grouped) blocks.
#[doc(alias = "merge")]
#[doc(alias = "layering")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layering {
    /// A block is merged into the block with equal labels of the layers below, attribute by attribute. If they have several
    /// such blocks or none, it is another block.
    Merge,
    /// A block follows the blocks of the layers below.
    Append,
    /// The blocks of a layer replace all blocks of the layers below.
    Replace,
}

/// An attribute in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The attribute's name.
    pub name: Str,
    /// `true` if the attribute is required.
    pub required: bool,
}

/// A block type in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The block type.
    pub ty: Str,
    /// The names of the labels for messages. A block must have the same number of labels, unless the schema of the body
    /// names the type in `label_forms`, `more_labels` or `nested_labels`.
    pub labels: Vec<Str>,
}

/// The labels of a block type if their number depends on one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelForms {
    /// The block type.
    pub ty: Str,
    /// The index of the label that selects the form, from 0.
    pub index: usize,
    /// The forms: the value of that label, with the names of all labels of the block.
    pub forms: Vec<(Str, Vec<Str>)>,
}

impl BodySchema {
    /// Returns the schema of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// Returns the schema of a block type.
    pub fn block(&self, ty: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.ty == *ty)
    }

    /// Returns `true` if a block with this number of labels has those of the schema, `names`.
    pub(crate) fn is_label_count(&self, ty: &str, names: &[Str], count: usize) -> bool {
        match count.cmp(&names.len()) {
            Ordering::Less => self.nested_labels.iter().any(|known| *known == *ty),
            Ordering::Equal => true,
            Ordering::Greater => self.has_more_labels(ty),
        }
    }

    /// Returns the names of the labels of a block that has more labels than that, unless its type may have more.
    pub(crate) fn exceeded_labels<'s>(
        &'s self,
        schema: &'s BlockSchema,
        labels: &[Label],
    ) -> Option<&'s [Str]> {
        let label = |index: usize| labels.get(index).map(|label| label.value.clone());
        let names = self.labels_of(schema, label)?;
        (labels.len() > names.len() && !self.has_more_labels(&schema.ty)).then_some(names)
    }

    /// Returns `true` if blocks of a type may have more labels than the schema names.
    pub(crate) fn has_more_labels(&self, ty: &str) -> bool {
        self.more_labels.iter().any(|known| *known == *ty)
    }

    /// Returns the combination of the blocks of a type in several layers.
    pub(crate) fn layering_of(&self, ty: &str, has_labels: bool) -> Layering {
        match self.layering.iter().find(|(known, _)| *known == *ty) {
            Some((_, layering)) => *layering,
            None if *ty == *"dynamic" => Layering::Append,
            None if has_labels => Layering::Merge,
            None => Layering::Append,
        }
    }

    /// Returns the label forms of a block type.
    pub(crate) fn label_forms(&self, ty: &str) -> Option<&LabelForms> {
        self.label_forms.iter().find(|forms| forms.ty == *ty)
    }

    /// Returns the names of the labels of a block; `label` returns the label at an index. If the label that selects the form is
    /// missing, the names end with this label. Returns `None` if the label selects no form.
    pub(crate) fn labels_of<'s>(
        &'s self,
        block: &'s BlockSchema,
        label: impl FnOnce(usize) -> Option<Str>,
    ) -> Option<&'s [Str]> {
        let Some(forms) = self.label_forms(&block.ty) else { return Some(&block.labels) };
        match label(forms.index) {
            Some(tag) => forms.labels_of(&tag),
            None => block.labels.get(..=forms.index),
        }
    }
}

impl LabelForms {
    /// Returns the names of the labels of the form with a tag.
    pub(crate) fn labels_of(&self, tag: &str) -> Option<&[Str]> {
        self.forms.iter().find(|(known, _)| *known == *tag).map(|(_, labels)| labels.as_slice())
    }
}
