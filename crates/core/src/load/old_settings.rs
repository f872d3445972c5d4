//! Settings under the old names of items, by the migrations of a decoder.

#[cfg(feature = "edit")]
use super::diags;
use super::setting_paths::NamedStep;
use super::settings::SettingSite;
#[cfg(feature = "edit")]
use crate::cty::Str;
#[cfg(feature = "edit")]
use crate::cty::internal::CollectVec;
#[cfg(feature = "edit")]
use crate::edit::migrate::NewPath;
use crate::environment::EnvironmentVariable;
use crate::spec::Address;
#[cfg(feature = "edit")]
use crate::spec::NameMatch;

#[cfg(feature = "edit")]
impl SettingSite<'_> {
    /// Returns the item at an old path, and its present path.
    fn moved(&self, steps: &[NamedStep], names: NameMatch) -> Option<(Address, NewPath)> {
        let old = steps.iter().map(|(name, _)| name.clone()).collect_vec();
        let path = self.migrations?.new_path(&old, names.plain())?;
        Some((self.spec.address(&path.names, names, &self.read).ok()?, path))
    }

    /// Returns the item that an environment variable sets under an old name. Reports the present name of the variable.
    pub(super) fn moved_variable(
        &mut self,
        variable: &EnvironmentVariable,
        steps: &[NamedStep],
    ) -> Option<Address> {
        let (address, NewPath { names, note }) = self.moved(steps, NameMatch::Environment)?;
        let target = names.iter().map(|name| name.to_uppercase().replace('-', "_")).collect_vec();
        let prefix = variable.name.strip_suffix(&*variable.target).unwrap_or_default();
        let new = format!("{prefix}{}", target.join("__"));
        let place = variable.name_place();
        self.diags.push(diags::old_setting(place, &variable.name, &new, &note));
        Some(address)
    }

    /// Returns the item that an override sets at an old path. Reports the present path.
    pub(super) fn moved_override(&mut self, steps: &[NamedStep]) -> Option<Address> {
        let (address, NewPath { names, note }) = self.moved(steps, NameMatch::Exact)?;
        let place = steps.first()?.1.clone();
        let place = place.source().place(place.span().to(steps.last()?.1.span()));
        let path = |names: &[Str]| names.iter().map(Str::as_str).collect_vec().join(".");
        let old = steps.iter().map(|(name, _)| name.clone()).collect_vec();
        let (old, new) = (format!("{:?}", path(&old)), format!("{:?}", path(&names)));
        self.diags.push(diags::old_setting(place, &old, &new, &note));
        Some(address)
    }
}

/// Without migrations, items have no old names.
#[cfg(not(feature = "edit"))]
impl SettingSite<'_> {
    pub(super) fn moved_variable(
        &mut self,
        _: &EnvironmentVariable,
        _: &[NamedStep],
    ) -> Option<Address> {
        None
    }

    pub(super) fn moved_override(&mut self, _: &[NamedStep]) -> Option<Address> {
        None
    }
}
