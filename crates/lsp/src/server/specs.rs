//! The spec file of each source: a comment in its first line, the settings of the editor or a folder, or the default.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hcldyn_core::spec::language;
use hcldyn_core::syntax::{parse_body_by_name, read_file_within};
use hcldyn_core::{Decoder, Diagnostics, EvalContext, HclDecode};

use super::patterns::{NamedSpec, Pattern, SpecPatterns};
use super::walk::MAX_FILE;
use crate::ide::Language;
use crate::proto;

/// The name of the files with the settings of a folder.
const SETTINGS: &str = ".hcldyn.hcl";

/// The spec files of sources. The first of these determines the spec of a source:
///
/// - its first line, if that is a comment such as `# hcldyn: spec = "app.hcldec"`, with a path relative to the source;
/// - the setting `hcldyn.specs` of the editor, such as `{"conf/*.hcl": "app.hcldec"}`, relative to the folder that the editor
///   has opened; the longest pattern that matches counts;
/// - the file `.hcldyn.hcl` in the nearest folder around it that names the source;
/// - the languages of the program, if it has one for the source;
/// - the default.
///
/// In settings, a pattern that ends in `/` matches folders: the files of each are one configuration, so that names which one
/// of them defines are known in all.
///
/// A spec file is data: nothing in a folder starts a program, or adds functions that read files.
///
/// ```
/// use hcldyn::{EvalContext, functions};
/// use hcldyn_lsp::{Languages, SpecFiles};
///
/// let library = EvalContext::new().with_functions(functions::all());
/// let languages: Languages = SpecFiles::new(library).default_spec("app.hcldec").into();
/// ```
pub struct SpecFiles {
    library: EvalContext,
    of_program: Option<Box<OfProgram>>,
    variables: EvalContext,
    default: Option<PathBuf>,
    without_spec: Arc<Language>,
    settings: Arc<Language>,
    state: Mutex<State>,
}

/// A function of the program that returns the language of a source, by its path and its text.
type OfProgram = dyn Fn(&Path, &str) -> Option<Arc<Language>> + Send + Sync;

/// The files that were read, and the settings of the editor.
#[derive(Debug, Default)]
struct State {
    editor: Vec<SpecPatterns>,
    /// The settings of folders; `None` for a folder without valid ones.
    folders: HashMap<PathBuf, Option<SpecPatterns>>,
    languages: HashMap<NamedSpec, ReadSpec>,
}

/// The language of a spec file, with a message if it can't be read.
type ReadSpec = (Arc<Language>, Option<String>);

/// The settings of a folder.
#[derive(HclDecode)]
#[hcl(crate = "hcldyn_core")]
struct FolderSettings {
    /// A spec file, by its path relative to this folder.
    #[hcl(block)]
    spec: Vec<SpecSettings>,
}

#[derive(HclDecode)]
#[hcl(crate = "hcldyn_core")]
struct SpecSettings {
    #[hcl(label)]
    path: String,
    /// The configurations that it describes, as patterns relative to this folder: `*` matches within a name, `**` any
    /// folders. A pattern that ends in `/` matches folders: the files of each are one configuration, as those of this folder
    /// are with `./`.
    #[hcl(from_str)]
    files: Vec<Pattern>,
}

/// The comment with the spec of a source.
#[derive(HclDecode)]
#[hcl(crate = "hcldyn_core")]
struct SpecComment {
    spec: String,
}

impl SpecFiles {
    /// Creates spec files that may use the functions of a library.
    pub fn new(library: EvalContext) -> Self {
        Self {
            without_spec: Language::without_spec_in(library.clone()).into(),
            library,
            of_program: None,
            variables: EvalContext::new(),
            default: None,
            settings: Language::of_type::<FolderSettings>(Decoder::new()).into(),
            state: Mutex::default(),
        }
    }

    /// Sets the spec file of sources for which no other one is named.
    #[must_use]
    pub fn default_spec(self, path: impl Into<PathBuf>) -> Self {
        Self { default: Some(path.into()), ..self }
    }

    /// Sets a function that returns the language of a source for which no spec file is named, by its path and its text. It is
    /// called whenever a source is opened or saved.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcldyn::EvalContext;
    /// use hcldyn_lsp::SpecFiles;
    /// use hcldyn_lsp::ide::Language;
    ///
    /// let jobs = Arc::new(Language::without_spec().of_folders());
    /// let files = SpecFiles::new(EvalContext::new())
    ///     .languages(move |path, _| path.starts_with("/jobs").then(|| jobs.clone()));
    /// ```
    #[must_use]
    pub fn languages(
        self,
        of: impl Fn(&Path, &str) -> Option<Arc<Language>> + Send + Sync + 'static,
    ) -> Self {
        Self { of_program: Some(Box::new(of)), ..self }
    }

    /// Sets the variables of all sources.
    ///
    /// ```
    /// use hcldyn::EvalContext;
    /// use hcldyn_lsp::SpecFiles;
    ///
    /// let zone = EvalContext::new().with_variable("zone", "eu");
    /// let files = SpecFiles::new(EvalContext::new()).variables(zone);
    /// ```
    #[must_use]
    pub fn variables(self, variables: EvalContext) -> Self {
        Self { variables, ..self }
    }

