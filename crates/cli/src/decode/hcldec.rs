//! The program `hcldec` of the reference. This program behaves like it when it is called by that name.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;
use hcldyn::cli::{FAILURE, Streams};

use super::{DecodeArgs, DecodeMoreArgs};

const NAME: &str = "hcldec";

/// Decodes HCL by a spec file and prints the result as JSON.
#[derive(Debug, Parser)]
#[command(name = NAME, args_override_self = true)]
struct Hcldec {
    #[command(flatten)]
    options: DecodeArgs,
}

/// Returns `true` if the program is called by this name.
pub(crate) fn is_called(args: &[OsString]) -> bool {
    let stem = args.first().and_then(|name| Path::new(name).file_stem());
    stem.is_some_and(|stem| stem == NAME)
}

/// Runs the command as `hcldec`.
pub(crate) fn run(args: Vec<OsString>, streams: &mut Streams<'_>) -> u8 {
    match Hcldec::try_parse_from(args) {
        Ok(hcldec) => super::run(&hcldec.options, &DecodeMoreArgs::of_hcldec(), streams),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            streams.complain(&error.to_string());
            FAILURE
        }
        Err(error) => crate::usage(&error, streams),
    }
}
