#![doc = include_str!("intro.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod byte_size;
mod capsule;
mod collect;
mod conform;
pub mod convert;
#[cfg(feature = "csv")]
#[doc(hidden)]
pub mod csv;
#[doc(hidden)]
pub mod duration;
mod from_value;
pub mod function;
#[cfg(feature = "hcl-rs")]
mod hcl_rs;
mod inner;
#[cfg(feature = "json")]
pub mod json;
mod key_map;
mod mark;
#[cfg(feature = "msgpack")]
pub mod msgpack;
mod name_index;
mod name_map;
mod name_set;
pub mod number;
mod object_type;
pub mod ops;
mod path;
mod range;
mod refinement;
#[cfg(feature = "secrecy")]
mod secrets;
#[cfg(feature = "serde")]
mod serde;
mod sort;
mod string;
#[allow(dead_code, unused_imports, unused_macros, reason = "each feature uses some of the items")]
mod string_types;
mod to_value;
mod ty;
mod type_size;
mod value;
pub mod value_spec;
#[doc(hidden)]
pub mod work;

pub use self::byte_size::ByteSize;
pub use self::capsule::{CapsuleType, CapsuleTypeBuilder, CapsuleValue};
pub use self::from_value::{
    FromValue, FromValueError, MaybeUnknown, Nowhere, OneOrMany, ValueOrigin, seconds,
};
pub use self::function::Function;
pub use self::inner::{ElementType, TupleType};
pub use self::mark::{Mark, Marks};
pub use self::number::Number;
pub use self::object_type::{ObjectType, Shape};
#[cfg(feature = "json")]
pub use self::path::WireError;
pub use self::path::{Path, PathError, Step};
pub use self::range::ValueRange;
pub use self::refinement::{Contradiction, Inclusive, Refinement};
#[cfg(feature = "serde")]
pub use self::serde::ValueSeed;
pub use self::string::Str;
pub use self::to_value::ToValue;
pub use self::ty::Type;
pub use self::value::{
    Descend, Entry, Kind, List, Map, NotANumber, Object, RefineError, Refiner, Set, Tuple, Value,
};

/// Items that only the crates of hcldyn use. They may change in any version.
#[doc(hidden)]
pub mod internal {
    pub use crate::collect::{Bisect, CollectVec, PushAll};
    pub use crate::convert::common_type;
    pub use crate::convert::error::{spelling_help, with_article};
    #[cfg(feature = "csv")]
    pub use crate::csv;
    pub use crate::from_value::{SetElements, unsuitable};
    pub use crate::function::CallArgs;
    #[cfg(feature = "json")]
    pub use crate::json::text::Repeated;
    #[cfg(feature = "json")]
    pub use crate::json::write::{MAX_JSON_DEPTH, push_present, write_string};
    #[cfg(feature = "json")]
    pub use crate::json::{read_plain, write_plain};
    pub use crate::key_map::{HashIndex, KeyMap, KeySet};
    pub use crate::name_index::{InlineCache, NameIndex};
    pub use crate::name_map::NameMap;
    pub use crate::name_set::NameSet;
    pub use crate::number::magnitude::Magnitude;
    pub use crate::range::known_of;
    pub use crate::sort::{sort_by, sort_by_cached_key, sort_by_key, sort_positions};
    pub use crate::to_value::{to_entries, to_key, to_object};
    pub use crate::value::spend_on_sorting;
}
