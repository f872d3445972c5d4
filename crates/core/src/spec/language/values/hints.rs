//! `integer` and `text`: values with hints for documents.

use super::ValueKind;
use crate::cty::value_spec::{ValueHint, ValueSpec};
use crate::cty::{Number, Str, Type};
use crate::spec::ObjectSpec;
use crate::spec::language::grammar::{argument, required};
use crate::spec::language::read::Read;
use crate::spec::language::site::SpecSite;

pub(in crate::spec::language) const LEAST: &str = "min";
pub(in crate::spec::language) const GREATEST: &str = "max";
pub(in crate::spec::language) const NONZERO: &str = "nonzero";
pub(in crate::spec::language) const FORMAT: &str = "format";
pub(in crate::spec::language) const EXAMPLE: &str = "example";

pub(super) const INTEGER: ValueKind = ValueKind {
    name: "integer",
    body: || {
        ObjectSpec::new([
            required::<Number>(LEAST),
            required::<Number>(GREATEST),
            argument::<bool>(NONZERO),
        ])
    },
    read: |reader, block| {
        let (min, max) = (block.get(LEAST, reader)?, block.get(GREATEST, reader)?);
        let is_nonzero = block.is_set(NONZERO, reader);
        let hint = ValueHint::Integer { min, max, is_nonzero };
        let spec = ValueSpec::from(Type::Number).with_hint(hint);
        Some(Read { spec, site: SpecSite::new(block.place.clone()) })
    },
};

pub(super) const TEXT: ValueKind = ValueKind {
    name: "text",
    body: || ObjectSpec::new([required::<Str>(FORMAT), required::<Str>(EXAMPLE)]),
    read: |reader, block| {
        let (name, example) =
            (block.get::<Str>(FORMAT, reader)?, block.get::<Str>(EXAMPLE, reader)?);
        let spec = ValueSpec::text(name, example);
        Some(Read { spec, site: SpecSite::new(block.place.clone()) })
    },
};
