//! Old forms of a configuration, which are migrated before it is decoded.

#[cfg(feature = "derive")]
mod file;
mod write;

use std::sync::Arc;

use super::Decoder;
use super::stages::ReadInputs;
use crate::HclDecode;
use crate::body::{Body, TreeBody};
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostic, Diagnostics, NamesSensitive, SensitiveNames, codes};
use crate::edit::migrate::{Migrated, Migrations};
use crate::expr::EvalContext;
use crate::source::Source;
use crate::spec::Spec;
use crate::syntax::native::parse_tree;

/// The old form of a body that was migrated.
#[derive(Clone, Debug)]
pub(super) struct OldForm {
    /// The body as it is written.
    pub(super) body: Body,
    /// The source in the new form.
    pub(super) migrated: Source,
}

impl Decoder {
    /// Lets sources and files have old forms: they are migrated by steps before they are decoded. Each item in an old form
    /// is a warning with the new one as its [fix](crate::diag::Fix), and one that can't be migrated an error. All source
    /// locations are those of the source as it is written. [`migrate`](Self::migrate) writes the new forms.
    ///
    /// Environment variables and overrides under an old name set the renamed or moved item, with a warning that gives the
    /// current name. A variable under the current name overrides them. Their values, and bodies that the program parsed,
    /// are not migrated. See [`edit::migrate`](crate::edit::migrate) for the steps, and [`Migrations::read`] for files of
    /// them.
    ///
    /// ```
    /// use hcldyn::edit::migrate::{MigrationStep, Migrations};
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     server: Server,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Server { port: u16 }
    ///
    /// let migrations = Migrations::new().step(MigrationStep::move_to("server", "port", "server.port"));
    /// let decoder = Decoder::new().migrations(migrations);
    /// let loaded = decoder.decode_str::<Config>("# HTTP\nport = 80\n")?;
    /// assert_eq!(loaded.value.server.port, 80);
    /// let warning = "<text>:2:1: warning: Old form; \"port\" is now \"server.port\".";
    /// assert_eq!(loaded.warnings.to_string(), warning);
    /// assert_eq!(loaded.place_of("server.port").unwrap().to_string(), "<text>:2:8");
    ///
    /// let error = decoder.decode_str::<Config>("port = 80000\n").err().unwrap();
    /// assert!(error.to_string().contains("<text>:1:8: error: Invalid value"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn migrations(mut self, migrations: Migrations) -> Self {
        self.migrations = Some(migrations);
        self
    }

    /// Hides the source text of the sensitive attributes of a struct in all reports of `diags`, also under the names that
    /// they have in old forms, as [`Spec::hide_sensitive`] does. Decoding does this itself.
    pub fn hide_sensitive<T: HclDecode>(&self, diags: &mut Diagnostics) {
        let spec = T::spec();
        spec.hide_sensitive(diags);
        self.hide_old_names(&spec, diags);
    }

    /// Returns `true` if sources and files may have old forms.
    pub fn has_migrations(&self) -> bool {
        self.migrations.as_ref().is_some_and(|migrations| !migrations.steps().is_empty())
    }

    /// Hides the values of attributes whose names in the new form are those of secrets.
    pub(super) fn hide_old_names(&self, spec: &Spec, diags: &mut Diagnostics) {
        let Some(migrations) = &self.migrations else { return };
        let known = spec.sensitive_names();
        let mut old = SensitiveNames::default();
        for step in migrations.steps() {
            let names = step.secret_names(|name| known.is_of_secret(name));
            for name in &names {
                old.add_sensitive(name);
            }
        }
        diags.hide_names(&old);
    }
}

impl ReadInputs {
    /// Removes the fixes of sources in an old form that are for their new one. They are offered once the source has it.
    pub(super) fn without_fixes_of_migrated(&self, diags: Diagnostics) -> Diagnostics {
        let is_migrated = |source: &Source| {
            let mut bodies = self.bodies.iter().filter(|read| read.old_form.is_some());
            bodies.any(|read| read.source.as_ref() == Some(source))
        };
        if self.bodies.iter().all(|read| read.old_form.is_none()) {
            return diags;
        }
        diags.map(|diagnostic: Diagnostic| {
            let mut edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
            let is_for_new = diagnostic.code != codes::OLD_FORM.name()
                && edits.any(|edit| is_migrated(edit.place.source()));
            if is_for_new { diagnostic.without_fixes() } else { diagnostic }
        })
    }

    /// Returns the sources in an old form, each with its new one.
    pub(super) fn migrated(&self) -> Vec<(Source, Source)> {
        let pairs = self.bodies.iter().filter_map(|read| {
            Some((read.source.clone()?, read.old_form.as_ref()?.migrated.clone()))
        });
        pairs.collect_vec()
    }
}

/// Migrates the body of a source, with the locations of the source as it is written. If an item can't be migrated, the
/// body becomes unread: other errors in it would only follow from this one.
pub(super) fn migrate(
    migrations: &Migrations,
    source: &Source,
    body: &mut Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<OldForm> {
    if diags.has_errors() {
        return None;
    }
    let migrated = migrations.run(source, body, ctx, diags);
    if diags.has_errors() {
        *body = Body::unread(source.clone());
        return None;
    }
    let Migrated { document, origins } = migrated?;
    let migrated = document.source().clone();
    let (mut tree, root) = parse_tree(&migrated, &mut Diagnostics::new());
    tree.move_to(source.clone(), &|span| origins.span(span));
    let written = std::mem::replace(body, TreeBody::body(&Arc::new(tree), root));
    Some(OldForm { body: written, migrated })
}
