//! The kinds of spec blocks, with their arguments and how they are read.

mod attr;
mod blocks;
mod choices;
mod constant;
mod default;
mod docs;
mod forms;
mod item;
mod label;
mod object;
mod one_of;
pub(super) mod rule;
mod transform;
mod use_spec;
pub(super) mod value_rules;

pub(super) use self::blocks::{
    BLOCK_TYPE, DYNAMIC, ELEMENT_TYPE, GROUPED, LABELS, MAX_ITEMS, MIN_ITEMS, REQUIRED,
};
pub(super) use self::docs::{CONDITIONS, DEFAULT_TEXT, DOCS, EXAMPLES, HIDDEN, SINCE, TITLE, docs};
pub(super) use self::forms::OF_OBJECT as FORMS;
pub(super) use self::item::{ALIASES, DEPRECATED, FORMER_NAMES, LAYERS, REPLACED_BY};
pub(super) use self::label::{INDEX, KEY, REMAINING};
pub(super) use self::object::UNEXPECTED;
pub(super) use self::one_of::{ATTRIBUTE, LABEL};
pub(super) use self::transform::{NESTED, VARIABLE};
pub(super) use self::use_spec::USE;
use super::grammar::SpecKind;

/// All kinds, in the order in which messages list them.
pub(super) const ALL: [&SpecKind; 23] = [
    &object::OBJECT,
    &object::ARRAY,
    &attr::ATTR,
    &blocks::BLOCK,
    &blocks::BLOCK_LIST,
    &blocks::BLOCK_TUPLE,
    &blocks::BLOCK_SET,
    &blocks::BLOCK_MAP,
    &blocks::BLOCK_OBJECT,
    &blocks::BLOCK_ATTRS,
    &blocks::BLOCK_OF,
    &blocks::BLOCKS_OF,
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
