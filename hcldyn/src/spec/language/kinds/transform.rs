//! `transform`: what an expression makes of a value.

use crate::expr::Expression;
use crate::spec::ObjectSpec;
use crate::spec::language::grammar::{Kind, children, required};
use crate::spec::language::read::{Read, Reader};
use crate::spec::language::written::Written;

pub(super) const TRANSFORM: Kind = Kind { name: "transform", body, read };

/// What the expression calls the value.
const VARIABLE: &str = "nested";

fn body() -> ObjectSpec {
    ObjectSpec::new([required::<Expression>("result"), children()])
}

fn read(reader: &mut Reader<'_>, block: &Written) -> Read {
    let Read { spec, site } = reader.only_child(block, block.implied_name.as_ref());
    match block.get::<Expression>("result", reader) {
        Some(result) => {
            Read { spec: spec.transform_expr(VARIABLE, result, reader.ctx.clone()), site }
        }
        None => Read { spec, site },
    }
}
