//! Resolution of the requested targets: groups, inheritance, overrides and links between targets.

use std::collections::{BTreeMap, BTreeSet};

use hcldyn::Diagnostics;
use hcldyn::diag::Diagnostic;
use hcldyn::syntax::Place;
use serde_json::{Value, json};

use crate::check::check;
use crate::language::Group;
use crate::options::{Options, is_empty, list, map, merge, normalize, text, texts};
use crate::set::{Overrides, apply, matches};

/// All groups and targets, by their names.
#[derive(Default)]
pub(crate) struct Bake {
    /// The names of the groups and then of the targets, in source order.
    pub(crate) names: Vec<String>,
    pub(crate) groups: BTreeMap<String, Group>,
    pub(crate) targets: BTreeMap<String, (Place, Options)>,
    pub(crate) overrides: BTreeMap<String, Overrides>,
}

type Resolution<T> = Result<T, Diagnostics>;
type Targets = BTreeMap<String, Options>;

impl Bake {
    /// Resolves the targets of these names or patterns, and describes them as JSON.
    pub(crate) fn print(&self, requested: &[String]) -> Resolution<Value> {
        let (mut groups, mut targets) = (BTreeMap::new(), Targets::new());
        let names = self.requested(requested)?;
        for name in &names {
            for target in self.members(name, &mut groups, &mut vec![]) {
                targets.insert(target.clone(), self.resolve(&target)?);
            }
        }
        // A target named `default` is only a member of the group of this name if it comes first.
        let default = groups.remove("default");
        let is_target = default.is_none() && names[0] == "default";
        let mut default = default.unwrap_or_default();
        default.targets.extend(names.into_iter().filter(|it| it != "default" || is_target));
        default.targets.sort();
        default.targets.dedup();
        groups.insert("default".to_owned(), default);
        for name in targets.keys().cloned().collect::<Vec<_>>() {
            self.link(&name, &mut targets, &mut vec![])?;
        }
        for (name, target) in &mut targets {
            check(target).map_err(|error| self.error(name, &error))?;
            complete(target);
        }
        for group in groups.values_mut() {
            group.description.take_if(|it| it.is_empty());
        }
        Ok(json!({ "group": groups, "target": targets }))
    }

    /// Returns the requested names, each once. A pattern means all groups and targets that match it.
    fn requested(&self, requested: &[String]) -> Resolution<Vec<String>> {
        let mut names = Vec::new();
        for name in requested {
            let name = name.replace('.', "_");
            if !name.contains(['*', '?', '[', ']']) {
                names.push(name);
                continue;
            }
            let known = names.len();
            names.extend(self.names.iter().filter(|it| matches(&name, it)).cloned());
            if names.len() == known {
                return Err(self.error(&name, "No group or target matches this pattern."));
            }
        }
        if names.is_empty() {
            names.push("default".to_owned());
        }
        let mut known = BTreeSet::new();
        names.retain(|it| known.insert(it.clone()));
        Ok(names)
    }

    /// Returns the targets of a group, and adds the groups among its members. A group that contains itself is treated
    /// as a target.
    fn members(
        &self,
        name: &str,
        groups: &mut BTreeMap<String, Group>,
        path: &mut Vec<String>,
    ) -> Vec<String> {
        let Some(group) = self.groups.get(name).filter(|_| !path.iter().any(|it| it == name))
        else {
            return vec![name.to_owned()];
        };
        groups.insert(name.to_owned(), group.clone());
        path.push(name.to_owned());
        let members = group.targets.iter().flat_map(|member| self.members(member, groups, path));
        let members = members.collect();
        path.pop();
        members
    }

    /// Returns a target with all that it inherits.
    fn resolve(&self, name: &str) -> Resolution<Options> {
        let mut target = self.inherited(name, &mut BTreeMap::new())?;
        target.entry("context").or_insert(".".into());
        if text(&target, "dockerfile").is_empty() {
            target.insert("dockerfile".to_owned(), "Dockerfile".into());
        }
        let epoch = std::env::var("SOURCE_DATE_EPOCH").ok().filter(|it| !it.is_empty());
        if let Some(epoch) = epoch {
            map(&mut target, "args").entry("SOURCE_DATE_EPOCH").or_insert(epoch.into());
        }
        Ok(target)
    }

