//! The check of modules without values: errors, and warnings about valid modules that may not do what is intended.
//!
//! The errors are those of a [`Loader`] and of an evaluation with unknown values of the variables. The warnings have a file
//! for each family of rules, besides those of [`Linter`].

mod arguments;
mod mentions;
mod providers;
mod quoted;
mod unused;

use std::path::Path;
use std::sync::Arc;

use hcldyn::Diagnostics;
use hcldyn::diag::{Code, Level, Levels, codes};
use hcldyn::load::lint::Linter;
use hcldyn::syntax::Source;

use crate::evaluate::{Evaluation, Options};
use crate::folder::ModuleFolder;
use crate::loader::Loader;
use crate::schemas::ProviderSchemas;
use crate::tree::{Module, Tree};

/// The folder in which `terraform init` puts modules from elsewhere.
const DOWNLOADED: &str = ".terraform";

/// The warnings of the linter that are on for modules.
const ON: [Code; 5] = [
    codes::INTERPOLATION_ONLY,
    codes::LEGACY_INDEX,
    codes::LEGACY_LOOKUP,
    codes::UNUSED_LOCAL,
    codes::UNUSED_VARIABLE,
];

/// The check of a module, and of those that it uses.
///
/// Errors do not depend on the values of variables: names without a declaration, unknown and missing arguments, and wrong types.
/// With the schemas of their providers, the arguments of resources are checked as well. Warnings have [levels](Self::levels),
/// which comments in the files override. Modules that `terraform init` has downloaded only have errors.
///
/// ```
/// use std::sync::Arc;
///
/// use hcldyn::Diagnostics;
/// use hcldyn::diag::{Level, codes};
/// use hcldyn::syntax::Source;
/// use hcldyn_terraform::{Lint, ProviderSchemas};
///
/// # let folder = std::env::temp_dir().join(format!("hcldyn-lint-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// let text = "variable \"port\" {\n  type = number\n}\noutput \"o\" {\n  value = length(var.port)\n}\n";
/// std::fs::write(folder.join("main.tf"), text).unwrap();
/// let linted = Lint::new().run(&folder, Diagnostics::new());
/// assert_eq!(linted.diags.iter().next().unwrap().code, "invalid-argument");
/// assert_eq!(linted.diags.len(), 1);
///
/// // As an editor shows it, with other levels, and with the schemas of providers.
/// let edited = Source::new(folder.join("main.tf").display().to_string(), "variable \"port\" {}\n");
/// let levels = Lint::default_levels().with(codes::UNUSED_VARIABLE, Level::Deny);
/// let schemas = ProviderSchemas::new(r#"{"provider_schemas": {}}"#)?;
/// let lint = Lint::new().levels(levels).schemas(Arc::new(schemas)).edited(&[edited]);
/// assert!(lint.run(&folder, Diagnostics::new()).diags.has_errors());
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), hcldyn_terraform::InvalidSchema>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Lint {
    levels: Levels,
    schemas: Option<Arc<ProviderSchemas>>,
    edited: Vec<Source>,
}

/// The result of a check.
#[derive(Debug)]
#[non_exhaustive]
pub struct Linted {
    /// The errors and warnings, in source order.
    pub diags: Diagnostics,
    /// The files of the module and of those that it uses, without downloaded ones.
    pub files: Vec<Source>,
}

impl Default for Lint {
    fn default() -> Self {
        Self::new()
    }
}

impl Lint {
    /// Creates a check with the [default levels](Self::default_levels).
    pub fn new() -> Self {
        Self { levels: Self::default_levels(), schemas: None, edited: Vec::new() }
    }

    /// Returns the levels of warnings by default. They include `unused-variable` and similar ones, which are off for other
    /// configurations.
    pub fn default_levels() -> Levels {
        ON.into_iter().fold(Levels::new(), |levels, code| levels.with(code, Level::Warn))
    }

    /// Sets the levels of warnings.
    pub fn levels(self, levels: Levels) -> Self {
        Self { levels, ..self }
    }

    /// Sets the schemas of the providers.
    pub fn schemas(self, schemas: Arc<ProviderSchemas>) -> Self {
        Self { schemas: Some(schemas), ..self }
    }

    /// Sets sources that are checked in place of the files with their names.
    pub fn edited(self, sources: &[Source]) -> Self {
        Self { edited: sources.to_vec(), ..self }
    }

    /// Checks the module in a folder, and adds its errors and warnings to `diags`, whose limit applies.
    pub fn run(&self, root: &Path, diags: Diagnostics) -> Linted {
        let mut diags = diags.of_type_check();
        let tree = Loader::new().edited(self.edited.iter().cloned()).load(root, &mut diags);
        // Without some declarations, references to them would be errors as well.
        let is_complete = !tree.modules.iter().any(|it| it.folder.is_incomplete);
        if is_complete {
            let options = Options { schemas: self.schemas.clone(), ..Options::default() };
            Evaluation::check(&tree, root, &options, &mut diags);
        }
        let mut linter = Linter::new(&self.levels);
        let mut files = Vec::new();
        for folder in own_folders(&tree) {
            let Some(body) = &folder.body else { continue };
            files.extend(body.sources());
            linter.file(body);
            arguments::check(folder, &mut diags);
            quoted::check(folder, &mut diags);
            if !folder.is_incomplete {
                unused::check(folder, body, &mut diags);
            }
        }
        if is_complete {
            providers::check(&tree.root().folder, &mut diags);
        }
        let mut diags = linter.finish(diags);
        diags.sort();
        Linted { diags, files }
    }
}

/// Returns the folders of modules that are not downloaded, each once.
fn own_folders(tree: &Tree) -> Vec<&ModuleFolder> {
    let is_own = |module: &&Module| {
        !Path::new(&module.path).components().any(|part| part.as_os_str() == DOWNLOADED)
    };
    let mut folders: Vec<&Arc<ModuleFolder>> = Vec::new();
    for Module { folder, .. } in tree.modules.iter().filter(is_own) {
        if !folders.iter().any(|known| Arc::ptr_eq(known, folder)) {
            folders.push(folder);
        }
    }
    folders.into_iter().map(|folder| &**folder).collect()
}
