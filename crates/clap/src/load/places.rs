//! The places of configuration files, by the conventions of the operating system.

use std::path::{Path, PathBuf};

use super::ProcessEnvironment;

/// A place of a configuration file.
pub(super) struct Place {
    /// The description for users, such as `$XDG_CONFIG_HOME/app/config.hcl`.
    pub(super) shown: String,
    /// The path, unless a variable of the environment is missing.
    pub(super) path: Option<PathBuf>,
}

impl Place {
    /// Returns the place of a path.
    pub(super) fn of(path: PathBuf) -> Self {
        Self { shown: path.display().to_string(), path: Some(path) }
    }
}

/// Returns the places of a file of a program, the preferred one first. On Unix, they follow the XDG Base Directory
/// Specification, with `/etc` after its directories. A relative path in a variable is ignored, as the specification says.
#[cfg(not(windows))]
pub(super) fn of_system(program: &str, file: &str, environment: &ProcessEnvironment) -> Vec<Place> {
    let absolute = |path: &Path| path.is_absolute().then(|| path.to_owned());
    let variable = |name| environment.get(name).and_then(|value| absolute(Path::new(value)));
    let home = variable("XDG_CONFIG_HOME");
    let home = match home {
        Some(folder) => ("$XDG_CONFIG_HOME".to_owned(), Some(folder)),
        None => ("~/.config".to_owned(), variable("HOME").map(|home| home.join(".config"))),
    };
    let dirs = environment.get("XDG_CONFIG_DIRS").map(std::env::split_paths);
    let dirs: Vec<_> = dirs.into_iter().flatten().filter_map(|path| absolute(&path)).collect();
    let dirs = if dirs.is_empty() { vec![PathBuf::from("/etc/xdg")] } else { dirs };
    let system = dirs.into_iter().chain([PathBuf::from("/etc")]);
    let system = system.map(|folder| (folder.display().to_string(), Some(folder)));
    let folders = [home].into_iter().chain(system);
    let place = |(shown, folder): (String, Option<PathBuf>)| Place {
        shown: format!("{shown}/{program}/{file}"),
        path: folder.map(|folder| folder.join(program).join(file)),
    };
    folders.map(place).collect()
}

/// Returns the places of a file of a program, the preferred one first: those of the user, then those of the machine.
#[cfg(windows)]
pub(super) fn of_system(program: &str, file: &str, environment: &ProcessEnvironment) -> Vec<Place> {
    let place = |variable| Place {
        shown: format!("%{variable}%\\{program}\\{file}"),
        path: environment.get(variable).map(|it| Path::new(it).join(program).join(file)),
    };
    ["APPDATA", "PROGRAMDATA"].map(place).into()
}
