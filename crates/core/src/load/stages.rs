//! The stages of a decoding, in their order.

use std::collections::BTreeMap;
use std::mem;
use std::path::PathBuf;

#[cfg(feature = "kit")]
use super::check::without_unknown_blocks;
use super::configuration::Configuration;
use super::decoder::Decoder;
use super::fingerprint::ModuleFiles;
use super::includes;
use super::inputs::{self, IncludeRules, Loaded, ReadBody, Reading};
use super::layers::{Layer, Layers};
use super::settings::Settings;
use crate::body::Body;
use crate::decode::{HclDecode, check_spec};
use crate::diag::{Diagnostics, Severity};
use crate::expr::EvalContext;
use crate::ext::define_functions;
#[cfg(feature = "kit")]
use crate::ext::graph::Graph;
use crate::source::{Place, Source};
use crate::spec::{self, Spec};

/// The content of a configuration before it is decoded.
struct Prepared {
    body: Body,
    /// The context with all names and functions of the configuration.
    context: EvalContext,
    #[cfg(feature = "kit")]
    outputs: Vec<crate::ext::kit::Output>,
    #[cfg(feature = "kit")]
    modules: Vec<super::ModuleInstance>,
    module_files: ModuleFiles,
    /// Errors in the definitions of names. The decoding may report them too.
    #[cfg(feature = "kit")]
    found: Diagnostics,
}

/// All inputs of a configuration, parsed: the files and those that they include, and the other layers.
///
/// ```
/// use hcldyn::{Decoder, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     port: u16,
/// }
///
/// let decoder = Decoder::new().text("app.hcl", "port = 80");
/// let inputs = decoder.read_inputs();
/// assert_eq!(inputs.bodies().count(), 1);
/// assert_eq!((inputs.files().len(), inputs.includes().count()), (0, 0));
/// assert_eq!(decoder.decode_inputs::<Config>(inputs)?.value.port, 80);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReadInputs {
    pub(super) bodies: Vec<ReadBody>,
    pub(super) files: Vec<PathBuf>,
    pub(super) layers: Layers,
    pub(super) settings: Settings,
    /// The values for variables. Their files are read too.
    #[cfg(feature = "kit")]
    pub(super) variables: Option<crate::ext::kit::Inputs>,
    /// The errors in reading and parsing them.
    pub(super) diags: Diagnostics,
}

impl ReadInputs {
    /// Returns the paths of the files, in the order in which they were read.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the bodies of all inputs, as they are written: sources in an old form are not migrated.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().map(ReadBody::written)
    }

    /// Returns the names of the included files, each with the location of its include.
    pub fn includes(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.bodies.iter().filter_map(|read| {
            let (source, place) = (read.source.as_ref()?, read.include.as_ref()?);
            Some((source.name(), place))
        })
    }

    /// Returns the sources of the bodies, then `.env` files, then those of the values for variables.
    pub(super) fn sources(&self) -> impl Iterator<Item = &Source> {
        let sources = self.bodies.iter().filter_map(|read| read.source.as_ref());
        let sources = sources.chain(&self.settings.environment.sources);
        #[cfg(feature = "kit")]
        let sources =
            sources.chain(self.variables.iter().flat_map(crate::ext::kit::Inputs::sources));
        sources
    }

    /// Returns the inputs of each file or other source by itself, with the files that it includes and all other layers.
    /// Returns `None` if there is an error outside the files.
    fn one_by_one(&self) -> Option<Vec<Self>> {
        let (mut each, mut below): (Vec<Self>, _) = (Vec::new(), Vec::new());
        let mut numbers = BTreeMap::new();
        for read in &self.bodies {
            if self.layers.get(read.layer) != Layer::Files {
                below.push(read.clone());
                for inputs in &mut each {
                    inputs.bodies.push(read.clone());
                }
                continue;
            }
            if read.include.is_none() || each.is_empty() {
                each.push(self.with_bodies(below.clone()));
            }
            if let Some(source) = &read.source {
                numbers.insert(source.name(), each.len() - 1);
            }
            each.last_mut()?.bodies.push(read.clone());
        }
        for path in &self.files {
            if let Some(number) = numbers.get(&*path.display().to_string()) {
                each[*number].files.push(path.clone());
            }
        }
        for problem in &self.diags {
            match numbers.get(problem.subject.input_name()) {
                Some(number) => each[*number].diags.push(problem.clone()),
                None if problem.severity == Severity::Error => return None,
                None => {}
            }
        }
        Some(each)
    }

    /// Returns inputs that differ in their bodies.
    fn with_bodies(&self, bodies: Vec<ReadBody>) -> Self {
        Self {
            bodies,
            files: Vec::new(),
            layers: self.layers.clone(),
            settings: self.settings.clone(),
            #[cfg(feature = "kit")]
            variables: self.variables.clone(),
            diags: self.diags.another(),
        }
    }

    /// Returns the layer of a body.
    pub(super) fn layer(&self, index: usize) -> Layer {
        self.layers.get(self.bodies[index].layer)
    }
}

