//! Rules between the attributes of an object spec.

use crate::cty::Str;

/// What the attributes of an object spec have to do with each other. They are named as in the object.
/// One counts as set where it is written, as an attribute other than null or as a block. Where it is
/// wrong, or not known yet, nothing is reported that may be wrong too.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// At most one of these is set.
    AtMostOneOf(Vec<Str>),
    /// At least one of these is set.
    AtLeastOneOf(Vec<Str>),
    /// One of these is set, and no other.
    ExactlyOneOf(Vec<Str>),
    /// Where the first is set, all the others are.
    Requires(Str, Vec<Str>),
}

impl Rule {
    /// The attributes that the rule is about.
    pub fn names(&self) -> impl Iterator<Item = &Str> {
        let (first, rest) = match self {
            Self::AtMostOneOf(names) | Self::AtLeastOneOf(names) | Self::ExactlyOneOf(names) => {
                (None, names)
            }
            Self::Requires(name, needed) => (Some(name), needed),
        };
        first.into_iter().chain(rest)
    }
}
