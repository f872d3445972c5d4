//! The output of the command for a case.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use hcldyn_cli::{Streams, run};

use super::outputs::Outputs;
use super::secret::Scope;
use super::specs::{EXAMPLES, OF_RULE};
use super::variables::FILE;
use crate::random::Random;

/// A spec file with sensitive attributes, also inside values.
const BROKEN: &str = r#"object {
  attr "password" {
    type = string
    sensitive = true
  }
  attr "cfg" {
    object {
      attribute "pin" {
        type = string
        sensitive = true
      }
      attribute "size" { type = number }
    }
  }
  attr "note" { type = string }
  attr "port" { type = number }
  block_tuple "db" {
    dynamic = true
    object {
      label "name" { index = 0 }
      attr "password" {
        type = string
        sensitive = true
      }
      attr "port" { type = number }
    }
  }
  block_tuple "extra" {
    object {
      attr "note" { type = string }
    }
  }
}
"#;

/// A spec file for configurations that declare variables.
const VARIABLES: &str = r#"own_variables = true
object {
  attr "port" { type = number }
}
"#;

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

    pub(super) fn path(&self, name: &str) -> OsString {
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
        let vars = ["--vars".into(), self.path("vars.hcl")];
        let args: Vec<_> = args.iter().cloned().chain(vars).collect();
        invoke(name, scope, &args, stdin, outputs);
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

    /// Checks a configuration with broken secrets by a spec file.
    pub(super) fn check(&self, random: &mut Random, text: &str, outputs: &mut Outputs) {
        let config = self.write("case.hcl", text);
        let mut spec = OsString::from("--spec=");
        spec.push(self.write("broken.hcldec", BROKEN));
        let args: &[&str] = match random.below(6) {
            0 => &["check", "--diags=json"],
            1 => &["check", "--diags=sarif"],
            2 => &["check", "--diff"],
            3 => &["check", "--diff", "--unsafe-fixes"],
            4 => &["decode", "--diags=json"],
            _ => &["check"],
        };
        let mut arguments: Vec<_> = args.iter().map(OsString::from).collect();
        arguments.extend([spec, config]);
        invoke(&args.join(" "), Scope::All, &arguments, "", outputs);
    }

    /// Runs the subcommands that read values of variables, with a broken file or argument.
    pub(super) fn broken_values(
        &self,
        random: &mut Random,
        values: &str,
        is_json: bool,
        outputs: &mut Outputs,
    ) {
        let declared = r#"variable "pw" {
  sensitive = true
}
"#;
        let config = self.write("case.hcl", declared);
        let mut spec = OsString::from("--spec=");
        spec.push(self.write("variables.hcldec", VARIABLES));
        let (name, mut args): (&str, Vec<OsString>) = match random.below(7) {
            0 => ("check", vec!["check".into(), spec, config]),
            1 => ("decode", vec!["decode".into(), spec, config]),
            2 => ("expand", vec!["expand".into(), config]),
            3 => ("vars", vec!["vars".into(), config]),
            4 => ("eval", vec!["eval".into(), "1".into()]),
            5 => ("console", vec!["console".into()]),
            _ => {
                let folder = self.folder.join("module");
                fs::create_dir_all(&folder).unwrap();
                fs::write(folder.join("main.tf"), declared).unwrap();
                ("expand a folder", vec!["expand".into(), folder.into()])
            }
        };
        if !is_json && random.percent(40) {
            let argument = values.replacen("pw = ", "pw=", 1);
            args.extend(["--var".into(), argument.into()]);
        } else {
            let file = self.write(if is_json { "values.json" } else { "values.tfvars" }, values);
            args.extend(["--vars".into(), file]);
        }
        invoke(&format!("{name} with values"), Scope::All, &args, "", outputs);
    }

    /// Formats, converts or edits a source. The command does not know which attributes are sensitive.
    pub(super) fn rewrite(
        &self,
        random: &mut Random,
        text: &str,
        is_json: bool,
        outputs: &mut Outputs,
    ) {
        let config = self.write(if is_json { "case.json" } else { "case.hcl" }, text);
        let args: &[&str] = match random.below(5) {
            0 => &["fmt", "--diff", "--json"],
            1 => &["fmt", "--diff", "--lines=2:3"],
            2 => &["convert"],
            3 => &["get", "password"],
            _ => &["set", "db.api_key[0]", "s"],
        };
        let name = args.join(" ");
        let mut args: Vec<_> = args.iter().map(OsString::from).collect();
        args.insert(
            if matches!(name.as_bytes(), [b'f' | b'c', ..]) { args.len() } else { 1 },
            config,
        );
        invoke(&name, Scope::Variables, &args, "", outputs);
    }

    /// Writes documents about a spec file. ("spec write" prints the file itself, with its defaults.)
    pub(super) fn describe(&self, random: &mut Random, spec: &str, outputs: &mut Outputs) {
        // An example is written for the readers of the pages.
        let lines = spec.lines().filter(|line| !line.starts_with(EXAMPLES));
        let without_examples = lines.collect::<Vec<_>>().join("\n");
        let (args, spec): (&[&str], _) = match random.below(8) {
            0 => (&["docs", "--format=markdown", "--names", "--spec"], &*without_examples),
            1 => (&["docs", "--format=html", "--spec"], &*without_examples),
            2 => (&["docs", "--format=man", "--spec"], &*without_examples),
            3 => (&["sample", "--spec"], spec),
            4 => (&["sample", "--required", "--no-docs", "--spec"], spec),
            5 => (&["schema", "--of=configuration", "--spec"], spec),
            6 => (&["schema", "--of=value", "--spec"], spec),
            _ => (&["spec", "diff"], spec),
        };
        let mut arguments: Vec<_> = args.iter().map(OsString::from).collect();
        arguments.push(self.write("spec.hcldec", spec));
        if args[0] == "spec" {
            let changed = spec.replace("hushhushd", "hushhushc").replace(OF_RULE, "hushhushs");
            arguments.push(self.write("changed.hcldec", &changed));
        }
        invoke(&args.join(" "), Scope::All, &arguments, "", outputs);
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
        match random.below(12) {
            0 => run(Scope::All, &["check", "--diags=text"], true),
            1 => run(Scope::All, &["check", "--diags=json"], true),
            2 => run(Scope::All, &["check", "--diags=sarif"], true),
            3 => run(Scope::All, &["decode", "--diags=json", "--format=hcl"], true),
            4 => run(Scope::All, &["decode", "--format=hcl", "--with-type"], true),
            5 => run(Scope::All, &["decode", "--var-refs"], true),
            6 => run(Scope::All, &["vars", "--format=json"], true),
            7 => run(Scope::Variables, &["vars", "--format=json"], false),
            8 => run(Scope::All, &["check", "--diff", "--unsafe-fixes"], true),
            9 => run(Scope::All, &["check", "--fix", "--unsafe-fixes"], true),
            _ => run(Scope::Variables, &["expand"], false),
        }
    }
}

/// Runs the command and searches its output for secrets.
fn invoke(name: &str, scope: Scope, args: &[OsString], stdin: &str, outputs: &mut Outputs) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams::new(stdin.as_bytes(), &mut output, &mut errors);
    let program = OsString::from("hcldyn");
    run([program].into_iter().chain(args.iter().cloned()), &mut streams);
    drop(streams);
    let mut add = |stream: &str, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        outputs.add(&format!("{name}: {stream}"), scope, text);
    };
    add("output", &output);
    add("errors", &errors);
}
