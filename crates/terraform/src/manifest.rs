//! The modules that an initialised folder has: `.terraform/modules/modules.json`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The folders of the modules from elsewhere, by the names of the calls that lead to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manifest {
    folders: HashMap<String, PathBuf>,
}

#[derive(Deserialize)]
struct Content {
    #[serde(rename = "Modules", default)]
    modules: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "Key")]
    key: String,
    #[serde(rename = "Dir")]
    folder: PathBuf,
}

/// The largest file that is read.
const MAX_BYTES: u64 = 16 << 20;

impl Manifest {
    /// Reads the file of a root module. One that is missing or has another form counts as empty: the folder is not
    /// initialised.
    pub(crate) fn of(root: &Path) -> Self {
        let path = root.join(".terraform/modules/modules.json");
        let is_small = fs::metadata(&path).is_ok_and(|it| it.is_file() && it.len() <= MAX_BYTES);
        let text = if is_small { fs::read(&path).ok() } else { None };
        let content: Option<Content> = text.and_then(|it| serde_json::from_slice(&it).ok());
        let entries = content.map(|it| it.modules).unwrap_or_default();
        Self { folders: entries.into_iter().map(|it| (it.key, it.folder)).collect() }
    }

    /// Returns the folder of a module, relative to that of the root module.
    pub(crate) fn folder(&self, key: &str) -> Option<&Path> {
        self.folders.get(key).map(PathBuf::as_path)
    }
}
