//! `hcldyn docs`: reference pages of a spec file.

use std::path::PathBuf;

use hcldyn::cli::{self, FAILURE, Streams};

use crate::functions::EffectsArg;
use crate::spec::read_spec_file;

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
    let file = streams.reported(|streams, diags| {
        let library = EffectsArg::default().library(diags);
        read_spec_file(&options.spec, &library, streams, diags)
    });
    file.map_or(FAILURE, |file| options.pages.run(file.spec.outline(), &file.context(), streams))
}
