//! The evaluated names of a configuration, for programs that show values, such as a language server.

use std::mem;

use super::layers::{LayerSetting, LayeredBody};
use super::stages::ReadInputs;
use super::{Decoder, references};
use crate::cty::Str;
use crate::decode::HclDecode;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::kit::Missing;
use crate::ext::kit::known::{ValuePlace, value_places};
use crate::source::Source;
use crate::syntax::parse_values_by_name;

/// The evaluated names of a configuration.
#[derive(Debug)]
pub struct EvaluatedConfiguration {
    /// The context of its expressions.
    pub context: EvalContext,
    /// The errors, with the secrets that must not be shown.
    pub diags: Diagnostics,
    /// The variables that the configuration declares, each with the location of its value.
    pub variables: Vec<ValuePlace>,
    /// The layers, for the origins of its attributes.
    pub layers: AttributeLayers,
}

/// The layers that set the attributes of a configuration.
#[derive(Debug)]
pub struct AttributeLayers(LayeredBody);

impl AttributeLayers {
    /// Returns the layers that set an attribute, the effective one first. The steps are its name, after the types and the
    /// labels of the blocks around it. `ctx` has the names of the configuration.
    pub fn explain(&self, steps: &[Str], ctx: &EvalContext) -> Vec<LayerSetting> {
        self.0.written_settings(steps, ctx).unwrap_or_default()
    }
}

/// Evaluates the names that the blocks of a configuration define. The attributes of `values` are values for its variables;
/// those without one are unknown.
pub fn evaluated_names<T: HclDecode>(
    decoder: &Decoder,
    mut read: ReadInputs,
    values: &[Source],
) -> EvaluatedConfiguration {
    let mut diags = mem::replace(&mut read.diags, decoder.empty_sink());
    read.variables = read.variables.map(|inputs| {
        values.iter().fold(inputs.missing(Missing::Unknown), |inputs, source| {
            inputs.body(&parse_values_by_name(source, &mut Diagnostics::new()))
        })
    });
    let _work = decoder.eval_context().limits().open_budget();
    let spec = T::spec();
    spec.hide_sensitive(&mut diags);
    diags.set_marks_secrets();
    let mut layers = read.layers.clone();
    let body = decoder.layered(&read, &spec, &mut layers, &mut diags);
    let layers = AttributeLayers(layers.of(&body, &spec));
    let inputs = read.variables.as_ref();
    let variables =
        inputs.map(|inputs| value_places(&body, inputs, decoder.eval_context().limits()));
    let (context, found) = decoder.context_of(&read, body, &spec, &mut diags);
    references::add_unreported(found, &mut diags);
    EvaluatedConfiguration { context, diags, variables: variables.unwrap_or_default(), layers }
}
