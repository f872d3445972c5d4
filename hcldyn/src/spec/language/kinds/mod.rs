//! The kinds of spec blocks, with their arguments and how they are read.

mod attr;
mod block;
mod block_attrs;
mod block_map;
mod block_types;
mod choices;
mod constant;
mod default;
mod forms;
mod item;
mod label;
mod object;
mod one_of;
mod rule;
mod transform;
mod use_spec;
mod value_rules;

pub(super) use self::item::{ALIASES, DEPRECATED, FORMER_NAMES, docs};
pub(super) use self::use_spec::USE;
use super::grammar::SpecKind;

/// All kinds, in the order in which messages list them.
pub(super) const ALL: [&SpecKind; 23] = [
    &object::OBJECT,
    &object::ARRAY,
    &attr::ATTR,
    &block::BLOCK,
    &block::BLOCK_LIST,
    &block::BLOCK_TUPLE,
    &block::BLOCK_SET,
    &block_map::BLOCK_MAP,
    &block_map::BLOCK_OBJECT,
    &block_attrs::BLOCK_ATTRS,
    &block_types::BLOCK_OF,
    &block_types::BLOCKS_OF,
    &label::LABEL,
    &one_of::ONE_OF,
    &constant::REMAIN,
    &constant::REMAIN_ATTRS,
    &constant::OPEN_BODY,
    &constant::ANY,
    &constant::LITERAL,
    &constant::EXPR,
    &default::DEFAULT,
    &transform::TRANSFORM,
    &USE,
];
