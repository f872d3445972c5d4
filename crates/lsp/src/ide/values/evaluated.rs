//! The evaluation of the names of a configuration, for each kind of language.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use hcldyn_core::body::Body;
use hcldyn_core::cty::Str;
use hcldyn_core::diag::codes;
use hcldyn_core::ext::dynblock::{WalkedBody, walk_variables};
use hcldyn_core::ext::kit::{Inputs, Missing, Module};
use hcldyn_core::internal::{
    AttributeLayers, ValuePlace, evaluated_names, hidden_ranges, known_names, mark_secrets,
    value_places,
};
use hcldyn_core::load::LayerSetting;
use hcldyn_core::spec::Spec;
use hcldyn_core::syntax::{Source, parse_values_by_name};
use hcldyn_core::{Cancellation, Decoder, Diagnostics, EvalContext, HclDecode};

use super::part::Outcome;
use crate::ANSWER_TIME;
use crate::ide::check::{CheckedSources, decoder_of};

/// The evaluated names of a configuration.
#[derive(Debug)]
pub(in crate::ide) struct Evaluated {
    /// The variables and functions of the expressions of the configuration.
    pub(in crate::ide) context: EvalContext,
    /// The errors. They know the secrets of the configuration.
    diags: Diagnostics,
    /// The variables that the configuration declares, each with the location of its value.
    variables: Vec<ValuePlace>,
    /// The layers of the attributes, if the program has several.
    layers: Option<AttributeLayers>,
    /// The hidden ranges of the sources that were searched.
    hidden: Mutex<HashMap<Source, Arc<[Range<usize>]>>>,
    /// `true` if a function of the program panicked, so that all names are missing.
    has_panicked: bool,
}

/// Returns the evaluated names of sources.
pub(in crate::ide) type Evaluate =
    dyn Fn(&CheckedSources, &Cancellation) -> Evaluated + Send + Sync;

impl Evaluated {
    fn new(context: EvalContext, diags: Diagnostics) -> Self {
        let (variables, layers) = (Vec::new(), None);
        Self { context, diags, variables, layers, hidden: Mutex::default(), has_panicked: false }
    }

    fn with_variables(self, variables: Vec<ValuePlace>) -> Self {
        Self { variables, ..self }
    }

    /// Returns a variable that the configuration declares.
    pub(in crate::ide) fn variable(&self, name: &str) -> Option<&ValuePlace> {
        self.variables.iter().find(|it| it.name == *name)
    }

    /// Returns the layers that set an attribute, the effective one first. The steps are its name, after the types and the
    /// labels of the blocks around it.
    pub(in crate::ide) fn explain(&self, steps: &[Str]) -> Vec<LayerSetting> {
        self.layers.as_ref().map(|it| it.explain(steps, &self.context)).unwrap_or_default()
    }

    /// Creates the result of an evaluation in which a function of the program panicked.
    pub(super) fn panicked(context: EvalContext) -> Self {
        Self { has_panicked: true, ..Self::new(context, Diagnostics::new()) }
    }

    /// Returns the outcome of an evaluation with these names, which may have failed as some are missing. After a panic,
    /// not even the secrets are known.
    pub(in crate::ide) fn outcome(&self, outcome: Outcome) -> Outcome {
        match outcome {
            _ if self.has_panicked => Outcome::Panicked,
            Outcome::Failed if took_too_long(&self.diags) => Outcome::TooLong,
            outcome => outcome,
        }
    }

    /// Returns `true` if a range of a source overlaps a secret.
    pub(in crate::ide) fn is_secret(&self, source: &Source, range: &Range<usize>) -> bool {
        self.hidden(source).iter().any(|it| it.start < range.end && range.start < it.end)
    }

    /// Returns the ranges of a source that are secret, sorted and without overlaps.
    pub(in crate::ide) fn hidden(&self, source: &Source) -> Arc<[Range<usize>]> {
        let mut known = self.hidden.lock().unwrap_or_else(PoisonError::into_inner);
        let find = || hidden_ranges(&mut self.diags.clone(), source).into();
        known.entry(source.clone()).or_insert_with(find).clone()
    }

    /// Returns a context for the evaluations of one answer, which take at most the time of an answer together.
    pub(in crate::ide) fn answering(&self, cancellation: &Cancellation) -> EvalContext {
        limited(&self.context, cancellation)
    }
}

/// Returns `true` if an evaluation with these diagnostics was not finished, as it took too long.
pub(in crate::ide) fn took_too_long(diags: &Diagnostics) -> bool {
    let codes = [codes::TIME_LIMIT_EXCEEDED, codes::TOO_MUCH_WORK];
    diags.iter().any(|it| codes.iter().any(|code| code.name() == it.code))
}

