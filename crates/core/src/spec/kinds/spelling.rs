//! The other forms in which attributes and blocks may be written.

/// The spelling of a whole configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spelling {
    /// Each attribute and block has the form of its spec, or another one that its spec allows.
    #[default]
    Strict,
    /// All forms that hcl-rs accepts, everywhere: a block may be written as an attribute, an attribute as a block, a
    /// nested block as a label, and a label as a nested block; single blocks of a type are merged.
    HclRs,
}

/// A set of other forms in which an attribute or a block may be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OtherForms(u8);

impl OtherForms {
    /// No other forms.
    pub const NONE: Self = Self(0);
    /// A block is written as an attribute.
    pub const OR_ATTR: Self = Self(1);
    /// An attribute is written as a block.
    pub const OR_BLOCK: Self = Self(2);
    /// The type of a nested block is written as a label, and a label as the type of a nested block.
    pub const LABELS_AS_BLOCKS: Self = Self(4);
    /// The content of a block is spread over several blocks.
    pub const MERGE: Self = Self(8);
    /// All forms.
    pub const ALL: Self = Self(15);

    /// Returns `true` if a form is in the set.
    pub const fn contains(self, form: Self) -> bool {
        self.0 & form.0 != 0
    }

    /// Returns `true` if the set is empty.
    pub(in crate::spec) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union of two sets.
    ///
    /// ```
    /// use hcldyn::spec::OtherForms;
    ///
    /// let forms = OtherForms::OR_ATTR.and(OtherForms::MERGE);
    /// assert!(forms.contains(OtherForms::MERGE) && !forms.contains(OtherForms::OR_BLOCK));
    /// ```
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}
