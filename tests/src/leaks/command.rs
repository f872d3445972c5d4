//! The output of the command for a case.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use hcldyn_cli::{Streams, run};

use super::outputs::Outputs;
use super::secret::Scope;
use super::variables::FILE;
use crate::random::Random;

/// A folder for the input files of the command.
#[derive(Debug)]
pub struct Command {
    folder: PathBuf,
}

impl Command {
    /// Creates the folder, if needed. Its files are rewritten for each case.
    pub fn new(folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("vars.hcl"), FILE).unwrap();
        Self { folder: folder.to_owned() }
    }

    fn path(&self, name: &str) -> OsString {
        self.folder.join(name).into()
    }

    pub(super) fn write(&self, name: &str, text: &str) -> OsString {
        fs::write(self.folder.join(name), text).unwrap();
        self.path(name)
    }

    /// Runs the command with the variables and searches its output for secrets.
    pub(super) fn run(
        &self,
        name: &str,
        scope: Scope,
        args: &[OsString],
        stdin: &str,
        outputs: &mut Outputs,
    ) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut streams = Streams::new(stdin.as_bytes(), &mut output, &mut errors);
        let vars = ["--vars".into(), self.path("vars.hcl")];
        let program = OsString::from("hcldyn");
        run([program].into_iter().chain(args.iter().cloned()).chain(vars), &mut streams);
        drop(streams);
        outputs.add(
            &format!("{name}: output"),
            scope,
            String::from_utf8_lossy(&output).into_owned(),
        );
        outputs.add(
            &format!("{name}: errors"),
            scope,
            String::from_utf8_lossy(&errors).into_owned(),
        );
    }

    pub(super) fn evaluate(&self, random: &mut Random, text: &str, outputs: &mut Outputs) {
        let scope = Scope::Variables;
        match random.below(2) {
            0 => self.run("eval", scope, &["eval".into(), text.into()], "", outputs),
            _ => {
                let lines = format!("{text}\ntype({text})\n");
                self.run("console", scope, &["console".into()], &lines, outputs);
            }
        }
    }

    pub(super) fn decode(
        &self,
        random: &mut Random,
        spec: &str,
        text: &str,
        is_json: bool,
        outputs: &mut Outputs,
    ) {
        let config = self.write(if is_json { "case.json" } else { "case.hcl" }, text);
        let mut spec_arg = OsString::from("--spec=");
        spec_arg.push(self.write("spec.hcldec", spec));
        let mut run = |scope, args: &[&str], with_spec: bool| {
            let name = args.join(" ");
            let mut args: Vec<_> = args.iter().map(OsString::from).collect();
            args.extend(with_spec.then(|| spec_arg.clone()));
            args.push(config.clone());
            self.run(&name, scope, &args, "", outputs);
        };
        match random.below(9) {
            0 => run(Scope::All, &["check", "--diags=text"], true),
            1 => run(Scope::All, &["check", "--diags=json"], true),
            2 => run(Scope::All, &["check", "--diags=sarif"], true),
            3 => run(Scope::All, &["decode", "--diags=json", "--format=hcl"], true),
            4 => run(Scope::All, &["decode", "--format=hcl", "--with-type"], true),
            5 => run(Scope::All, &["decode", "--var-refs"], true),
            6 => run(Scope::All, &["vars", "--format=json"], true),
            7 => run(Scope::Variables, &["vars", "--format=json"], false),
            _ => run(Scope::Variables, &["expand"], false),
        }
    }
}
