//! Modules: folders of a configuration that blocks use, with inputs and outputs.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::confinement::{Confinement, Unresolved, real_folder};
use super::fingerprint::ModuleFiles;
use super::inputs::{self, DecoderInput, Reading};
use super::layers::{Layer, Layers};
use super::pattern::literal;
use super::resolvers::order;
use super::visits::Visits;
use super::{Decoder, diags};
use crate::body::Body;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Str, Type, Value};
use crate::decode::HclDecode;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::graph::BlockKind;
use crate::ext::kit::Output;
use crate::ext::repetition::Repetition;
use crate::source::{Place, Source};
use crate::spec::{AttrSpec, LabelSpec, NestedSpec, Rest, Spec};

/// The maximum number of modules inside each other.
const MAX_DEPTH: usize = 64;

/// The modules that blocks of a configuration use: [`Decoder::modules`] has an example.
///
/// ```
/// use hcldyn::ext::kit::Inputs;
/// use hcldyn::ext::repetition::Repetition;
/// use hcldyn::load::Modules;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     ports: Vec<u16>,
/// }
///
/// #[derive(HclDecode)]
/// struct Listener {
///     backlog: u32,
/// }
///
/// let modules = Modules::below(".")
///     .files("*.tf")
///     .elsewhere(|source| match source {
///         "registry/port" => {
///             let text = "variable \"n\" {}\noutput \"port\" {\n  value = 8000 + var.n\n}\nbacklog = 5\n";
///             Ok(vec![Source::new("registry/port/main.tf", text)])
///         }
///         _ => Err("The registry does not have this module."),
///     })
///     .repeated(Repetition::new().count("count").listed())
///     .ordered_by("depends_on");
/// let text = "ports = module.port[*].port\nmodule \"port\" {\n  source = \"registry/port\"\n  count = 2\n  n = count.index\n}\n";
/// let loaded = Decoder::new().inputs(Inputs::new()).modules("module", modules).decode_str::<Config>(text)?;
/// assert_eq!(loaded.value.ports, [8000, 8001]);
/// assert_eq!(loaded.modules[1].address, "module.port[1]");
/// assert_eq!(loaded.modules[1].decode::<Listener>()?.backlog, 5);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone)]
pub struct Modules {
    pub(super) root: PathBuf,
    pattern: Option<String>,
    elsewhere: Option<Arc<Elsewhere>>,
    pub(super) repetition: Repetition,
    pub(super) ordered_by: Option<Str>,
}

/// A function of the program that returns the sources of a module.
type Elsewhere = dyn Fn(&str) -> Result<Vec<Source>, String> + Send + Sync;

/// A module that was used, or an instance of one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModuleInstance {
    /// The address, as expressions refer to the module: `module.network["a"]`, after those of the modules around it.
    pub address: String,
    /// The outputs, in source order.
    pub outputs: Vec<Output>,
    /// The context of its expressions, with all names that it defines.
    pub context: EvalContext,
    /// The body without the blocks that define names for expressions alone, such as variables and outputs.
    pub rest: Body,
}

impl Modules {
    /// Returns the modules in folders below `root`, by their paths relative to the file that uses them. A path begins with
    /// `./` or `../`.
    pub fn below(root: impl Into<PathBuf>) -> Self {
        let (root, repetition) = (root.into(), Repetition::new());
        Self { root, pattern: None, elsewhere: None, repetition, ordered_by: None }
    }

    /// Sets the files of a folder that belong to the module, by a [pattern](Decoder::files) such as `*.tf`. The default are
    /// the files that [`Decoder::folder`] reads.
    #[must_use]
    pub fn files(self, pattern: impl Into<String>) -> Self {
        Self { pattern: Some(pattern.into()), ..self }
    }

    /// Sets a function for all other sources, such as those in a cache of the program. It returns the files of the module,
    /// or the reason that the program does not have it. It is called once for each source.
    #[must_use]
    pub fn elsewhere<E: fmt::Display>(
        self,
        sources: impl Fn(&str) -> Result<Vec<Source>, E> + Send + Sync + 'static,
    ) -> Self {
        let sources = move |source: &str| sources(source).map_err(|it| it.to_string());
        Self { elsewhere: Some(Arc::new(sources)), ..self }
    }