    /// Merges the targets that a target inherits from, and then itself. In a cycle, a target inherits nothing.
    fn inherited(&self, name: &str, visited: &mut Targets) -> Resolution<Options> {
        if let Some(known) = visited.get(name) {
            return Ok(known.clone());
        }
        let Some((_, own)) = self.targets.get(name) else {
            return Err(self.error(name, &format!("The target {name:?} is not defined.")));
        };
        visited.insert(name.to_owned(), Options::new());
        let mut target = Options::new();
        for parent in texts(own, "inherits") {
            merge(&mut target, self.inherited(parent, visited)?);
        }
        merge(&mut target, own.clone());
        target.remove("inherits");
        if let Some(overrides) = self.overrides.get(name) {
            apply(&mut target, overrides).map_err(|error| self.error(name, &error))?;
        }
        normalize(&mut target);
        visited.insert(name.to_owned(), target.clone());
        Ok(target)
    }

    /// Adds the targets that a target uses as contexts.
    fn link(&self, name: &str, targets: &mut Targets, path: &mut Vec<String>) -> Resolution<()> {
        path.push(name.to_owned());
        let contexts = texts(&targets[name], "contexts");
        let links: Vec<_> =
            contexts.filter_map(|it| it.strip_prefix("target:")).map(str::to_owned).collect();
        for linked in links {
            if path.contains(&linked) {
                let detail = format!("The target {linked:?} is a context of itself.");
                return Err(self.error(name, &detail));
            }
            if !targets.contains_key(&linked) {
                let mut target = self.resolve(&linked)?;
                target.insert("output".to_owned(), json!([{ "type": "cacheonly" }]));
                targets.insert(linked.clone(), target);
            }
            self.link(&linked, targets, path)?;
            let source = targets[&linked].clone();
            let Some(target) = targets.get_mut(name) else { continue };
            let (own, others) = (texts(target, "platforms"), texts(&source, "platforms"));
            let is_part = own.clone().all(|it| others.clone().any(|other| it == other));
            if own.count() > 1 && others.count() > 1 && !is_part {
                let detail = format!("The target {linked:?} is not built for all platforms.");
                return Err(self.error(name, &detail));
            }
            let entitlements = texts(&source, "entitlements").map(Value::from);
            list(target, "entitlements").extend(entitlements);
            normalize(target);
        }
        path.pop();
        Ok(())
    }

    /// Returns an error about a target, at its block or at one that refers to it.
    fn error(&self, name: &str, detail: &str) -> Diagnostics {
        let group = || self.groups.values().find(|it| it.targets.iter().any(|it| it == name));
        let child =
            || self.targets.values().find(|(_, it)| texts(it, "inherits").any(|it| it == name));
        let place = self.targets.get(name).or_else(child).map(|(place, _)| place);
        let place = place.or_else(|| group()?.place.as_ref());
        match place {
            Some(place) => Diagnostic::error(place.clone(), "Invalid target", detail).into(),
            None => Diagnostic::input_error(name, "Unknown target", detail).into(),
        }
    }
}

/// Removes empty options, and escapes the templates in strings, as the output is a definition again.
fn complete(target: &mut Options) {
    target.retain(|name, value| name == "resources" || !is_empty(value));
    for name in ["args", "labels", "extra-hosts", "annotations", "dockerfile-inline"] {
        target.get_mut(name).into_iter().for_each(escape);
    }
    let attestations = target.get_mut("attest").and_then(Value::as_array_mut);
    for disabled in attestations.into_iter().flatten().filter_map(|it| it.get_mut("disabled")) {
        *disabled = true.into();
    }
}

fn escape(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.replace("${", "$${").replace("%{", "%%{"),
        Value::Array(list) => list.iter_mut().for_each(escape),
        Value::Object(object) => object.values_mut().for_each(escape),
        _ => {}
    }
}
