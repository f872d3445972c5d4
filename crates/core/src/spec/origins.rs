//! The origins of the parts of a value.

use crate::cty::internal::CollectVec;
use std::ops::Deref;
use std::sync::Arc;

use super::Origin;

/// The origins of the parts of a value: it dereferences to a slice and collects from an iterator. Cloning copies a
/// pointer.
#[derive(Clone, Debug, Default)]
pub struct Origins(Option<Arc<Vec<Origin>>>);

impl Origins {
    /// Returns the origins. They are moved if nothing else holds them.
    pub(crate) fn into_vec(self) -> Vec<Origin> {
        self.0.map(Arc::unwrap_or_clone).unwrap_or_default()
    }
}

impl FromIterator<Origin> for Origins {
    fn from_iter<I: IntoIterator<Item = Origin>>(parts: I) -> Self {
        let parts = parts.into_iter().collect_vec();
        Self((!parts.is_empty()).then(|| Arc::new(parts)))
    }
}

impl Deref for Origins {
    type Target = [Origin];

    fn deref(&self) -> &[Origin] {
        self.0.as_ref().map_or(&[], |parts| parts)
    }
}
