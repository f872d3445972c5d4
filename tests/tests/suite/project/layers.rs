//! The rules of ARCHITECTURE.md that can be checked in the sources: the use of layers, the location of
//! diagnostics, the length of files, and no `unsafe`.

use std::collections::HashMap;

use syn::{Item, Visibility};

use crate::support::sources::{
    CRATES, Code, FOLDERS, leaves, parse, production_files, read, rust_files,
};

/// The paths where diagnostics are made besides files named `diags.rs`: there, a program chooses the words.
const OTHER_MAKERS: [&str; 2] = ["crates/core/src/diag/", "crates/core/src/decode/validation.rs"];

/// Modules that `hcldyn` re-exports from other crates.
const OF_OTHER_CRATES: [&str; 2] = ["format", "source"];

const LONGEST_FILE: usize = 600;

#[test]
fn a_layer_uses_only_those_above_it() {
    let layers = layers();
    let exports = exports();
    let mut wrong = Vec::new();
    for file in production_files("crates/core/src") {
        let path = file.trim_start_matches("crates/core/src/");
        let module: Vec<_> = path.trim_end_matches(".rs").split('/').collect();
        let Some(own) = innermost(&layers, &module) else { continue };
        for used in Code::of(&file).paths {
            let ["crate", name, inside @ ..] =
                &*used.iter().map(String::as_str).collect::<Vec<_>>()
            else {
                continue;
            };
            let used = exports.get(*name).map_or(*name, String::as_str);
            match innermost(&layers, &[&[used], inside].concat()) {
                None if OF_OTHER_CRATES.contains(&used) => {}
                None => wrong.push(format!("{path} uses crate::{name}, which is in no layer")),
                Some(at) if at <= own => {}
                Some(_) => wrong.push(format!("{path} uses {used}, which is below it")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the position of the innermost layer that a module is in. A layer can be a part of another one.
fn innermost(layers: &[String], module: &[&str]) -> Option<usize> {
    let contains = |layer: &String| module.starts_with(&layer.split("::").collect::<Vec<_>>());
    (0..layers.len()).filter(|it| contains(&layers[*it])).max_by_key(|it| layers[*it].len())
}

#[test]
fn the_layer_of_a_module() {
    let layers = ["spec", "encode", "spec::language"].map(str::to_owned);
    assert_eq!(innermost(&layers, &["spec", "decode", "attrs"]), Some(0));
    assert_eq!(innermost(&layers, &["spec", "language", "write"]), Some(2));
    assert_eq!(innermost(&layers, &["specs"]), None);
}

/// The answers of the language server are plain data, which programs can use in other ways.
#[test]
fn answers_need_no_server() {
    const OTHER_LAYERS: [&[&str]; 7] = [
        &["crate", "proto"],
        &["crate", "server"],
        &["gen_lsp_types"],
        &["lsp_server"],
        &["std", "fs"],
        &["std", "thread"],
        &["std", "time"],
    ];
    let files: Vec<_> = production_files("crates/lsp/src/ide");
    assert!(!files.is_empty());
    for file in files {
        for path in Code::of(&file).paths {
            let path: Vec<_> = path.iter().map(String::as_str).collect();
            let used = OTHER_LAYERS.iter().find(|other| path.starts_with(other));
            assert!(used.is_none(), "{file} uses {}", path.join("::"));
        }
    }
}

/// The table contains each module once, and parts of modules that are layers of their own.
#[test]
fn the_table_of_layers_names_all_modules() {
    let mut modules: Vec<_> = parse("crates/core/src/lib.rs")
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Mod(module) if module.content.is_none() => Some(module.ident.to_string()),
            _ => None,
        })
        .collect();
    let mut layers = layers();
    layers.retain(|layer| !layer.contains("::"));
    modules.sort();
    layers.sort();
    assert_eq!(layers, modules);
}

#[test]
fn diagnostics_are_made_in_diags() {
    for file in CRATES.iter().flat_map(|name| production_files(&format!("{name}/src"))) {
        if file.ends_with("/diags.rs") || OTHER_MAKERS.iter().any(|other| file.starts_with(other)) {
            continue;
        }
        for path in Code::of(&file).paths {
            let is_maker = ["error", "warning"]
                .iter()
                .any(|name| path.ends_with(&["Diagnostic".to_owned(), (*name).to_owned()]));
            assert!(!is_maker, "{file} has {}: it belongs in a diags.rs", path.join("::"));
        }
    }
}

#[test]
fn no_file_is_long() {
    for file in FOLDERS.iter().flat_map(|folder| rust_files(folder)) {
        let lines = read(&file).lines().count();
        assert!(lines <= LONGEST_FILE, "{file} has {lines} lines");
    }
}

/// The compiler rejects `unsafe` in a crate with the lints of the workspace.
#[test]
fn nothing_is_unsafe() {
    assert!(read("Cargo.toml").contains("\nunsafe_code = \"forbid\"\n"));
    for name in CRATES {
        let manifest = read(&format!("{name}/Cargo.toml"));
        assert!(manifest.contains("\n[lints]\nworkspace = true\n"), "{name} has no lints");
    }
}

/// Returns the names in the first column of the table of layers, from the top.
fn layers() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let (_, section) =
        text.split_once("\n## Layers of the runtime\n").expect("a section of layers");
    let section = section.split("\n## ").next().unwrap_or_default();
    let layers =
        section.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
    layers.map(str::to_owned).collect()
}

/// Returns the layers of the names that `lib.rs` exports at the root of the crate.
fn exports() -> HashMap<String, String> {
    let mut exports = HashMap::new();
    for item in parse("crates/core/src/lib.rs").items {
        let Item::Use(item) = item else { continue };
        if !matches!(item.vis, Visibility::Public(_)) {
            continue;
        }
        for mut path in leaves(&item.tree) {
            if path[0] == "self" {
                exports.insert(path.pop().unwrap(), path[1].clone());
            }
        }
    }
    exports
}
