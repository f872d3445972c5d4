//! The languages of files.

use std::sync::Arc;

use hcldyn_core::{Decoder, HclDecode};

use super::specs::SpecFiles;
use crate::ide::Language;
use crate::proto::FolderSettings;

/// The languages of the files of a server.
#[derive(Debug)]
pub struct Languages(Kind);

#[derive(Debug)]
enum Kind {
    One(Arc<Language>),
    Files(Box<SpecFiles>),
}

impl Languages {
    /// Creates the language of all files from a type, with the settings of the decoder of its program. Files of the
    /// decoder are left out.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    /// use hcldyn_lsp::{Connection, Languages, run};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// // Serves a client in the same process. `serve` does it on standard input and output.
    /// let (server, client) = Connection::memory();
    /// drop(client);
    /// assert!(run(&server, Languages::of_type::<Config>(Decoder::new())).is_err());
    /// ```
    pub fn of_type<T: HclDecode>(decoder: Decoder) -> Self {
        Self::from(Language::of_type::<T>(decoder))
    }

    /// Returns the language of a source, and a message for the user if its spec can't be read.
    pub(super) fn of(&self, name: &str, text: &str) -> (Arc<Language>, Option<String>) {
        match &self.0 {
            Kind::One(language) => (language.clone(), None),
            Kind::Files(files) => files.language(name, text),
        }
    }

    /// Sets the settings of the editor.
    ///
    /// # Errors
    ///
    /// Returns a message for the user if they are invalid. The earlier settings stay.
    pub(super) fn configure(&self, settings: &[FolderSettings]) -> Result<(), String> {
        match &self.0 {
            Kind::One(_) => Ok(()),
            Kind::Files(files) => files.configure(settings),
        }
    }

    /// Discards the cached specs.
    pub(super) fn forget(&self) {
        if let Kind::Files(files) = &self.0 {
            files.forget();
        }
    }
}

impl From<Language> for Languages {
    fn from(language: Language) -> Self {
        Self(Kind::One(language.into()))
    }
}

impl From<SpecFiles> for Languages {
    fn from(files: SpecFiles) -> Self {
        Self(Kind::Files(files.into()))
    }
}
