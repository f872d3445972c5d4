//! Overrides of the command line: `--set PATTERN.KEY=VALUE`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

use glob::Pattern;
use hcldyn::diag::Diagnostic;
use hcldyn::load::FlagSetting;
use hcldyn::{Decoder, Diagnostics};
use serde_json::Value;

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
    /// The value; `None` for a build argument that the environment does not set.
    value: Option<String>,
    /// `true` if the value is added to a list.
    adds: bool,
}

/// Reads the arguments of `--set`, for targets by their names.
pub(crate) fn overrides<'t>(
    arguments: &[String],
    targets: impl Iterator<Item = &'t String> + Clone,
) -> Result<BTreeMap<String, Overrides>, Diagnostics> {
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
        let name = option_name(name);
        if value.is_none() && name != "args" {
            return None;
        }
        let from_environment = || env::var(key?).ok();
        Some(Self {
            path,
            pattern: pattern_of(pattern)?,
            name,
            key,
            value: value.map(str::to_owned).or_else(from_environment),
            adds,
        })
    }
}

impl Overrides {
    /// Decodes the values like flags: each is an element of a list, or an entry of a map.
    fn of(target: &str, arguments: &[Argument<'_>]) -> Result<Self, Diagnostics> {
        let mut flags: BTreeMap<&String, (&Argument<'_>, Vec<String>)> = BTreeMap::new();
        let mut replaced = BTreeSet::new();
        for argument in arguments.iter().filter(|it| it.pattern.matches(target)) {
            let Some(value) = &argument.value else { continue };
            let (last, values) = flags.entry(&argument.name).or_insert((argument, Vec::new()));
            *last = argument;
            match argument.key {
                Some(key) => values.push(format!("{key}={value}")),
                None if value.is_empty() && !argument.adds => {
                    values.clear();
                    replaced.insert(argument.name.clone());
                }
                None => values.push(value.clone()),
            }
        }
        let settings = flags.iter().map(|(name, (last, values))| {
            FlagSetting::new(format!("--set {}", last.path), [name.as_str()], values)
        });
        let decoded = Decoder::new().flags(settings).decode::<Target>()?;
        let options = options(&decoded.value);
        for (name, (last, _)) in flags {
            match last.key {
                Some(_) if options.get(name).is_some_and(Value::is_object) => {}
                Some(_) => return Err(error(format!("The option {name:?} has no keys.")).into()),
                None if last.adds || ADDED.contains(&name.as_str()) => {}
                None => drop(replaced.insert(name.clone())),
            }
        }
        Ok(Self { replaced, options })
    }

    /// Applies the overrides to a target.
    pub(crate) fn apply(&self, target: &mut Options) {
        target.retain(|name, _| !self.replaced.contains(name));
        merge(target, self.options.clone(), &[]);
    }
}

fn error(detail: String) -> Diagnostic {
    Diagnostic::input_error("--set", "Invalid override", detail)
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