/// Returns a context with the limits of an answer.
fn limited(context: &EvalContext, cancellation: &Cancellation) -> EvalContext {
    let limits = context.limits().clone().with_timeout(ANSWER_TIME).with_cancellation(cancellation);
    context.clone().with_limits(limits)
}

/// Returns the evaluation of files without a spec with the functions of a library: unknown are all names that they do not
/// define.
pub(in crate::ide) fn without_spec(library: EvalContext) -> Box<Evaluate> {
    Box::new(move |sources, cancellation| {
        let context = limited(&library, cancellation);
        open(sources.body().as_ref(), sources, &context, Diagnostics::new())
    })
}

/// Returns the evaluation of files that their program checks itself: unknown are all names that they do not define.
pub(in crate::ide) fn of_program(spec: Spec, ctx: EvalContext) -> Box<Evaluate> {
    Box::new(move |sources, cancellation| {
        let (context, mut diags) = (limited(&ctx, cancellation), Diagnostics::new());
        spec.hide_sensitive(&mut diags);
        mark_secrets(&mut diags);
        open(sources.body().as_ref(), sources, &context, diags)
    })
}

/// Evaluates the variables and local values of a configuration. Its other names are unknown.
fn open(
    body: Option<&Body>,
    sources: &CheckedSources,
    context: &EvalContext,
    diags: Diagnostics,
) -> Evaluated {
    let mut context = context.child();
    if let Some(body) = body {
        define_roots(&walk_variables(body), &mut context);
    }
    known(body, sources, context, diags)
}

/// Returns the evaluation of files with a spec. `inputs` are those of the variables that the files declare, if the spec
/// allows them.
pub(in crate::ide) fn of_spec(
    spec: Spec,
    ctx: EvalContext,
    inputs: Option<Inputs>,
) -> Box<Evaluate> {
    Box::new(move |sources, cancellation| {
        let (context, mut diags) = (limited(&ctx, cancellation), Diagnostics::new());
        spec.hide_sensitive(&mut diags);
        mark_secrets(&mut diags);
        let body = sources.body();
        match (&inputs, &body) {
            (Some(inputs), Some(body)) => {
                let inputs = given(inputs.clone().missing(Missing::Unknown), sources);
                let variables = value_places(body, &inputs, context.limits());
                let context = Module::evaluate(body, &inputs, &context, &mut diags).context;
                Evaluated::new(context, diags).with_variables(variables)
            }
            _ => known(body.as_ref(), sources, context, diags),
        }
    })
}

/// Returns the evaluation of files for a type, with the settings of the decoder of its program.
pub(in crate::ide) fn of_type<T: HclDecode>(decoder: &Decoder) -> Box<Evaluate> {
    let decoder = decoder.clone().without_files().without_drop_ins();
    Box::new(move |sources, cancellation| {
        let context = limited(decoder.eval_context(), cancellation);
        let decoder = decoder_of(sources, decoder.clone().context(context));
        let found = evaluated_names::<T>(&decoder, decoder.read_inputs(), &sources.values);
        let evaluated = Evaluated::new(found.context, found.diags).with_variables(found.variables);
        Evaluated { layers: Some(found.layers), ..evaluated }
    })
}

/// Evaluates the variables and local values of a configuration whose other names another program knows.
fn known(
    body: Option<&Body>,
    sources: &CheckedSources,
    context: EvalContext,
    mut diags: Diagnostics,
) -> Evaluated {
    let Some(body) = body else { return Evaluated::new(context, diags) };
    let inputs = given(Inputs::new(), sources);
    let variables = value_places(body, &inputs, context.limits());
    let (context, unreported) = known_names(body, &inputs, &context, &mut diags);
    diags.append(unreported);
    Evaluated::new(context, diags).with_variables(variables)
}

/// Returns inputs with the given values of variables.
fn given(inputs: Inputs, sources: &CheckedSources) -> Inputs {
    sources.values.iter().fold(inputs, |inputs, source| {
        inputs.body(&parse_values_by_name(source, &mut Diagnostics::new()))
    })
}

/// Defines the roots of all references as unknown, unless they are known.
fn define_roots(walked: &WalkedBody, ctx: &mut EvalContext) {
    let visited = walked.visit_all();
    for variable in &visited.variables {
        if ctx.variable(variable.root()).is_none() {
            ctx.set_variable(variable.root(), hcldyn_core::cty::Value::dynamic());
        }
    }
    visited.children.iter().for_each(|child| define_roots(child, ctx));
}
