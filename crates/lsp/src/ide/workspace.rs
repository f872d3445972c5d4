//! The sources, and snapshots of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use hcldyn_core::body::Body;
use hcldyn_core::syntax::{Source, is_json_name, parse_body_by_name};
use hcldyn_core::{Cancellation, Diagnostics};

use super::language::Language;
use super::names::FileNames;
use super::symbols::{self, Symbol};
use super::tree::Tree;
use super::values::KeptValues;

/// The files by their names.
type Files = Arc<BTreeMap<Arc<str>, Arc<File>>>;

/// The sources of a server, by their names, which are paths.
///
/// ```
/// use hcldyn::syntax::Source;
/// use hcldyn_lsp::ide::{GivenValues, Language, Workspace};
///
/// let language = std::sync::Arc::new(Language::without_spec());
/// let mut workspace = Workspace::new();
/// workspace.set_saved(Source::new("app/a.hcl", "variable \"zone\" {}\n"), language);
/// let values = Source::new("values.hcl", "zone = \"eu\"");
/// workspace.set_given_values(vec![GivenValues { folder: "app".into(), is_deep: false, sources: vec![values] }]);
/// let parse = workspace.parse_task("app/a.hcl").unwrap();
/// std::thread::spawn(parse).join().unwrap();
/// workspace.remove("app/a.hcl");
/// assert!(workspace.snapshot().source("app/a.hcl").is_none());
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    files: Files,
    values: Arc<KeptValues>,
    given: Arc<Vec<GivenValues>>,
}

/// Sources of values for the variables of configurations in a folder.
#[derive(Clone, Debug)]
pub struct GivenValues {
    /// The path of the folder.
    pub folder: String,
    /// `true` for configurations in the folders inside it, too.
    pub is_deep: bool,
    /// The sources: the attributes of each are values.
    pub sources: Vec<Source>,
}

/// The sources at one time.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, Spec};
/// use hcldyn::syntax::Source;
/// use hcldyn_lsp::ide::{Cancellation, HintKinds, Language, Workspace};
///
/// let port: Spec = AttrSpec::new("port", Type::Number).required().doc("Where it listens.").into();
/// let text = "locals {\n  base=8000\n}\nprt = local.base\n";
/// let mut workspace = Workspace::new();
/// workspace.set(Source::new("a.hcl", text), Language::of_spec(port).into());
/// let snapshot = workspace.snapshot().cancelled_by(&Cancellation::new());
/// assert_eq!(snapshot.source("a.hcl").unwrap().text(), text);
///
/// // Errors, and what corrects them.
/// assert!(snapshot.diagnostics("a.hcl").has_errors());
/// assert!(snapshot.report("a.hcl").iter().count() > 0);
/// let fixes = snapshot.fixes("a.hcl", 23..26);
/// assert!(fixes.iter().any(|fix| fix.edits[0].text == "port"));
/// let _ = (snapshot.fix_all("a.hcl"), snapshot.add_missing("a.hcl", 0), snapshot.refactorings("a.hcl", 23..26));
///
/// // Names.
/// assert_eq!(snapshot.definition("a.hcl", 38).unwrap().range, 11..15);
/// assert!(!snapshot.references("a.hcl", 12).is_empty());
/// assert!(!snapshot.highlights("a.hcl", 12).is_empty());
/// assert_eq!(snapshot.renamed_range("a.hcl", 12), Some(11..15));
/// assert!(snapshot.rename("a.hcl", 12, "low").is_ok());
///
/// // What an editor shows while its user types.
/// let items = snapshot.completions("a.hcl", 24);
/// let _ = snapshot.completion_docs("a.hcl", 24, &items[0].label, items[0].kind);
/// let _ = (snapshot.signature("a.hcl", 30), snapshot.hints("a.hcl", 0..40, HintKinds::default()));
/// assert_eq!(snapshot.format("a.hcl").len(), snapshot.format_range("a.hcl", 0..40).len());
///
/// // What it shows about the file as a whole.
/// assert!(!snapshot.symbols("a.hcl").is_empty());
/// assert!(!snapshot.workspace_symbols("prt", 10).is_empty());
/// assert!(!snapshot.semantic_tokens("a.hcl", 0..40).is_empty());
/// let _ = (snapshot.folds("a.hcl"), snapshot.links("a.hcl"), snapshot.selections("a.hcl", 12));
/// assert!(snapshot.expanded("a.hcl").is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot {
    files: Files,
    /// The flag that ends evaluations for an answer that is not needed any more.
    pub(super) cancellation: Cancellation,
    pub(super) values: Arc<KeptValues>,
    given: Arc<Vec<GivenValues>>,
}

