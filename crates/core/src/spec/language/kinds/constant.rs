//! `literal`, `expr`, `remain`, `remain_attrs`, `open_body` and `any`: constants, and the rest of the body.

use super::blocks::ELEMENT_TYPE;
use crate::cty::{Type, Value};
use crate::expr::Expression;
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument, required};
use crate::spec::language::read::Read;
use crate::spec::language::values::{self, TYPE};
use crate::spec::{DataForm, ObjectSpec, Rest, Spec};

pub(super) const LITERAL: SpecKind = SpecKind {
    name: "literal",
    body: || ObjectSpec::new([required::<Value>("value"), argument::<TypeConstraint>(TYPE)]),
    read: |reader, block| {
        let value = block.get("value", reader).unwrap_or_else(|| Value::null(Type::Dynamic));
        let ty = block.get::<TypeConstraint>(TYPE, reader);
        let value = match ty.map(|ty| ty.convert(value.clone())) {
            None => value,
            Some(Ok(value)) => value,
            Some(Err(error)) => {
                return reader.diags.fail(diags::wrong_literal(block.place_of("value"), &error));
            }
        };
        Some(Read::new(Spec::Literal(value), block.place.clone()))
    },
};

pub(super) const EXPR: SpecKind = SpecKind {
    name: "expr",
    body: || ObjectSpec::new([required::<Expression>("value")]),
    read: |reader, block| {
        let value = block.get("value", reader)?;
        Some(Read::new(Spec::Expr(value), block.place.clone()))
    },
};

pub(super) const REMAIN: SpecKind = SpecKind {
    name: "remain",
    body: || ObjectSpec::new::<&str>([]),
    read: |_, block| Some(Read::new(Rest::Body, block.place.clone())),
};

pub(super) const REMAIN_ATTRS: SpecKind = SpecKind {
    name: "remain_attrs",
    body: || ObjectSpec::new(values::arguments(ELEMENT_TYPE)),
    read: |reader, block| {
        let Read { spec, site } = reader.value(ELEMENT_TYPE, block);
        let rest = Rest::Attributes(spec.bind(&reader.value_specs));
        Some(Read { spec: rest.into(), site: site.at(block.place.clone()) })
    },
};

pub(super) const OPEN_BODY: SpecKind = SpecKind {
    name: "open_body",
    body: || ObjectSpec::new::<&str>([]),
    read: |_, block| Some(Read::new(Rest::Data(DataForm::Tuples), block.place.clone())),
};

pub(super) const ANY: SpecKind = SpecKind {
    name: "any",
    body: || ObjectSpec::new::<&str>([]),
    read: |_, block| Some(Read::new(Rest::Data(DataForm::Merged), block.place.clone())),
};
