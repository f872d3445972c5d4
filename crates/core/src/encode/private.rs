//! The items that the code of the derives uses.

pub use super::attr::{attr, attr_of, key, key_of, labels};
pub use super::block::EncodedBlocks;
pub use super::displayed::{DisplayedField, displayed_labels};
pub use super::fields::{EncodedFields, left_out_by, of_variant};
pub use super::free_attrs::{EncodedAttrs, EncodedRest};
pub use super::level::Level;
pub use super::object::{WrittenObject, with_tag};
pub use super::serialized::{SerializedBlock, SerializedField};
pub use super::with::EncodeWith;
pub use super::{EncodeError, Encoded, HclEncode};
pub use crate::cty::{PathError, ToValue};
