//! The tree of the modules that a folder uses.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use hcldyn::cty::{Str, Type, convert};
use hcldyn::{Diagnostics, EvalContext};

use crate::diags;
use crate::folder::{Declared, Folder};
use crate::language;
use crate::manifest::Manifest;

/// The maximum number of modules inside each other.
const MAX_DEPTH: usize = 64;

/// The maximum number of modules in a tree. Modules that use others twice could need any number.
const MAX_MODULES: usize = 10_000;

/// A folder and all modules that it uses, directly or through others.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(crate) modules: Vec<Module>,
}

/// A module of a tree. A folder that two blocks use is two modules.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Module {
    /// The names of the `module` blocks that lead to the module; none for the root module.
    pub calls: Vec<Str>,
    /// The folder relative to that of the root module, as `path.module` shows it.
    pub path: String,
    /// The declarations.
    pub folder: Arc<Folder>,
    /// The targets of the `module` blocks, in their order.
    pub targets: Vec<Target>,
    /// The index of the module around this one, and that of the block there.
    pub(crate) parent: Option<(usize, usize)>,
}

/// The target of a `module` block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A module of the tree, by its index.
    Module(usize),
    /// An address elsewhere, such as one in a registry, whose files are not there.
    Elsewhere(String),
    /// An invalid source, which was reported.
    Invalid,
}

impl Tree {
    /// Loads the module in a folder, and those that it uses by paths such as `./network`. Other modules are loaded from where
    /// `terraform init` put them. Errors are reported, and their blocks are left out.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn_terraform::Tree;
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-tree-{}", std::process::id()));
    /// # std::fs::create_dir_all(folder.join("network")).unwrap();
    /// std::fs::write(folder.join("main.tf"), "module \"net\" {\n  source = \"./network\"\n}\n").unwrap();
    /// std::fs::write(folder.join("network/main.tf"), "output \"id\" {\n  value = 7\n}\n").unwrap();
    /// let mut diags = Diagnostics::new();
    /// let tree = Tree::load(&folder, &mut diags);
    /// assert_eq!(tree.modules()[1].path, "network");
    /// assert!(diags.is_empty());
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// ```
    pub fn load(root: &Path, diags: &mut Diagnostics) -> Self {
        let mut loader = Loader { root, manifest: Manifest::of(root), read: HashMap::new(), diags };
        let folder = loader.folder(Path::new(""));
        let (calls, targets, path) = (Vec::new(), Vec::new(), ".".to_owned());
        let mut modules = vec![Module { calls, path, folder, targets, parent: None }];
        let mut next = 0;
        while next < modules.len() {
            loader.load_targets(&mut modules, next);
            next += 1;
        }
        Self { modules }
    }

    /// Returns all modules. The root module is the first one, and each comes after the one that uses it.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// Returns the root module.
    pub fn root(&self) -> &Module {
        &self.modules[0]
    }
}

impl Module {
    /// Returns the address without the keys of instances: `module.network.module.zone`, or nothing for the root module.
    pub fn address(&self) -> String {
        let calls = self.calls.iter().map(|name| format!("module.{name}"));
        calls.collect::<Vec<_>>().join(".")
    }
}

/// Loads the modules of a tree. Each folder is read once.
struct Loader<'a> {
    root: &'a Path,
    manifest: Manifest,
    read: HashMap<PathBuf, Arc<Folder>>,
    diags: &'a mut Diagnostics,
}

impl Loader<'_> {
    /// Returns the declarations of a folder relative to that of the root module.
    fn folder(&mut self, path: &Path) -> Arc<Folder> {
        if let Some(folder) = self.read.get(path) {
            return Arc::clone(folder);
        }
        let real = tidy(&self.root.join(path));
        let real = if real.as_os_str().is_empty() { Path::new(".") } else { &real };
        let folder = Arc::new(Folder::read(real, self.diags));
        self.read.insert(path.to_owned(), Arc::clone(&folder));
        folder
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
        let Some(source) = self.source(call) else { return Target::Invalid };
        let calls: Vec<_> = modules[around].calls.iter().chain([&call.name]).cloned().collect();
        let outer = Path::new(&modules[around].path);
        let is_local = source.starts_with("./") || source.starts_with("../");
        let path = match self.manifest.folder(&calls.join(".")) {
            _ if is_local => tidy(&outer.join(&source)),
            Some(path) => tidy(path),
            None => return Target::Elsewhere(source),
        };
        if is_local && !self.root.join(&path).is_dir() {
            self.diags.push(diags::no_module_folder(place, &source));
            return Target::Invalid;
        }
        let mut outer = Some(around);
        while let Some(module) = outer {
            if tidy(Path::new(&modules[module].path)) == path {
                self.diags.push(diags::module_in_itself(place, &source));
                return Target::Invalid;
            }
            outer = modules[module].parent.map(|(parent, _)| parent);
        }
        if calls.len() > MAX_DEPTH || modules.len() >= MAX_MODULES {
            self.diags.push(diags::too_many_modules(place, MAX_DEPTH, MAX_MODULES));
            return Target::Invalid;
        }
        let folder = self.folder(&path);
        let (targets, parent) = (Vec::new(), Some((around, index)));
        let path = path.display().to_string();
        let path = if path.is_empty() { ".".to_owned() } else { path };
        modules.push(Module { calls, path, folder, targets, parent });
        Target::Module(modules.len() - 1)
    }

    /// Returns the source of a module, which is a literal string.
    fn source(&mut self, call: &Declared<language::ModuleCall>) -> Option<String> {
        let expr = &call.content.source;
        let mut attempt = Diagnostics::new();
        let value = expr.value(&EvalContext::new(), &mut attempt);
        let text = convert::convert(value, &Type::String).ok().filter(|_| attempt.is_empty());
        match text.as_ref().and_then(|text| text.as_str()) {
            Some(source) => Some(source.to_owned()),
            None => {
                self.diags.push(diags::open_source(expr.place()));
                None
            }
        }
    }
}

/// Returns a path without `.`, and without `..` after a name.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if tidy.file_name().is_some() => {
                tidy.pop();
            }
            _ => tidy.push(component),
        }
    }
    tidy
}
