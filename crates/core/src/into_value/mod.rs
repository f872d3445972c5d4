//! Values of the types that derive `HclValue`: the parts of objects and the kinds of their fields.

mod displayed;
mod level;
mod object;
pub(crate) mod serialized;
mod with;

pub use self::displayed::DisplayedField;
pub use self::level::Level;
pub(crate) use self::level::too_deep;
pub use self::object::{WrittenObject, with_tag};
pub use self::serialized::SerializedField;
pub use self::with::EncodeWith;
