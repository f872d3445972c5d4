//! The arguments of clap for a flag, and the values that clap matched.

use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use hcldyn_core::load::FlagSetting;

use super::gather::Flag;
use super::value::{FlagCount, GivenValue, GivenValueParser};

impl Flag {
    /// Returns the arguments: the flag, and for a bool its `--no-` form.
    pub(super) fn arguments(&self) -> Vec<Arg> {
        let argument = self.argument();
        let Some(name) = &self.negative else { return vec![argument] };
        let negative = id(name);
        let argument = argument.overrides_with(&negative);
        let negative = Arg::new(negative)
            .long(name.clone())
            .action(ArgAction::Set)
            .num_args(0)
            .default_missing_value("false")
            .value_parser(ValueParser::new(GivenValueParser { possible: Vec::new() }))
            .overrides_with(id(&self.name))
            .hide(true);
        vec![argument, negative]
    }

    fn argument(&self) -> Arg {
        let possible = self.value.possible.clone();
        let argument = Arg::new(id(&self.name))
            .long(self.name.clone())
            .value_name(self.value.name.clone())
            .value_parser(ValueParser::new(GivenValueParser { possible }))
            .allow_negative_numbers(true)
            .hide(!self.is_shown());
        let argument = match self.value.count {
            FlagCount::Switch => argument
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
                .hide_possible_values(true),
            FlagCount::One => argument,
            FlagCount::Several => argument.action(ArgAction::Append),
        };
        let argument = match &self.heading {
            Some(heading) => argument.help_heading(heading.clone()),
            None => argument,
        };
        let argument = match &self.variable {
            Some(variable) => argument.env(variable.clone()).hide_env_values(true),
            None => argument,
        };
        let argument = self.short.into_iter().fold(argument, Arg::short);
        let argument = argument.aliases(self.aliases.iter().cloned());
        let (short, long) = self.help();
        let argument = argument.help(short.clone());
        if long == short { argument } else { argument.long_help(long) }
    }

    /// Returns the help: the first paragraph of the docs, and all of them, both with the default and the names of other settings.
    fn help(&self) -> (String, String) {
        let docs = self.docs.as_deref().unwrap_or_default().trim();
        let first = self.summary();
        let default = self.default.iter().map(|default| format!("[default: {default}]"));
        let off = self.negative.iter().map(|name| format!("[off: --{name}]"));
        let setting = self.setting.iter().map(|name| format!("[env: {name}]"));
        let facts: Vec<_> = default.chain(off).chain(setting).collect();
        let facts = facts.join(" ");
        let joined = |docs: &str, separator: &str| match (docs, &*facts) {
            (docs, "") => docs.to_owned(),
            ("", facts) => facts.to_owned(),
            (docs, facts) => format!("{docs}{separator}{facts}"),
        };
        let is_short = !docs.contains("\n\n");
        let long = if is_short { joined(&first, " ") } else { joined(docs, "\n\n") };
        (joined(&first, " "), long)
    }

    /// Returns the first paragraph of the docs on one line, without a full stop.
    pub(super) fn summary(&self) -> String {
        let docs = self.docs.as_deref().unwrap_or_default().trim();
        let first = docs.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        first.strip_suffix('.').unwrap_or(&first).to_owned()
    }

    /// Returns the given values, or else the value of the environment variable.
    pub(super) fn setting(&self, matches: &ArgMatches) -> Option<FlagSetting> {
        let names = [Some(&self.name), self.negative.as_ref()].into_iter().flatten();
        let given = names.flat_map(|name| values(name, ValueSource::CommandLine, matches));
        let given: Vec<_> = given.collect();
        if let Some(first) = given.first() {
            let (flag, path) = (first.flag.clone(), self.path.clone());
            return Some(FlagSetting::new(flag, path, given.into_iter().map(|it| it.value)));
        }
        let found = values(&self.name, ValueSource::EnvVariable, matches).pop()?;
        let (variable, path) = (self.variable.clone()?, self.path.clone());
        Some(FlagSetting::of_variable(variable, path, found.value))
    }
}

/// Returns the identifier of an argument.
pub(super) fn id(name: &str) -> String {
    format!("hcldyn.flag.{name}")
}

/// Returns the values of an argument that come from a source.
fn values(name: &str, source: ValueSource, matches: &ArgMatches) -> Vec<GivenValue> {
    let id = &id(name);
    let values = matches.try_get_many::<GivenValue>(id).ok().flatten();
    let is_from = |_: &_| matches.value_source(id) == Some(source);
    values.filter(is_from).into_iter().flatten().cloned().collect()
}
