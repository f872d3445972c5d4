//! Folders with files, for the tests of the functions that read them.

use std::fs;
use std::path::PathBuf;

use super::Folder;

/// A directory with the folder `inside`, next to files outside its reach. It is removed when dropped.
pub(super) struct Site(pub(super) PathBuf);

impl Site {
    /// Creates files by their paths and contents. `test` is a unique name.
    pub(super) fn new(test: &str, files: &[(&str, &[u8])]) -> Self {
        let root = std::env::temp_dir().join(format!("hcldyn-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for (path, content) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        Self(root)
    }

    pub(super) fn folder(&self) -> Folder {
        Folder::open(self.inside("")).unwrap()
    }

    /// Returns a path in the folder.
    pub(super) fn inside(&self, path: &str) -> PathBuf {
        self.0.join("inside").join(path)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