/// A source with everything that only depends on its text, computed on first use.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: Source,
    pub(super) language: Arc<Language>,
    tree: OnceLock<Tree>,
    body: OnceLock<(Body, Diagnostics)>,
    names: OnceLock<FileNames>,
    symbols: OnceLock<Vec<Symbol>>,
    /// `true` if the text may differ from that of the file.
    pub(super) is_open: bool,
    /// The length of the path of the folder.
    folder_len: usize,
}

impl Workspace {
    /// Creates a workspace without sources.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source that an editor has opened, or replaces the one with its name.
    pub fn set(&mut self, source: Source, language: Arc<Language>) {
        self.add(File::new(source, language, true));
    }

    /// Adds a source with the text of its file, or replaces the one with its name.
    pub fn set_saved(&mut self, source: Source, language: Arc<Language>) {
        self.add(File::new(source, language, false));
    }

    fn add(&mut self, file: File) {
        let name = file.source.name().into();
        Arc::make_mut(&mut self.files).insert(name, file.into());
    }

    /// Removes a source.
    pub fn remove(&mut self, name: &str) {
        Arc::make_mut(&mut self.files).remove(name);
    }

    /// Returns a task that parses a source in advance of requests about it. It does nothing if the source has been replaced.
    pub fn parse_task(&self, name: &str) -> Option<impl FnOnce() + Send + use<>> {
        let file = Arc::downgrade(self.files.get(name)?);
        Some(move || {
            if let Some(file) = file.upgrade() {
                file.tree();
            }
        })
    }

    /// Returns the present sources.
    pub fn snapshot(&self) -> Snapshot {
        let (files, values) = (self.files.clone(), self.values.clone());
        Snapshot { files, cancellation: Cancellation::new(), values, given: self.given.clone() }
    }

    /// Sets the values for variables, those with precedence last. Variables without a value have their defaults.
    pub fn set_given_values(&mut self, given: Vec<GivenValues>) {
        self.given = given.into();
        // An evaluation that is under way keeps its values for snapshots from before.
        self.values = Arc::default();
    }

    /// Makes all values be evaluated again, after a change that is not one of a source.
    pub fn forget_values(&mut self) {
        self.values = Arc::default();
    }
}

impl Snapshot {
    /// Returns the snapshot with a flag that ends the evaluations for its answers, which are not complete then.
    #[must_use]
    pub fn cancelled_by(self, cancellation: &Cancellation) -> Self {
        Self { cancellation: cancellation.clone(), ..self }
    }

    /// Returns the snapshot in which a file has another text.
    #[must_use]
    pub(super) fn with_text(&self, file: &File, text: String) -> Self {
        let mut edited = self.clone();
        let name = file.source.name().into();
        Arc::make_mut(&mut edited.files).insert(name, file.with_text(text).into());
        edited
    }

    /// Returns a source by its name.
    pub fn source(&self, file: &str) -> Option<&Source> {
        self.file(file).map(|file| &file.source)
    }

    /// Returns the language of a file.
    pub fn language(&self, file: &str) -> Option<&Arc<Language>> {
        self.file(file).map(|file| &file.language)
    }

