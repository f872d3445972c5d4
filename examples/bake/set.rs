//! Overrides of the command line: `--set PATTERN.KEY=VALUE`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use glob::Pattern;
use hcldyn::diag::Diagnostic;
use hcldyn::load::FlagSetting;
use hcldyn::{Decoder, Diagnostics};

use crate::language::Target;
use crate::options::{Options, merge, options};

/// The lists that an override always adds to.
const ADDED: [&str; 3] = ["annotations", "attest", "entitlements"];

/// The overrides of one target.
pub(crate) struct Overrides {
    /// The options whose values they replace.
    replaced: BTreeSet<String>,
    options: Options,
}

/// An argument of `--set`.
struct Argument<'a> {
    path: &'a str,
    pattern: Pattern,
    name: String,
    key: Option<&'a str>,
    value: String,
    /// `true` if the value is added to a list.
    adds: bool,
}

/// Reads the arguments of `--set`, for targets by their names.
pub(crate) fn overrides<'t>(
    arguments: &[String],
    targets: impl Iterator<Item = &'t String> + Clone,
) -> Result<BTreeMap<String, Overrides>, Diagnostics> {
    let error = |detail| Diagnostic::input_error("--set", "Invalid override", detail);
    let form = |it: &String| error(format!("{it:?} is not of the form PATTERN.KEY=VALUE."));
    let mut read = Vec::new();
    for text in arguments {
        let argument = Argument::read(text).ok_or_else(|| form(text))?;
        if !targets.clone().any(|it| argument.pattern.matches(it)) {
            return Err(error(format!("No target matches {text:?}.")).into());
        }
        read.push(argument);
    }
    let of = |target: &String| Ok((target.clone(), Overrides::of(target, &read)?));
    targets.map(of).collect()
}

impl<'a> Argument<'a> {
    /// Reads an argument. The value of a build argument may be that of the environment.
    fn read(text: &'a str) -> Option<Self> {
        let (path, value) =
            text.split_once('=').map_or((text, None), |(path, it)| (path, Some(it)));
        let (path, adds) = path.strip_suffix('+').map_or((path, false), |path| (path, true));
        let (pattern, key) = path.split_once('.')?;
        let (name, key) = key.split_once('.').map_or((key, None), |(name, key)| (name, Some(key)));
        let from_environment = || env::var(key.filter(|_| name.starts_with("arg"))?).ok();
        Some(Self {
            path,
            pattern: pattern_of(pattern)?,
            name: option_name(name),
            key,
            value: value.map(str::to_owned).or_else(from_environment)?,
            adds,
        })
    }
}

impl Overrides {
    /// Decodes the values like flags: each is an element of a list, or an entry of a map.
    fn of(target: &str, arguments: &[Argument<'_>]) -> Result<Self, Diagnostics> {
        let mut flags: BTreeMap<&String, (&Argument<'_>, Vec<String>)> = BTreeMap::new();
        for argument in arguments.iter().filter(|it| it.pattern.matches(target)) {
            let (last, values) = flags.entry(&argument.name).or_insert((argument, Vec::new()));
            *last = argument;
            match argument.key {
                Some(key) => values.push(format!("{key}={}", argument.value)),
                None if argument.value.is_empty() && !argument.adds => values.clear(),
                None => values.push(argument.value.clone()),
            }
        }
        let settings = flags.iter().map(|(name, (last, values))| {
            FlagSetting::new(format!("--set {}", last.path), [name.as_str()], values)
        });
        let decoded = Decoder::new().flags(settings).decode::<Target>()?;
        let replaces = |(last, _): &&(&Argument<'_>, _)| {
            !last.adds && last.key.is_none() && !ADDED.contains(&last.name.as_str())
        };
        let replaced = flags.values().filter(replaces).map(|(last, _)| last.name.clone());
        Ok(Self { replaced: replaced.collect(), options: options(&decoded.value) })
    }

    /// Applies the overrides to a target.
    pub(crate) fn apply(&self, target: &mut Options) {
        target.retain(|name, _| !self.replaced.contains(name));
        merge(target, self.options.clone());
    }
}

/// Returns the name of an option, also for its singular.
fn option_name(key: &str) -> String {
    match key {
        "annotation" | "arg" | "entitlement" | "extra-host" | "label" | "platform" | "tag"
        | "ulimit" => format!("{key}s"),
        "secrets" => "secret".to_owned(),
        _ => key.to_owned(),
    }
}

/// Returns a pattern of names with `*`, `?` and sets of characters.
pub(crate) fn pattern_of(text: &str) -> Option<Pattern> {
    Pattern::new(&text.replace("[^", "[!")).ok()
}
