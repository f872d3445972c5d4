//! The labels of a body with several specs: the labels of each spec follow those of the specs before it.

use super::{LabelPosition, LabelSpec, NestedSpec, OneOfSpec, Spec, Tag};
use crate::cty::Str;

impl Spec {
    /// Returns the spec with its labels moved after `others` labels of another spec.
    #[must_use]
    pub(crate) fn after_labels(&self, others: usize) -> Self {
        if others == 0 || self.label_count() == 0 {
            return self.clone();
        }
        let shifted = match self {
            Self::Label(label) => {
                let position = match label.position {
                    LabelPosition::At(index) => LabelPosition::At(index + others),
                    LabelPosition::From(index) => LabelPosition::From(index + others),
                    LabelPosition::Key => LabelPosition::Key,
                };
                return LabelSpec { position, ..LabelSpec::clone(label) }.into();
            }
            Self::OneOf(one_of) => {
                OneOfSpec { tag: one_of.tag.after_labels(others), ..OneOfSpec::clone(one_of) }
                    .into()
            }
            Self::Object(_) | Self::Tuple(_) | Self::Default(_) | Self::Wrapped(_) => self.clone(),
            Self::Attr(_) | Self::Blocks(_) | Self::Rest(_) => self.clone(),
            Self::Literal(_) | Self::Expr(_) => self.clone(),
        };
        shifted.map(&|spec| spec.after_labels(others), &NestedSpec::clone)
    }
}

impl Tag {
    pub(super) fn label_index(&self) -> Option<usize> {
        match self {
            Self::Label { index, .. } => Some(*index),
            Self::Attribute(_) => None,
        }
    }

    /// Returns the name of the attribute that selects the form.
    pub(super) fn attribute(&self) -> Option<&Str> {
        match self {
            Self::Attribute(name) => Some(name),
            Self::Label { .. } => None,
        }
    }

    fn after_labels(&self, others: usize) -> Self {
        match self {
            Self::Label { index, name } => {
                Self::Label { index: index + others, name: name.clone() }
            }
            Self::Attribute(_) => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(index: usize) -> Spec {
        LabelSpec::new(index, "l").into()
    }

    #[test]
    fn labels_follow_those_of_others() {
        let form = ("a", Spec::tuple([label(1), label(2)]));
        let one_of = Spec::from(OneOfSpec::by_label(0, "kind", [form]));
        let object = Spec::object([("x", one_of), ("y", label(3).or(label(4)))]);
        assert_eq!(object.label_count(), 5);
        let moved = object.after_labels(2);
        assert_eq!(moved.label_count(), 7);
        let Spec::Object(moved) = moved else { panic!("an object stays one") };
        let Spec::OneOf(one_of) = &moved.specs[0] else { panic!("a choice stays one") };
        assert_eq!(one_of.tag.label_index(), Some(2));
        let Spec::Tuple(form) = &one_of.forms[0].1 else { panic!("a tuple stays one") };
        assert!(
            matches!(&form.specs[0], Spec::Label(label) if label.position == LabelPosition::At(3))
        );
    }
}
