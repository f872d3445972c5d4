//! Overrides of the command line: `--set PATTERN.KEY=VALUE`.

use std::collections::BTreeMap;

use glob::Pattern;

use crate::entry::{Entry, Fields, Ssh, attestations, caches, outputs, policies, secrets};
use crate::language::Target;
use crate::variable::parse_bool;

/// The overrides of one target, by their keys.
pub(crate) type Overrides = BTreeMap<String, Override>;

/// The values for a key of a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct Override {
    values: Vec<String>,
    /// `true` if the last value is added to those of the target.
    appends: bool,
    /// `true` if an empty value removed those of the target.
    clears: bool,
}

/// Options that override all targets.
#[derive(clap::Args)]
pub(crate) struct Shorthands {
    /// Pushes the images.
    #[arg(long)]
    push: bool,
    /// Loads the images.
    #[arg(long)]
    load: bool,
    /// Replaces the call of the builds.
    #[arg(long)]
    call: Option<String>,
    /// Checks the builds instead of running them.
    #[arg(long)]
    check: bool,
    /// Builds without a cache.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    no_cache: Option<String>,
    /// Pulls all images.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pull: Option<String>,
    /// Adds a bill of materials.
    #[arg(long)]
    sbom: Option<String>,
    /// Adds the provenance of the builds.
    #[arg(long)]
    provenance: Option<String>,
}

impl Shorthands {
    /// Returns the overrides as arguments of `--set`.
    pub(crate) fn overrides(&self) -> Vec<String> {
        let call =
            self.check.then_some("lint").or(self.call.as_deref().filter(|it| *it != "build"));
        let attest = |ty: &str, value: &String| match parse_bool(value) {
            Ok(enabled) => format!("attest=type={ty},disabled={}", !enabled),
            Err(_) => format!("attest=type={ty},{value}"),
        };
        let set = [
            self.push.then(|| "push=true".to_owned()),
            self.load.then(|| "load=true".to_owned()),
            call.map(|it| format!("call={}", if it == "check" { "lint" } else { it })),
            self.no_cache.as_ref().map(|it| format!("no-cache={it}")),
            self.pull.as_ref().map(|it| format!("pull={it}")),
            self.sbom.as_ref().map(|it| attest("sbom", it)),
            self.provenance.as_ref().map(|it| attest("provenance", it)),
        ];
        set.into_iter().flatten().map(|it| format!("*.{it}")).collect()
    }
}

/// Reads the arguments of `--set`, for the targets of these names.
pub(crate) fn overrides(
    arguments: &[String],
    targets: &[&str],
) -> Result<BTreeMap<String, Overrides>, String> {
    let mut all: BTreeMap<String, Overrides> = BTreeMap::new();
    for argument in arguments {
        let (path, value) = match argument.split_once('=') {
            Some((path, value)) => (path, Some(value)),
            None => (argument.as_str(), None),
        };
        let (path, appends) = path.strip_suffix('+').map_or((path, false), |path| (path, true));
        let form = || format!("{argument:?} is not of the form PATTERN.KEY=VALUE.");
        let (pattern, key) = path.split_once('.').ok_or_else(form)?;
        let (name, sub) = key.split_once('.').map_or((key, None), |(name, sub)| (name, Some(sub)));
        let name = match name {
            "annotations" | "args" | "entitlements" | "extra-hosts" | "labels" | "platforms"
            | "resources" | "tags" | "ulimits" | "secrets" => &name[..name.len() - 1],
            name => name,
        };
        let value = match value {
            Some(value) => value.to_owned(),
            None if name == "arg" => match std::env::var(sub.unwrap_or_default()) {
                Ok(value) => value,
                Err(_) => continue,
            },
            None => return Err(form()),
        };
        if sub.is_none() && ["arg", "label", "extra-host", "contexts"].contains(&name) {
            return Err(format!("{argument:?} needs a name after {name:?}."));
        }
        let takes_name = ["arg", "label", "extra-host", "contexts", "secret", "resource"];
        if sub.is_some() && !takes_name.contains(&name) {
            return Err(format!("{argument:?} has a name after {name:?}."));
        }
        let key = sub.map_or(name.to_owned(), |sub| format!("{name}.{sub}"));
        let matching = targets.iter().filter(|it| **it == pattern || matches(pattern, it));
        let mut is_used = false;
        for target in matching {
            is_used = true;
            let all = all.entry((*target).to_owned()).or_default();
            let entry = all.entry(key.clone()).or_default();
            entry.appends = appends;
            if value.is_empty() && !appends && sub.is_none() {
                *entry = Override { clears: true, ..Override::default() };
            } else {
                entry.values.push(value.clone());
            }
        }
        if !is_used {
            return Err(format!("No target matches {pattern:?}."));
        }
    }
    Ok(all)
}

/// Returns `true` if a name matches a pattern with `*`, `?` and sets of characters.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    Pattern::new(&pattern.replace("[^", "[!")).is_ok_and(|it| it.matches(name))
}

