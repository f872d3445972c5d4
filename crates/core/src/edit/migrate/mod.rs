//! Migrations: named steps from old to new forms of a configuration.
//!
//! A [`MigrationStep`] is data: it renames, moves, splits, converts or removes the items at a path. Any other change is a
//! function over a [`Document`]. [`Migrations::migrate`] writes a source in the new form, with its comments and layout;
//! [`Decoder::migrations`](crate::Decoder::migrations) decodes sources in an old form, and warns.
//!
//! ```
//! use hcldyn::cty::Type;
//! use hcldyn::edit::migrate::{MigrationStep, Migrations};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext};
//!
//! let migrations = Migrations::new()
//!     .step(MigrationStep::rename("pool-size", r#"upstream["*"].max_conns"#, "pool_size"))
//!     .step(MigrationStep::move_to("listen", "port", "server.listen.port").note("A server has several listeners."))
//!     .step(MigrationStep::convert("seconds", "timeout", Type::Number, r#""${old}s""#))
//!     .step(MigrationStep::remove("user", "user"));
//!
//! let source = Source::new("app.hcl", r#"
//! ## Before it gives up.
//! timeout = 30
//!
//! ## The public port.
//! port = 80 # HTTP
//! user = "www"
//!
//! upstream "api" {
//!   max_conns = var.size
//! }
//! "#);
//! let mut diags = Diagnostics::new();
//! let migrated = migrations.migrate(&source, &EvalContext::new(), &mut diags).unwrap();
//! assert_eq!(migrated.text(), r#"
//! ## Before it gives up.
//! timeout = "30s"
//!
//! upstream "api" {
//!   pool_size = var.size
//! }
//!
//! server {
//!   listen {
//!     ## The public port.
//!     port = 80 # HTTP
//!   }
//! }
//! "#);
//!
//! let warning = "app.hcl:6:1: warning: Old form; \"port\" is now \"server.listen.port\". A server has several listeners.";
//! assert!(diags.iter().any(|it| it.to_string() == warning));
//! assert!(migrations.migrate(&migrated, &EvalContext::new(), &mut Diagnostics::new()).is_none());
//! ```
//!
//! # What is never lost
//!
//! Each change is checked: the parser's events before and after it must be the same outside of the changed items. An item
//! that can't be migrated safely stays, and is an error with its location: one beside its new form, one that a `dynamic`
//! block generates under its old name, and one whose expression depends on the block that it would leave. References to
//! renamed items in other expressions stay as they are. Sources in JSON syntax are not migrated: each item in an old form
//! is an error there. Functions do not see them.

mod batch;
mod diags;
mod find;
mod json;
mod keys;
mod layout;
mod moves;
#[cfg(feature = "load")]
mod names;
mod new_expr;
mod path;
mod run;
mod step;
#[cfg(test)]
mod tests;
mod trace;
mod write;

#[cfg(feature = "load")]
pub(crate) use self::names::NewPath;
pub use self::step::MigrationStep;
pub(crate) use self::trace::Origins;
pub(super) use self::trace::{Marks, Trace};
use super::Document;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::Source;
use crate::syntax::is_json_name;

/// The steps from old forms of a configuration to the present one, in the order in which they are applied.
#[derive(Clone, Debug, Default)]
pub struct Migrations {
    steps: Vec<MigrationStep>,
}

/// A source in the new form.
#[derive(Debug)]
pub(crate) struct Migrated {
    pub(crate) document: Document,
    /// The locations of its parts in the original source.
    pub(crate) origins: Origins,
}

impl Migrations {
    /// Creates an empty list of steps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a step, which is applied after the ones before.
    #[must_use]
    pub fn step(mut self, step: MigrationStep) -> Self {
        self.steps.push(step);
        self
    }

    /// Adds the steps of another list.
    ///
    /// ```
    /// use hcldyn::edit::migrate::{MigrationStep, Migrations};
    ///
    /// let first = Migrations::new().step(MigrationStep::rename("port", "port", "listen"));
    /// let second = Migrations::new().step(MigrationStep::remove("user", "user"));
    /// assert_eq!(first.then(second).steps().len(), 2);
    /// ```
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.steps.extend(other.steps);
        self
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[MigrationStep] {
        &self.steps
    }

    /// Checks that the paths and expressions of all steps are valid.
    ///
    /// # Errors
    ///
    /// Fails with an error for each invalid step.
    ///
    /// ```
    /// use hcldyn::edit::migrate::{MigrationStep, Migrations};
    ///
    /// let migrations = Migrations::new().step(MigrationStep::rename("port", "server[0].port", "listen"));
    /// let error = migrations.check().unwrap_err();
    /// assert!(error.to_string().contains("The step \"port\" is invalid"));
    /// ```
    pub fn check(&self) -> Result<(), Diagnostics> {
        let mut diags = Diagnostics::new();
        self.report_invalid(&mut diags);
        diags.into_result(Some(()))
    }

    /// Returns the source in the new form. Returns `None` if it has no old forms, or if there is an error. Each item in an
    /// old form is a warning, and each one that can't be migrated an error; the parts that can are migrated anyway.
    ///
    /// The functions in the expressions of steps, and the variables of the source, are those of the context.
    pub fn migrate(
        &self,
        source: &Source,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Source> {
        let body = crate::syntax::parse_body_by_name(source, diags);
        if diags.has_errors() {
            return None;
        }
        Some(self.run(source, &body, ctx, diags)?.document.source().clone())
    }

    /// Migrates the body of a source without syntax errors.
    pub(crate) fn run(
        &self,
        source: &Source,
        body: &Body,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Migrated> {
        if !self.report_invalid(diags) {
            return None;
        }
        if is_json_name(source.name()) {
            run::report_in_json(&self.steps, body, ctx, diags);
            return None;
        }
        if source.is_lossy() {
            return None;
        }
        run::migrate(&self.steps, source, body, ctx, diags)
    }

    /// Reports invalid steps, and returns `true` if there are none.
    fn report_invalid(&self, diags: &mut Diagnostics) -> bool {
        let mut is_valid = true;
        for step in &self.steps {
            if let Err(error) = step.action() {
                let reason = error.iter().next().map(|it| it.detail_with_help().into_owned());
                diags.push(diags::invalid_step(step, &reason.unwrap_or_default()));
                is_valid = false;
            }
        }
        is_valid
    }
}
