//! `hcldyn sample`: an annotated sample of the configurations that a spec file describes.

use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::docs::sample::Sample;

use crate::Streams;
use crate::convert::read_spec;

#[derive(Debug, clap::Args)]
pub(crate) struct SampleArgs {
    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    spec: PathBuf,
    /// Leave out optional attributes and blocks.
    #[arg(long)]
    required: bool,
    /// Leave out the documentation.
    #[arg(long)]
    no_docs: bool,
}

/// Returns the sample.
pub(crate) fn sample(
    options: &SampleArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let outline = read_spec(&options.spec, streams, diags)?.outline();
    let mut sample = Sample::new(&outline);
    if options.required {
        sample = sample.required_only();
    }
    if options.no_docs {
        sample = sample.without_docs();
    }
    Some(sample.text())
}
