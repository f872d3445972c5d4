//! `hcldyn eval`.

use std::path::Path;

use hcldyn::cli::{Streams, files};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_expression};

use crate::diags;
use crate::functions::EffectsArg;
use crate::values::{self, Nulls, ResultFormat};
use crate::variables::VariablesArg;

/// The arguments of `eval`.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    /// The expression; "-" reads it from standard input.
    #[arg(allow_hyphen_values = true)]
    expr: String,
    #[command(flatten)]
    vars: VariablesArg,
    #[command(flatten)]
    effects: EffectsArg,
    /// The format of the value. MessagePack keeps unknown values.
    #[arg(long, value_enum, default_value_t = ResultFormat::Hcl)]
    format: ResultFormat,
}

/// Returns the value of the expression in the requested format.
pub(crate) fn eval(
    options: &EvalArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Vec<u8>> {
    let ctx = options.vars.context(&options.effects, streams, diags)?;
    let source = match options.expr.as_str() {
        files::STDIN => files::read(Path::new(files::STDIN), streams, diags)?,
        text => Source::new("<expression>", text),
    };
    let expr = parse_expression(&source, diags)?;
    let value = expr.value(&ctx, diags);
    if diags.has_errors() {
        return None;
    }
    match options.format {
        ResultFormat::Hcl => values::printed(&value, expr.place(), diags).map(String::into_bytes),
        format => values::untyped(&value, format, Nulls::Kept)
            .map_err(|reason| diags.push(diags::unwritable_value(expr.place(), &reason)))
            .ok(),
    }
}
