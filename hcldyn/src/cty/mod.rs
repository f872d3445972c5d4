//! Types and values: what a configuration language computes with.
//!
//! This is the value model of `go-cty`, the reference's value library, in Rust. It knows nothing of
//! HCL, texts or diagnostics. A [`Value`] is immutable, cheap to clone and at most 32 bytes; besides
//! being known it can be *null* (absent), *unknown* (not known yet, perhaps *refined* by what is
//! already known about it) and *marked* (sensitive, say), each for every [`Type`].

mod capsule;
mod conform;
pub mod convert;
pub(crate) mod duration;
mod extent;
mod from_value;
pub mod function;
#[cfg(feature = "hcl-rs")]
mod hcl_rs;
mod inner;
#[cfg(feature = "json")]
pub mod json;
mod mark;
#[cfg(feature = "msgpack")]
pub mod msgpack;
mod names;
pub mod number;
pub mod ops;
mod path;
mod range;
mod refinement;
#[cfg(feature = "serde")]
mod serde;
mod string;
mod ty;
mod value;

pub use self::capsule::{CapsuleType, CapsuleTypeBuilder, CapsuleValue};
pub use self::from_value::{FromValue, FromValueError, MaybeUnknown};
pub use self::function::Function;
pub use self::inner::{ElementType, TupleType};
pub use self::mark::{Mark, Marks};
pub(crate) use self::names::{Guess, Names};
pub use self::number::Number;
#[cfg(feature = "json")]
pub use self::path::WireError;
pub use self::path::{Path, PathError, Step};
pub use self::range::ValueRange;
pub(crate) use self::range::known_of;
pub use self::refinement::{Contradiction, Inclusive, Refinement};
#[cfg(feature = "serde")]
pub use self::serde::ValueSeed;
pub use self::string::Str;
pub use self::ty::{ObjectType, Shape, Type};
#[cfg(feature = "functions")]
pub(crate) use self::value::spend_on_sorting;
pub use self::value::{
    Descend, Entry, Kind, List, Map, NotANumber, Object, RefineError, Refiner, Set, Tuple, Value,
};
