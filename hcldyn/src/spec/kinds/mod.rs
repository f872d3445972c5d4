//! The kinds of specs with their options.

mod attr;
mod block;
mod block_attrs;
mod block_map;
mod block_methods;
mod block_types;
mod blocks;
mod default;
mod docs_methods;
mod item;
mod label;
mod object;
mod one_of;
mod rule;
mod spelling;
mod tuple;
mod value_rule;
mod wrapped;

pub use self::attr::AttrSpec;
pub use self::block::BlockSpec;
pub use self::block_attrs::BlockAttrsSpec;
pub use self::block_map::BlockMapSpec;
pub use self::block_types::BlockTypesSpec;
pub use self::blocks::BlocksSpec;
pub use self::default::DefaultSpec;
pub use self::item::Deprecation;
pub(in crate::spec) use self::item::{Alias, SpecItem};
pub use self::label::{LabelPosition, LabelSpec};
pub use self::object::ObjectSpec;
pub use self::one_of::{OneOfSpec, Tag};
pub use self::rule::Rule;
pub(in crate::spec) use self::spelling::OtherForms;
pub use self::spelling::Spelling;
pub use self::tuple::TupleSpec;
pub use self::value_rule::ValueRule;
#[cfg(feature = "functions")]
pub(in crate::spec) use self::value_rule::has_match;
pub use self::wrapped::WrappedSpec;
pub(in crate::spec) use self::wrapped::WrappedStep;
