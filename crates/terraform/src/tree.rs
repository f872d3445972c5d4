//! The tree of the modules that a folder uses.

use std::sync::Arc;

use hcldyn::cty::Str;

use crate::folder::ModuleFolder;

/// A folder and all modules that it uses, directly or through others. A [`Loader`](crate::Loader) loads it.
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
    pub folder: Arc<ModuleFolder>,
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
