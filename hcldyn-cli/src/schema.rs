//! `hcldyn schema`: the JSON Schema of configurations, or of decoded values.

use std::path::PathBuf;

use clap::ValueEnum;
use hcldyn::spec::language;
use hcldyn::syntax::parse_body_by_name;
use hcldyn::{Diagnostics, json_schema};

use crate::functions::EffectsArg;
use crate::{Streams, input};

#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    spec: PathBuf,
    /// The documents that the schema describes.
    #[arg(long, value_enum, default_value_t = Described::Configuration)]
    of: Described,
    #[command(flatten)]
    effects: EffectsArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// Configurations in HCL's JSON syntax.
    Configuration,
    /// Decoded values, as "hcldyn decode" prints them.
    Value,
}

/// Returns the text of the schema.
pub(crate) fn schema(
    options: &SchemaArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let body = parse_body_by_name(&input::read(&options.spec, streams, diags)?, diags);
    let file = language::read(&body, &options.effects.library(diags), diags)?;
    Some(match options.of {
        Described::Configuration => json_schema::of_configuration(&file.spec.outline()),
        Described::Value => json_schema::of_value(&file.spec),
    })
}
