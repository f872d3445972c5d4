//! Resolution of the requested targets: groups, inheritance, overrides and links between targets.

use std::collections::{BTreeMap, BTreeSet};

use hcldyn::Diagnostics;
use hcldyn::diag::Diagnostic;
use hcldyn::syntax::Place;
use serde_json::{Map, Value};

use crate::check::check;
use crate::language::{Group, Target};
use crate::set::{Overrides, matches};

/// All groups and targets, by their names.
#[derive(Default)]
pub(crate) struct Bake {
    /// The names of the groups and then of the targets, in source order.
    pub(crate) names: Vec<String>,
    pub(crate) groups: BTreeMap<String, Group>,
    pub(crate) targets: BTreeMap<String, (Place, Target)>,
    pub(crate) overrides: BTreeMap<String, Overrides>,
}

/// The groups and targets to print.
#[derive(Default)]
struct Resolved {
    groups: BTreeMap<String, Group>,
    targets: BTreeMap<String, Target>,
}

type Resolution<T> = Result<T, Diagnostics>;

impl Bake {
    /// Resolves the targets of these names or patterns, and describes them as JSON.
    pub(crate) fn print(&self, requested: &[String]) -> Resolution<Value> {
        let mut resolved = Resolved::default();
        let names = self.requested(requested)?;
        let mut members = BTreeSet::new();
        for name in &names {
            for target in self.members(name, &mut resolved.groups, &mut vec![]) {
                resolved.targets.insert(target.clone(), self.resolve(&target)?);
            }
        }
        // A target named `default` is only a member of the group of this name if it comes first.
        let has_default = |it: &Resolved| it.groups.contains_key("default");
        for name in &names {
            if name != "default" || !has_default(&resolved) && members.is_empty() {
                members.insert(name.clone());
            }
        }
        let default = resolved.groups.remove("default");
        let (description, targets) =
            default.map_or((None, None), |it| (it.description, it.targets));
        members.extend(targets.unwrap_or_default());
        let targets = Some(members.into_iter().collect());
        let default = Group { description, targets, place: None };
        resolved.groups.insert("default".to_owned(), default);
        for name in resolved.targets.keys().cloned().collect::<Vec<_>>() {
            self.link(&name, &mut resolved.targets, &mut vec![])?;
        }
        let mut targets = Map::new();
        for (name, mut target) in resolved.targets {
            let checked = check(&mut target).map_err(|error| self.error(&name, &error));
            checked?;
            targets.insert(name, print(&target));
        }
        for group in resolved.groups.values_mut() {
            group.description = group.description.take().filter(|it| !it.is_empty());
        }
        let groups = serde_json::to_value(resolved.groups).unwrap_or_default();
        Ok(serde_json::json!({ "group": groups, "target": targets }))
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
            let known = self.names.iter();
            let found: Vec<_> = known.filter(|it| matches(&name, it)).cloned().collect();
            if found.is_empty() {
                return Err(self.error(&name, "No group or target matches this pattern."));
            }
            names.extend(found);
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
        let members = group.targets.iter().flatten();
        let members = members.flat_map(|member| self.members(member, groups, path)).collect();
        path.pop();
        members
    }

    /// Returns a target with all that it inherits.
    fn resolve(&self, name: &str) -> Resolution<Target> {
        let mut target = self.inherited(name, &mut BTreeMap::new())?;
        target.inherits.clear();
        target.context.get_or_insert_with(|| ".".to_owned());
        target.dockerfile = target.dockerfile.filter(|it| !it.is_empty());
        target.dockerfile.get_or_insert_with(|| "Dockerfile".to_owned());
        let epoch = std::env::var("SOURCE_DATE_EPOCH").ok().filter(|it| !it.is_empty());
        if let Some(epoch) = epoch {
            target.args.entry("SOURCE_DATE_EPOCH".to_owned()).or_insert(Some(epoch));
        }
        Ok(target)
    }

