//! The stages of a decoding, in their order.

use std::path::PathBuf;

use super::configuration::Configuration;
use super::decoder::Decoder;
use super::inputs::{self, IncludeRules, Loaded};
use super::layers::{Layer, Layers};
use crate::body::{Body, LayerId};
use crate::decode::{HclDecode, check_spec};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::define_functions;
use crate::limits::work;
use crate::source::Source;
use crate::spec::{self, Spec};
#[cfg(feature = "kit")]
use crate::syntax::read_file_within;

/// The content of a configuration before it is decoded.
struct Prepared {
    body: Body,
    /// The context with all names and functions of the configuration.
    context: EvalContext,
    #[cfg(feature = "kit")]
    outputs: Vec<crate::kit::Output>,
    /// Errors in the definitions of names. The decoding may report them too.
    #[cfg(feature = "graph")]
    found: Diagnostics,
}

/// All inputs of a configuration, parsed.
#[derive(Clone)]
pub(crate) struct ReadInputs {
    pub(super) bodies: Vec<(LayerId, Body)>,
    pub(crate) files: Vec<PathBuf>,
    layers: Layers,
    /// The errors in reading and parsing them.
    pub(super) diags: Diagnostics,
}

impl ReadInputs {
    pub(crate) fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().map(|(_, body)| body)
    }

    /// Returns the layer of a body.
    pub(super) fn layer(&self, index: usize) -> Layer {
        self.layers.get(self.bodies[index].0)
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
        let _work = work::Budget::open(self.context.limits().work);
        self.decode_inputs(self.read_inputs())
    }

    /// Reads and parses all inputs, with the files that they include.
    pub(crate) fn read_inputs(&self) -> ReadInputs {
        let mut diags = self.empty_sink();
        let _work = work::Budget::open(self.context.limits().work);
        let within = self.within.as_deref();
        let rules = self.includes.as_ref().map(|block_type| IncludeRules { block_type, within });
        let (threads, mut layers) = (self.thread_count(), Layers::default());
        let (inputs, edited) = (&self.inputs, &self.edited);
        let Loaded { bodies, files } =
            inputs::read(inputs, edited, rules, &self.context, threads, &mut layers, &mut diags);
        ReadInputs { bodies, files, layers, diags }
    }

    /// Decodes inputs that were read.
    pub(crate) fn decode_inputs<T: HclDecode>(
        &self,
        read: ReadInputs,
    ) -> Result<Configuration<T>, Diagnostics> {
        let ReadInputs { bodies, files, mut layers, mut diags } = read;
        let _work = work::Budget::open(self.context.limits().work);
        let spec = T::spec();
        if check_spec::<T>(&spec, &mut diags).is_none() {
            return Err(diags);
        }
        let body = self.layered(bodies, &spec, &mut layers, &mut diags);
        let layers = layers.of(&body, &spec);
        let prepared = self.prepare(body, &spec, &mut diags);
        let (body, context) = (prepared.body, prepared.context);
        let decoded = spec::decode_leniently(&body, &spec, &context, self.leniency, &mut diags);
        // Fields for expressions and remaining items keep the tree.
        drop(body);
        let value = T::from_decoded(decoded.clone(), &mut diags);
        #[cfg(feature = "graph")]
        super::references::add_unreported(prepared.found, &mut diags);
        if value.is_none() {
            decoded.report_failure(&mut diags);
        }
        diags.sort();
        match value {
            Some(value) if !diags.has_errors() => Ok(Configuration {
                value,
                warnings: diags,
                files,
                #[cfg(feature = "kit")]
                outputs: prepared.outputs,
                context,
                decoded,
                layers,
            }),
            _ => Err(diags),
        }
    }

    /// Returns the content of the files with values for variables, as far as it can be read.
    pub(super) fn value_files(&self) -> Vec<Source> {
        #[cfg(feature = "kit")]
        if let Some(inputs) = &self.variables {
            let most = self.context.limits().file_bytes;
            let read = |path| read_file_within(path, most, &mut Diagnostics::of_attempt());
            return inputs.paths().filter_map(read).collect();
        }
        Vec::new()
    }

    /// Defines the functions of the configuration, then its variables, then the names of other blocks.
    fn prepare(&self, mut body: Body, spec: &Spec, diags: &mut Diagnostics) -> Prepared {
        let mut context = self.context.clone();
        if let Some(block_type) = &self.functions {
            (context, body) = define_functions(&body, block_type, &context, diags);
        }
        self.define_names(
            Prepared {
                body,
                context,
                #[cfg(feature = "kit")]
                outputs: Vec::new(),
                #[cfg(feature = "graph")]
                found: diags.another(),
            },
            spec,
            diags,
        )
    }

    #[cfg(feature = "graph")]
    fn define_names(
        &self,
        mut prepared: Prepared,
        spec: &Spec,
        diags: &mut Diagnostics,
    ) -> Prepared {
        use super::references::ReferencedTypes;

        let (body, context) = (&prepared.body, &prepared.context);
        let types = |diags: &mut Diagnostics| {
            ReferencedTypes::new(&self.references, (spec, self.leniency), body, diags)
        };
        #[cfg(feature = "kit")]
        if let Some(inputs) = &self.variables {
            let mut blocks = super::kit_blocks::KitBlocks::start(body, inputs, context, diags);
            (prepared.context, prepared.found) =
                types(diags).evaluate(body, &mut blocks, context, diags);
            (prepared.outputs, prepared.body) = blocks.finish(body);
            return prepared;
        }
        if !self.references.is_empty() {
            (prepared.context, prepared.found) =
                types(diags).evaluate(body, &mut (), context, diags);
        }
        prepared
    }

    #[cfg(not(feature = "graph"))]
    fn define_names(&self, prepared: Prepared, _: &Spec, _: &mut Diagnostics) -> Prepared {
        prepared
    }
}
