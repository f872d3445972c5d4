//! The arguments of clap for a flag, and the values that clap matched.

use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};
use hcldyn_core::load::FlagSetting;

use super::gather::Flag;
use super::value::{FlagCount, GivenValue, GivenValueParser};

impl Flag {
    /// Returns the arguments: the flag, and the one that sets a bool to false.
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
            .hide(self.is_hidden);
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
        let (short, long) = self.help();
        let argument = argument.help(short.clone());
        if long == short { argument } else { argument.long_help(long) }
    }

    /// Returns the help: the first paragraph of the docs, and all of them, both with the default.
    fn help(&self) -> (String, String) {
        let docs = self.docs.as_deref().unwrap_or_default().trim();
        let first = docs.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        let first = first.strip_suffix('.').unwrap_or(&first).to_owned();
        let default = self.default.iter().map(|default| format!("[default: {default}]"));
        let off = self.negative.iter().map(|name| format!("[off: --{name}]"));
        let facts: Vec<_> = default.chain(off).collect();
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

    /// Returns the values that were given.
    pub(super) fn setting(&self, matches: &ArgMatches) -> Option<FlagSetting> {
        let names = [Some(&self.name), self.negative.as_ref()];
        let given = names.into_iter().flatten().filter_map(|name| given(&id(name), matches));
        let given: Vec<_> = given.flatten().collect();
        let flag = given.first()?.flag.clone();
        Some(FlagSetting::new(flag, self.path.clone(), given.into_iter().map(|it| it.value)))
    }
}

/// Returns the identifier of an argument.
fn id(name: &str) -> String {
    format!("hcldyn.flag.{name}")
}

/// Returns the values that were given for an argument.
fn given(id: &str, matches: &ArgMatches) -> Option<Vec<GivenValue>> {
    let values = matches.try_get_many::<GivenValue>(id).ok()??;
    let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
    is_given.then(|| values.cloned().collect())
}