impl Decoder {
    /// Reads all inputs, and decodes them.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics if one of them is an error. Unreadable files and directories are errors, and so are
    /// more or larger files than [`Limits`](crate::Limits) allow.
    pub fn decode<T: HclDecode>(&self) -> Result<Configuration<T>, Diagnostics> {
        let _work = self.context.limits().open_budget();
        self.decode_inputs(self.read_inputs())
    }

    /// Decodes a source in addition to the inputs. Diagnostics call it `<text>`.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let loaded = Decoder::new().decode_str::<Config>("port = 8000 + 80")?;
    /// assert_eq!(loaded.value.port, 8080);
    /// assert!(loaded.warnings.is_empty());
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all diagnostics if one of them is an error.
    pub fn decode_str<T: HclDecode>(&self, text: &str) -> Result<Configuration<T>, Diagnostics> {
        self.clone().text("<text>", text).decode()
    }

    /// Reads all inputs, and decodes each source and each file by itself, such as the sites of a directory `sites.d`. A file
    /// and those that it includes are one configuration. All other layers are part of each configuration.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Debug, HclDecode)]
    /// struct Site { port: u16 }
    ///
    /// let decoder = Decoder::new().text("a.hcl", "port = 80").text("b.hcl", "port = 81");
    /// let sites = decoder.decode_each::<Site>()?;
    /// let ports: Vec<_> = sites.iter().map(|site| site.value.port).collect();
    /// assert_eq!(ports, [80, 81]);
    ///
    /// let errors = decoder.text("c.hcl", "prt = 82").decode_each::<Site>().err().unwrap();
    /// assert!(errors.to_string().starts_with("c.hcl:1:1: error: "));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the diagnostics of all configurations if one of them is an error.
    #[doc(alias = "separate")]
    pub fn decode_each<T: HclDecode>(&self) -> Result<Vec<Configuration<T>>, Diagnostics> {
        let _work = self.context.limits().open_budget();
        let read = self.read_inputs();
        let Some(files) = read.one_by_one() else { return Err(read.diags) };
        let (mut each, mut diags) = (Vec::new(), self.empty_sink());
        for inputs in files {
            match self.decode_inputs(inputs) {
                Ok(loaded) => each.push(loaded),
                Err(errors) => diags.append(errors),
            }
        }
        if !diags.has_errors() {
            return Ok(each);
        }
        for loaded in each {
            diags.append(loaded.warnings);
        }
        diags.sort();
        Err(diags)
    }