impl Target {
    /// Applies overrides.
    pub(crate) fn apply(&mut self, overrides: &Overrides) -> Result<(), String> {
        for (key, set) in overrides {
            let last = set.values.last().cloned().unwrap_or_default();
            let entries = || set.values.iter().cloned().map(Entry::Text).collect::<Vec<_>>();
            let unknown = || Err(format!("The key {key:?} can't be set."));
            match key.split_once('.') {
                Some(("arg", name)) => drop(self.args.insert(name.to_owned(), Some(last))),
                Some(("label", name)) => drop(self.labels.insert(name.to_owned(), Some(last))),
                Some(("extra-host", name)) => {
                    self.extra_hosts.insert(name.to_owned(), Some(last));
                }
                Some(("contexts", name)) => drop(self.contexts.insert(name.to_owned(), last)),
                Some(("secret", id)) => self.replace_secret(id, entries())?,
                Some(_) => return unknown(),
                None => match key.as_str() {
                    "context" => self.context = Some(last),
                    "dockerfile" => self.dockerfile = Some(last),
                    "target" => self.target = Some(last),
                    "call" => self.call = Some(last),
                    "network" => self.network = Some(last),
                    "shm-size" => self.shm_size = Some(last),
                    "no-cache" => self.no_cache = Some(parse_bool(&last)?),
                    "pull" => self.pull = Some(parse_bool(&last)?),
                    "push" => self.push(parse_bool(&last)?),
                    "load" if parse_bool(&last)? => self.load(),
                    "load" => {}
                    "tag" => set.apply_to_option(&mut self.tags, set.values.clone()),
                    "platform" => set.apply_to_option(&mut self.platforms, set.values.clone()),
                    "ulimit" => set.apply(&mut self.ulimits, set.values.clone()),
                    "no-cache-filter" => set.apply(&mut self.no_cache_filter, set.values.clone()),
                    "output" => set.apply_to_option(&mut self.output, outputs(entries())?),
                    "cache-from" => set.apply(&mut self.cache_from, caches(entries())?),
                    "cache-to" => set.apply_to_option(&mut self.cache_to, caches(entries())?),
                    "secret" => set.apply(&mut self.secret, secrets(entries())?),
                    "policy" => set.apply(&mut self.policy, policies(entries())?),
                    "ssh" => {
                        let keys =
                            set.values.iter().map(|it| Ssh::parse(it)).collect::<Result<_, _>>();
                        set.apply(&mut self.ssh, keys?);
                    }
                    "annotation" => set.always_add(&mut self.annotations, set.values.clone()),
                    "entitlement" => set.always_add(&mut self.entitlements, set.values.clone()),
                    "attest" => set.always_add(&mut self.attest, attestations(entries())?),
                    _ => return unknown(),
                },
            }
        }
        Ok(())
    }

    /// Replaces the source of a secret, which must be declared.
    fn replace_secret(&mut self, id: &str, written: Vec<Entry>) -> Result<(), String> {
        for mut secret in secrets(written)? {
            let declared = self.secret.iter_mut().find(|it| it.id == id);
            let declared = declared.ok_or_else(|| format!("The secret {id:?} is not declared."))?;
            if !secret.id.is_empty() && secret.id != id {
                return Err(format!("The secret {id:?} can't get another id."));
            }
            secret.id = std::mem::take(&mut declared.id);
            *declared = secret;
        }
        Ok(())
    }

    /// Pushes images to a registry, or does not.
    fn push(&mut self, push: bool) {
        let outputs = self.output.get_or_insert_default();
        if !push {
            while let Some(index) = outputs.iter().position(|it| has_type(it, &["registry"])) {
                outputs.swap_remove(index);
            }
        }
        for image in outputs.iter_mut().filter(|it| has_type(it, &["image"])) {
            image.insert("push".to_owned(), push.to_string());
        }
        if push && outputs.iter().all(|it| has_type(it, &["docker"])) {
            let image = [("type", "image"), ("push", "true")];
            outputs.push(image.map(|(key, value)| (key.to_owned(), value.to_owned())).into());
        }
    }

    /// Loads the image, unless an output already does so or is not an image.
    fn load(&mut self) {
        let outputs = self.output.get_or_insert_default();
        let loads = |it: &Fields| has_type(it, &["docker"]) && !it.contains_key("dest");
        let is_image = |it: &Fields| has_type(it, &["docker", "image", "registry", "oci"]);
        if !outputs.iter().any(loads) && outputs.iter().all(is_image) {
            outputs.push([("type".to_owned(), "docker".to_owned())].into());
        }
    }
}

fn has_type(fields: &Fields, types: &[&str]) -> bool {
    fields.get("type").is_some_and(|it| types.contains(&it.as_str()))
}

impl Override {
    /// Replaces a list, or adds to it.
    fn apply<T>(&self, list: &mut Vec<T>, values: Vec<T>) {
        if self.clears || !self.appends {
            list.clear();
        }
        list.extend(values);
    }

    /// Replaces an optional list, or adds to it. An empty list is not set.
    fn apply_to_option<T>(&self, option: &mut Option<Vec<T>>, values: Vec<T>) {
        let mut list = option.take().unwrap_or_default();
        self.apply(&mut list, values);
        *option = Some(list).filter(|it| !it.is_empty());
    }

    /// Adds to a list, which an empty value clears.
    fn always_add<T>(&self, list: &mut Vec<T>, values: Vec<T>) {
        if self.clears {
            list.clear();
        }
        list.extend(values);
    }
}
