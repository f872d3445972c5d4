//! The inputs of earlier runs of the console.

use std::env;
use std::fs;
use std::path::PathBuf;

use rustyline::history::FileHistory;
use rustyline::{Editor, Helper};

/// The file with the history. The console works without it, so a file that cannot be read or written is not
/// reported.
#[derive(Debug)]
pub(super) struct History {
    file: Option<PathBuf>,
}

impl History {
    /// Loads the history of the user, if there is one.
    pub(super) fn load<H: Helper>(editor: &mut Editor<H, FileHistory>) -> Self {
        let dir = state_dir().map(|dir| dir.join("hcldyn"));
        let dir = dir.filter(|dir| fs::create_dir_all(dir).is_ok());
        let file = dir.map(|dir| dir.join("history"));
        if let Some(file) = &file {
            let _ = editor.load_history(file);
        }
        Self { file }
    }

    /// Saves an input at once, since a console may be killed, and several may run.
    pub(super) fn add<H: Helper>(&self, editor: &mut Editor<H, FileHistory>, input: &str) {
        let is_new = editor.add_history_entry(input).unwrap_or_default();
        if let Some(file) = self.file.as_ref().filter(|_| is_new) {
            let _ = editor.append_history(file);
        }
    }
}

/// Returns the folder for such files of a user (XDG Base Directory Specification). The specification says to ignore
/// a relative path.
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
