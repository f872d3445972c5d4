//! `hcldyn docs`: reference pages of a spec file.

use std::path::PathBuf;

use hcldyn::cli::{self, FAILURE, Streams};

use crate::functions::EffectsArg;
use crate::spec::{Decoding, Dynamic};
use crate::variables::VariablesArg;

#[derive(Debug, clap::Args)]
pub(crate) struct DocsArgs {
    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    spec: PathBuf,
    #[command(flatten)]
    pages: cli::DocsArgs,
}

/// Prints or writes the pages, or compares them with the files. Returns the exit code.
pub(crate) fn run(options: &DocsArgs, streams: &mut Streams<'_>) -> u8 {
    let (vars, effects) = (VariablesArg::default(), EffectsArg::default());
    let decoding = streams.reported(|streams, diags| {
        Decoding::read(&options.spec, &vars, &effects, Dynamic::Ordinary, streams, diags)
    });
    let Some(decoding) = decoding else { return FAILURE };
    options.pages.run(decoding.spec.outline(), &decoding.ctx, streams)
}
