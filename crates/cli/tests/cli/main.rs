//! The `hcldyn` command, tested as a process: arguments in, output and exit code out.

#![expect(clippy::unwrap_used, reason = "a failure here is a failure of the test")]

mod bad_input;
mod check;
mod console;
mod convert;
mod decode;
mod docs;
#[cfg(unix)]
mod documents;
mod edit;
mod effects;
mod eval;
mod expand;
mod expand_folder;
mod expand_modules;
mod explain;
mod fix;
mod fmt;
#[cfg(unix)]
mod hcldec;
#[cfg(unix)]
mod hostile_files;
mod layout;
mod levels;
mod lsp;
mod lsp_modules;
mod manual;
#[cfg(unix)]
mod out;
mod places;
#[cfg(unix)]
mod prompt;
mod sample;
mod schema;
mod secrets;
mod spec_files;
mod terminal;
mod terraform;
mod var;
mod vars;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use snapbox::cmd::{Command, cargo_bin};

/// A temporary directory with files, in which the command runs.
struct Files(PathBuf);

impl Files {
    /// Creates an empty directory. Panics if the name is not unique, since tests run at the same time.
    fn new(test: &str) -> Self {
        static NAMES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        let is_new = NAMES.lock().is_ok_and(|mut names| names.insert(test.to_owned()));
        assert!(is_new, "{test} is the name of another directory");
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    fn run<const N: usize>(&self, args: [&str; N]) -> Command {
        hcldyn(args).current_dir(&self.0)
    }
}

fn hcldyn<const N: usize>(args: [&str; N]) -> Command {
    Command::new(cargo_bin!("hcldyn")).args(args).env_remove("NO_COLOR")
}

/// Expands a source from standard input, without variables.
fn expand(text: &str) -> Command {
    hcldyn(["expand", "-"]).stdin(text)
}
