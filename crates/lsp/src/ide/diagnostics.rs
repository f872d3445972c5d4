//! Diagnostics: those of the program, with the warnings of the linter.

use hcldyn_core::Diagnostics;

use super::Snapshot;

impl Snapshot {
    /// Returns the diagnostics of a file in source order, also those in files that it includes. Open sources replace the
    /// files of their names.
    pub fn diagnostics(&self, file: &str) -> Diagnostics {
        let Some(file) = self.file(file) else { return Diagnostics::new() };
        file.language.check(&file.source, &self.open_sources(), &self.cancellation)
    }
}
