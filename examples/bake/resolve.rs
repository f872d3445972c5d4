//! Resolution of the requested targets: groups, inheritance, overrides and links between targets.

use std::collections::BTreeMap;

use hcldyn::Diagnostics;
use hcldyn::diag::Diagnostic;
use hcldyn::syntax::Place;
use serde_json::{Value, json};

use crate::language::Group;
use crate::options::{Options, REPLACED, add, merge, normalize, texts};
use crate::set::{Overrides, pattern_of};

/// All groups and targets, by their names.
#[derive(Default)]
pub(crate) struct Bake {
    /// The names of the groups and then of the targets, in source order.
    pub(crate) names: Vec<String>,
    /// The groups, and their locations; those of a matrix have none.
    pub(crate) groups: BTreeMap<String, (Option<Place>, Group)>,
    pub(crate) targets: BTreeMap<String, (Place, Options)>,
    pub(crate) overrides: BTreeMap<String, Overrides>,
}

type Resolution<T> = Result<T, Diagnostics>;
type Targets = BTreeMap<String, Options>;

impl Bake {
    /// Resolves the targets of these names or patterns, and describes them as JSON.
    pub(crate) fn print(&self, requested: &[String]) -> Resolution<Value> {
        let (mut groups, mut targets) = (BTreeMap::new(), Targets::new());
        let names = self.requested(requested);
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
        targets.values_mut().for_each(complete);
        Ok(json!({ "group": groups, "target": targets }))
    }

    /// Returns the requested names. A pattern means all groups and targets that match it.
    fn requested(&self, requested: &[String]) -> Vec<String> {
        let mut names = Vec::new();
        for name in requested {
            let (name, known) = (name.replace('.', "_"), names.len());
            if let Some(pattern) = pattern_of(&name) {
                names.extend(self.names.iter().filter(|it| pattern.matches(it)).cloned());
            }
            if names.len() == known {
                names.push(name);
            }
        }
        if names.is_empty() {
            names.push("default".to_owned());
        }
        names
    }

    /// Returns the targets of a group, and adds the groups among its members. A group that contains itself is treated
    /// as a target.
    fn members(
        &self,
        name: &str,
        groups: &mut BTreeMap<String, Group>,
        path: &mut Vec<String>,
    ) -> Vec<String> {
        let group = self.groups.get(name).filter(|_| !path.iter().any(|it| it == name));
        let Some((_, group)) = group else { return vec![name.to_owned()] };
        groups.insert(name.to_owned(), group.clone());
        path.push(name.to_owned());
        let members = group.targets.iter().flat_map(|member| self.members(member, groups, path));
        let members = members.collect();
        path.pop();
        members
    }

    /// Returns a target with all that it inherits.
    fn resolve(&self, name: &str) -> Resolution<Options> {
        let mut target = Options::new();
        target.insert("context".to_owned(), ".".into());
        target.insert("dockerfile".to_owned(), "Dockerfile".into());
        merge(&mut target, self.inherited(name, &mut BTreeMap::new())?, &REPLACED);
        if target["dockerfile"] == "" {
            target.insert("dockerfile".to_owned(), "Dockerfile".into());
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
            merge(&mut target, self.inherited(parent, visited)?, &REPLACED);
        }
        merge(&mut target, own.clone(), &REPLACED);
        target.remove("inherits");
        if let Some(overrides) = self.overrides.get(name) {
            overrides.apply(&mut target);
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
            let own = texts(&targets[name], "platforms");
            let others = || texts(&targets[&linked], "platforms");
            let is_part = own.clone().all(|it| others().any(|other| it == other));
            if own.count() > 1 && others().count() > 1 && !is_part {
                let detail = format!("The target {linked:?} is not built for all platforms.");
                return Err(self.error(name, &detail));
            }
            let allowed = texts(&targets[&linked], "entitlements").map(Value::from);
            let allowed: Vec<_> = allowed.collect();
            if let Some(target) = targets.get_mut(name) {
                add(target, "entitlements", allowed.clone());
                normalize(target);
            }
        }
        path.pop();
        Ok(())
    }

    /// Returns an error about a target, at its block or at one that refers to it.
    fn error(&self, name: &str, detail: &str) -> Diagnostics {
        let is_child = |it: &&(Place, Options)| texts(&it.1, "inherits").any(|it| it == name);
        let child = || self.targets.values().find(is_child);
        let group = || self.groups.values().find(|(_, it)| it.targets.iter().any(|it| it == name));
        let place = self.targets.get(name).or_else(child).map(|(place, _)| place);
        match place.or_else(|| group()?.0.as_ref()) {
            Some(place) => Diagnostic::error(place.clone(), "Invalid target", detail).into(),
            None => Diagnostic::input_error(name, "Unknown target", detail).into(),
        }
    }
}

/// Removes empty options, and escapes the templates in strings, as the output is a definition again.
fn complete(target: &mut Options) {
    target.retain(|name, it| *it != json!([]) && (*it != json!({}) || name == "resources"));
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
