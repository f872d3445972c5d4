//! The rules of ARCHITECTURE.md that can be read off the sources: what a layer may use, where diagnostics are
//! made, how long a file may be, and no `unsafe`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Where diagnostics are made besides the files named `diags.rs`: the words there are the program's.
const OTHER_MAKERS: [&str; 2] = ["hcldyn/src/diag/", "hcldyn/src/decode/validation.rs"];

/// Modules that are another crate's.
const OF_OTHER_CRATES: [&str; 3] = ["cty", "functions", "source"];

const LONGEST_FILE: usize = 600;

#[test]
fn a_layer_uses_only_those_above_it() {
    let layers = layers();
    let exports = exports();
    let mut wrong = Vec::new();
    for file in sources(&root().join("hcldyn/src")) {
        let path = relative(&file, "hcldyn/src");
        let Some(own) = layers.iter().position(|layer| *layer == name_of(&path)) else { continue };
        for name in uses(&code(&file)) {
            let used = exports.get(&name).unwrap_or(&name);
            match layers.iter().position(|layer| layer == used) {
                None if OF_OTHER_CRATES.contains(&&**used) => {}
                None => wrong.push(format!("{path} uses crate::{name}, which is in no layer")),
                Some(at) if at <= own => {}
                Some(_) => wrong.push(format!("{path} uses {used}, which is below it")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// So that the table cannot forget a module, or keep one that is gone.
#[test]
fn the_table_of_layers_names_all_modules() {
    let text = read(&root().join("hcldyn/src/lib.rs"));
    let mut modules: Vec<_> = text
        .lines()
        .map(|line| line.trim_start_matches("pub "))
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned))
        .collect();
    let mut layers = layers();
    modules.sort();
    layers.sort();
    assert_eq!(layers, modules);
}

#[test]
fn diagnostics_are_made_in_diags() {
    for file in published_sources() {
        let path = relative(&file, "");
        if path.ends_with("/diags.rs") || OTHER_MAKERS.iter().any(|other| path.starts_with(other)) {
            continue;
        }
        let code = code(&file);
        for maker in ["Diagnostic::error(", "Diagnostic::warning("] {
            assert!(!code.contains(maker), "{path} has {maker}…): it belongs in a diags.rs");
        }
    }
}

#[test]
fn no_file_is_long() {
    for folder in
        ["hcldyn", "hcldyn-cty", "hcldyn-functions", "hcldyn-syntax", "hcldyn-derive", "hcldyn-cli"]
    {
        for file in all_sources(&root().join(folder)) {
            let lines = read(&file).lines().count();
            assert!(lines <= LONGEST_FILE, "{} has {lines} lines", file.display());
        }
    }
}

#[test]
fn nothing_is_unsafe() {
    for file in published_sources() {
        let code = code(&file);
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(!words.any(|word| word == "unsafe"), "{} has unsafe code", file.display());
    }
}

/// The names in the first column of the table of layers, from the top.
fn layers() -> Vec<String> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let (_, section) =
        text.split_once("\n## Layers of the runtime\n").expect("a section of layers");
    let section = section.split("\n## ").next().unwrap_or_default();
    let layers =
        section.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
    layers.map(str::to_owned).collect()
}

/// Which layer the names are from that `lib.rs` gives out at the root of the crate.
fn exports() -> HashMap<String, String> {
    let text = read(&root().join("hcldyn/src/lib.rs"));
    let mut exports = HashMap::new();
    for part in text.split("pub use self::").skip(1) {
        let (path, _) = part.split_once(';').expect("a statement that ends");
        let (layer, names) = path.split_once("::").expect("a name in a module");
        let words = names.split(|c: char| !c.is_alphanumeric() && c != '_');
        exports.extend(words.map(|word| (word.to_owned(), layer.to_owned())));
    }
    exports
}

/// The names that follow `crate::` in a code.
fn uses(code: &str) -> Vec<String> {
    let mut uses = Vec::new();
    for path in code.split("crate::").skip(1) {
        match path.strip_prefix('{') {
            Some(group) => uses.extend(heads(group)),
            None => uses.push(word(path)),
        }
    }
    uses
}

/// The first name of each path in `a::b, c::{d, e}}`, up to the brace that closes the group.
fn heads(group: &str) -> Vec<String> {
    let mut heads = vec![word(group.trim_start())];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' if depth == 1 => heads.push(word(group[at + 1..].trim_start())),
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// A file without comments and without the tests in it.
fn code(file: &Path) -> String {
    let mut code = String::new();
    let text = read(file);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" && lines.clone().next().is_some_and(|next| next.ends_with(" {")) {
            lines.by_ref().find(|line| *line == "}");
            continue;
        }
        code += line.split("//").next().unwrap_or_default();
        code.push('\n');
    }
    code
}

fn published_sources() -> Vec<PathBuf> {
    let folders = [
        "hcldyn/src",
        "hcldyn-cty/src",
        "hcldyn-functions/src",
        "hcldyn-syntax/src",
        "hcldyn-derive/src",
        "hcldyn-cli/src",
    ];
    folders.into_iter().flat_map(|folder| sources(&root().join(folder))).collect()
}

/// The source files of a folder, those that are tests left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = all_sources(folder);
    files.retain(|file| {
        let mut parts = file.strip_prefix(folder).unwrap().iter();
        !parts.any(|part| part == "tests" || part == "tests.rs" || part == "testing.rs")
    });
    assert!(!files.is_empty(), "no sources in {}", folder.display());
    files
}

fn all_sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension() {
            _ if path.is_dir() && !path.ends_with("target") => files.extend(all_sources(&path)),
            Some(extension) if extension == "rs" => files.push(path),
            _ => {}
        }
    }
    files.sort();
    files
}

/// The layer that a file of `hcldyn/src` is in; the root of the crate is in none.
fn name_of(path: &str) -> &str {
    path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

fn relative(file: &Path, folder: &str) -> String {
    let path = file.strip_prefix(root().join(folder)).unwrap();
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
