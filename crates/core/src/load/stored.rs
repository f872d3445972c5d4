//! Artifacts of configurations, and decoders that take their content from an artifact.

use std::iter::once;
use std::sync::Arc;

use super::configuration::Configuration;
use super::decoder::Decoder;
use super::inputs::{ReadBody, parse_all};
use super::layers::{Layer, Layers};
#[cfg(feature = "edit")]
use super::migrations;
use super::settings::Settings;
use super::stages::ReadInputs;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::environment::Environments;
use crate::load::artifact::{Artifact, ArtifactError, ArtifactInputs};
use crate::spec::Decoded;

/// The name of the decoded value in an artifact.
const NAME: &str = "configuration";

impl<T> Configuration<T> {
    /// Returns an artifact for another process: the content of all inputs and layers as it was read, the values for
    /// variables, and the [decoded value](Self::decoded_value) under the name `configuration`. The context is not part of
    /// it. [`Decoder::artifact`] decodes it.
    ///
    /// Captured expressions and remaining bodies are unknown in the value, since their sources are in the artifact.
    ///
    /// # Errors
    ///
    /// Fails if a [body](Decoder::body) is among the inputs, or among those of the variables: a body may differ from its
    /// source.
    pub fn artifact(&self) -> Result<Artifact, ArtifactError> {
        let ReadInputs { bodies, settings, .. } = &self.read;
        let Settings { environment, flags, overrides, values } = settings.clone();
        let (environment, program) = (environment.variables, values);
        let mut inputs =
            ArtifactInputs { environment, flags, overrides, program, ..Default::default() };
        #[cfg(feature = "kit")]
        if let Some(variables) = &self.read.variables {
            inputs.variables = variables.to_artifact()?;
        }
        let mut artifact = Artifact::new().with_decoded(NAME, &self.decoded.value);
        for layer in bodies.chunk_by(|a, b| a.layer == b.layer) {
            let sources = layer.iter().map(|read| {
                let name = || read.body.missing_item_place().source().name().to_owned();
                read.source.clone().ok_or_else(|| ArtifactError::NotASource(name()))
            });
            let sources: Vec<_> = sources.collect::<Result<_, _>>()?;
            match self.read.layers.get(layer[0].layer) {
                Layer::Defaults => inputs.defaults.push(sources),
                Layer::DropIns => inputs.drop_ins.push(sources),
                _ => artifact = sources.into_iter().fold(artifact, Artifact::with_source),
            }
        }
        Ok(artifact.with_inputs(inputs))
    }
}

impl Decoder {
    /// Takes the whole content from an artifact that [`Configuration::artifact`] returned, usually in another process.
    /// Nothing is read from files, the environment or the command line, which may have changed since.
    ///
    /// The artifact replaces all inputs of this decoder, in all layers, and all values for variables. A program can
    /// therefore build its decoder in one function, and add the artifact only in the second process. Everything else is
    /// set as for the first process: the [context](Self::context), whose values may be known now, and the types of blocks
    /// that the decoder reads itself. Included files are part of the artifact; `include` blocks are not followed again.
    ///
    /// A [value](Self::value) of the program is replaced too, unless it was not wholly known in the first process: then
    /// this decoder's value for the same path counts, if it has one. Variables have the values of the artifact only: one that
    /// was unset in the first process stays unset.
    ///
    /// The decoded value is compared with that of the artifact, as by [`Artifact::check`]: unknown parts may become known,
    /// and any other change is an error. `Configuration::files` is empty, since no file is read.
    ///
    /// ```
    /// use hcldyn::cty::{MaybeUnknown, Type, Value};
    /// use hcldyn::environment::Environment;
    /// use hcldyn::load::artifact::Artifact;
    /// use hcldyn::{Decoder, EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Site {
    ///     owner: String,
    ///     url: MaybeUnknown<String>,
    /// }
    ///
    /// fn decoder(owner: &str, id: Value) -> Decoder {
    ///     Decoder::new()
    ///         .text("site.hcl", "owner = \"eve\"\nurl = \"https://${id}.example/\"\n")
    ///         .environment(Environment::with_prefix("SITE_").variables([("SITE_OWNER", owner)]))
    ///         .context(EvalContext::new().with_variable("id", id))
    /// }
    ///
    /// let planned = decoder("ann", Value::unknown(Type::String)).decode::<Site>()?;
    /// let bytes = planned.artifact()?.to_json()?;
    ///
    /// // The second process, in another environment.
    /// let artifact = Artifact::from_bytes(&bytes)?;
    /// let applied = decoder("bob", "i-1".into()).artifact(artifact).decode::<Site>()?;
    /// assert_eq!(applied.value.owner, "ann");
    /// assert_eq!(applied.value.url, MaybeUnknown::Known("https://i-1.example/".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[doc(alias = "plan")]
    #[doc(alias = "apply")]
    pub fn artifact(mut self, artifact: Artifact) -> Self {
        self.artifact = Some(Arc::new(artifact));
        self
    }

    /// Returns the content of an artifact in place of the inputs.
    pub(super) fn read_artifact(&self, artifact: &Artifact, mut diags: Diagnostics) -> ReadInputs {
        let inputs = artifact.inputs().cloned().unwrap_or_default();
        let defaults = inputs.defaults.into_iter().map(|it| (Layer::Defaults, it));
        let files = once((Layer::Files, artifact.sources().to_vec()));
        let drop_ins = inputs.drop_ins.into_iter().map(|it| (Layer::DropIns, it));
        let (mut layers, mut sources) = (Layers::default(), Vec::new());
        for (layer, read) in defaults.chain(files).chain(drop_ins).filter(|it| !it.1.is_empty()) {
            let layer = layers.add(layer);
            sources.extend(read.into_iter().map(|source| (layer, source)));
        }
        let parsed =
            parse_all(sources.iter().map(|(_, source)| source), self.thread_count(), &diags);
        let bodies = sources.into_iter().zip(parsed).map(|((layer, source), (body, found))| {
            #[cfg(feature = "edit")]
            let (mut body, mut found) = (body, found);
            #[cfg(feature = "edit")]
            let old_form = self.migrations.as_ref().and_then(|migrations| {
                migrations::migrate(migrations, &source, &mut body, &self.context, &mut found)
            });
            diags.append(found);
            ReadBody {
                layer,
                body: self.without_includes(&body),
                source: Some(source),
                include: None,
                #[cfg(feature = "edit")]
                old_form,
            }
        });
        let own = |path: &str| {
            let mut values = self.settings.values.iter().rev();
            values.find(|(other, _)| other == path).map(|(_, value)| value.clone())
        };
        let values = inputs.program.into_iter().map(|(path, value)| {
            let now = if value.is_wholly_known() { None } else { own(&path) };
            (path, now.unwrap_or(value))
        });
        let ArtifactInputs { environment, flags, overrides, .. } = inputs;
        ReadInputs {
            bodies: bodies.collect_vec(),
            files: Vec::new(),
            layers,
            settings: Settings {
                environment: Environments::of(environment),
                flags,
                overrides,
                values: values.collect_vec(),
            },
            #[cfg(feature = "kit")]
            variables: self.variables.as_ref().map(|it| it.with_values_of(inputs.variables)),
            diags,
        }
    }

    /// Compares the decoded value with that of the artifact, and reports the changes.
    pub(super) fn check_artifact(&self, decoded: &Decoded, diags: &mut Diagnostics) {
        if let Some(artifact) = &self.artifact {
            artifact.check(NAME, &decoded.value, &decoded.origin, diags);
        }
    }
}
