//! `captured`: an expression that is not evaluated.

use super::{TYPE, ValueKind, arguments};
use crate::cty::Type;
use crate::cty::value_spec::ValueSpec;
use crate::expr::{closure_type, expression_type};
use crate::ext::typeexpr::type_constraint_type;
use crate::spec::ObjectSpec;
use crate::spec::language::argument::{Word, Words};
use crate::spec::language::grammar::required;
use crate::spec::language::read::Read;

pub(super) const CAPTURED: ValueKind = ValueKind {
    name: "captured",
    body: || ObjectSpec::new([required::<Word<Captured>>(AS)].into_iter().chain(arguments(TYPE))),
    read: |reader, block| {
        let Word(captured) = block.get::<Word<Captured>>(AS, reader)?;
        let Read { spec: value, site } = reader.value(TYPE, block);
        let spec = if block.has_value(TYPE) {
            ValueSpec::deferred(captured.ty(), value)
        } else {
            captured.ty().into()
        };
        Some(Read { spec, site })
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
