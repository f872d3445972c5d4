//! Sources in JSON syntax, in which only the spec tells attributes, blocks and labels apart.

mod scan;
mod text;
mod tokens;
mod tree;

pub(super) use self::scan::{Level, Role, Scan};
pub(super) use self::text::{content, unescaped};
pub(super) use self::tokens::tokens;
pub(super) use self::tree::is_template;
