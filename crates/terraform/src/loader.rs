//! Loads a folder and the modules that it uses.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcldyn::cty::{Str, Type, convert};
use hcldyn::load::tidy_path;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext};

use crate::folder::{Declared, ModuleFolder};
use crate::manifest::Manifest;
use crate::progress::{Observer, Progress};
use crate::tree::{Module, Target, Tree};
use crate::{diags, language, parallel, paths};

/// The maximum number of modules inside each other.
const MAX_DEPTH: usize = 64;

/// The maximum number of modules in a tree. Modules that use others twice could need any number.
const MAX_MODULES: usize = 10_000;

/// Loads a module and those that it uses, from their folders or from sources in an editor.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn_terraform::Loader;
///
/// # let folder = std::env::temp_dir().join(format!("hcldyn-tree-{}", std::process::id()));
/// # std::fs::create_dir_all(folder.join("network")).unwrap();
/// std::fs::write(folder.join("main.tf"), "module \"net\" {\n  source = \"./network\"\n}\n").unwrap();
/// std::fs::write(folder.join("network/main.tf"), "output \"id\" {\n  value = 7\n}\n").unwrap();
/// let mut diags = Diagnostics::new();
/// let tree = Loader::new().load(&folder, &mut diags);
/// assert_eq!(tree.modules()[1].path, "network");
/// assert!(diags.is_empty());
/// # std::fs::remove_dir_all(&folder).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Loader {
    observer: Observer,
    edited: Vec<Source>,
    root: Option<Vec<Source>>,
}

impl Loader {
    /// Creates a loader that reads all files from their folders.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the function that sees each folder that was read.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn_terraform::{Loader, Observer, Progress};
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-observed-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # std::fs::write(folder.join("main.tf"), "").unwrap();
    /// let observer = Observer::new(|progress| assert_eq!(progress, Progress::Folder));
    /// Loader::new().observer(observer).load(&folder, &mut Diagnostics::new());
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// ```
    #[must_use]
    pub fn observer(self, observer: Observer) -> Self {
        Self { observer, ..self }
    }

    /// Sets sources that replace the files with their names, such as those with unsaved changes in an editor.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn::syntax::Source;
    /// use hcldyn_terraform::Loader;
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-edited-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// let path = folder.join("main.tf");
    /// std::fs::write(&path, "output \"old\" {\n  value = 1\n}\n").unwrap();
    /// let source = Source::new(path.display().to_string(), "output \"new\" {\n  value = 2\n}\n");
    /// let tree = Loader::new().edited([source]).load(&folder, &mut Diagnostics::new());
    /// assert_eq!(tree.root().folder.outputs[0].name, "new");
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// ```
    #[must_use]
    pub fn edited(self, sources: impl IntoIterator<Item = Source>) -> Self {
        Self { edited: sources.into_iter().collect(), ..self }
    }

    /// Sets the sources that the root module has in place of its files. None of its files is read.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use hcldyn::Diagnostics;
    /// use hcldyn::syntax::Source;
    /// use hcldyn_terraform::Loader;
    ///
    /// let source = Source::new("main.tf", "output \"port\" {\n  value = 80\n}\n");
    /// let tree = Loader::new().root([source]).load(Path::new("."), &mut Diagnostics::new());
    /// assert_eq!(tree.root().folder.outputs[0].name, "port");
    /// ```
    #[must_use]
    pub fn root(self, sources: impl IntoIterator<Item = Source>) -> Self {
        Self { root: Some(sources.into_iter().collect()), ..self }
    }

    /// Loads the module in a folder, and those that it uses by paths such as `./network`. Other modules are loaded from where
    /// `terraform init` put them. Errors are reported, and their blocks are left out.
    pub fn load(&self, folder: &Path, diags: &mut Diagnostics) -> Tree {
        let mut loading = Loading::new(folder, &self.edited, &self.observer, diags);
        if let Some(sources) = &self.root {
            let root = ModuleFolder::of_sources(sources, loading.diags);
            loading.read.insert(PathBuf::new(), Arc::new(root));
        }
        loading.tree()
    }
}

/// A tree that is being loaded. Each folder is read once.
struct Loading<'a> {
    root: &'a Path,
    edited: &'a [Source],
    manifest: Manifest,
    read: HashMap<PathBuf, Arc<ModuleFolder>>,
    /// Folders that were read before it is certain that a module uses them, each with its diagnostics.
    ahead: HashMap<PathBuf, (ModuleFolder, Diagnostics)>,
    observer: &'a Observer,
    diags: &'a mut Diagnostics,
}

/// The target of a `module` block before it is looked up.
enum Located {
    /// A folder relative to that of the root module, whose path the block itself has.
    Local(PathBuf, String),
    /// A folder relative to that of the root module, in which `terraform init` has put the module.
    Installed(PathBuf, String),
    /// An address elsewhere.
    Elsewhere(String),
    /// A source that is not a literal string.
    Open,
}

impl<'a> Loading<'a> {
    fn new(
        root: &'a Path,
        edited: &'a [Source],
        observer: &'a Observer,
        diags: &'a mut Diagnostics,
    ) -> Self {
        let (read, ahead) = (HashMap::new(), HashMap::new());
        Self { root, edited, manifest: Manifest::of(root), read, ahead, observer, diags }
    }