    /// Reads all inputs, and returns the graph of the names that their blocks define, e.g. to draw it. Nothing is
    /// evaluated. Errors are reported, and the graph is incomplete then. `dynamic` blocks are not expanded.
    ///
    /// ```
    /// use hcldyn::ext::kit::Inputs;
    /// use hcldyn::{Decoder, Diagnostics, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let text = "port = local.port\nlocals {\n  port = local.base + 80\n  base = 8000\n}\n";
    /// let decoder = Decoder::new().inputs(Inputs::new()).text("a.hcl", text);
    /// let mut diags = Diagnostics::new();
    /// let graph = decoder.graph::<Config>(&mut diags);
    /// let needed = graph.dependencies(&graph.nodes()[0]);
    /// assert_eq!(needed[0].to_string(), "local.base");
    /// ```
    #[cfg(feature = "kit")]
    pub fn graph<T: HclDecode>(&self, diags: &mut Diagnostics) -> Graph {
        let mut read = self.read_inputs();
        diags.append(mem::replace(&mut read.diags, self.empty_sink()));
        let spec = T::spec();
        let body = self.layered(&read, &spec, &mut read.layers.clone(), diags);
        super::names::OtherBlocks::new(self, &spec).graph(&body, read.variables.as_ref(), diags)
    }

    /// Reads and parses all inputs, with the files that they include.
    pub fn read_inputs(&self) -> ReadInputs {
        let mut diags = self.empty_sink();
        let _work = self.context.limits().open_budget();
        #[cfg(feature = "artifact")]
        if let Some(artifact) = &self.artifact {
            return self.read_artifact(artifact, diags);
        }
        let within = self.within.as_deref();
        let rules = self.includes.as_ref().map(|block_type| IncludeRules { block_type, within });
        let mut layers = Layers::default();
        let reading = Reading {
            edited: &self.edited,
            includes: rules,
            #[cfg(feature = "edit")]
            migrations: self.migrations.as_ref(),
            ctx: &self.context,
            threads: self.thread_count(),
        };
        let Loaded { bodies, files } = inputs::read(&self.inputs, reading, &mut layers, &mut diags);
        let limits = self.context.limits();
        let settings = self.settings.read(limits, &mut diags);
        #[cfg(feature = "kit")]
        let read = |inputs: &crate::ext::kit::Inputs| inputs.read(limits, &mut diags);
        ReadInputs {
            bodies,
            files,
            layers,
            settings,
            #[cfg(feature = "kit")]
            variables: self.variables.as_ref().map(read),
            diags,
        }
    }

    /// Returns a body without the blocks that include files.
    pub(super) fn without_includes(&self, body: &Body) -> Body {
        let rest = self.includes.as_ref().map(|block_type| includes::rest(body, block_type));
        rest.unwrap_or_else(|| body.clone())
    }

    /// Decodes inputs that were read.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics, those of reading included, if one of them is an error.
    pub fn decode_inputs<T: HclDecode>(
        &self,
        read: ReadInputs,
    ) -> Result<Configuration<T>, Diagnostics> {
        self.decode_with_modules(read, &mut ModuleFiles::default())
    }

