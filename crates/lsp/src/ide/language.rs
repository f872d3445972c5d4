//! The language of a file: everything that its program says about it.

use std::fmt;

use hcldyn_core::body::{Body, BodySchema};
use hcldyn_core::diag::Levels;
use hcldyn_core::ext::dynblock;
use hcldyn_core::ext::graph::{BlockKind, Definitions};
use hcldyn_core::ext::kit::{self, Inputs, Missing, Module};
use hcldyn_core::load::lint::Linter;
use hcldyn_core::spec::Spec;
use hcldyn_core::spec::decode;
use hcldyn_core::spec::language::SpecFile;
use hcldyn_core::spec::outline::Outline;
use hcldyn_core::syntax::{Source, parse_body_by_name};
use hcldyn_core::{Cancellation, Decoder, Diagnostics, EvalContext, HclDecode};

/// The language of a file: its spec, its variables and functions, and the names that its blocks define.
pub struct Language {
    pub(super) outline: Option<Outline>,
    pub(super) context: EvalContext,
    pub(super) definitions: Definitions,
    check: Box<Check>,
}

/// Returns the diagnostics of a source. The other open sources replace the files of their names. The evaluation ends early
/// once it is cancelled.
type Check = dyn Fn(&Source, &[Source], &Cancellation) -> Diagnostics + Send + Sync;

impl Language {
    /// Creates the language of files without a spec: everything that needs none works.
    pub fn without_spec() -> Self {
        let check = |source: &Source, _: &[Source], _: &Cancellation| {
            let mut diags = Diagnostics::new();
            let body = parse_body_by_name(source, &mut diags);
            // An empty schema finds JSON that is not a body, such as an array of numbers.
            body.partial_content(&BodySchema::default(), &mut diags);
            linted(&body, diags)
        };
        Self::new(None, EvalContext::new(), Box::new(check))
    }

    /// Creates the language of a spec.
    pub fn of_spec(spec: Spec) -> Self {
        Self::of_spec_in(spec, EvalContext::new(), None)
    }

    /// Creates the language of a spec file. The context has further variables and functions, such as those of a library.
    pub fn of_spec_file(file: &SpecFile, variables: &EvalContext) -> Self {
        let mut context = file.context();
        for name in variables.variable_names() {
            if let Some(value) = variables.variable(name) {
                context.set_variable(name, value.clone());
            }
        }
        let inputs = file.own_variables.map(|dialect| {
            // Their values are only given when the program runs.
            Inputs::new().dialect(dialect).missing(Missing::Unknown)
        });
        Self::of_spec_in(file.spec.clone(), context, inputs)
    }

    /// Creates the language of a type, with the settings of the decoder of its program. Its files and drop-ins are left out:
    /// each source is a configuration of its own, with the files that it includes.
    pub fn of_type<T: HclDecode>(decoder: Decoder) -> Self {
        let (outline, context) = (T::spec().outline(), decoder.eval_context().clone());
        let check = move |source: &Source, open: &[Source], cancellation: &Cancellation| {
            let context = cancelled_by(cancellation, decoder.eval_context());
            let decoder = decoder.clone().context(context).without_files().without_drop_ins();
            let decoder = decoder.edited(open).text(source.name(), source.text());
            let (read, levels) = (decoder.read_inputs(), Levels::new());
            let mut linter = Linter::new(&levels);
            for body in read.bodies() {
                linter.file(body);
                linter.unused(body);
            }
            let diags = match decoder.decode_inputs::<T>(read) {
                Ok(configuration) => configuration.warnings,
                Err(errors) => errors,
            };
            linter.finish(diags)
        };
        Self::new(Some(outline), context, Box::new(check))
    }

    /// Sets the names that blocks define, for definitions, references and renaming. The default has `variable`, `locals`
    /// and the blocks of Terraform.
    #[must_use]
    pub fn definitions(self, definitions: Definitions) -> Self {
        Self { definitions, ..self }
    }

    fn of_spec_in(spec: Spec, context: EvalContext, inputs: Option<Inputs>) -> Self {
        let (outline, ctx) = (spec.outline(), context.clone());
        let check = move |source: &Source, _: &[Source], cancellation: &Cancellation| {
            let ctx = cancelled_by(cancellation, &ctx);
            let mut diags = Diagnostics::new();
            spec.hide_sensitive(&mut diags);
            let body = parse_body_by_name(source, &mut diags);
            let (rest, ctx) = match &inputs {
                None => (body.clone(), ctx.clone()),
                Some(inputs) => {
                    let module = Module::evaluate(&body, inputs, &ctx, &mut diags);
                    (module.rest, module.context)
                }
            };
            decode(&dynblock::expand(&rest, &ctx), &spec, &ctx, &mut diags);
            linted(&body, diags)
        };
        Self::new(Some(outline), context, Box::new(check))
    }

    fn new(outline: Option<Outline>, context: EvalContext, check: Box<Check>) -> Self {
        Self { outline, context, definitions: customary_definitions(), check }
    }

    /// Returns the diagnostics of a source. They are not complete if the evaluation is cancelled.
    pub(super) fn check(
        &self,
        source: &Source,
        open: &[Source],
        cancellation: &Cancellation,
    ) -> Diagnostics {
        let mut diags = (self.check)(source, open, cancellation);
        diags.sort();
        diags
    }
}

/// Returns a context whose evaluations end once they are cancelled.
fn cancelled_by(cancellation: &Cancellation, ctx: &EvalContext) -> EvalContext {
    ctx.clone().with_limits(ctx.limits().clone().with_cancellation(cancellation))
}

/// Returns diagnostics with the warnings of the linter.
fn linted(body: &Body, diags: Diagnostics) -> Diagnostics {
    let levels = Levels::new();
    let mut linter = Linter::new(&levels);
    linter.file(body);
    linter.unused(body);
    linter.finish(diags)
}

/// Returns the names that blocks define in most languages: those of the kit, also in the dialect of Packer, and those of
/// Terraform.
fn customary_definitions() -> Definitions {
    kit::definitions()
        .block(BlockKind::new("variables", &[]).attributes_define(&["var"]))
        .block(BlockKind::new("local", &["name"]).defines(&["local"]))
        .block(BlockKind::new("resource", &["type", "name"]).defines(&[]))
        .block(BlockKind::new("data", &["type", "name"]).defines(&["data"]))
        .block(BlockKind::new("module", &["name"]).defines(&["module"]))
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Language")
            .field("has_spec", &self.outline.is_some())
            .field("definitions", &self.definitions)
            .finish_non_exhaustive()
    }
}