    /// Loads the root module and those that it uses, level by level.
    fn tree(mut self) -> Tree {
        let folder = self.folder(Path::new(""));
        let (calls, targets, path) = (Vec::new(), Vec::new(), ".".to_owned());
        let mut modules = vec![Module { calls, path, folder, targets, parent: None }];
        let mut level = 0..1;
        while !level.is_empty() {
            self.read_ahead(&modules[level.clone()]);
            level.clone().for_each(|index| self.load_targets(&mut modules, index));
            level = level.end..modules.len();
        }
        Tree { modules }
    }

    /// Returns the declarations of a folder relative to that of the root module.
    fn folder(&mut self, path: &Path) -> Arc<ModuleFolder> {
        if let Some(folder) = self.read.get(path) {
            return Arc::clone(folder);
        }
        let ahead = self.ahead.remove(path);
        let (folder, diags) =
            ahead.unwrap_or_else(|| read(self.root, path, self.edited, self.observer));
        self.diags.append(diags);
        let folder = Arc::new(folder);
        self.read.insert(path.to_owned(), Arc::clone(&folder));
        folder
    }

    /// Reads the folders that modules use, on all cores. The diagnostics of each are reported when a module uses it.
    fn read_ahead(&mut self, modules: &[Module]) {
        let calls =
            modules.iter().flat_map(|it| it.folder.calls.iter().map(move |call| (it, call)));
        let found = calls.filter_map(|(around, call)| match self.locate(around, call) {
            Located::Local(path, _) | Located::Installed(path, _) => Some(path),
            Located::Elsewhere(_) | Located::Open => None,
        });
        let is_new = |path: &PathBuf| !self.read.contains_key(path);
        let paths: BTreeSet<_> = found.filter(is_new).take(MAX_MODULES).collect();
        let paths: Vec<_> = paths.into_iter().collect();
        let read = parallel::map(&paths, |path| read(self.root, path, self.edited, self.observer));
        self.ahead = paths.into_iter().zip(read).collect();
    }

    /// Returns the target of a block in a module.
    fn locate(&self, around: &Module, call: &Declared<language::ModuleCall>) -> Located {
        let Some(source) = source(call) else { return Located::Open };
        if let Some(path) = paths::local_source(&source) {
            return Located::Local(tidy_path(&Path::new(&around.path).join(path)), source);
        }
        let calls: Vec<_> = around.calls.iter().chain([&call.name]).map(Str::as_str).collect();
        match self.manifest.folder(&calls.join(".")) {
            Some(path) => Located::Installed(tidy_path(path), source),
            None => Located::Elsewhere(source),
        }
    }

    /// Adds the modules that a module uses.
    fn load_targets(&mut self, modules: &mut Vec<Module>, index: usize) {
        let folder = Arc::clone(&modules[index].folder);
        for (call, declared) in folder.calls.iter().enumerate() {
            let target = self.target(modules, index, call, declared);
            modules[index].targets.push(target);
        }
    }

    fn target(
        &mut self,
        modules: &mut Vec<Module>,
        around: usize,
        index: usize,
        call: &Declared<language::ModuleCall>,
    ) -> Target {
        let place = call.content.source.place();
        let (path, source) = match self.locate(&modules[around], call) {
            Located::Local(path, source) if !self.root.join(&path).is_dir() => {
                self.diags.push(diags::no_module_folder(place, &source));
                return Target::Invalid;
            }
            Located::Local(path, source) | Located::Installed(path, source) => (path, source),
            Located::Elsewhere(source) => return Target::Elsewhere(source),
            Located::Open => {
                self.diags.push(diags::open_source(place));
                return Target::Invalid;
            }
        };
        let mut outer = Some(around);
        while let Some(module) = outer {
            if tidy_path(Path::new(&modules[module].path)) == path {
                self.diags.push(diags::module_in_itself(place, &source));
                return Target::Invalid;
            }
            outer = modules[module].parent.map(|(parent, _)| parent);
        }
        let calls: Vec<_> = modules[around].calls.iter().chain([&call.name]).cloned().collect();
        if calls.len() > MAX_DEPTH || modules.len() >= MAX_MODULES {
            self.diags.push(diags::too_many_modules(place, MAX_DEPTH, MAX_MODULES));
            return Target::Invalid;
        }
        let folder = self.folder(&path);
        let (targets, parent) = (Vec::new(), Some((around, index)));
        let path = paths::shown(&path);
        let path = if path.is_empty() { ".".to_owned() } else { path };
        modules.push(Module { calls, path, folder, targets, parent });
        Target::Module(modules.len() - 1)
    }
}

/// Reads a folder relative to that of the root module.
fn read(
    root: &Path,
    path: &Path,
    edited: &[Source],
    observer: &Observer,
) -> (ModuleFolder, Diagnostics) {
    let mut diags = Diagnostics::new();
    let real = tidy_path(&root.join(path));
    let real = if real.as_os_str().is_empty() { Path::new(".") } else { &real };
    let folder = ModuleFolder::read_edited(real, edited, &mut diags);
    observer.see(Progress::Folder);
    (folder, diags)
}

/// Returns the source of a module, if it is a literal string.
fn source(call: &Declared<language::ModuleCall>) -> Option<String> {
    let mut attempt = Diagnostics::new();
    let value = call.content.source.value(&EvalContext::new(), &mut attempt);
    let text = convert::convert(value, &Type::String).ok().filter(|_| attempt.is_empty())?;
    text.as_str().map(str::to_owned)
}