    /// Lets blocks be repeated: each instance is a module of its own.
    #[must_use]
    pub fn repeated(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// Allows an attribute that lists blocks which come first, like `depends_on`. It is not evaluated, nor an input.
    #[must_use]
    pub fn ordered_by(self, attribute: impl Into<Str>) -> Self {
        Self { ordered_by: Some(attribute.into()), ..self }
    }

    /// Returns the spec of the blocks' bodies: the source, and the inputs.
    pub(super) fn body(&self) -> NestedSpec {
        let docs = ItemDocs::new("The folder of the module, relative to this file.");
        let source = AttrSpec::new("source", Type::String).required().with_docs(docs);
        let spec = Spec::tuple([source.into(), Rest::Attributes(Type::Dynamic.into()).into()]);
        NestedSpec::of(spec.repeated_beside(self.repetition.clone(), order(&self.ordered_by)))
    }

    /// Returns the definitions of the names.
    pub(super) fn block_kind(&self, ty: &Str, body: &Spec) -> BlockKind {
        let given: Vec<_> = self.repetition.variables().collect();
        let kind = BlockKind::new(ty, &["name"]).defines(&[ty]).scope(&given).spec(body.clone());
        match &self.ordered_by {
            Some(attribute) => kind.ordered_by(attribute),
            None => kind,
        }
    }

    /// Returns the spec of the blocks, for documents.
    pub(super) fn document(&self, ty: &Str) -> Spec {
        let name = LabelSpec::new(0, "name");
        let body = Spec::tuple([name.into(), self.body().spec().clone()]);
        let docs = "A module: a folder with its own variables and outputs. The other attributes are values for its variables.";
        Spec::blocks(ty.clone(), body, docs)
    }
}

impl Decoder {
    /// Lets the blocks of a type use modules: folders with `variable`, `locals` and `output` blocks of their own.
    ///
    /// ```hcl
    /// module "network" {
    ///   source = "./network"   # a folder, relative to this file
    ///   zones  = ["a", "b"]    # a value for the variable "zones" there
    /// }
    /// output "ids" {
    ///   value = module.network.ids
    /// }
    /// ```
    ///
    /// A module sees its own names, the variables and functions of the [context](Self::context), and the folders
    /// `path.module` and `path.root`. Its [functions](Self::functions), [resolvers](Self::resolver) and
    /// [references](Self::references) are those of the decoder. Its other blocks are in the [result](super::Configuration::modules)
    /// for the program to decode. Each folder is read once, a folder that uses itself is an error, and so are more than 64
    /// modules inside each other.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::load::Modules;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-modules-{}", std::process::id()));
    /// # std::fs::create_dir_all(folder.join("ports")).unwrap();
    /// let module = "variable \"base\" {\n  type = number\n}\noutput \"web\" {\n  value = var.base + 80\n}\n";
    /// std::fs::write(folder.join("ports/main.hcl"), module).unwrap();
    /// let text = "port = module.ports.web\nmodule \"ports\" {\n  source = \"./ports\"\n  base = 8000\n}\n";
    /// std::fs::write(folder.join("main.hcl"), text).unwrap();
    ///
    /// let decoder = Decoder::new()
    ///     .folder(&folder)
    ///     .inputs(Inputs::new())
    ///     .modules("module", Modules::below(&folder));
    /// assert_eq!(decoder.decode::<Config>()?.value.port, 8080);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn modules(mut self, block_type: impl Into<Str>, modules: Modules) -> Self {
        self.modules = Some((block_type.into(), modules));
        self
    }
}

impl fmt::Debug for Modules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Modules").field("root", &self.root).finish_non_exhaustive()
    }
}

impl ModuleInstance {
    /// Decodes the rest of the module into a struct.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics if one of them is an error.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::load::Modules;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Nothing {}
    ///
    /// #[derive(HclDecode)]
    /// struct Listener {
    ///     backlog: u32,
    /// }
    ///
    /// let sources = |_: &str| Ok::<_, String>(vec![Source::new("listener/main.hcl", "backlog = 5")]);
    /// let modules = Modules::below(".").elsewhere(sources);
    /// let decoder = Decoder::new().inputs(Inputs::new()).modules("module", modules);
    /// let loaded = decoder.decode_str::<Nothing>("module \"a\" {\n  source = \"listener\"\n}\n")?;
    /// assert_eq!(loaded.modules[0].decode::<Listener>()?.backlog, 5);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn decode<T: HclDecode>(&self) -> Result<T, Diagnostics> {
        let mut diags = Diagnostics::new();
        let value = crate::decode::from::from_body(&self.rest, &self.context, &mut diags);
        diags.into_result(value)
    }
}

/// The modules of a decoding. Each folder is read once.
#[derive(Default)]
pub(super) struct LoadedModules {
    read: HashMap<ModuleId, Arc<ReadModule>>,
    /// The modules that are being evaluated, outermost first, with the location of the source of each.
    stack: Vec<(ModuleId, Place)>,
    pub(super) files: ModuleFiles,
    /// The modules that were evaluated.
    pub(super) instances: Vec<ModuleInstance>,
}

/// The identity of a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ModuleId {
    /// A folder, without symbolic links.
    Folder(PathBuf),
    Elsewhere(String),
}

/// A module that was read.
pub(super) struct ReadModule {
    pub(super) body: Body,
    /// The folder as `path.module`.
    pub(super) path: String,
}

