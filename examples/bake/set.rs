//! Overrides of the command line: `--set PATTERN.KEY=VALUE`.

use std::collections::BTreeMap;

use glob::Pattern;
use serde_json::{Value, json};

use crate::entry::{
    Entry, SshEntry, attestations, caches, outputs, parse_bool, policies, secrets, ssh,
};
use crate::options::{Options, entries, list, map, text};

/// The overrides of one target, by the names of options, and by keys in them.
pub(crate) type Overrides = BTreeMap<(String, Option<String>), Override>;

/// The values for an option of a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Override {
    values: Vec<String>,
    /// `true` if the last value is added to those of the target.
    appends: bool,
    /// `true` if an empty value removed those of the target.
    clears: bool,
}

/// Reads the arguments of `--set`, for targets by their names.
pub(crate) fn overrides<T>(
    arguments: &[String],
    targets: &BTreeMap<String, T>,
) -> Result<BTreeMap<String, Overrides>, String> {
    let mut all: BTreeMap<String, Overrides> = BTreeMap::new();
    for argument in arguments {
        let form = || format!("{argument:?} is not of the form PATTERN.KEY=VALUE.");
        let (path, value) = match argument.split_once('=') {
            Some((path, value)) => (path, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let (path, appends) = path.strip_suffix('+').map_or((path, false), |path| (path, true));
        let (pattern, key) = path.split_once('.').ok_or_else(form)?;
        let (name, sub) = key.split_once('.').map_or((key, None), |(name, sub)| (name, Some(sub)));
        let name = option_name(name);
        let has_keys = ["args", "labels", "extra-hosts", "contexts"].contains(&&*name);
        if sub.is_some() != has_keys && (has_keys || name != "secret") {
            return Err(format!("{argument:?} needs a key in a map of strings, and only there."));
        }
        let value = match value {
            Some(value) => value,
            None if name == "args" => match std::env::var(sub.unwrap_or_default()) {
                Ok(value) => value,
                Err(_) => continue,
            },
            None => return Err(form()),
        };
        let mut matching =
            targets.keys().filter(|it| *it == pattern || matches(pattern, it)).peekable();
        if matching.peek().is_none() {
            return Err(format!("No target matches {pattern:?}."));
        }
        for target in matching {
            let all = all.entry(target.clone()).or_default();
            let entry = all.entry((name.clone(), sub.map(str::to_owned))).or_default();
            entry.appends = appends;
            if value.is_empty() && !appends && sub.is_none() {
                *entry = Override { clears: true, ..Override::default() };
            } else {
                entry.values.push(value.clone());
            }
        }
    }
    Ok(all)
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

/// Returns `true` if a name matches a pattern with `*`, `?` and sets of characters.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    Pattern::new(&pattern.replace("[^", "[!")).is_ok_and(|it| it.matches(name))
}

/// Applies overrides to a target.
pub(crate) fn apply(target: &mut Options, overrides: &Overrides) -> Result<(), String> {
    for ((name, key), set) in overrides {
        let last = set.values.last().map_or("", String::as_str);
        match (name.as_str(), key) {
            ("secret", Some(id)) => replace_secret(target, id, set.entries())?,
            (_, Some(key)) => drop(map(target, name).insert(key.clone(), last.into())),
            ("context" | "dockerfile" | "target" | "call" | "network" | "shm-size", None) => {
                target.insert(name.clone(), last.into());
            }
            ("no-cache" | "pull", None) => {
                target.insert(name.clone(), parse_bool(last)?.into());
            }
            ("push", None) => push(list(target, "output"), parse_bool(last)?),
            ("load", None) if parse_bool(last)? => load(target),
            ("load", None) => {}
            _ => set.apply(target, name)?,
        }
    }
    Ok(())
}

impl Override {
    fn entries(&self) -> Vec<Entry> {
        self.values.iter().cloned().map(Entry::Text).collect()
    }

    /// Replaces a list, or adds to it. Some lists are only replaced by an empty value.
    fn apply(&self, target: &mut Options, name: &str) -> Result<(), String> {
        let values = match name {
            "tags" | "platforms" | "ulimits" | "no-cache-filter" | "annotations"
            | "entitlements" => json!(self.values),
            "output" => json!(outputs(self.entries())?),
            "cache-from" | "cache-to" => json!(caches(self.entries())?),
            "secret" => json!(secrets(self.entries())?),
            "ssh" => json!(ssh(self.values.iter().cloned().map(SshEntry::Text).collect())?),
            "attest" => json!(attestations(self.entries())?),
            "policy" => json!(policies(self.entries())?),
            _ => return Err(format!("The key {name:?} can't be set.")),
        };
        let appends = self.appends || ["annotations", "attest", "entitlements"].contains(&name);
        if self.clears || !appends {
            target.remove(name);
        }
        match values {
            Value::Array(values) if !values.is_empty() => list(target, name).extend(values),
            _ => {}
        }
        Ok(())
    }
}

/// Replaces the source of a secret, which must be declared.
fn replace_secret(target: &mut Options, id: &str, written: Vec<Entry>) -> Result<(), String> {
    for mut secret in secrets(written)? {
        let declared = list(target, "secret").iter_mut().find(|it| it["id"] == id);
        let declared = declared.ok_or_else(|| format!("The secret {id:?} is not declared."))?;
        if secret.insert("id".to_owned(), id.to_owned()).is_some_and(|other| other != id) {
            return Err(format!("The secret {id:?} can't get another id."));
        }
        *declared = json!(secret);
    }
    Ok(())
}

/// Pushes images to a registry, or does not.
fn push(outputs: &mut Vec<Value>, push: bool) {
    if !push {
        while let Some(index) = outputs.iter().position(|it| it["type"] == "registry") {
            outputs.swap_remove(index);
        }
    }
    for image in outputs.iter_mut().filter(|it| it["type"] == "image") {
        image["push"] = push.to_string().into();
    }
    if push && outputs.iter().all(|it| it["type"] == "docker") {
        outputs.push(json!({ "type": "image", "push": "true" }));
    }
}

/// Loads the image, unless an output already does so or is not an image.
fn load(target: &mut Options) {
    let loads = |it: &Options| text(it, "type") == "docker" && !it.contains_key("dest");
    let is_image =
        |it: &Options| ["docker", "image", "registry", "oci"].contains(&text(it, "type"));
    if !entries(target, "output").any(loads) && entries(target, "output").all(is_image) {
        list(target, "output").push(json!({ "type": "docker" }));
    }
}
