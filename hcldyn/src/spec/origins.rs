//! The origins of the parts of a value.

use std::ops::Deref;
use std::sync::Arc;

use super::Origin;
use crate::cty::Value;

/// The origins of the parts of a value. Dereferences to a slice of them, and is collected from an iterator. Cloning
/// copies a pointer.
///
/// Origins are at most as deep as values, [`Value::MAX_DEPTH`] levels, so a walk over them may recurse. A value that is
/// deeper has the origin of the whole, without parts.
#[derive(Clone, Debug, Default)]
pub struct Origins(Option<Arc<Parts>>);

#[derive(Debug)]
struct Parts {
    all: Vec<Origin>,
    /// The levels of origins with parts, this one included.
    depth: usize,
}

impl Origins {
    /// The origins, by move where nothing else holds them.
    pub(crate) fn into_vec(self) -> Vec<Origin> {
        match self.0.map(Arc::try_unwrap) {
            Some(Ok(parts)) => parts.all,
            Some(Err(shared)) => shared.all.clone(),
            None => Vec::new(),
        }
    }

    fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |parts| parts.depth)
    }
}

impl FromIterator<Origin> for Origins {
    fn from_iter<I: IntoIterator<Item = Origin>>(parts: I) -> Self {
        let mut all: Vec<_> = parts.into_iter().collect();
        let mut depth = 0;
        for origin in &mut all {
            if origin.parts.depth() >= Value::MAX_DEPTH {
                origin.parts = Self::default();
            }
            depth = depth.max(origin.parts.depth());
        }
        Self((!all.is_empty()).then(|| Arc::new(Parts { all, depth: depth + 1 })))
    }
}

impl Deref for Origins {
    type Target = [Origin];

    fn deref(&self) -> &[Origin] {
        self.0.as_ref().map_or(&[], |parts| &parts.all)
    }
}
