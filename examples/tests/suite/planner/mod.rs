//! The planner in two processes. The second one sees only the output of the first one.

mod mistakes;
mod plans;
#[path = "../../../planner/settings.rs"]
#[expect(dead_code, reason = "only its specs are used")]
mod settings;
mod specs;

use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::Command;

/// A separate folder for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planner").join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("in")).unwrap();
        Self(folder)
    }

    fn with(text: &str, test: &str) -> Self {
        let folder = Self::new(test);
        fs::write(folder.0.join("in/main.hcl"), text).unwrap();
        folder
    }

    /// Copies the configuration of an example.
    fn of(example: &str, test: &str) -> Self {
        let folder = Self::new(test);
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("planner").join(example);
        for file in fs::read_dir(from).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), folder.0.join("in").join(file.file_name())).unwrap();
        }
        folder
    }

    fn plan<const N: usize>(&self, arguments: [&str; N]) -> Command {
        self.planner().args(["plan", "in"]).args(arguments)
    }

    /// Applies the plan, after the sources are deleted.
    fn apply<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let _ = fs::remove_dir_all(self.0.join("in"));
        self.planner().args(["apply", "plan.artifact"]).args(arguments)
    }

    fn planner(&self) -> Command {
        crate::example("planner").current_dir(&self.0)
    }

    /// Plans an invalid configuration.
    fn problems(text: &str, test: &str) -> Command {
        Self::with(text, test).plan([])
    }
}
