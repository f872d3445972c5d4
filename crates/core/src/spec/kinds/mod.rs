//! The kinds of specs with their options.

mod attr;
mod blocks;
mod collection;
mod count;
mod default;
pub(super) mod docs_methods;
mod label;
mod object;
mod one_of;
mod rest;
mod rule;
mod setting;
mod spelling;
mod tuple;
mod value_rule;
mod wrapped;

pub use self::attr::AttrSpec;
pub(in crate::spec) use self::attr::CheckFn;
pub(crate) use self::blocks::BlockContent;
pub(in crate::spec) use self::blocks::BlockType;
pub use self::blocks::{BlockOptions, BlocksSpec};
pub use self::collection::BlockCollection;
pub use self::count::BlockCount;
pub use self::default::DefaultSpec;
pub use self::label::{LabelPosition, LabelSpec};
pub use self::object::ObjectSpec;
pub use self::one_of::{OneOfSpec, Tag};
pub(crate) use self::rest::body_value;
pub use self::rest::{DataForm, Rest, body_type};
pub use self::rule::Rule;
pub use self::setting::{FlagOptions, SettingOptions, SettingSource};
pub use self::spelling::{OtherForms, Spelling};
pub use self::tuple::TupleSpec;
pub use self::value_rule::ValueRule;
#[cfg(feature = "functions-regex")]
pub(in crate::spec) use self::value_rule::has_match;
#[cfg(feature = "specfile")]
pub(in crate::spec) use self::wrapped::BlockStep;
pub use self::wrapped::WrappedSpec;
pub(in crate::spec) use self::wrapped::{ValueStep, WrappedStep};
