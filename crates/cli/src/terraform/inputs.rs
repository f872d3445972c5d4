//! The values for the variables of the root module.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use hcldyn::Diagnostics;
use hcldyn::body::Body;
use hcldyn::cty::Str;
use hcldyn::environment::Environment;
use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::{parse_values_by_name, read_file};
use hcldyn_terraform::{Module, files};

/// The arguments that set variables, in the order in which they are written: a later one has precedence.
#[derive(Debug, Default)]
pub(super) struct InputsArg(Vec<Given>);

/// One of the arguments.
#[derive(Debug)]
enum Given {
    /// `--var NAME=VALUE`.
    Variable(String),
    /// `--var-file FILE`.
    File(PathBuf),
}

impl InputsArg {
    /// Returns the values for the variables of a module, in Terraform's order of precedence: the environment, the files in
    /// the folder, then the arguments.
    pub(super) fn read(&self, folder: &Path, root: &Module, diags: &mut Diagnostics) -> Inputs {
        let variables = root.folder.variables.iter();
        let declared: HashSet<_> = variables.map(|variable| variable.name.clone()).collect();
        let environment = Environment::new(move |name| {
            name.strip_prefix("TF_VAR_").filter(|name| declared.contains(*name))
        });
        let inputs = Inputs::new().environment(environment.variables(std::env::vars_os()));
        let found = files::variable_files(folder).unwrap_or_default();
        let inputs = found.into_iter().fold(inputs, Inputs::file);
        self.add_to(inputs, diags)
    }

    /// Adds the arguments. The value of a variable that a later file sets is left out.
    fn add_to(&self, mut inputs: Inputs, diags: &mut Diagnostics) -> Inputs {
        let mut arguments: Vec<&str> = Vec::new();
        for given in &self.0 {
            match given {
                Given::Variable(argument) => arguments.push(argument),
                Given::File(path) => {
                    let Some(source) = read_file(path, diags) else { continue };
                    let body = parse_values_by_name(&source, diags);
                    let set = names(&body);
                    arguments.retain(|argument| {
                        let name = argument.split('=').next().unwrap_or_default();
                        !set.contains(name.trim())
                    });
                    inputs = inputs.body(&body);
                }
            }
        }
        inputs.arguments(arguments)
    }
}

/// Returns the names of the attributes of a body. Blocks are reported when the values are read.
fn names(body: &Body) -> HashSet<Str> {
    let attributes = body.just_attributes(&mut Diagnostics::new());
    attributes.into_iter().map(|attribute| attribute.name).collect()
}

impl clap::Args for InputsArg {
    fn augment_args(command: Command) -> Command {
        let variable =
            Arg::new("var").long("var").value_name("NAME=VALUE").action(ArgAction::Append).help(
                "A value for a variable. Can be repeated; the last value of a variable is used.",
            );
        let file = Arg::new("var-file")
            .long("var-file")
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .action(ArgAction::Append)
            .help("A file of values, such as prod.tfvars or prod.tfvars.json. Can be repeated.");
        command.arg(variable).arg(file)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for InputsArg {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found = Vec::new();
        let positions = |name| matches.indices_of(name).into_iter().flatten();
        let variables = matches.get_many::<String>("var").into_iter().flatten();
        found.extend(positions("var").zip(variables.cloned().map(Given::Variable)));
        let files = matches.get_many::<PathBuf>("var-file").into_iter().flatten();
        found.extend(positions("var-file").zip(files.cloned().map(Given::File)));
        found.sort_by_key(|(position, _)| *position);
        Ok(Self(found.into_iter().map(|(_, given)| given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
