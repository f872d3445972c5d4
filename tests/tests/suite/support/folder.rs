//! Temporary directories with files.

use std::path::{Path, PathBuf};

/// A directory that is deleted on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates a directory with files, whose paths may name subdirectories.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("hcldyn-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        for (name, text) in files {
            let file = path.join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns a message with paths relative to the directory, which itself is called `F`.
    pub(crate) fn relative(&self, message: &str) -> String {
        let path = self.0.to_str().unwrap();
        message.replace(&format!("{path}/"), "").replace(path, "F")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
