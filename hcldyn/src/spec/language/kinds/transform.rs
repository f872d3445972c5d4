//! `transform`: the result of an expression of a value.

use crate::expr::Expression;
use crate::spec::ObjectSpec;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, children, required};
use crate::spec::language::read::{Read, SpecReader};

pub(super) const TRANSFORM: SpecKind = SpecKind { name: "transform", body, read };

/// The name of the value in the expression.
const VARIABLE: &str = "nested";

fn body() -> ObjectSpec {
    ObjectSpec::new([required::<Expression>("result"), children()])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let mut read = reader.only_child(block, block.implied_name.as_ref());
    if let Some(result) = block.get::<Expression>("result", reader) {
        read.spec = read.spec.transform_expr(VARIABLE, result, reader.ctx.clone());
    }
    Some(read)
}
