//! `hcldyn sample`: an annotated sample of the configurations that a spec file describes.

use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::cli::{self, Streams};

use crate::spec::read_spec;

#[derive(Debug, clap::Args)]
pub(crate) struct SampleArgs {
    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    spec: PathBuf,
    #[command(flatten)]
    sample: cli::SampleArgs,
}

/// Returns the sample.
pub(crate) fn sample(
    options: &SampleArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    Some(options.sample.text(&read_spec(&options.spec, streams, diags)?.outline()))
}
