//! The versions of providers and of Terraform.

use std::collections::{BTreeMap, HashSet};

use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, Expression};

use crate::diags;
use crate::folder::{ModuleFolder, Resource};

/// The provider that every program has.
const BUILT_IN: &str = "terraform";

/// Reports the providers without versions that a root module uses or requires, and a missing version of Terraform.
pub(super) fn check(folder: &ModuleFolder, diags: &mut Diagnostics) {
    let required: BTreeMap<&str, &Expression> = folder
        .settings
        .iter()
        .flat_map(|it| it.required_providers.iter().flatten())
        .map(|(name, expr)| (name.as_str(), expr))
        .collect();
    let with_version = folder.providers.iter().filter(|it| it.content.version.is_some());
    let mut known: HashSet<&str> = with_version.map(|it| it.name.as_str()).collect();
    known.insert(BUILT_IN);
    for (name, expr) in required {
        if known.insert(name) && !has_version(expr) {
            diags.push(diags::provider_without_version(expr.place(), name));
        }
    }
    for (name, place) in used(folder) {
        if known.insert(name) {
            diags.push(diags::unrequired_provider(place.clone(), name));
        }
    }
    let has_required_version = folder.settings.iter().any(|it| it.required_version.is_some());
    if let Some(body) = folder.body.as_ref().filter(|_| !has_required_version) {
        diags.push(diags::no_required_version(body.missing_item_place()));
    }
}

/// Returns `true` for a requirement with a version: an object with it, or a string in the old form.
fn has_version(expr: &Expression) -> bool {
    let Some(items) = expr.as_map() else { return true };
    let is_version = |key: &Expression| {
        key.as_keyword().is_some_and(|word| word == *"version")
            || key.as_literal().and_then(|value| value.as_str()) == Some("version")
    };
    items.iter().any(|(key, _)| is_version(key))
}

/// Returns the providers of blocks, with the locations of their headers.
fn used(folder: &ModuleFolder) -> impl Iterator<Item = (&str, &Place)> {
    let of_resources = folder
        .resources
        .iter()
        .filter(|it| it.block.content.meta.provider.is_none())
        .map(|it: &Resource| (it.ty.split('_').next().unwrap_or_default(), &it.block.place));
    let of_blocks = folder.providers.iter().map(|it| (it.name.as_str(), &it.place));
    of_blocks.chain(of_resources)
}
