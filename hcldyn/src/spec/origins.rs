//! The origins of the parts of a value.

use std::ops::Deref;
use std::sync::Arc;

use super::Origin;
use crate::cty::Value;

/// The origins of the parts of a value; it dereferences to a slice of them, and is collected from an iterator. Cloning
/// copies a pointer.
///
/// They are at most as deep as values, [`Value::MAX_DEPTH`] levels, so everything that goes through them may call itself
/// for the parts. What has so many levels already comes from one place as a whole, and has no parts here.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// `None` of none at all: most values have no parts, and an empty `Arc` would be counted by all threads alike.
    all: Option<Arc<[Origin]>>,
    /// How many origins with parts stand inside each other, that of the whole included.
    depth: u16,
}

impl FromIterator<Origin> for Origins {
    fn from_iter<I: IntoIterator<Item = Origin>>(parts: I) -> Self {
        let mut all: Vec<_> = parts.into_iter().collect();
        let mut depth = 0;
        for origin in &mut all {
            if usize::from(origin.parts.depth) >= Value::MAX_DEPTH {
                origin.parts = Self::default();
            }
            depth = depth.max(origin.parts.depth);
        }
        match all.is_empty() {
            true => Self::default(),
            false => Self { all: Some(all.into()), depth: depth + 1 },
        }
    }
}

impl Deref for Origins {
    type Target = [Origin];

    fn deref(&self) -> &[Origin] {
        self.all.as_deref().unwrap_or_default()
    }
}
