//! The values of a configuration: its names, evaluated, and the scopes in which the expressions at a place are.
//!
//! Nothing is evaluated before an answer needs it. The names are then kept until a source of the configuration changes.

mod at;
mod evaluated;
mod guard;
mod hover;
mod human;
mod kept;
mod origin;
mod part;
mod scope;
pub(super) mod shown;
mod waiting;

use std::sync::Arc;

use super::Snapshot;
use super::check::CheckedSources;
use super::workspace::File;

pub(super) use self::at::{ValueAt, is_plain};
pub(super) use self::evaluated::{
    Evaluate, Evaluated, of_program, of_spec, of_type, took_too_long, without_spec,
};
pub(super) use self::guard::unless_panics;
pub(super) use self::hover::{PANICKED, TOO_LONG, code, described};
pub(super) use self::kept::KeptValues;
pub(super) use self::part::{Outcome, value_of};
pub(super) use self::scope::{Scopes, Site, block_of, is_evaluated, is_repeating};

impl Snapshot {
    /// Returns the names of the configuration of a file with their values. They may be incomplete if the evaluation takes
    /// too long, or is cancelled.
    pub(super) fn evaluated(&self, file: &File) -> Arc<Evaluated> {
        let files = self.files_of_values(file);
        if let Some(kept) = self.values.get(&files) {
            return kept;
        }
        let configuration = self.visible_files(file);
        let sources = CheckedSources { configuration, ..self.checked_sources(file) };
        let evaluate = || file.language.evaluate(&sources, &self.cancellation);
        let panicked = || Evaluated::panicked(file.language.context.clone());
        let evaluated = Arc::new(unless_panics(evaluate).unwrap_or_else(panicked));
        if !self.cancellation.is_cancelled() {
            self.values.keep(files, evaluated.clone());
        }
        evaluated
    }
}