    /// Returns all sources, in the order of their names.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.files().map(|file| &file.source)
    }

    pub(super) fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name).map(|file| &**file)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &Arc<File>> {
        self.files.values()
    }

    /// Returns the files of the configuration of a file, which is one of them. Files of other languages, and those with other
    /// endings, are other configurations.
    pub(super) fn configuration<'s>(&'s self, of: &'s File) -> impl Iterator<Item = &'s Arc<File>> {
        self.files().filter(|file| of.is_with(file))
    }

    /// Returns the files with the names that the expressions of a file see, those with precedence first: the files of its
    /// configuration. Without a spec, a module of Terraform is one, whose override files replace parts of the others.
    pub(super) fn visible_files(&self, of: &File) -> Vec<Arc<File>> {
        let visible = self.files().filter(|file| of.sees(file)).cloned();
        let (overrides, others): (Vec<_>, Vec<_>) =
            visible.partition(|file| of.is_in_module() && file.is_override());
        overrides.into_iter().rev().chain(others).collect()
    }

    /// Returns the files that the values of the configuration of a file depend on: first its own ones, in order.
    pub(super) fn files_of_values(&self, of: &File) -> Vec<Arc<File>> {
        let has_includes = of.language.include_blocks.is_some();
        let own = self.files.values().filter(|file| of.sees(file));
        let others =
            self.files.values().filter(|file| has_includes && file.is_open && !of.sees(file));
        own.chain(others).cloned().collect()
    }

    /// Returns the origin of a source of values for the variables of a file.
    pub(super) fn origin_of_given(&self, of: &File, source: &str) -> Option<&'static str> {
        let is_meant = |given: &&GivenValues| given.sources.iter().any(|it| it.name() == source);
        let mut all = self.given.iter().rev().filter(|given| given.is_for(of));
        Some(match all.find(is_meant)? {
            GivenValues { is_deep: false, .. } => "in the file with values beside it",
            GivenValues { folder, .. } if folder.is_empty() => "among the chosen values",
            _ => "among the values of the settings",
        })
    }

    /// Returns the sources of the values for the variables of a file, those with precedence last.
    pub(super) fn given_values(&self, of: &File) -> Vec<Source> {
        let given = self.given.iter().filter(|given| given.is_for(of));
        given.flat_map(|given| given.sources.clone()).collect()
    }

    /// Returns the files of the folder of a file, which is one of them.
    pub(super) fn neighbors<'s>(&'s self, of: &'s File) -> impl Iterator<Item = &'s Arc<File>> {
        self.files().filter(|file| file.folder() == of.folder())
    }
}

impl GivenValues {
    /// Returns `true` if the values are for the variables of a file.
    fn is_for(&self, file: &File) -> bool {
        let (folder, own) = (Path::new(file.folder()), Path::new(&self.folder));
        if self.is_deep { folder.starts_with(own) } else { folder == own }
    }
}

impl File {
    fn new(source: Source, language: Arc<Language>, is_open: bool) -> Self {
        let folder = Path::new(source.name()).parent().and_then(Path::to_str);
        let folder_len = folder.map_or(0, str::len);
        Self {
            source,
            language,
            tree: OnceLock::new(),
            body: OnceLock::new(),
            names: OnceLock::new(),
            symbols: OnceLock::new(),
            is_open,
            folder_len,
        }
    }

    /// Returns the file with another text.
    pub(super) fn with_text(&self, text: String) -> Self {
        Self::new(Source::new(self.source.name(), text), self.language.clone(), self.is_open)
    }

    pub(super) fn names(&self) -> &FileNames {
        self.names.get_or_init(|| self.parsed(FileNames::of))
    }

    /// Returns the blocks, and the attributes outside of blocks, without those inside them.
    pub(super) fn symbols(&self) -> &[Symbol] {
        self.symbols.get_or_init(|| self.parsed(symbols::outer))
    }

    /// Returns what a function reads from the parsed file, which only stays if the file is open.
    fn parsed<T>(&self, read: impl Fn(&Self) -> T) -> T {
        if self.is_open {
            return read(self);
        }
        read(&Self::new(self.source.clone(), self.language.clone(), false))
    }

    /// Returns the items in either syntax, and the diagnostics of the syntax, which are only kept if the file is open.
    pub(super) fn parsed_body(&self) -> (Body, Diagnostics) {
        self.parsed(|file| file.body_with_diagnostics().clone())
    }

