//! Rules between the attributes of an object spec.

use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};

/// A rule between the attributes of an object spec, by their names in the object. An attribute is set if it is
/// written and not null, or is a block. If an attribute is invalid or unknown, no error is reported that may be
/// wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// At most one of these is set.
    AtMostOneOf(Vec<Str>),
    /// At least one of these is set.
    AtLeastOneOf(Vec<Str>),
    /// One of these is set, and no other.
    ExactlyOneOf(Vec<Str>),
    /// If the first is set, all the others are.
    Requires(Str, Vec<Str>),
    /// If an attribute has a value, all the others are set.
    RequiresIf {
        /// The attribute.
        name: Str,
        /// The value. In an outline, that of a sensitive attribute is marked.
        value: Value,
        /// The attributes that must be set then.
        needed: Vec<Str>,
    },
    /// If one attribute of a group is set, all those that the group needs are.
    Together {
        /// The attributes of the group.
        names: Vec<Str>,
        /// The attributes among them that must be set then.
        needed: Vec<Str>,
    },
}

impl Rule {
    /// Returns the rule with its names replaced.
    pub(in crate::spec) fn renamed(&self, rename: impl Fn(&Str) -> Str) -> Self {
        let all = |names: &[Str]| names.iter().map(&rename).collect_vec();
        match self {
            Self::AtMostOneOf(names) => Self::AtMostOneOf(all(names)),
            Self::AtLeastOneOf(names) => Self::AtLeastOneOf(all(names)),
            Self::ExactlyOneOf(names) => Self::ExactlyOneOf(all(names)),
            Self::Requires(name, needed) => Self::Requires(rename(name), all(needed)),
            Self::RequiresIf { name, value, needed } => {
                Self::RequiresIf { name: rename(name), value: value.clone(), needed: all(needed) }
            }
            Self::Together { names, needed } => {
                Self::Together { names: all(names), needed: all(needed) }
            }
        }
    }

    /// Returns the attributes of the rule.
    pub fn names(&self) -> impl Iterator<Item = &Str> {
        let (first, rest) = match self {
            Self::AtMostOneOf(names) | Self::AtLeastOneOf(names) | Self::ExactlyOneOf(names) => {
                (None, names)
            }
            Self::Requires(name, needed) | Self::RequiresIf { name, needed, .. } => {
                (Some(name), needed)
            }
            // The needed attributes are among them.
            Self::Together { names, .. } => (None, names),
        };
        first.into_iter().chain(rest)
    }
}
