//! The names by which sources other than files set attributes, for the errors about missing ones.

use std::fmt;
use std::sync::Arc;

use super::decoder::Decoder;
use super::diags;
use super::layers::LayeredBody;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostic, Diagnostics};
use crate::spec::{PossibleAttribute, SettingSource};

/// The names of environment variables and flags.
#[derive(Clone)]
pub(super) struct SourceNames(Arc<NamesOf>);

/// Returns the names by which a source sets the attribute with a path.
type NamesOf = dyn Fn(&[Str], SettingSource) -> Vec<String> + Send + Sync;

impl fmt::Debug for SourceNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SourceNames")
    }
}

impl Decoder {
    /// Sets the function that names the environment variables and flags for an attribute. Its path has the types and labels of
    /// the blocks around the attribute, and its name at the end. Errors about missing attributes show these names.
    ///
    /// Only sources that may set the attribute are asked for. `hcldyn::cli::FlagSet` has the names of flags.
    ///
    /// ```
    /// use hcldyn::spec::SettingSource;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let decoder = Decoder::new().source_names(|path, source| match source {
    ///     SettingSource::Environment => vec![format!("APP_{}", path.join("__").to_uppercase())],
    ///     _ => Vec::new(),
    /// });
    /// let mistake = decoder.decode_str::<Config>("").err().unwrap();
    /// assert!(mistake.to_string().ends_with("Set \"port\" in a file or by APP_PORT."));
    /// ```
    #[must_use]
    pub fn source_names(
        mut self,
        names: impl Fn(&[Str], SettingSource) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        self.source_names = Some(SourceNames(Arc::new(names)));
        self
    }

    /// Adds the ways to set missing attributes to the errors about them.
    pub(super) fn with_source_names(
        &self,
        layers: &LayeredBody,
        diags: Diagnostics,
    ) -> Diagnostics {
        let Some(names) = &self.source_names else { return diags };
        let missing = diags.iter().filter(|it| it.missing.is_some()).cloned().collect_vec();
        if missing.is_empty() {
            return diags;
        }
        let mut advice = Vec::new();
        layers.visit_attributes(&mut |attribute: PossibleAttribute<'_>| {
            let Some((name, _)) = attribute.path.split_last() else { return };
            let is_this = |it: &Diagnostic| {
                it.place() == Some(attribute.missing_item) && it.missing.as_ref() == Some(name)
            };
            if let Some(found) = missing.iter().find(|it| is_this(it)) {
                advice.push((found.clone(), names.ways(&attribute)));
            }
        });
        diags.map(|diagnostic| match advice.iter().find(|(missing, _)| *missing == diagnostic) {
            Some((_, ways)) => diags::with_ways(diagnostic, ways),
            None => diagnostic,
        })
    }
}

/// The ways to set an attribute.
pub(super) struct Ways {
    pub(super) name: Str,
    pub(super) is_in_files: bool,
    /// The environment variables and flags.
    pub(super) names: Vec<String>,
}

impl SourceNames {
    fn ways(&self, attribute: &PossibleAttribute<'_>) -> Ways {
        let allows = |source| attribute.setting.is_none_or(|setting| setting.allows(source));
        let sources = [SettingSource::Environment, SettingSource::Flag];
        let names = sources.into_iter().filter(|source| allows(*source));
        Ways {
            name: attribute.path.last().cloned().unwrap_or_default(),
            is_in_files: allows(SettingSource::File),
            names: names.flat_map(|source| (self.0)(attribute.path, source)).collect_vec(),
        }
    }
}
