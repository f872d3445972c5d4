//! Names that are taken away from real configurations, and completed again by their specs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcldyn::spec::language;
use hcldyn::syntax::{Source, parse_body_by_name, read_file};
use hcldyn::{Diagnostics, EvalContext, ext, functions};
use hcldyn_lsp::ide::{Language, Symbol, SymbolKind, Workspace};

/// The number of names, of those that are offered again, and of those that are among the first five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    all: usize,
    offered: usize,
    first: usize,
}

fn language_of(spec: &Path) -> Language {
    let library = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let mut diags = Diagnostics::new();
    let body = parse_body_by_name(&read_file(spec, &mut diags).unwrap(), &mut diags);
    let file = language::read(&body, &library, &mut diags).unwrap();
    assert!(!diags.has_errors(), "{diags}");
    Language::of_spec_file(&file, &EvalContext::new())
}

fn configurations(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(configurations(&path));
        } else if path.to_str().unwrap().contains("/sample.") && path.extension().unwrap() == "hcl"
        {
            found.push(path);
        }
    }
    found
}

/// Takes each name away that the spec describes, with the first character left, and asks for completions there.
fn count(source: &Source, language: &Arc<Language>, counts: &mut BTreeMap<&str, Count>) {
    let mut workspace = Workspace::new();
    workspace.set(source.clone(), language.clone());
    let mut open = workspace.snapshot().symbols(source.name());
    while let Some(Symbol { name, kind, range, children, .. }) = open.pop() {
        // The configuration itself chooses the names of its local values.
        let hover = workspace.snapshot().hover(source.name(), range.start);
        let is_described = hover.is_some_and(|it| !it.markdown.contains("Defined at"));
        open.extend(children);
        let name = name.split(' ').next().unwrap();
        if !is_described || name == "dynamic" || name == "content" {
            continue;
        }
        let mut text = source.text().to_owned();
        text.replace_range(range.start + 1..range.start + name.len(), "");
        let mut edited = Workspace::new();
        edited.set(Source::new(source.name(), text), language.clone());
        let completions = edited.snapshot().completions(source.name(), range.start + 1);
        // An editor shows those that begin with the typed character.
        let typed = completions.iter().filter(|it| it.label.starts_with(&name[..1]));
        let at = typed.map(|it| it.label.as_str()).position(|label| label == name);
        let count = match kind {
            SymbolKind::Attribute => counts.entry("attributes").or_default(),
            SymbolKind::Block => counts.entry("blocks").or_default(),
        };
        count.all += 1;
        count.offered += usize::from(at.is_some());
        count.first += usize::from(at.is_some_and(|at| at < 5));
    }
}

#[test]
fn names_are_offered_again() {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/specs");
    let mut counts = BTreeMap::new();
    for name in ["nomad", "packer", "terragrunt"] {
        let language = Arc::new(language_of(&specs.join(format!("{name}.hcl"))));
        for path in configurations(&specs.join(name)) {
            let source = read_file(&path, &mut Diagnostics::new()).unwrap();
            count(&source, &language, &mut counts);
        }
    }
    for (kind, count) in counts {
        println!("{kind}: {count:?}");
        assert!(count.all > 50, "{kind}: {count:?}");
        assert!(count.offered * 100 >= count.all * 98, "{kind}: {count:?}");
        assert!(count.first * 100 >= count.all * 90, "{kind}: {count:?}");
    }
}
