//! Spec files, and decoding by them.

use std::path::Path;

use hcldyn::body::Body;
use hcldyn::cli::{Streams, files};
use hcldyn::cty::Value;
use hcldyn::ext::dynblock;
use hcldyn::ext::kit::{Inputs, Module};
use hcldyn::load::TypeCheck;
use hcldyn::spec::language::{self, SpecFile};
use hcldyn::spec::{DataForm, Rest, Spec, decode, decode_to_json};
use hcldyn::syntax::parse_body_by_name;
use hcldyn::{Diagnostics, EvalContext};

use crate::decode::remain::with_data;
use crate::functions::EffectsArg;
use crate::variables::VariablesArg;

/// A spec with the context to decode in.
#[derive(Debug)]
pub(crate) struct Decoding {
    pub(crate) spec: Spec,
    /// The definitions of the spec file, the functions that arguments add, and the variables that are given.
    pub(crate) ctx: EvalContext,
    /// The inputs of the configuration's own variables, if it has some.
    inputs: Option<Inputs>,
    dynamic: Dynamic,
}

/// A decoded configuration.
#[derive(Debug)]
pub(crate) enum Data {
    Value(Value),
    /// The JSON of its value, without null attributes.
    Json(String),
}

/// The treatment of `dynamic` blocks of types for which the spec does not allow them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dynamic {
    /// They are expanded.
    Expanded,
    /// They are ordinary blocks.
    Ordinary,
}

/// The choice whether `dynamic` blocks are expanded, as an argument of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct DynamicArg {
    /// Expand dynamic blocks only where the spec file allows it.
    #[arg(long)]
    no_dynamic: bool,
}

impl DynamicArg {
    pub(crate) const NOT_EXPANDED: Self = Self { no_dynamic: true };

    pub(crate) fn get(&self) -> Dynamic {
        if self.no_dynamic { Dynamic::Ordinary } else { Dynamic::Expanded }
    }
}

impl Decoding {
    /// Reads a spec file, and the variables that go with it; `None` if there is an error.
    pub(crate) fn read(
        spec: &Path,
        vars: &VariablesArg,
        effects: &EffectsArg,
        dynamic: Dynamic,
        streams: &mut Streams<'_>,
        diags: &mut Diagnostics,
    ) -> Option<Self> {
        let library = effects.library(diags);
        let file = read_spec_file(spec, &library, streams, diags);
        if let Some(file) = &file {
            file.spec.hide_sensitive(diags);
        }
        let mut ctx = file.as_ref().map(SpecFile::context).unwrap_or_default();
        for (name, function) in effects.functions(diags) {
            // A function of the spec file has precedence.
            if ctx.function(name).is_none() {
                ctx.set_function(name, function);
            }
        }
        let inputs = match file.as_ref().and_then(|file| file.own_variables) {
            Some(dialect) => Some(vars.inputs(streams, diags).dialect(dialect)),
            None => {
                vars.set_in(&mut ctx, &library, streams, diags);
                None
            }
        };
        let file = file.filter(|_| !diags.has_errors())?;
        Some(Self { spec: file.spec, ctx, inputs, dynamic })
    }

    /// Decodes without a spec file: all attributes and blocks, as they are written. Returns `None` if there is an error.
    pub(crate) fn without_spec(
        vars: &VariablesArg,
        effects: &EffectsArg,
        dynamic: Dynamic,
        streams: &mut Streams<'_>,
        diags: &mut Diagnostics,
    ) -> Option<Self> {
        let ctx = vars.context(effects, streams, diags)?;
        Some(Self { spec: Spec::Rest(Rest::Data(DataForm::Tuples)), ctx, inputs: None, dynamic })
    }

    pub(crate) fn decode(&self, body: &Body, diags: &mut Diagnostics) -> Value {
        let (body, ctx) = self.prepare(body, diags);
        decode(&body, &self.spec, &ctx, diags)
    }

    /// Checks a body without values: a variable with neither a value nor a default is unknown.
    pub(crate) fn check_types(&self, body: &Body, diags: &mut Diagnostics) {
        let check = TypeCheck::new(&self.spec, &self.ctx);
        let check = match &self.inputs {
            Some(inputs) => check.inputs(inputs.clone()),
            None => check,
        };
        match self.dynamic {
            Dynamic::Expanded => check.expand_dynamic().run(body, diags),
            Dynamic::Ordinary => check.run(body, diags),
        }
    }

    /// Decodes a body to data only: `remain` is decoded as `open_body` is. If `as_json` is `true`, the result is the JSON
    /// of the value without nulls, if it can be written without making the value.
    pub(crate) fn decode_to_data(
        &self,
        body: Body,
        as_json: bool,
        diags: &mut Diagnostics,
    ) -> Data {
        let (body, ctx) = self.prepare(&body, diags);
        if as_json && let Some(text) = decode_to_json(&body, &self.spec, &ctx) {
            return Data::Json(text);
        }
        Data::Value(ctx.limits().share(|| {
            let value = decode(&body, &self.spec, &ctx, diags);
            let mut data =
                |rest: &Body| decode(rest, &Spec::Rest(Rest::Data(DataForm::Tuples)), &ctx, diags);
            with_data(&value, &mut data).unwrap_or(value)
        }))
    }

    /// Returns the body to decode, and the context to decode it in.
    fn prepare(&self, body: &Body, diags: &mut Diagnostics) -> (Body, EvalContext) {
        let (body, ctx) = match &self.inputs {
            None => (body.clone(), self.ctx.clone()),
            Some(inputs) => {
                let module = Module::evaluate(body, inputs, &self.ctx, diags);
                (module.rest, module.context)
            }
        };
        match self.dynamic {
            Dynamic::Expanded => (dynblock::expand(&body, &ctx), ctx),
            Dynamic::Ordinary => (body, ctx),
        }
    }
}

/// Reads the spec of a spec file; `None` if there is an error.
pub(crate) fn read_spec(
    path: &Path,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Spec> {
    let library = EffectsArg::default().library(diags);
    let file = read_spec_file(path, &library, streams, diags)?;
    (!diags.has_errors()).then_some(file.spec)
}

/// Reads a spec file, which may use the functions of `library`; `None` if there is an error in it, apart from its syntax.
/// All further diagnostics hide the attributes that the spec marks as sensitive, also in sources that are never decoded.
pub(crate) fn read_spec_file(
    path: &Path,
    library: &EvalContext,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<SpecFile> {
    let body = parse_body_by_name(&files::read(path, streams, diags)?, diags);
    let file = language::read(&body, library, diags)?;
    file.spec.hide_sensitive(diags);
    Some(file)
}
