//! The languages of modules, for the language server.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_lsp::ide::Language;
use hcldyn_terraform::{Mode, Options, ProviderSchemas, check, files, language};

use super::schemas;

/// The languages of the files of modules. The modules of a folder have one language each, by its provider schema.
pub(crate) struct ModuleLanguages {
    /// The functions of all expressions.
    library: EvalContext,
    /// The provider schema of all folders.
    schema: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    schemas: HashMap<PathBuf, ReadSchema>,
    folders: HashMap<PathBuf, FolderLanguage>,
}

/// A provider schema, with the time at which its file changed last.
type ReadSchema = (SystemTime, Option<Arc<ProviderSchemas>>);

/// The language of a folder.
struct FolderLanguage {
    schemas: Option<Arc<ProviderSchemas>>,
    /// The types of resources that its files use, whose arguments the language has.
    used: BTreeSet<(Mode, String)>,
    language: Arc<Language>,
}

impl ModuleLanguages {
    pub(crate) fn new(library: EvalContext, schema: Option<PathBuf>) -> Self {
        Self { library, schema, state: Mutex::default() }
    }

    /// Returns the language of a source, if it is a file of a module.
    pub(crate) fn of(&self, path: &Path, text: &str) -> Option<Arc<Language>> {
        let folder = path.parent().filter(|_| files::is_of_module(path))?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let schema = schemas::path_of(self.schema.as_deref(), folder);
        let schemas = schema.and_then(|path| state.schemas(path));
        let mut used = types(path, text);
        if let Some(known) = state.folders.get(folder) {
            let is_same = match (&known.schemas, &schemas) {
                (Some(known), Some(schemas)) => Arc::ptr_eq(known, schemas),
                (known, schemas) => known.is_none() && schemas.is_none(),
            };
            if is_same && used.is_subset(&known.used) {
                return Some(known.language.clone());
            }
            used.extend(known.used.iter().cloned());
        }
        let language = Arc::new(self.language(folder, schemas.clone(), &used));
        let known = FolderLanguage { schemas, used, language: language.clone() };
        state.folders.insert(folder.to_owned(), known);
        Some(language)
    }

    fn language(
        &self,
        folder: &Path,
        schemas: Option<Arc<ProviderSchemas>>,
        used: &BTreeSet<(Mode, String)>,
    ) -> Language {
        let is_used = |mode, ty: &str| used.contains(&(mode, ty.to_owned()));
        let spec = language::spec(schemas.as_deref(), is_used);
        let folder = folder.to_owned();
        let language =
            Language::of_program(spec, self.library.clone(), move |sources, cancellation| {
                let mut options = Options::default();
                options.schemas = schemas.clone();
                options.cancellation = Some(cancellation.clone());
                let mut diags = Diagnostics::new();
                check(&folder, sources, &options, &mut diags);
                diags
            });
        language.of_family("terraform").module_blocks("module")
    }
}

impl State {
    /// Returns the schemas in a file, which is read again after a change. One that can't be read counts as missing.
    fn schemas(&mut self, path: PathBuf) -> Option<Arc<ProviderSchemas>> {
        let changed = fs::metadata(&path).and_then(|it| it.modified()).ok()?;
        if let Some((known, schemas)) = self.schemas.get(&path)
            && *known == changed
        {
            return schemas.clone();
        }
        let source = ProviderSchemas::source(&path, &mut Diagnostics::new());
        let schemas = source.and_then(|source| ProviderSchemas::of(source).ok()).map(Arc::new);
        self.schemas.insert(path, (changed, schemas.clone()));
        schemas
    }
}

/// Returns the types of the resources in a source.
fn types(path: &Path, text: &str) -> BTreeSet<(Mode, String)> {
    let source = Source::new(path.display().to_string(), text);
    let body = parse_body_by_name(&source, &mut Diagnostics::new());
    let blocks = body.partial_content(&language::schema(), &mut Diagnostics::new()).0.blocks;
    let used = blocks.iter().filter_map(|block| {
        let mode = match &*block.ty {
            "resource" => Mode::Managed,
            "data" => Mode::Data,
            "ephemeral" => Mode::Ephemeral,
            _ => return None,
        };
        Some((mode, block.labels.first()?.value.to_string()))
    });
    used.collect()
}