    /// Merges the targets that a target inherits from, and then itself. In a cycle, a target inherits nothing.
    fn inherited(
        &self,
        name: &str,
        visited: &mut BTreeMap<String, Option<Target>>,
    ) -> Resolution<Target> {
        if let Some(known) = visited.get(name) {
            return Ok(known.clone().unwrap_or_default());
        }
        let Some((_, own)) = self.targets.get(name) else {
            return Err(self.error(name, &format!("The target {name:?} is not defined.")));
        };
        visited.insert(name.to_owned(), None);
        let mut target = Target::default();
        for parent in &own.inherits {
            let parent = self.inherited(parent, visited)?;
            target.merge(Target { inherits: Vec::new(), ..parent });
        }
        target.merge(own.clone());
        if let Some(overrides) = self.overrides.get(name) {
            target.apply(overrides).map_err(|error| self.error(name, &error))?;
        }
        target.normalize();
        visited.insert(name.to_owned(), Some(target.clone()));
        Ok(target)
    }

    /// Adds the targets that a target uses as contexts.
    fn link(
        &self,
        name: &str,
        targets: &mut BTreeMap<String, Target>,
        path: &mut Vec<String>,
    ) -> Resolution<()> {
        path.push(name.to_owned());
        let contexts = targets[name].contexts.values();
        let links: Vec<_> =
            contexts.filter_map(|it| it.strip_prefix("target:")).map(str::to_owned).collect();
        for linked in links {
            if path.contains(&linked) {
                let detail = format!("The target {linked:?} is a context of itself.");
                return Err(self.error(name, &detail));
            }
            if !targets.contains_key(&linked) {
                let mut target = self.resolve(&linked)?;
                let output = [("type".to_owned(), "cacheonly".to_owned())];
                target.output = Some(vec![output.into()]);
                targets.insert(linked.clone(), target);
            }
            self.link(&linked, targets, path)?;
            let source = targets[&linked].clone();
            let Some(target) = targets.get_mut(name) else { continue };
            let (own, others) =
                (target.platforms.iter().flatten(), source.platforms.iter().flatten());
            let is_part = own.clone().all(|it| others.clone().any(|other| it == other));
            if own.count() > 1 && others.count() > 1 && !is_part {
                let detail = format!("The target {linked:?} is not built for all platforms.");
                return Err(self.error(name, &detail));
            }
            target.entitlements.extend(source.entitlements);
            target.normalize();
        }
        path.pop();
        Ok(())
    }

    /// Returns an error about a target, at its block or at one that refers to it.
    fn error(&self, name: &str, detail: &str) -> Diagnostics {
        let has = |names: &[String]| names.iter().any(|it| it == name);
        let group =
            || self.groups.values().find(|it| has(it.targets.as_deref().unwrap_or_default()));
        let child = || self.targets.values().find(|(_, target)| has(&target.inherits));
        let place = self.targets.get(name).or_else(child).map(|(place, _)| place);
        let place = place.or_else(|| group()?.place.as_ref());
        match place {
            Some(place) => Diagnostic::error(place.clone(), "Invalid target", detail).into(),
            None => Diagnostic::input_error(name, "Unknown target", detail).into(),
        }
    }
}

/// Describes a target as JSON, without the options that are not set.
fn print(target: &Target) -> Value {
    let mut described = serde_json::to_value(target).unwrap_or_default();
    let is_set = |value: &Value| match value {
        Value::Null => false,
        Value::Array(list) => !list.is_empty(),
        Value::Object(object) => !object.is_empty(),
        _ => true,
    };
    if let Some(options) = described.as_object_mut() {
        if let Some(Value::Object(resources)) = options.get_mut("resources") {
            resources.retain(|_, value| is_set(value));
        }
        options.retain(|name, value| {
            (is_set(value) || name == "resources" && value.is_object())
                && (name != "description" || value != "")
        });
        for name in ["args", "labels", "extra-hosts", "annotations", "dockerfile-inline"] {
            options.get_mut(name).into_iter().for_each(escape);
        }
        let attestations = options.get_mut("attest").and_then(Value::as_array_mut);
        for disabled in attestations.into_iter().flatten().filter_map(|it| it.get_mut("disabled")) {
            *disabled = true.into();
        }
    }
    described
}

/// Escapes the templates in strings, as the output is a definition again.
fn escape(value: &mut Value) {
    match value {
        Value::String(text) => *text = text.replace("${", "$${").replace("%{", "%%{"),
        Value::Array(list) => list.iter_mut().for_each(escape),
        Value::Object(object) => object.values_mut().for_each(escape),
        _ => {}
    }
}
