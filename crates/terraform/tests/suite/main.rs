//! Modules in folders, evaluated. Expected values are those that Terraform 1.11 plans, unless a test says otherwise.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod calls;
mod lint;
mod overrides;
mod references;
mod resources;
mod schemas;
mod trees;
mod variables;

use std::fs;
use std::path::Path;

use hcldyn::Diagnostics;
use hcldyn::ext::kit::Inputs;
use hcldyn_terraform::{Evaluation, Loader, Options, Sensitive};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with files.
struct Module(TempDir);

impl Module {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the module as JSON, with the diagnostics.
    fn evaluate(&self, inputs: Inputs) -> (Value, Diagnostics) {
        let mut diags = Diagnostics::new();
        let tree = Loader::new().load(self.path(), &mut diags);
        let mut options = Options::default();
        options.inputs = inputs;
        let evaluation = Evaluation::of(&tree, self.path(), &options, &mut diags);
        let shown = evaluation.show(Sensitive::Hidden);
        (serde_json::from_str(&shown).unwrap(), diags)
    }

    /// Returns the errors as lines, with paths relative to the folder.
    fn errors(&self) -> String {
        let diags = self.evaluate(Inputs::new()).1;
        diags.to_string().replace(&format!("{}/", self.path().display()), "")
    }
}

/// Returns a module as JSON, which has no errors.
fn shown(files: &[(&str, &str)]) -> Value {
    shown_with(files, Inputs::new())
}

fn shown_with(files: &[(&str, &str)], inputs: Inputs) -> Value {
    let (value, diags) = Module::new(files).evaluate(inputs);
    assert_eq!(diags.to_string(), "");
    value
}

/// Returns the value of an output of a module in one file.
fn output(text: &str) -> Value {
    shown(&[("main.tf", text)])["planned_values"]["outputs"]["o"]["value"].clone()
}

/// Returns the errors of a module in one file.
fn errors(text: &str) -> String {
    Module::new(&[("main.tf", text)]).errors()
}
