//! HCL's native syntax.

#[cfg_attr(not(test), expect(dead_code, reason = "lowering is its first caller"))]
mod cut;
mod print;
#[cfg(test)]
mod texts;

use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::Source;

pub use self::print::{Layout, to_hcl, to_hcl_literal};

/// Reads a text as a body. Problems are reported; what could be read is kept.
pub fn parse_body(source: &Source, diags: &mut Diagnostics) -> Body {
    let _ = (source, diags);
    unimplemented!()
}

/// Reads a text as one expression.
pub fn parse_expression(name: &str, text: &str, diags: &mut Diagnostics) -> Option<Expression> {
    let _ = (name, text, diags);
    unimplemented!()
}