    /// Decodes inputs that were read, and returns the files of their modules, also after an error.
    pub(super) fn decode_with_modules<T: HclDecode>(
        &self,
        mut read: ReadInputs,
        modules: &mut ModuleFiles,
    ) -> Result<Configuration<T>, Diagnostics> {
        let mut diags = mem::replace(&mut read.diags, self.empty_sink());
        let _work = self.context.limits().open_budget();
        let (spec, mut mistakes) = (T::spec(), diags.another());
        if check_spec::<T>(&spec, &mut mistakes).is_none() {
            return Err(mistakes);
        }
        let mut layers = read.layers.clone();
        let body = self.layered(&read, &spec, &mut layers, &mut diags);
        let layers = layers.of(&body, &spec);
        let prepared = self.prepare(&read, body, &spec, &mut diags);
        let (body, context) = (prepared.body, prepared.context);
        *modules = prepared.module_files;
        let files = [&read.files[..], &modules.paths].concat();
        #[cfg(feature = "edit")]
        self.hide_old_names(&spec, &mut diags);
        let source_of = |place: &Place| layers.source_of(place);
        let decoded =
            spec::decode_layers(&body, &spec, &context, self.leniency, &source_of, &mut diags);
        // Fields for expressions and remaining items keep the tree.
        drop(body);
        #[cfg(feature = "artifact")]
        self.check_artifact(&decoded, &mut diags);
        let value = T::from_decoded(decoded.clone(), &mut diags);
        #[cfg(feature = "kit")]
        let mut diags = if diags.checks_types() { without_unknown_blocks(diags) } else { diags };
        #[cfg(feature = "kit")]
        super::references::add_unreported(prepared.found, &mut diags);
        if value.is_none() && !diags.checks_types() {
            decoded.report_failure(&mut diags);
        }
        #[cfg(feature = "edit")]
        let diags = read.without_fixes_of_migrated(diags);
        let mut diags = self.with_source_names(&layers, diags);
        diags.sort();
        match value {
            Some(value) if !diags.has_errors() => Ok(Configuration {
                value,
                warnings: diags,
                files,
                #[cfg(feature = "kit")]
                outputs: prepared.outputs,
                #[cfg(feature = "kit")]
                modules: prepared.modules,
                context,
                decoded,
                layers,
                #[cfg(feature = "artifact")]
                read,
            }),
            _ => Err(diags),
        }
    }

    /// Returns the context of the expressions of inputs with all their layers, and the errors in the definitions of names.
    #[cfg(feature = "kit")]
    pub(super) fn context_of(
        &self,
        read: &ReadInputs,
        body: Body,
        spec: &Spec,
        diags: &mut Diagnostics,
    ) -> (EvalContext, Diagnostics) {
        let prepared = self.prepare(read, body, spec, diags);
        (prepared.context, prepared.found)
    }

    /// Defines the functions of the configuration, then its variables, then the names of other blocks.
    fn prepare(
        &self,
        read: &ReadInputs,
        mut body: Body,
        spec: &Spec,
        diags: &mut Diagnostics,
    ) -> Prepared {
        let mut context = self.context.clone();
        if let Some(block_type) = &self.functions {
            (context, body) = define_functions(&body, block_type, &context, diags);
        }
        self.define_names(
            read,
            Prepared {
                body,
                context,
                #[cfg(feature = "kit")]
                outputs: Vec::new(),
                #[cfg(feature = "kit")]
                modules: Vec::new(),
                module_files: ModuleFiles::default(),
                #[cfg(feature = "kit")]
                found: diags.another(),
            },
            spec,
            diags,
        )
    }

    #[cfg(feature = "kit")]
    fn define_names(
        &self,
        #[cfg_attr(
            not(feature = "kit"),
            expect(unused_variables, reason = "only the kit has inputs")
        )]
        read: &ReadInputs,
        mut prepared: Prepared,
        spec: &Spec,
        diags: &mut Diagnostics,
    ) -> Prepared {
        use super::modules::LoadedModules;
        use super::names::OtherBlocks;

        if !self.defines_names() {
            return prepared;
        }
        let mut loaded = LoadedModules::default();
        let inputs = read.variables.as_ref();
        let others = OtherBlocks::new(self, spec);
        let names = others.evaluate(&prepared.body, inputs, &prepared.context, &mut loaded, diags);
        (prepared.context, prepared.found) = (names.context, names.found);
        (prepared.outputs, prepared.body) = (names.outputs, names.rest);
        (prepared.modules, prepared.module_files) = (loaded.instances, loaded.files);
        prepared
    }

    /// Returns `true` if the blocks of a configuration may define names.
    #[cfg(feature = "kit")]
    pub(super) fn defines_names(&self) -> bool {
        let has_blocks = !self.references.is_empty() || !self.resolvers.is_empty();
        has_blocks || self.modules.is_some() || self.variables.is_some()
    }

    #[cfg(not(feature = "kit"))]
    fn define_names(
        &self,
        _: &ReadInputs,
        prepared: Prepared,
        _: &Spec,
        _: &mut Diagnostics,
    ) -> Prepared {
        prepared
    }
}