impl LoadedModules {
    /// Starts the evaluation of a module. Reports a source that leads nowhere, and a module that contains itself.
    pub(super) fn enter(
        &mut self,
        modules: &Modules,
        source: &str,
        place: &Place,
        decoder: &Decoder,
        diags: &mut Diagnostics,
    ) -> Option<Arc<ReadModule>> {
        let (id, folder) = self.id(modules, source, place, diags)?;
        if let Some(start) = self.stack.iter().position(|(around, _)| *around == id) {
            let steps: Vec<_> =
                self.stack[start..].iter().map(|(_, place)| place.clone()).collect();
            return diags.fail(diags::module_in_itself(place.clone(), &steps));
        }
        if self.stack.len() == MAX_DEPTH {
            return diags.fail(diags::modules_too_deep(place.clone(), MAX_DEPTH));
        }
        let module = match self.read.get(&id) {
            Some(module) => Arc::clone(module),
            None => {
                let files = &mut self.files;
                let module = read(modules, source, folder, place, decoder, files, diags)?;
                let module = Arc::new(module);
                self.read.insert(id.clone(), Arc::clone(&module));
                module
            }
        };
        self.stack.push((id, place.clone()));
        Some(module)
    }

    /// Ends the evaluation of a module.
    pub(super) fn leave(&mut self) {
        self.stack.pop();
    }

    /// Returns the identity of a module and, for a folder, its path as it is written.
    fn id(
        &self,
        modules: &Modules,
        source: &str,
        place: &Place,
        diags: &mut Diagnostics,
    ) -> Option<(ModuleId, Option<PathBuf>)> {
        let is_folder = ["./", "../"].iter().any(|start| source.starts_with(start));
        if !is_folder && !matches!(source, "." | "..") {
            return match &modules.elsewhere {
                Some(_) => Some((ModuleId::Elsewhere(source.to_owned()), None)),
                None => diags.fail(diags::no_module_source(place.clone(), source)),
            };
        }
        let file = Path::new(place.source().name());
        let around = file.parent().unwrap_or(Path::new(""));
        let confinement = Confinement::new(&modules.root);
        let mut visits = Visits::default();
        match confinement.resolve(&real_folder(around), Path::new(source), &mut visits) {
            Ok(folder) => Some((ModuleId::Folder(folder), Some(around.join(source)))),
            Err(Unresolved::Outside) => {
                let root = modules.root.display().to_string();
                diags.fail(diags::module_outside(place.clone(), source, &root))
            }
            Err(_) => diags.fail(diags::no_module_folder(place.clone(), source)),
        }
    }
}

/// Reads and parses the files of a module.
fn read(
    modules: &Modules,
    source: &str,
    folder: Option<PathBuf>,
    place: &Place,
    decoder: &Decoder,
    files: &mut ModuleFiles,
    diags: &mut Diagnostics,
) -> Option<ReadModule> {
    let (inputs, path) = match folder {
        Some(folder) => {
            let folder = tidy_path(&folder);
            let path = folder.display().to_string();
            let input = match &modules.pattern {
                Some(pattern) => DecoderInput::Pattern(format!("{}/{pattern}", literal(&path))),
                None => DecoderInput::Folder(folder),
            };
            (vec![(Layer::Files, input)], path)
        }
        None => {
            let sources = modules.elsewhere.as_ref()?(source);
            let sources = match sources {
                Ok(sources) => sources,
                Err(reason) => {
                    return diags.fail(diags::module_not_found(place.clone(), source, &reason));
                }
            };
            let inputs = sources.into_iter().map(|it| (Layer::Files, DecoderInput::Text(it)));
            (inputs.collect(), source.to_owned())
        }
    };
    let mut layers = Layers::default();
    let read = inputs::read(&inputs, Reading::of_module(decoder), &mut layers, diags);
    files.add(inputs, &read);
    let bodies: Vec<_> = read.bodies.into_iter().map(|it| it.body).collect();
    if bodies.is_empty() && !diags.has_errors() {
        return diags.fail(diags::empty_module(place.clone(), source));
    }
    Some(ReadModule { body: Body::merge(bodies)?, path })
}

/// Returns a path without `.` and without `..` after a name, as `path.module` shows that of a module. It is not looked up.
///
/// ```
/// use std::path::Path;
///
/// use hcldyn::load::tidy_path;
///
/// assert_eq!(tidy_path(Path::new("./a/../../b/./c")), Path::new("../b/c"));
/// ```
pub fn tidy_path(path: &Path) -> PathBuf {
    use std::path::Component;

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

/// Returns the variable `path` of a module. Its values have `/` between names on every system, as in Terraform.
pub(super) fn path_variable(module: &str, root: &Path) -> Value {
    let root = root.display().to_string();
    let shown = |path: &str| match path {
        "" => Value::from("."),
        path if cfg!(windows) => Value::from(path.replace('\\', "/")),
        path => Value::from(path),
    };
    Value::object([("module", shown(module)), ("root", shown(&root))])
}
