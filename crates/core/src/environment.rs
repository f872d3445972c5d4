//! Environment variables that a program lets set an item of a configuration.

use crate::cty::internal::{CollectVec, sort_by};
use std::ffi::OsString;

/// An environment variable, and the item that it sets.
#[derive(Clone)]
pub(crate) struct EnvironmentVariable {
    pub(crate) name: String,
    /// The name of the item, or its path.
    pub(crate) target: String,
    pub(crate) value: OsString,
}

impl EnvironmentVariable {
    /// Returns the name of the source that the value is in messages.
    pub(crate) fn source_name(&self) -> String {
        format!("<environment variable {}>", self.name)
    }
}

/// Returns the variables that have a target. They are sorted by name, because an environment has no order.
pub(crate) fn select<N, V>(
    environment: impl IntoIterator<Item = (N, V)>,
    target: impl Fn(&str) -> Option<&str>,
) -> Vec<EnvironmentVariable>
where
    N: Into<OsString>,
    V: Into<OsString>,
{
    let selected = environment.into_iter().filter_map(|(name, value)| {
        let name = name.into().into_string().ok()?;
        let target = target(&name)?.to_owned();
        Some(EnvironmentVariable { name, target, value: value.into() })
    });
    let mut selected = selected.collect_vec();
    sort_by(&mut selected, |a, b| a.name.cmp(&b.name));
    selected
}
