//! Temporary directories with files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A directory that is deleted on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates a directory with files, whose paths may name subdirectories. Several directories may have one name.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("hcldyn-{name}-{process}-{count}"));
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
