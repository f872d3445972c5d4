//! The sources and documents of the repository.

use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Lit, UseTree};

/// The folders of the crates that are published.
pub(crate) const CRATES: [&str; 11] = [
    "hcldyn",
    "hcldyn-derive",
    "crates/clap",
    "crates/cli",
    "crates/core",
    "crates/cty",
    "crates/docs",
    "crates/functions",
    "crates/lsp",
    "crates/syntax",
    "crates/terraform",
];

/// The folders with Rust files.
pub(crate) const FOLDERS: [&str; 7] = [
    "crates",
    "examples",
    "hcldyn",
    "hcldyn-derive",
    "playground/bindgen",
    "playground/wasm",
    "tests",
];

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The content of a file, by its path in the repository.
pub(crate) fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The syntax of a Rust file, by its path in the repository.
pub(crate) fn parse(path: &str) -> syn::File {
    syn::parse_file(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the paths of all Rust files in a folder of the repository.
pub(crate) fn rust_files(folder: &str) -> Vec<String> {
    files(folder, ".rs")
}

/// Returns the paths of all files in a folder of the repository whose names have a suffix.
pub(crate) fn files(folder: &str, suffix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in root().join(folder).read_dir().unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        let is_source = !["node_modules", "target"].iter().any(|it| entry.file_name() == *it);
        if entry.path().is_dir() && is_source {
            found.extend(files(&path, suffix));
        } else if path.ends_with(suffix) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The paths of the Rust files in a folder of the repository, without those of tests.
pub(crate) fn production_files(folder: &str) -> Vec<String> {
    let is_test = |part: &str| ["tests", "tests.rs", "testing.rs"].contains(&part);
    let mut files = rust_files(folder);
    files.retain(|file| !file.split('/').any(is_test));
    assert!(!files.is_empty(), "no sources in {folder}");
    files
}

/// The names and strings in the production code of a file.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// All paths, e.g. `["crate", "diag", "Diagnostic"]`, including those of `use` items.
    pub(crate) paths: Vec<Vec<String>>,
    /// The values of all string literals, attributes and documentation excepted.
    pub(crate) strings: Vec<String>,
}

impl Code {
    /// Reads a file, by its path in the repository.
    pub(crate) fn of(path: &str) -> Self {
        let mut code = Self::default();
        code.visit_file(&parse(path));
        code
    }

    /// Adds the paths and strings in the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            colons = match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons + 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.paths.push(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    0
                }
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    0
                }
                TokenTree::Literal(literal) => {
                    self.visit_lit(&Lit::new(literal));
                    0
                }
                TokenTree::Punct(_) => 0,
            };
        }
        self.paths.push(path);
    }
}

impl<'ast> Visit<'ast> for Code {
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.paths.extend(leaves(&item.tree));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.strings.push(literal.value());
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        visit::visit_macro(self, item);
        self.tokens(item.tokens.clone());
    }
}

/// The paths that a tree of a `use` item ends in. The last part of each is the name that it introduces.
pub(crate) fn leaves(tree: &UseTree) -> Vec<Vec<String>> {
    match tree {
        UseTree::Path(path) => {
            let name = path.ident.to_string();
            let rest = leaves(&path.tree).into_iter();
            rest.map(|rest| [vec![name.clone()], rest].concat()).collect()
        }
        UseTree::Group(group) => group.items.iter().flat_map(leaves).collect(),
        UseTree::Name(name) => vec![vec![name.ident.to_string()]],
        UseTree::Rename(rename) => vec![vec![rename.rename.to_string()]],
        UseTree::Glob(_) => vec![vec!["*".to_owned()]],
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}
