//! The names of the files of a folder: which are part of a module, and in which order.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use hcldyn::syntax::Place;

/// The files of a folder that belong to a module, in the order of their names.
///
/// ```
/// use hcldyn_terraform::files::{ModuleFiles, variable_files};
///
/// # let folder = std::env::temp_dir().join(format!("hcldyn-module-files-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// for name in ["main.tf", "main_override.tf", "terraform.tfvars"] {
///     std::fs::write(folder.join(name), "").unwrap();
/// }
/// let files = ModuleFiles::of(&folder).unwrap();
/// assert!(!files.is_empty());
/// assert_eq!((files.primary.len(), files.overrides.len()), (1, 1));
/// assert_eq!(variable_files(&folder).unwrap(), [folder.join("terraform.tfvars")]);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleFiles {
    /// The files that declare blocks.
    pub primary: Vec<PathBuf>,
    /// The files that change blocks of the others: `override.tf`, and those whose names end in `_override.tf`.
    pub overrides: Vec<PathBuf>,
}

impl ModuleFiles {
    /// Lists the files of a folder: `.tf`, `.tf.json`, and those of OpenTofu, `.tofu` and `.tofu.json`, which replace a file
    /// of the same name. Hidden files and those of editors are left out.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let names = names(folder)?;
        let mut files = Self::default();
        for name in &names {
            let Some((stem, end)) = split(name) else { continue };
            if let Some(json) = end.strip_prefix(".tf")
                && names.contains(&format!("{stem}.tofu{json}"))
            {
                continue;
            }
            let list = if changes_others(stem) { &mut files.overrides } else { &mut files.primary };
            list.push(folder.join(name));
        }
        Ok(files)
    }

    /// Returns `true` if the folder has no files of a module.
    pub fn is_empty(&self) -> bool {
        self.primary.is_empty() && self.overrides.is_empty()
    }
}

/// Lists the files of a folder that set its variables without being named, in the order of precedence, the last one highest:
/// `terraform.tfvars`, `terraform.tfvars.json`, then those that end in `.auto.tfvars` and `.auto.tfvars.json`, by their names.
///
/// # Errors
///
/// Fails if the folder cannot be read.
pub fn variable_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let names = names(folder)?;
    let named = ["terraform.tfvars", "terraform.tfvars.json"].map(str::to_owned);
    let named = named.iter().filter(|name| names.contains(*name));
    let is_auto = |name: &&String| {
        [".auto.tfvars", ".auto.tfvars.json"].iter().any(|end| name.ends_with(end))
    };
    Ok(named.chain(names.iter().filter(is_auto)).map(|name| folder.join(name)).collect())
}

/// Returns `true` if a location is in a file in JSON syntax.
pub(crate) fn is_json(place: &Place) -> bool {
    place.source().name().ends_with(".json")
}

/// Returns the names of the files in a folder, without hidden files and those of editors.
fn names(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_of_editor = name.ends_with('~') || name.starts_with('#') && name.ends_with('#');
        if !name.starts_with('.') && !is_of_editor && is_file(&entry) {
            names.insert(name);
        }
    }
    Ok(names)
}

/// Returns `true` for a file, and for a link to one.
fn is_file(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_file(),
        kind => kind.is_ok_and(|kind| kind.is_file()),
    }
}

/// Returns `true` for the path of a file of a module, by its name: `.tf`, `.tf.json`, `.tofu` or `.tofu.json`.
///
/// ```
/// use hcldyn_terraform::files::is_of_module;
///
/// assert!(is_of_module("a/main.tf".as_ref()) && !is_of_module("a/prod.tfvars".as_ref()));
/// ```
pub fn is_of_module(path: &Path) -> bool {
    path.file_name().and_then(|name| split(name.to_str()?)).is_some()
}

/// Returns `true` for the path of an override file, by its name.
pub(crate) fn is_override(path: &Path) -> bool {
    let split = path.file_name().and_then(|name| split(name.to_str()?));
    split.is_some_and(|(stem, _)| changes_others(stem))
}

/// Returns `true` for the name of an override file, without its ending.
fn changes_others(stem: &str) -> bool {
    stem == "override" || stem.ends_with("_override")
}

/// Splits the name of a file of a module before its ending.
fn split(name: &str) -> Option<(&str, &str)> {
    let ends = [".tf.json", ".tofu.json", ".tf", ".tofu"];
    ends.into_iter().find_map(|end| Some((name.strip_suffix(end)?, end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "b.tf",
            "a.tf.json",
            "b_override.tf",
            "override.tf.json",
            "c.tofu",
            "c.tf",
            ".hidden.tf",
            "d.tf~",
            "e.txt",
            "terraform.tfvars.json",
            "terraform.tfvars",
            "z.auto.tfvars",
            "a.auto.tfvars.json",
            "other.tfvars",
        ];
        for name in names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let shown = |paths: Vec<PathBuf>| -> Vec<String> {
            let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
            paths.into_iter().map(name).collect()
        };
        let files = ModuleFiles::of(folder.path()).unwrap();
        assert_eq!(shown(files.primary), ["a.tf.json", "b.tf", "c.tofu"]);
        assert_eq!(shown(files.overrides), ["b_override.tf", "override.tf.json"]);
        let wanted =
            ["terraform.tfvars", "terraform.tfvars.json", "a.auto.tfvars.json", "z.auto.tfvars"];
        assert_eq!(shown(variable_files(folder.path()).unwrap()), wanted);
    }
}