    /// Returns `true` for a file of the same configuration.
    fn is_with(&self, file: &Self) -> bool {
        std::ptr::eq(file, self)
            || self.language.is_with(&file.language)
                && file.folder() == self.folder()
                && file.ending() == self.ending()
    }

    /// Returns `true` if the expressions of the file see the names of another one.
    fn sees(&self, other: &Self) -> bool {
        self.is_with(other)
            || self.is_in_module() && other.is_in_module() && self.folder() == other.folder()
    }

    /// Returns `true` for a file of a module of Terraform whose spec is not known.
    fn is_in_module(&self) -> bool {
        self.language.outline.is_none() && self.ending() == "tf"
    }

    /// Returns `true` for a file that replaces parts of the others in a module of Terraform.
    fn is_override(&self) -> bool {
        let name = self.source.name().rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = name.strip_suffix(".json").unwrap_or(name).strip_suffix(".tf");
        stem.is_some_and(|stem| stem == "override" || stem.ends_with("_override"))
    }

    /// Returns the path of the folder.
    fn folder(&self) -> &str {
        &self.source.name()[..self.folder_len]
    }

    /// Returns the ending of the name, which both syntaxes share: `hcl` for `a.hcl` and `a.hcl.json`.
    pub(super) fn ending(&self) -> &str {
        let name = self.source.name();
        let name = name.strip_suffix(".json").unwrap_or(name);
        name.rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// Returns the items in either syntax.
    pub(super) fn body(&self) -> &Body {
        &self.body_with_diagnostics().0
    }

    fn body_with_diagnostics(&self) -> &(Body, Diagnostics) {
        self.body.get_or_init(|| {
            let mut diags = Diagnostics::new();
            let body = parse_body_by_name(&self.source, &mut diags);
            (body, diags)
        })
    }

    pub(super) fn text(&self) -> &str {
        self.source.text()
    }

    pub(super) fn is_json(&self) -> bool {
        is_json_name(self.source.name())
    }

    /// Returns the parts and items of a source.
    pub(super) fn tree(&self) -> &Tree {
        let of_json = || Tree::of_json(self.text(), &self.language);
        let of_native = || Tree::of(self.text());
        self.tree.get_or_init(|| if self.is_json() { of_json() } else { of_native() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_open_keeps_no_tree() {
        let language = Arc::new(Language::without_spec());
        let mut workspace = Workspace::new();
        workspace.set(Source::new("/a/open.hcl", "a = local.b\n"), language.clone());
        workspace.set_saved(Source::new("/a/saved.hcl", "locals {\n  b = 1\n}\n"), language);
        let snapshot = workspace.snapshot();
        assert_eq!(snapshot.workspace_symbols("", 9).len(), 2);
        assert_eq!(snapshot.definition("/a/open.hcl", 10).unwrap().file, "/a/saved.hcl");
        let is_kept = |name| {
            let file = snapshot.file(name).unwrap();
            (file.tree.get().is_some(), file.body.get().is_some())
        };
        assert_eq!(is_kept("/a/open.hcl"), (true, true));
        assert_eq!(is_kept("/a/saved.hcl"), (false, false));
    }

    #[test]
    fn the_files_of_a_configuration() {
        let (one, other) = (Language::without_spec().of_folders(), Language::without_spec());
        let (one, other) = (Arc::new(one), Arc::new(other));
        let mut workspace = Workspace::new();
        for (name, language) in [
            ("/a/1.hcl", &one),
            ("/a/2.hcl.json", &one),
            ("/a/3.tf", &one),
            ("/a/4.hcl", &other),
            ("/a/b/1.hcl", &one),
        ] {
            workspace.set(Source::new(name, ""), language.clone());
        }
        let snapshot = workspace.snapshot();
        let names = |of| {
            let files = snapshot.configuration(snapshot.file(of).unwrap());
            files.map(|file| file.source.name()).collect::<Vec<_>>()
        };
        assert_eq!(names("/a/1.hcl"), ["/a/1.hcl", "/a/2.hcl.json"]);
        assert_eq!(names("/a/4.hcl"), ["/a/4.hcl"]);
    }
}
