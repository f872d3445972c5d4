//! Structs in pointers.

use std::rc::Rc;
use std::sync::Arc;

use super::{BlockVariant, Fields, HclBlocks, HclDecode};
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Spec};

macro_rules! decode_for_pointers {
    ($($pointer:ident),*) => {$(
        impl<T: HclDecode> HclDecode for $pointer<T> {
            const TAKES_INSTANCES: bool = T::TAKES_INSTANCES;

            fn spec() -> Spec {
                T::spec()
            }

            fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
                T::from_decoded(decoded, diags).map(Self::new)
            }

            fn from_fields(fields: Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
                T::from_fields(fields, diags).map(Self::new)
            }
        }

        impl<T: HclBlocks> HclBlocks for $pointer<T> {
            fn block_types() -> Vec<BlockVariant> {
                T::block_types()
            }
        }
    )*};
}

decode_for_pointers!(Box, Rc, Arc);
