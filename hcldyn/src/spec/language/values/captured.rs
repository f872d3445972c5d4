//! `captured`: an expression that is not evaluated.

use super::ValueKind;
use crate::cty::Type;
use crate::expr::{closure_type, expression_type};
use crate::ext::typeexpr::type_constraint_type;
use crate::spec::ObjectSpec;
use crate::spec::language::argument::{Word, Words};
use crate::spec::language::grammar::required;
use crate::spec::language::read::Read;
use crate::spec::language::site::SpecSite;

pub(super) const CAPTURED: ValueKind = ValueKind {
    name: "captured",
    body: || ObjectSpec::new([required::<Word<Captured>>(AS)]),
    read: |reader, block| {
        let Word(captured) = block.get::<Word<Captured>>(AS, reader)?;
        Some(Read { spec: captured.ty().into(), site: SpecSite::new(block.place.clone()) })
    },
};

pub(in crate::spec::language) const AS: &str = "as";

/// The form of a captured expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::spec::language) enum Captured {
    Expression,
    Closure,
    Type,
}

impl Captured {
    /// Returns the type of the values.
    pub(in crate::spec::language) fn ty(self) -> Type {
        match self {
            Self::Expression => expression_type(),
            Self::Closure => closure_type(),
            Self::Type => type_constraint_type(),
        }
    }
}

impl Words for Captured {
    const WORDS: &'static [(&'static str, Self)] =
        &[("expression", Self::Expression), ("closure", Self::Closure), ("type", Self::Type)];
}
