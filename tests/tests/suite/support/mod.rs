//! Helpers of several tests. Those that programs of this crate use too are in `src`.

pub(crate) mod random_values;
pub(crate) mod sources;
pub(crate) mod wording;
