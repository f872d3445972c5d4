//! The values of configurations that were evaluated before.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Evaluated;
use crate::ide::workspace::File;

/// The maximum number of configurations whose values are kept.
const MAX_KEPT: usize = 32;

/// The values of configurations, by the first of their files.
#[derive(Debug, Default)]
pub(in crate::ide) struct KeptValues(Mutex<HashMap<String, Kept>>);

/// The files that values depend on, and the values.
type Kept = (Vec<Arc<File>>, Arc<Evaluated>);

impl KeptValues {
    /// Returns the values that depend on these files as they are.
    pub(super) fn get(&self, files: &[Arc<File>]) -> Option<Arc<Evaluated>> {
        let kept = self.kept();
        let (of, evaluated) = kept.get(files.first()?.source.name())?;
        let is_same = of.len() == files.len()
            && of.iter().zip(files).all(|(kept, file)| Arc::ptr_eq(kept, file));
        is_same.then(|| evaluated.clone())
    }

    /// Keeps the values that depend on these files, in place of those of earlier versions.
    pub(super) fn keep(&self, files: Vec<Arc<File>>, evaluated: Arc<Evaluated>) {
        let Some(first) = files.first().map(|file| file.source.name().to_owned()) else { return };
        let mut kept = self.kept();
        if kept.len() >= MAX_KEPT && !kept.contains_key(&first) {
            kept.clear();
        }
        kept.insert(first, (files, evaluated));
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