    /// Returns the language of a source, and a message for the user if its spec can't be read.
    pub(super) fn language(&self, name: &str, text: &str) -> (Arc<Language>, Option<String>) {
        let path = Path::new(name);
        if path.file_name().is_some_and(|name| name == SETTINGS) {
            return (self.settings.clone(), None);
        }
        let mut state = self.state();
        let of_file = |path: PathBuf| NamedSpec { path, is_of_folder: false };
        let spec = of_comment(path, text).map(of_file).or_else(|| state.spec_of(path));
        let of_program = self.of_program.as_ref().filter(|_| spec.is_none());
        if let Some(language) = of_program.and_then(|of| of(path, text)) {
            return (language, None);
        }
        match spec.or_else(|| self.default.clone().map(of_file)) {
            None => (self.without_spec.clone(), None),
            Some(spec) => {
                state.languages.entry(spec).or_insert_with_key(|spec| self.read(spec)).clone()
            }
        }
    }

    /// Sets the settings of the editor.
    ///
    /// # Errors
    ///
    /// Returns a message for the user if a pattern is invalid. The earlier settings stay.
    pub(super) fn configure(&self, settings: &[proto::FolderSettings]) -> Result<(), String> {
        let editor = settings.iter().map(of_editor).collect::<Result<_, _>>();
        self.state().editor = editor.map_err(|error| proto::invalid_specs(&error.to_string()))?;
        Ok(())
    }

    /// Makes all spec files and settings of folders be read again.
    pub(super) fn forget(&self) {
        let mut state = self.state();
        *state = State { editor: std::mem::take(&mut state.editor), ..State::default() };
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, spec: &NamedSpec) -> ReadSpec {
        let mut diags = Diagnostics::new();
        let file = read_file_within(&spec.path, MAX_FILE, &mut diags).and_then(|source| {
            let body = parse_body_by_name(&source, &mut diags);
            language::read(&body, &self.library, &mut diags)
        });
        match file.filter(|_| !diags.has_errors()) {
            Some(file) => {
                let language = Language::of_spec_file(&file, &self.variables);
                let language = if spec.is_of_folder { language.of_folders() } else { language };
                (language.into(), None)
            }
            None => {
                let first = diags.iter().next().map(ToString::to_string).unwrap_or_default();
                (self.without_spec.clone(), Some(format!("Invalid spec file. {first}")))
            }
        }
    }
}

/// Returns the settings of the editor for a folder.
fn of_editor(settings: &proto::FolderSettings) -> Result<SpecPatterns, globset::Error> {
    let mut specs: Vec<_> = settings.specs.iter().collect();
    // They come without an order.
    specs.sort_by_key(|(pattern, _)| (Reverse(pattern.len()), pattern));
    let specs = specs.into_iter().map(|(pattern, spec)| Ok((pattern.parse()?, &**spec)));
    let specs = specs.collect::<Result<Vec<_>, globset::Error>>()?;
    Ok(SpecPatterns::new(Path::new(&settings.folder), specs))
}

/// Returns the spec file that the first line of a source names.
fn of_comment(source: &Path, text: &str) -> Option<PathBuf> {
    let line = text.trim_start_matches('\u{feff}').lines().next()?;
    let comment = line.strip_prefix('#').or_else(|| line.strip_prefix("//"))?;
    let settings = comment.trim_start().strip_prefix("hcldyn:")?;
    let settings = hcldyn_core::from_str::<SpecComment>(settings.trim(), &EvalContext::new());
    Some(source.parent()?.join(settings.ok()?.spec))
}

impl State {
    /// Returns the spec file that the settings of the editor, or of the nearest folder around a source, name for it.
    fn spec_of(&mut self, source: &Path) -> Option<NamedSpec> {
        let of_editor = self.editor.iter().find_map(|patterns| patterns.spec_of(source));
        if of_editor.is_some() {
            return of_editor;
        }
        source.ancestors().skip(1).find_map(|folder| {
            if !self.folders.contains_key(folder) {
                self.folders.insert(folder.to_owned(), settings_of(folder));
            }
            self.folders.get(folder)?.as_ref()?.spec_of(source)
        })
    }
}

/// Returns the settings of a folder; `None` if there are none, or if they can't be read.
fn settings_of(folder: &Path) -> Option<SpecPatterns> {
    let text = read_file_within(folder.join(SETTINGS), MAX_FILE, &mut Diagnostics::new())?;
    let settings =
        hcldyn_core::from_str::<FolderSettings>(text.text(), &EvalContext::new()).ok()?;
    let specs = settings.spec.iter();
    let specs = specs.flat_map(|spec| spec.files.iter().map(|it| (it.clone(), &*spec.path)));
    Some(SpecPatterns::new(folder, specs))
}

impl fmt::Debug for SpecFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpecFiles").field("default", &self.default).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_a_spec() {
        let spec = |text| of_comment(Path::new("/a/b.hcl"), text);
        assert_eq!(spec("# hcldyn: spec = \"c.hcldec\"\n"), Some("/a/c.hcldec".into()));
        assert_eq!(spec("//hcldyn: spec=\"/c\"\r\n"), Some("/c".into()));
        assert_eq!(spec("# hcldyn: allow(a)\n"), None);
        assert_eq!(spec("\n# hcldyn: spec = \"c\"\n"), None);
    }
}
