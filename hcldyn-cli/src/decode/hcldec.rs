//! The program `hcldec` of the reference, which this one is when it is called by that name.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use super::{Format, Options};
use crate::output;
use crate::spec::Dynamic;

const NAME: &str = "hcldec";

/// Decodes HCL by a spec file and prints the result as JSON.
#[derive(Debug, Parser)]
#[command(name = NAME, args_override_self = true)]
struct Hcldec {
    #[command(flatten)]
    options: Options,
}

/// Whether the program is called by this name.
pub(crate) fn is_called() -> bool {
    let name = env::args_os().next().unwrap_or_default();
    Path::new(&name).file_stem().is_some_and(|stem| stem == NAME)
}

/// Runs as that program.
pub(crate) fn run() -> ExitCode {
    match Hcldec::try_parse() {
        Ok(hcldec) => super::decode(&hcldec.options, Dynamic::Ordinary, Format::Json),
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            output::complain(&error.to_string());
            ExitCode::from(output::FAILURE)
        }
        Err(error) => error.exit(),
    }
}
