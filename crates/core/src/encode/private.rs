//! The items that the code of the derives uses.

pub use super::attr::{attr, attr_of, displayed_labels, key, key_of, labels};
pub use super::block::EncodedBlocks;
pub use super::fields::{EncodedFields, left_out_by, of_variant};
pub use super::free_attrs::{EncodedAttrs, EncodedRest};
pub use super::serialized::SerializedBlock;
pub use super::{Encoded, HclEncode};
pub use crate::spec::EncodeError;
