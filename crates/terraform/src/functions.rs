//! The functions of the language.

use std::path::Path;

use hcldyn::cty::function::Parameter;
use hcldyn::cty::{Function, Type, Value};
use hcldyn::functions::effects::{Folder, abspath, pathexpand};
use hcldyn::{ext, functions};

use crate::tree::Tree;

/// The functions of this library that the language does not have.
const OTHERS: [&str; 2] = ["convert", "with"];

/// The functions whose results are known at run time alone.
const UNKNOWN: [&str; 5] = ["bcrypt", "plantimestamp", "rsadecrypt", "timestamp", "uuid"];

/// The treatment of functions that read files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Files {
    /// They read files below the folder of the root module.
    Read,
    /// Their results are unknown, because a module may be elsewhere when it is used.
    Unknown,
}

/// Returns all functions by their names, also those with the prefix `core::`. The root module is in the folder `root`.
pub(crate) fn all(root: &Path, tree: &Tree, files: Files) -> Vec<(String, Function)> {
    let mut found: Vec<(&str, Function)> = functions::all().chain(ext::all()).collect();
    found.retain(|(name, _)| !OTHERS.contains(name));
    found.extend(UNKNOWN.map(|name| (name, unknown())));
    if let Ok(folder) = Folder::open(root) {
        let mut reading: Vec<_> = folder.functions().collect();
        reading.push(("templatefile", ext::templatefile_fn(folder)));
        found.extend(reading.into_iter().map(|(name, function)| match files {
            Files::Read => (name, function),
            Files::Unknown => (name, unknown()),
        }));
    }
    if let Ok(working) = std::path::absolute(root) {
        found.push(("abspath", abspath(working)));
    }
    if let Some(home) = std::env::home_dir() {
        found.push(("pathexpand", pathexpand(home)));
    }
    let named = |(name, function): (&str, Function)| {
        [(name.to_owned(), function.clone()), (format!("core::{name}"), function)]
    };
    found.into_iter().flat_map(named).chain(of_providers(tree)).collect()
}

/// Returns the functions of providers that the sources mention, such as `provider::aws::arn_parse`.
fn of_providers(tree: &Tree) -> Vec<(String, Function)> {
    let mut names = std::collections::BTreeSet::new();
    let bodies = tree.modules.iter().filter_map(|module| module.folder.body.as_ref());
    for source in bodies.flat_map(hcldyn::body::Body::sources) {
        let is_part = |it: char| it.is_alphanumeric() || "_-:".contains(it);
        for (at, _) in source.text().match_indices("provider::") {
            let rest = &source.text()[at..];
            let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
            names.insert(rest[..end].to_owned());
        }
    }
    names.into_iter().map(|name| (name, unknown())).collect()
}

/// Returns a function of any arguments whose result is not known.
fn unknown() -> Function {
    let any = Parameter::new("args", Type::Dynamic).allow_null().allow_unknown().allow_dynamic();
    Function::builder("A result that only a run knows.")
        .variadic(any)
        .returning(Type::Dynamic, |_: &[Value], _: &Type| Ok(Value::dynamic()))
}
