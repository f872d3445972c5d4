//! The settings of a decoder.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::inputs::DecoderInput;
use super::layers::Layer;
use super::settings::Settings;
use super::source_names::SourceNames;
#[cfg(feature = "kit")]
use super::{Modules, Resolvers};
use crate::body::Body;
use crate::cty::Str;
use crate::cty::value_spec::Unexpected;
use crate::diag::Diagnostics;
#[cfg(feature = "edit")]
use crate::edit::migrate::Migrations;
use crate::expr::{EvalContext, is_in_call};
#[cfg(feature = "kit")]
use crate::ext::kit::Inputs;
use crate::source::Source;
use crate::spec::{Leniency, Spelling};

/// Decodes one configuration from any number of sources, files and directories, and returns warnings and source
/// locations. For a single input whose warnings and locations are not needed, [`from_str`](crate::from_str) and
/// similar functions are shorter.
///
/// All inputs make up one body, in the order in which they are added: blocks of a type follow each other, and a
/// unique item may be in only one of the inputs. A second one is an error that shows both source locations.
///
/// ```
/// use hcldyn::cty::value_spec::Unexpected;
/// use hcldyn::{Decoder, EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     region: String,
///     #[hcl(block)]
///     server: Vec<Server>,
/// }
///
/// #[derive(HclDecode)]
/// struct Server {
///     #[hcl(label)]
///     name: String,
///     port: u16,
/// }
///
/// let decoder = Decoder::new()
///     .context(EvalContext::new().with_variable("zone", "eu"))
///     .unexpected(Unexpected::Warn)
///     .text("main.hcl", "region = zone\nserver \"a\" { port = 80 }\n")
///     .text("more.hcl", "server \"b\" {\n  port = 81\n  speed = 5\n}\n");
/// let loaded = decoder.decode::<Config>()?;
/// assert_eq!((loaded.value.region.as_str(), loaded.value.server[1].port), ("eu", 81));
///
/// let warning = "more.hcl:3:3: warning: Unexpected attribute; The attribute \"speed\" is not expected here.";
/// assert!(loaded.warnings.to_string().starts_with(warning));
/// let port = loaded.place_of("server[1].port").unwrap();
/// assert_eq!(port.to_string(), "more.hcl:2:10");
///
/// let mistake = decoder.text("c.hcl", "region = \"us\"").decode::<Config>().err().unwrap();
/// assert!(mistake.to_string().contains("is already set at main.hcl:1:1"));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
///
/// # From files to a struct
///
/// Each step is optional. The steps always run in this order, regardless of the order of the method calls:
///
/// | step | methods |
/// |---|---|
/// | inputs are read | [`text`](Self::text), [`file`](Self::file), [`files`](Self::files), [`folder`](Self::folder), [`body`](Self::body) |
/// | old forms in them are migrated | `migrations` (feature `edit`) |
/// | the files that they include are read | [`includes`](Self::includes), [`within`](Self::within) |
/// | other layers are put below and above them | [`defaults`](Self::defaults), [`drop_ins`](Self::drop_ins), [`environment`](Self::environment), [`flags`](Self::flags), [`overrides`](Self::overrides), [`value`](Self::value) |
/// | functions of the configuration are defined | [`functions`](Self::functions) |
/// | variables get their values | `inputs` (feature `kit`) |
/// | blocks that expressions refer to are evaluated, in the order of their references, with `locals` and `output` blocks, data of the program and modules | `references`, `resolver`, `modules` (feature `kit`) |
/// | in place of these inputs, layers and variables, the content comes from another process | `artifact` (feature `artifact`) |
/// | the struct is decoded | [`decode`](Self::decode) |
#[doc(alias = "config")]
#[doc(alias = "figment")]
#[doc(alias = "override")]
#[doc(alias = "profile")]
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    pub(super) context: EvalContext,
    pub(super) leniency: Leniency,
    max_diagnostics: Option<usize>,
    /// `None` for a single thread.
    threads: Option<NonZeroUsize>,
    pub(super) inputs: Vec<(Layer, DecoderInput)>,
    /// The sources that replace the files of their names.
    pub(super) edited: Vec<Source>,
    /// The values in the layers above the files.
    pub(super) settings: Settings,
    /// The names by which other sources than files set attributes.
    pub(super) source_names: Option<SourceNames>,
    /// The type of blocks that include files.
    pub(super) includes: Option<Str>,
    /// The directory that included files must be in.
    pub(super) within: Option<PathBuf>,
    /// The steps from old forms of the files.
    #[cfg(feature = "edit")]
    pub(super) migrations: Option<Migrations>,
    /// The type of blocks that define functions.
    pub(super) functions: Option<Str>,
    /// The types of blocks that expressions refer to.
    #[cfg(feature = "kit")]
    pub(super) references: Vec<Str>,
    #[cfg(feature = "kit")]
    pub(super) variables: Option<Inputs>,
    /// The types of blocks whose values the program gives.
    #[cfg(feature = "kit")]
    pub(super) resolvers: Vec<(Str, Resolvers)>,
    #[cfg(feature = "kit")]
    pub(super) runner: Option<super::resolvers::Run>,
    /// The type of blocks that use modules.
    #[cfg(feature = "kit")]
    pub(super) modules: Option<(Str, Modules)>,
    /// The content in place of all inputs.
    #[cfg(feature = "artifact")]
    pub(super) artifact: Option<std::sync::Arc<crate::load::artifact::Artifact>>,
}

