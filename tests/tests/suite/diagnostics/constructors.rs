//! The constructors of diagnostics: each has a code, and those that share one do so on purpose.

use std::collections::BTreeMap;

use hcldyn::diag::codes;
use syn::visit::{self, Visit};

use crate::support::sources::{Code, parse, production_files};

/// Sources that make diagnostics with the code of a program, or without one.
const OF_PROGRAMS: [&str; 2] = ["crates/core/src/decode/validation.rs", "crates/core/src/diag/"];

/// The functions of a file, each with the names of the codes in it.
#[derive(Default)]
struct Functions {
    file: String,
    /// The functions around the visited code, innermost last.
    names: Vec<String>,
    by_code: BTreeMap<String, Vec<String>>,
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.names.push(item.sig.ident.to_string());
        visit::visit_item_fn(self, item);
        self.names.pop();
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.names.push(item.sig.ident.to_string());
        visit::visit_impl_item_fn(self, item);
        self.names.pop();
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|it| it.ident.to_string()).collect();
        if let [module, code] = &names[..]
            && module == "codes"
        {
            let function = self.names.last().map_or("", String::as_str);
            let function = format!("{}: {function}", self.file);
            let functions = self.by_code.entry(code.clone()).or_default();
            if !functions.contains(&function) {
                functions.push(function);
            }
        }
        visit::visit_path(self, path);
    }
}

fn sources() -> impl Iterator<Item = String> {
    ["crates/core/src", "crates/clap/src", "crates/cli/src"].into_iter().flat_map(production_files)
}

/// Returns the constructors of each code in some files, by the name of its constant.
fn constructors(sources: impl Iterator<Item = String>) -> BTreeMap<String, Vec<String>> {
    let mut functions = Functions::default();
    for file in sources.filter(|file| file.ends_with("/diags.rs")) {
        let tree = parse(&file);
        functions.file = file;
        functions.visit_file(&tree);
    }
    functions.by_code
}

#[test]
fn every_code_has_a_constructor() {
    let constructors = constructors(sources().chain(production_files("crates/terraform/src")));
    let all = codes::ALL.iter().chain(hcldyn_cli::CODES);
    let names: Vec<_> = all.map(|code| code.name().to_uppercase().replace('-', "_")).collect();
    let unused: Vec<_> = names.iter().filter(|name| !constructors.contains_key(*name)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// A constructor that takes the code of another one by accident changes the snapshot.
#[test]
fn constructors_that_share_a_code() {
    let mut shared = String::new();
    for (code, functions) in constructors(sources()).into_iter().filter(|(_, it)| it.len() > 1) {
        shared += &format!("{code}\n  {}\n", functions.join("\n  "));
    }
    insta::assert_snapshot!(shared);
}

#[test]
fn every_constructor_has_a_code() {
    let mut wrong = Vec::new();
    for file in sources().filter(|file| !OF_PROGRAMS.iter().any(|it| file.starts_with(it))) {
        for path in Code::of(&file).paths {
            if let [.., ty, constructor] = &path[..]
                && ty == "Diagnostic"
                && ["error", "warning", "input_error"].contains(&constructor.as_str())
            {
                wrong.push(file.clone());
            }
        }
    }
    assert!(wrong.is_empty(), "use a constant of `codes` in {wrong:?}");
}
