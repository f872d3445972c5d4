//! What was typed in earlier runs of the console.

use std::env;
use std::fs;
use std::path::PathBuf;

use rustyline::history::FileHistory;
use rustyline::{Editor, Helper};

/// The file that keeps what was typed. A console without it works as well, so a file that cannot be
/// read or written is not reported.
#[derive(Debug)]
pub(super) struct History {
    file: Option<PathBuf>,
}

impl History {
    /// The history of the user, as far as there is one.
    pub(super) fn load<H: Helper>(editor: &mut Editor<H, FileHistory>) -> Self {
        let dir = state_dir().map(|dir| dir.join("hcldyn"));
        let dir = dir.filter(|dir| fs::create_dir_all(dir).is_ok());
        let file = dir.map(|dir| dir.join("history"));
        if let Some(file) = &file {
            let _ = editor.load_history(file);
        }
        Self { file }
    }

    /// Keeps an input at once, as a console may be killed and several may run.
    pub(super) fn add<H: Helper>(&self, editor: &mut Editor<H, FileHistory>, input: &str) {
        let is_new = editor.add_history_entry(input).unwrap_or_default();
        if let Some(file) = self.file.as_ref().filter(|_| is_new) {
            let _ = editor.append_history(file);
        }
    }
}

/// Where programs keep such files of a user (XDG Base Directory Specification). It tells programs to
/// ignore a path that is not absolute.
fn state_dir() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if let Some(dir) = absolute("XDG_STATE_HOME") {
        return Some(dir);
    }
    if cfg!(windows) {
        return absolute("LOCALAPPDATA");
    }
    env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".local/state"))
}