impl Decoder {
    /// Creates a decoder without variables, functions or inputs. It denies unexpected items.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the context for expressions, and its [limits](EvalContext::with_limits).
    #[must_use]
    pub fn context(mut self, context: EvalContext) -> Self {
        self.context = context;
        self
    }

    /// Sets the handling of items without a field, in blocks at any depth. The struct of a block may be more
    /// lenient. The default is to deny them. An attribute with the name of a block field, and a block with the name of
    /// an attribute field, is always an error, unless [`spelling`](Self::spelling) or an option of the field allows it.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::Unexpected;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let text = "port = 80\nprot = 81\n";
    /// assert!(Decoder::new().decode_str::<Config>(text).is_err());
    /// let config = Decoder::new().unexpected(Unexpected::Warn).decode_str::<Config>(text)?;
    /// assert_eq!((config.value.port, config.warnings.len()), (80, 1));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn unexpected(mut self, unexpected: Unexpected) -> Self {
        self.leniency.unexpected = unexpected;
        self
    }

    /// Sets the forms in which attributes and blocks may be written, in blocks at any depth. With [`Spelling::HclRs`],
    /// files that are written for hcl-rs decode into the same structs: `x = { … }` for a block, `x { … }` for an
    /// attribute, labels for nested blocks and the reverse, and several blocks where one is expected.
    ///
    /// ```
    /// use hcldyn::spec::Spelling;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     internal: Internal,
    ///     tags: std::collections::BTreeMap<String, String>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Internal {
    ///     #[hcl(block)]
    ///     server: Option<Server>,
    ///     #[hcl(block)]
    ///     metrics: Option<Server>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// let text = "internal \"server\" {\n  port = 80\n}\ninternal = { metrics = { port = 81 } }\ntags {\n  zone = \"eu\"\n}\n";
    /// let decoder = Decoder::new().spelling(Spelling::HclRs).text("main.hcl", text);
    /// let config = decoder.decode::<Config>()?.value;
    /// let ports = [config.internal.server, config.internal.metrics].map(|it| it.unwrap().port);
    /// assert_eq!((ports, config.tags["zone"].as_str()), ([80, 81], "eu"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn spelling(mut self, spelling: Spelling) -> Self {
        self.leniency.spelling = spelling;
        self
    }

    /// Sets the maximum number of stored diagnostics. The default is [`Diagnostics::DEFAULT_LIMIT`]; further ones
    /// are only counted.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let text = "prt = 1\nhost = 2\nuser = 3\n";
    /// let errors = Decoder::new().max_diagnostics(1).decode_str::<Config>(text).unwrap_err();
    /// assert_eq!(errors.len(), 1);
    /// ```
    #[must_use]
    pub fn max_diagnostics(mut self, most: usize) -> Self {
        self.max_diagnostics = Some(most);
        self
    }

    /// Sets the number of threads that parse sources and files, including the thread that calls
    /// [`decode`](Self::decode). The default is one. Threads speed up many files: each file is parsed by one
    /// thread, and the calling thread decodes all of them. The number of threads does not change the result, nor
    /// the diagnostics and their order.
    ///
    /// ```
    /// use std::thread::available_parallelism;
    ///
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     host: Vec<Host>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Host {
    ///     #[hcl(label)]
    ///     name: String,
    ///     port: u16,
    /// }
    ///
    /// let mut decoder = Decoder::new().threads(available_parallelism()?);
    /// for file in 0..100 {
    ///     let hosts = (0..50).map(|i| format!("host \"h{i}\" {{ port = {file} }}\n"));
    ///     decoder = decoder.text(format!("{file}.hcl"), hosts.collect::<String>());
    /// }
    /// let config = decoder.decode::<Config>()?.value;
    /// assert_eq!((config.host[4_999].name.as_str(), config.host[4_999].port), ("h49", 99));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, count: NonZeroUsize) -> Self {
        self.threads = Some(count);
        self
    }

    /// Adds a source, in JSON syntax if the name ends in `.json` and in native syntax otherwise. Diagnostics use
    /// the name.
    #[must_use]
    pub fn text(self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.input(DecoderInput::Text(Source::new(name, text)))
    }

    /// Adds a file, in JSON syntax if its name ends in `.json` and in native syntax otherwise. It is read during
    /// decoding.
    #[must_use]
    pub fn file(self, path: impl Into<PathBuf>) -> Self {
        self.input(DecoderInput::File(path.into()))
    }

    /// Adds the files of a directory in the order of their names: the files that
    /// [`files_in`](crate::syntax::files_in) finds during decoding, with names that end in `.hcl` or `.hcl.json`.
    /// The directory may be empty.
    #[must_use]
    pub fn folder(self, path: impl Into<PathBuf>) -> Self {
        self.input(DecoderInput::Folder(path.into()))
    }

    /// Adds the files whose paths match a pattern, in the order of their paths: `*`, `?` and `[…]` match within the
    /// name of a file or directory, but not a dot at its start.
    ///
    /// It is not an error if no file matches. An invalid pattern, `**` and an unreadable directory are errors. All
    /// patterns and includes of a decoding together visit at most 50,000 files and directories.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-files-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("a.hcl"), "port = 80\n").unwrap();
    /// let pattern = folder.join("*.hcl").display().to_string();
    /// assert_eq!(Decoder::new().files(pattern).decode::<Config>()?.files.len(), 1);
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn files(self, pattern: impl Into<String>) -> Self {
        self.input(DecoderInput::Pattern(pattern.into()))
    }

    /// Lets files include other files, by blocks of a type:
    ///
    /// ```hcl
    /// include {
    ///   files    = ["tls.hcl", "conf.d/*.hcl"]
    ///   optional = true      # a missing file is not an error
    /// }
    /// ```
    ///
    /// The paths are relative to the directory of the file with the block, and may be [patterns](Self::files). They can
    /// be expressions with the variables and functions of the [context](Self::context). The included files follow the
    /// file that includes them.
    ///
    /// A file is included once. A file that includes itself, directly or through others, is an error. A pattern skips
    /// the files that are already part of the configuration.
    ///
    /// An include can name any file that the program can read, unless [`within`](Self::within) sets a directory.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// # let folder = std::env::temp_dir().join("hcldyn-includes-example");
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// std::fs::write(folder.join("main.hcl"), "include {\n  files = [\"port.hcl\"]\n}\n").unwrap();
    /// std::fs::write(folder.join("port.hcl"), "port = 80\n").unwrap();
    /// let loaded = Decoder::new().file(folder.join("main.hcl")).includes("include").decode::<Config>()?;
    /// assert_eq!((loaded.value.port, loaded.files.len()), (80, 2));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[doc(alias = "import")]
    #[must_use]
    pub fn includes(mut self, block_type: impl Into<Str>) -> Self {
        self.includes = Some(block_type.into());
        self
    }

    /// Sets the directory that included files must be in, after following symbolic links. A path may only lead through
    /// this directory and those around it. Nothing else is looked at: the error of an include that leads elsewhere
    /// does not depend on which files exist there.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let decoder = Decoder::new().includes("include").within("/etc/app");
    /// let text = "include {\n  files = [\"/etc/passwd\"]\n}\nport = 80\n";
    /// assert!(decoder.decode_str::<Config>(text).is_err());
    /// ```
    #[must_use]
    pub fn within(mut self, folder: impl Into<PathBuf>) -> Self {
        self.within = Some(folder.into());
        self
    }

    /// Lets the configuration define functions, by blocks of a type, as in
    /// [`decode_functions`](crate::ext::decode_functions). They can use the variables and functions of the
    /// [context](Self::context), and each other. An error in a function is reported even if nothing calls it.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let text = "port = shifted(80)\nfunction \"shifted\" {\n  params = [port]\n  result = port + 8000\n}\n";
    /// let loaded = Decoder::new().functions("function").decode_str::<Config>(text)?;
    /// assert_eq!(loaded.value.port, 8080);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn functions(mut self, block_type: impl Into<Str>) -> Self {
        self.functions = Some(block_type.into());
        self
    }

    /// Lets the configuration declare variables with `variable` blocks, which get their values from `inputs`, and have
    /// `locals` and `output` blocks (see [`kit`](crate::ext::kit)). The outputs are in the
    /// [result](super::Configuration::outputs).
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let text = "port = local.base + 80\nlocals {\n  base = var.base\n}\nvariable \"base\" {\n  type = number\n}\n";
    /// let inputs = Inputs::new().argument("base=8000");
    /// let loaded = Decoder::new().inputs(inputs).decode_str::<Config>(text)?;
    /// assert_eq!(loaded.value.port, 8080);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[cfg(feature = "kit")]
    #[must_use]
    pub fn inputs(mut self, inputs: Inputs) -> Self {
        self.variables = Some(inputs);
        self
    }

    /// Adds arguments of a command line to the inputs.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// // The values of `--var`, as clap collects them.
    /// let variables = ["base=8000".to_owned()];
    /// let text = "port = var.base + 80\nvariable \"base\" {\n  type = number\n}\n";
    /// let loaded = Decoder::new().variable_arguments(&variables).decode_str::<Config>(text)?;
    /// assert_eq!(loaded.value.port, 8080);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[cfg(feature = "kit")]
    #[must_use]
    pub fn variable_arguments(mut self, arguments: &[String]) -> Self {
        if !arguments.is_empty() {
            let inputs = self.variables.unwrap_or_default();
            self.variables = Some(inputs.arguments(arguments));
        }
        self
    }

    /// Lets expressions refer to the blocks of a type in the struct, in any order: `upstream.a.port` is the attribute
    /// `port` of the block `upstream "a"`, after conversion to the type of its field. Blocks that `dynamic` blocks
    /// generate are included. Their `for_each` and `labels` can refer to all names except generated blocks. An
    /// attribute that is not written is null, unless its default is a literal. The block as a whole is an object of its
    /// attributes. To refer to its label, the struct needs a field for it: with `#[hcl(key)] name: String`,
    /// `upstream.a.name` is `"a"`.
    ///
    /// Such a block is evaluated twice: for the expressions that refer to it, and for the struct. A type that the
    /// struct has no blocks of is an error.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(dynamic)]
    ///     upstream: BTreeMap<String, Upstream>,
    ///     ports: Vec<u16>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Upstream { port: u16 }
    ///
    /// let text = r#"
    ///     ports = [upstream.api.port, upstream.web.port]
    ///
    ///     upstream "api" {
    ///       port = upstream.web.port + 1
    ///     }
    ///
    ///     dynamic "upstream" {
    ///       for_each = { web = 80 }
    ///       labels   = [upstream.key]
    ///       content {
    ///         port = upstream.value
    ///       }
    ///     }
    /// "#;
    /// let loaded = Decoder::new().references("upstream").decode_str::<Config>(text)?;
    /// assert_eq!(loaded.value.ports, [81, 80]);
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[cfg(feature = "kit")]
    #[must_use]
    pub fn references(mut self, block_type: impl Into<Str>) -> Self {
        self.references.push(block_type.into());
        self
    }

    /// Adds a parsed body.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Decoder, Diagnostics, HclDecode, parse_body};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "port = 80"), &mut diags);
    /// assert_eq!(Decoder::new().body(body).decode::<Config>()?.value.port, 80);
    /// # Ok::<(), Diagnostics>(())
    /// ```
    #[must_use]
    pub fn body(self, body: Body) -> Self {
        self.input(DecoderInput::Body(body))
    }

    /// Returns the variables and functions for expressions.
    pub fn eval_context(&self) -> &EvalContext {
        &self.context
    }

    /// Returns the type of blocks that define [functions](Self::functions), if there are any.
    pub fn function_blocks(&self) -> Option<&str> {
        self.functions.as_deref()
    }

    /// Returns `true` if there are sources, files or directories to read.
    pub fn has_inputs(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// Returns `true` if the files of a directory are one configuration, since one was [added](Self::folder).
    pub fn has_folders(&self) -> bool {
        let is_folder = |input: &DecoderInput| matches!(input, DecoderInput::Folder(_));
        self.inputs.iter().any(|(layer, input)| *layer == Layer::Files && is_folder(input))
    }

    /// Returns the type of the blocks that [include](Self::includes) other files.
    pub fn include_blocks(&self) -> Option<&str> {
        self.includes.as_deref()
    }

    /// Sets sources that replace the files of their names, as if these had been written.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// # let path = std::env::temp_dir().join(format!("hcldyn-edited-{}.hcl", std::process::id()));
    /// std::fs::write(&path, "port = 80").unwrap();
    /// let edited = Source::new(path.display().to_string(), "port = 8080");
    /// let decoder = Decoder::new().file(&path).edited(&[edited]);
    /// assert_eq!(decoder.decode::<Config>()?.value.port, 8080);
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn edited(mut self, sources: &[Source]) -> Self {
        self.edited = sources.to_vec();
        self
    }

    /// Removes the sources, files and directories of the configuration. Other layers stay.
    #[must_use]
    pub fn without_files(mut self) -> Self {
        self.inputs.retain(|(layer, _)| *layer != Layer::Files);
        self
    }

    /// Removes the drop-ins. A check of a single file needs this, since the file may be a drop-in itself.
    #[must_use]
    pub fn without_drop_ins(mut self) -> Self {
        self.inputs.retain(|(layer, _)| *layer != Layer::DropIns);
        self
    }

    /// Returns an empty sink for the diagnostics of a decoding.
    pub(super) fn empty_sink(&self) -> Diagnostics {
        self.max_diagnostics.map_or_else(Diagnostics::new, Diagnostics::with_limit)
    }

    /// Returns the number of threads for parsing: one inside a function call, whose work is only counted on its own
    /// thread.
    pub(super) fn thread_count(&self) -> NonZeroUsize {
        self.threads.filter(|_| !is_in_call()).unwrap_or(NonZeroUsize::MIN)
    }

    fn input(self, input: DecoderInput) -> Self {
        self.input_of(Layer::Files, input)
    }

    pub(super) fn input_of(mut self, layer: Layer, input: DecoderInput) -> Self {
        self.inputs.push((layer, input));
        self
    }
}
