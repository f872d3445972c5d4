//! `hcldyn spec`: spec files as such.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use hcldyn::cli::{FAILURE, SpecDiffArgs, SpecWriteArgs, Streams};
use hcldyn::spec::language;

use crate::functions::EffectsArg;
use crate::spec::{read_spec, read_spec_file};
use crate::structs::StructsArgs;

/// The subcommands of `spec`.
#[derive(Debug, Subcommand)]
pub(crate) enum SpecCommand {
    /// Prints the spec of a file in a canonical form, or in JSON syntax.
    ///
    /// The result decodes as the file does. Comments are lost, and so are the functions and variables that the file
    /// defines: they are not part of its spec, and are listed on standard error. The exit code is 0, or 2 if there is an
    /// error.
    Write {
        /// The spec file; "-" reads standard input.
        path: PathBuf,
        #[command(flatten)]
        args: SpecWriteArgs,
    },
    /// Prints the spec of spec files, as a spec file.
    ///
    /// The other commands take it as any spec file: `hcldyn schema` makes the JSON Schema of spec files in JSON syntax of
    /// it, and `hcldyn docs` reference pages of their language.
    Language {
        #[command(flatten)]
        args: SpecWriteArgs,
    },
    /// Prints Rust structs with the derives that decode what a file describes.
    ///
    /// The file is a spec file, a JSON Schema, or the output of `terraform providers schema -json`. For the last one,
    /// --type selects a resource type. The parts that structs can't express are listed on standard error. The exit code
    /// is 0, or 2 if there is an error.
    Rust(StructsArgs),
    /// Prints the differences between two spec files, and which of them break configurations.
    ///
    /// A difference is breaking if configurations that are valid under the old file can have errors under the new one, as
    /// far as that is not certainly excluded. The exit code is 0 without such a difference, 1 with one, and 2 if a file
    /// has an error.
    Diff {
        /// The old spec file; "-" reads standard input.
        old: PathBuf,
        /// The new spec file.
        new: PathBuf,
        #[command(flatten)]
        args: SpecDiffArgs,
    },
}

impl SpecCommand {
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> u8 {
        match self {
            Self::Write { path, args } => write(path, args, streams),
            Self::Language { args } => {
                // Its defaults are those of any argument that is not written.
                let mut written = language::write(&language::spec());
                written.losses.clear();
                args.run(written, streams)
            }
            Self::Rust(args) => args.run(streams),
            Self::Diff { old, new, args } => diff(old, new, args, streams),
        }
    }
}

fn write(path: &Path, args: &SpecWriteArgs, streams: &mut Streams<'_>) -> u8 {
    let file = streams.reported(|streams, diags| {
        let library = EffectsArg::default().library(diags);
        read_spec_file(path, &library, streams, diags)
    });
    file.map_or(FAILURE, |file| args.run(file.write(), streams))
}

fn diff(old: &Path, new: &Path, args: &SpecDiffArgs, streams: &mut Streams<'_>) -> u8 {
    let outlines = streams.reported(|streams, diags| {
        // Errors of both files are reported.
        let old = read_spec(old, streams, diags);
        let new = read_spec(new, streams, diags);
        Some((old?.outline(), new?.outline()))
    });
    outlines.map_or(FAILURE, |(old, new)| args.run(&old, &new, streams))
}
