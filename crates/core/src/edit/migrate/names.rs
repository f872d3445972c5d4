//! Old names of items outside of sources, such as those in environment variables.

use super::Migrations;
use super::path::{PathPart, StepPath, matches};
use super::step::Action;
use crate::cty::Str;
use crate::cty::internal::{CollectVec, PushAll};

/// The maximum number of labels that a path of a step can leave out for each block.
const MORE_LABELS: usize = 2;

/// The present path of an item.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NewPath {
    /// The types and labels of the blocks around the item, and its name.
    pub(crate) names: Vec<Str>,
    /// The notes of the steps that changed the path.
    pub(crate) note: String,
}

impl Migrations {
    /// Returns the present path of an item, from the types and labels of the blocks around it and its name in an old form.
    /// `plain` returns a name as it is compared with others. Returns `None` if no step renames or moves the item.
    pub(crate) fn new_path(&self, names: &[Str], plain: fn(&str) -> String) -> Option<NewPath> {
        let mut path = NewPath { names: names.to_vec(), note: String::new() };
        for step in &self.steps {
            let new = match step.action() {
                Ok(Action::Rename { from, to }) => renamed(&path.names, from, &to.item, plain),
                Ok(Action::Move { from, to }) => moved(&path.names, from, to, plain),
                _ => None,
            };
            let Some(new) = new else { continue };
            path.names = new;
            if !path.note.is_empty() && !step.note_text().is_empty() {
                path.note.push(' ');
            }
            path.note += step.note_text();
        }
        (path.names != names).then_some(path)
    }
}

fn renamed(
    names: &[Str],
    from: &StepPath,
    to: &PathPart,
    plain: fn(&str) -> String,
) -> Option<Vec<Str>> {
    let ends = ends_of_parts(names, from, plain)?;
    let start = ends.iter().rev().nth(1).copied().unwrap_or_default();
    let labels = start + 1;
    let mut new = names[..start].to_vec();
    new.push(to.name.clone());
    new.push_all(to.labels.iter().cloned());
    new.push_all(names[(labels + to.labels.len()).min(names.len())..].iter().cloned());
    Some(new)
}

fn moved(
    names: &[Str],
    from: &StepPath,
    to: &StepPath,
    plain: fn(&str) -> String,
) -> Option<Vec<Str>> {
    let ends = ends_of_parts(names, from, plain)?;
    let common = from.common(to);
    let end = |parts: usize| parts.checked_sub(1).map_or(0, |last| ends[last]);
    let mut new = names[..end(common)].to_vec();
    for part in &to.blocks[common..] {
        new.push(part.name.clone());
        new.push_all(part.labels.iter().cloned());
    }
    new.push(to.item.name.clone());
    new.push_all(names[end(from.blocks.len()) + 1..].iter().cloned());
    Some(new)
}

/// Returns the positions after the names of each part of a path, at the start of the names of an item.
fn ends_of_parts(names: &[Str], path: &StepPath, plain: fn(&str) -> String) -> Option<Vec<usize>> {
    let parts = path.blocks.iter().chain([&path.item]).collect_vec();
    let mut ends = Vec::new();
    let names = names.iter().map(|name| plain(name)).collect_vec();
    add_ends(&names, 0, &parts, plain, &mut ends).then_some(ends)
}

/// Adds the position after each part, and returns `true` if the names from a position match the parts.
fn add_ends(
    names: &[String],
    at: usize,
    parts: &[&PathPart],
    plain: fn(&str) -> String,
    ends: &mut Vec<usize>,
) -> bool {
    let Some((part, rest)) = parts.split_first() else { return true };
    let own = names.get(at + 1..at + 1 + part.labels.len());
    let is_of = names.get(at).is_some_and(|name| *name == plain(&part.name))
        && own.is_some_and(|own| {
            part.labels.iter().zip(own).all(|(pattern, label)| matches(&plain(pattern), label))
        });
    if !is_of {
        return false;
    }
    let end = at + 1 + part.labels.len();
    let more = if rest.is_empty() { 0 } else { MORE_LABELS };
    (end..=end + more).any(|end| {
        ends.push(end);
        let is_found = add_ends(names, end, rest, plain, ends);
        if !is_found {
            ends.pop();
        }
        is_found
    })
}

#[cfg(test)]
mod tests {
    use super::super::MigrationStep;
    use super::*;

    fn new_path(steps: &[MigrationStep], path: &str) -> Option<String> {
        let migrations = steps.iter().cloned().fold(Migrations::new(), Migrations::step);
        let names = path.split('.').map(Str::new).collect_vec();
        let new = migrations.new_path(&names, str::to_lowercase)?;
        Some(new.names.iter().map(Str::as_str).collect_vec().join("."))
    }

    #[test]
    fn items_have_the_names_of_renamed_parts() {
        let steps = [
            MigrationStep::rename("size", r#"upstream["*"].max_conns"#, "pool_size"),
            MigrationStep::rename("type", "upstream", "backend"),
            MigrationStep::rename("azure", r#"store["azure"]"#, r#"store["azurerm"]"#),
        ];
        let new = |path: &str| new_path(&steps, path);
        assert_eq!(new("upstream.web.max_conns").unwrap(), "backend.web.pool_size");
        assert_eq!(new("UPSTREAM.WEB.MAX_CONNS").unwrap(), "backend.WEB.pool_size");
        assert_eq!(new("upstream.web.host").unwrap(), "backend.web.host");
        assert_eq!(new("store.azure.key").unwrap(), "store.azurerm.key");
        assert_eq!(new("store.s3.key"), None);
        assert_eq!(new("max_conns"), None);
    }

    #[test]
    fn labels_that_a_path_leaves_out_stay() {
        let steps = [MigrationStep::rename("port", "server.listener.prt", "port")];
        let new = |path: &str| new_path(&steps, path);
        assert_eq!(new("server.web.listener.prt").unwrap(), "server.web.listener.port");
        assert_eq!(new("server.a.b.listener.c.prt").unwrap(), "server.a.b.listener.c.port");
        assert_eq!(new("server.listener.host"), None);
    }

    #[test]
    fn moved_items_keep_common_blocks() {
        let steps = [
            MigrationStep::move_to("listen", "port", "server.listen.port"),
            MigrationStep::move_to("tls", r#"server["*"].tls_cert"#, r#"server["*"].tls.cert"#),
            MigrationStep::move_to("log", "log", "output.log"),
        ];
        let new = |path: &str| new_path(&steps, path);
        assert_eq!(new("PORT").unwrap(), "server.listen.port");
        assert_eq!(new("server.web.tls_cert").unwrap(), "server.web.tls.cert");
        assert_eq!(new("log.level").unwrap(), "output.log.level");
        assert_eq!(new("server.listen.port"), None);
    }
}
