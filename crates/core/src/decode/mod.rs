//! Decoding of source text into Rust structs.

pub(crate) mod collections;
mod constraints;
pub(crate) mod deferred;
mod diags;
mod docs_options;
mod field;
mod field_options;
mod fields;
pub(crate) mod from;
#[cfg(feature = "specfile")]
mod instances;
mod pointers;
#[doc(hidden)]
pub mod private;
mod resolved_path;
#[cfg(feature = "serde")]
pub mod serde;
pub(crate) mod spanned;
pub(crate) mod traits;
mod validation;
mod value;
mod variant;

use std::sync::{Mutex, PoisonError};

pub(crate) use self::deferred::Deferred;
use self::docs_options::DocsOptions;
use self::field_options::FieldOptions;
use self::fields::Fields;
pub use self::from::BodyDecoder;
#[cfg(feature = "kit")]
pub(crate) use self::from::from_inner_body;
#[cfg(feature = "json")]
pub use self::from::from_json_str;
#[cfg(feature = "specfile")]
pub use self::instances::{Instances, Iter};
pub use self::resolved_path::ResolvedPath;
pub(crate) use self::spanned::Spanned;
pub(crate) use self::traits::HclDecode;
pub use self::traits::{BlockVariant, HclBlocks};
pub use self::validation::Validation;
use crate::cty::{FromValue, FromValueError};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// Checks the spec of a type when it is first decoded, so that the first run of a program finds mistakes that the derive
/// cannot see. Reports them, and returns `None` then.
pub(crate) fn check_spec<T: HclDecode>(spec: &Spec, diags: &mut Diagnostics) -> Option<()> {
    /// The functions that return the specs without mistakes. Types that share a function have equal specs.
    static CHECKED: Mutex<Vec<usize>> = Mutex::new(Vec::new());

    let checked = || CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
    let make: fn() -> Spec = T::spec;
    if checked().contains(&(make as usize)) {
        return Some(());
    }
    match spec.check() {
        Ok(()) => {
            checked().push(make as usize);
            Some(())
        }
        Err(error) => {
            let name = std::any::type_name::<T>();
            error
                .mistakes
                .iter()
                .for_each(|mistake| diags.push(diags::invalid_type(name, mistake)));
            None
        }
    }
}
