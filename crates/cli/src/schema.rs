//! `hcldyn schema`: the JSON Schema of configurations, or of decoded values.

use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::cli::{self, Streams};

use crate::functions::EffectsArg;
use crate::spec::read_spec_file;

#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    spec: PathBuf,
    #[command(flatten)]
    schema: cli::SchemaArgs,
    #[command(flatten)]
    effects: EffectsArg,
}

/// Returns the text of the schema.
pub(crate) fn schema(
    options: &SchemaArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let library = options.effects.library(diags);
    let file = read_spec_file(&options.spec, &library, streams, diags)?;
    Some(options.schema.text(&file.spec, &file.spec))
}
