//! The functions that expressions may use.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hcldyn::cli::files;
use hcldyn::cty::Function;
use hcldyn::functions::effects::{Folder, timestamp};
use hcldyn::{Diagnostics, EvalContext, ext, functions};
use jiff::Timestamp;

/// Access to files and the time, as arguments of the command. Without them no function has either.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct EffectsArg {
    /// Let functions such as file, fileexists and templatefile read the files in this directory. Paths are
    /// relative to it.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The time returned by `timestamp` and `plantimestamp`, such as 2024-02-29T23:59:00Z.
    #[arg(long, value_name = "TIMESTAMP", value_parser = parse_time)]
    now: Option<SystemTime>,
}

impl EffectsArg {
    /// Returns a context with the functions of the library and those that the arguments add.
    pub(crate) fn library(&self, diags: &mut Diagnostics) -> EvalContext {
        let library = EvalContext::new().with_functions(functions::all());
        library.with_functions(ext::all()).with_functions(self.functions(diags))
    }

    /// Returns the functions that the arguments add. Reports a folder that cannot be opened.
    pub(crate) fn functions(&self, diags: &mut Diagnostics) -> Vec<(&'static str, Function)> {
        let mut added = Vec::new();
        if let Some(folder) = self.folder.as_deref().and_then(|path| open(path, diags)) {
            added.extend(folder.functions());
            added.push(("templatefile", ext::templatefile_fn(folder)));
        }
        if let Some(now) = self.now {
            added.extend(["timestamp", "plantimestamp"].map(|name| (name, timestamp(move || now))));
        }
        added
    }
}

fn parse_time(text: &str) -> Result<SystemTime, jiff::Error> {
    text.parse().and_then(|time: Timestamp| SystemTime::try_from(time))
}

fn open(path: &Path, diags: &mut Diagnostics) -> Option<Folder> {
    match Folder::open(path) {
        Ok(folder) => Some(folder),
        Err(error) => {
            diags.push(files::unreadable(&path.display().to_string(), &error));
            None
        }
    }
}
