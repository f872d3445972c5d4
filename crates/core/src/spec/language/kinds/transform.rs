//! `transform`: the result of an expression of a value.

use crate::cty::Str;
use crate::expr::Expression;
use crate::spec::ObjectSpec;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, argument, children, required};
use crate::spec::language::read::{Read, SpecReader};

pub(super) const TRANSFORM: SpecKind = SpecKind { name: "transform", body, read };

/// The name of the value in the expression, unless the argument `variable` gives another one.
pub(in crate::spec::language) const NESTED: &str = "nested";

pub(in crate::spec::language) const VARIABLE: &str = "variable";

fn body() -> ObjectSpec {
    ObjectSpec::new([required::<Expression>("result"), argument::<Str>(VARIABLE), children()])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let mut read = reader.only_child(block, block.implied_name.as_ref());
    if let Some(result) = block.get::<Expression>("result", reader) {
        let variable = block.get(VARIABLE, reader).unwrap_or_else(|| Str::from(NESTED));
        read.spec = read.spec.transform_expr(variable, result, reader.ctx.clone());
    }
    Some(read)
}
