//! Arguments that the structs of the language leave open: those of data sources and of provisioners.

use hcldyn::Diagnostics;
use hcldyn::body::Body;
use hcldyn::syntax::Place;

use crate::diags;
use crate::folder::{Mode, ModuleFolder, Resource};
use crate::language::Provisioner;

/// The arguments of `lifecycle` that only managed resources have.
const MANAGED: [&str; 4] =
    ["create_before_destroy", "ignore_changes", "prevent_destroy", "replace_triggered_by"];

/// The arguments of each kind of provisioner.
const PROVISIONERS: [(&str, &[&str]); 3] = [
    ("file", &["content", "destination", "source"]),
    ("local-exec", &["command", "environment", "interpreter", "quiet", "working_dir"]),
    ("remote-exec", &["inline", "script", "scripts"]),
];

/// Reports unknown arguments in the resources of a folder.
pub(super) fn check(folder: &ModuleFolder, diags: &mut Diagnostics) {
    for resource in &folder.resources {
        if resource.mode != Mode::Managed {
            check_lifecycle(resource, diags);
        }
        for provisioner in &resource.block.content.provisioner {
            check_provisioner(provisioner, diags);
        }
    }
}

fn check_lifecycle(data: &Resource, diags: &mut Diagnostics) {
    let content = data.block.body.everything();
    for lifecycle in content.blocks_of_type("lifecycle") {
        for (name, place) in attributes(&lifecycle.body) {
            if MANAGED.contains(&&*name) {
                diags.push(diags::only_in_resources(place, &name));
            }
        }
    }
}

fn check_provisioner(provisioner: &Provisioner, diags: &mut Diagnostics) {
    let known = PROVISIONERS.iter().find(|(kind, _)| *kind == provisioner.kind);
    let Some((kind, known)) = known else { return };
    for (name, place) in attributes(&provisioner.arguments) {
        if !known.contains(&&*name) {
            diags.push(diags::unknown_argument(place, kind, &name, known));
        }
    }
}

/// Returns the names of the attributes of a body, with their locations.
fn attributes(body: &Body) -> impl Iterator<Item = (String, Place)> {
    body.everything().attributes.into_iter().map(|it| (it.name.to_string(), it.name_place()))
}
