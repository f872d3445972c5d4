//! Helpers of several tests. Helpers that the programs of this crate use too are in `src`.

pub(crate) mod folder;
pub(crate) mod random_values;
pub(crate) mod sources;
pub(crate) mod spec_files;
pub(crate) mod wording;
