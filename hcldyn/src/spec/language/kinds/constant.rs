//! `literal`, `expr`, `remain`, `open_body` and `any`: constants, and the rest of the body.

use crate::cty::{Type, Value};
use crate::expr::Expression;
use crate::spec::language::grammar::{SpecKind, required};
use crate::spec::language::read::Read;
use crate::spec::{ObjectSpec, Spec};

pub(super) const LITERAL: SpecKind = SpecKind {
    name: "literal",
    body: || ObjectSpec::new([required::<Value>("value")]),
    read: |reader, block| {
        let value = block.get("value", reader).unwrap_or_else(|| Value::null(Type::Dynamic));
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
    read: |_, block| Some(Read::new(Spec::Remain, block.place.clone())),
};

pub(super) const OPEN_BODY: SpecKind = SpecKind {
    name: "open_body",
    body: || ObjectSpec::new::<&str>([]),
    read: |_, block| Some(Read::new(Spec::OpenBody, block.place.clone())),
};

pub(super) const ANY: SpecKind = SpecKind {
    name: "any",
    body: || ObjectSpec::new::<&str>([]),
    read: |_, block| Some(Read::new(Spec::Any, block.place.clone())),
};
