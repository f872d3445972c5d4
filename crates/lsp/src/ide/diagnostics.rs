//! Diagnostics: those of the program, with the warnings of the linter.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::Diagnostic;
use hcldyn_core::syntax::Place;

use super::Snapshot;
use super::check::CheckedSources;
use super::workspace::File;

/// The diagnostics of a file.
#[derive(Debug, Default)]
pub struct FileReport {
    file: String,
    diags: Diagnostics,
    /// The names of the files that have reports of their own.
    others: HashSet<String>,
    /// The locations of the includes of included files, by the names of these.
    includes: HashMap<String, Place>,
}

impl Snapshot {
    /// Returns the diagnostics of a file. Open sources replace the files of their names.
    ///
    /// If the files of its folder are one configuration, those of the whole configuration are computed, and those in other
    /// files are left out.
    pub fn report(&self, file: &str) -> FileReport {
        self.file(file).map(|file| self.report_of(file)).unwrap_or_default()
    }

    /// Returns the diagnostics of a file in source order, also those in files that it includes.
    pub fn diagnostics(&self, file: &str) -> Diagnostics {
        self.report(file).diagnostics()
    }

    fn report_of(&self, file: &File) -> FileReport {
        let sources = self.checked_sources(file);
        let files = sources.configuration.iter().chain(&sources.neighbors);
        let others = files.filter(|it| !std::ptr::eq(&***it, file));
        let others = others.map(|it| it.source.name().to_owned()).collect();
        let checked = file.language.check(&sources, &self.cancellation);
        let (diags, includes) = (checked.diags, checked.includes);
        FileReport { file: file.source.name().to_owned(), diags, others, includes }
    }

    /// Returns the sources that a file depends on.
    pub(super) fn checked_sources(&self, file: &File) -> CheckedSources {
        let configuration: Vec<_> = self.configuration(file).cloned().collect();
        let is_alone = !file.language.is_of_folders();
        let is_other = |it: &&Arc<File>| {
            is_alone && it.ending() == file.ending() && !std::ptr::eq(&***it, file)
        };
        let neighbors = self.neighbors(file).filter(is_other).cloned().collect();
        let open = self.files().filter(|it| it.is_open).map(|it| it.source.clone()).collect();
        CheckedSources { configuration, neighbors, open, values: self.given_values(file) }
    }
}

impl FileReport {
    /// Returns the diagnostics in source order, also those in files that the file includes.
    pub fn diagnostics(&self) -> Diagnostics {
        let mut diags = Diagnostics::new();
        for (diagnostic, _) in self.iter() {
            diags.push(diagnostic.clone());
        }
        diags
    }

    /// Returns the diagnostics, each with the location at which the file shows it: its own, or that of the include that leads
    /// to its file. Without one, it is about the whole file.
    pub fn iter(&self) -> impl Iterator<Item = (&Diagnostic, Option<&Place>)> {
        self.diags.iter().filter_map(|diagnostic| {
            let Some(place) = diagnostic.place() else { return Some((diagnostic, None)) };
            let is_other = self.others.contains(place.source().name());
            let shown = self.shown(place).or_else(|| {
                // Such as the call of a module with an error in its files.
                let mut related = diagnostic.related.iter().filter(|_| !is_other);
                related.find_map(|related| self.shown(&related.place))
            });
            (shown.is_some() || !is_other).then_some((diagnostic, shown))
        })
    }

    /// Returns a location in the file, or that of the include that leads to it.
    fn shown<'r>(&'r self, mut place: &'r Place) -> Option<&'r Place> {
        // Each step leads to a file that includes the previous one.
        for _ in 0..=self.includes.len() {
            let name = place.source().name();
            if name == self.file {
                return Some(place);
            }
            place = self.includes.get(name)?;
        }
        None
    }
}
