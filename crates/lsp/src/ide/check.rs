//! The checks of a language: from the sources of a configuration to their diagnostics.

use std::collections::HashMap;
use std::sync::Arc;

use hcldyn_core::body::{Body, BodySchema};
use hcldyn_core::diag::Levels;
use hcldyn_core::ext::kit::Inputs;
use hcldyn_core::load::TypeCheck;
use hcldyn_core::load::lint::Linter;
use hcldyn_core::spec::Spec;
use hcldyn_core::syntax::{Place, Source};
use hcldyn_core::{Cancellation, Decoder, Diagnostics, EvalContext, HclDecode};

use super::workspace::File;

/// A comment that turns on a warning about names without references has the start of its code.
const UNUSED: &str = "unused-";

/// The sources of a check.
pub(super) struct CheckedSources {
    /// The files of one configuration, in the order of their names.
    pub(super) configuration: Vec<Arc<File>>,
    /// Other files whose expressions may use the names of the configuration.
    pub(super) neighbors: Vec<Arc<File>>,
    /// The sources that an editor has opened, which replace the files of their names.
    pub(super) open: Vec<Source>,
    /// The sources of values for variables, those with precedence last.
    pub(super) values: Vec<Source>,
}

/// The diagnostics of a configuration.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) diags: Diagnostics,
    /// The locations of the includes of included files, by the names of these.
    pub(super) includes: HashMap<String, Place>,
}

/// Returns the diagnostics of sources. They are not complete if the evaluation is cancelled.
pub(super) type Check = dyn Fn(&CheckedSources, &Cancellation) -> Checked + Send + Sync;

impl CheckedSources {
    /// Returns the body of the whole configuration; `None` without files.
    pub(super) fn body(&self) -> Option<Body> {
        Body::merge(self.configuration.iter().map(|file| file.parsed_body().0))
    }
}

/// Returns the check of files without a spec.
pub(super) fn without_spec() -> Box<Check> {
    Box::new(|sources, _| {
        let mut diags = Diagnostics::new();
        let bodies = bodies(&sources.configuration, &mut diags);
        for body in &bodies {
            // An empty schema finds JSON that is not a body, such as an array of numbers.
            body.partial_content(&BodySchema::default(), &mut diags);
        }
        linted(bodies, sources, diags)
    })
}

/// Returns the check of a spec.
pub(super) fn of_spec(spec: Spec, ctx: EvalContext, inputs: Option<Inputs>) -> Box<Check> {
    Box::new(move |sources, cancellation| {
        let ctx = cancelled_by(cancellation, &ctx);
        let mut diags = Diagnostics::new();
        spec.hide_sensitive(&mut diags);
        let bodies = bodies(&sources.configuration, &mut diags);
        if let Some(body) = Body::merge(bodies.iter().cloned()) {
            let check = TypeCheck::new(&spec, &ctx).expand_dynamic();
            let check = match &inputs {
                Some(inputs) => check.inputs(inputs.clone()),
                None => check,
            };
            check.run(&body, &mut diags);
        }
        linted(bodies, sources, diags)
    })
}

/// Returns the check of a type, with the settings of the decoder of its program.
pub(super) fn of_type<T: HclDecode>(decoder: Decoder) -> Box<Check> {
    let decoder = decoder.without_files().without_drop_ins();
    Box::new(move |sources, cancellation| {
        let context = cancelled_by(cancellation, decoder.eval_context());
        let decoder = decoder_of(sources, decoder.clone().context(context));
        let (read, levels) = (decoder.read_inputs(), Levels::new());
        let mut linter = Linter::new(&levels);
        for body in read.bodies() {
            linter.file(body);
        }
        if let Some(whole) = Body::merge(read.bodies().cloned()) {
            linter.unused(&whole);
        }
        let includes = read.includes().map(|(name, place)| (name.to_owned(), place.clone()));
        let includes = includes.collect();
        Checked { diags: linter.finish(decoder.check_inputs::<T>(read)), includes }
    })
}

/// Returns the check of a program, which takes the sources of a configuration.
pub(super) fn of_program(
    check: impl Fn(&[Source], &Cancellation) -> Diagnostics + Send + Sync + 'static,
) -> Box<Check> {
    Box::new(move |sources, cancellation| {
        let bodies = bodies(&sources.configuration, &mut Diagnostics::new());
        let files: Vec<_> = sources.configuration.iter().map(|file| file.source.clone()).collect();
        linted(bodies, sources, check(&files, cancellation))
    })
}

/// Returns a decoder with the sources of a configuration.
pub(super) fn decoder_of(sources: &CheckedSources, decoder: Decoder) -> Decoder {
    let decoder = decoder.edited(&sources.open);
    match &*sources.configuration {
        [file] => decoder.text(file.source.name(), file.text()),
        files => files.iter().fold(decoder, |decoder, file| decoder.file(file.source.name())),
    }
}

/// Returns a context whose evaluations end once they are cancelled.
fn cancelled_by(cancellation: &Cancellation, ctx: &EvalContext) -> EvalContext {
    ctx.clone().with_limits(ctx.limits().clone().with_cancellation(cancellation))
}

/// Returns the bodies of files, and adds the diagnostics of their syntax.
fn bodies(files: &[Arc<File>], diags: &mut Diagnostics) -> Vec<Body> {
    let body = |file: &Arc<File>| {
        let (body, parsed) = file.parsed_body();
        diags.append(parsed);
        body
    };
    files.iter().map(body).collect()
}

/// Returns diagnostics with the warnings of the linter.
fn linted(bodies: Vec<Body>, sources: &CheckedSources, diags: Diagnostics) -> Checked {
    let levels = Levels::new();
    let mut linter = Linter::new(&levels);
    for body in &bodies {
        linter.file(body);
    }
    // Only comments turn the warnings about unused names on, which need the neighbors.
    let mut all = sources.configuration.iter().chain(&sources.neighbors);
    if all.any(|file| file.text().contains(UNUSED)) {
        let neighbors = self::bodies(&sources.neighbors, &mut Diagnostics::new());
        for body in &neighbors {
            linter.comments(body);
        }
        if let Some(whole) = Body::merge(bodies.into_iter().chain(neighbors)) {
            linter.unused(&whole);
        }
    }
    Checked { diags: linter.finish(diags), includes: HashMap::new() }
}
