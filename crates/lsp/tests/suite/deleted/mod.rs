//! Names that are taken away from real configurations, and completed again by their specs.

mod names;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcldyn::spec::language;
use hcldyn::syntax::{Source, parse_body_by_name, read_file};
use hcldyn::{Diagnostics, EvalContext, ext, functions};
use hcldyn_lsp::ide::{Language, Workspace};

use self::names::{NameKind, names};

/// The numbers of deleted names, of names that completion offers again, and of names among the first five offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    all: usize,
    offered: usize,
    first: usize,
}

type Counts = BTreeMap<NameKind, Count>;

/// The variable that makes the test print the names that are not among the first five.
const SHOW: &str = "HCLDYN_SHOW_DELETED";

fn language_of(spec: &Path) -> Arc<Language> {
    let library = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let mut diags = Diagnostics::new();
    let body = parse_body_by_name(&read_file(spec, &mut diags).unwrap(), &mut diags);
    let file = language::read(&body, &library, &mut diags);
    assert!(!diags.has_errors(), "{diags}");
    Language::of_spec_file(&file.unwrap(), &EvalContext::new()).into()
}

fn terraform() -> Arc<Language> {
    language_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/deleted/terraform.hcl"))
}

/// Returns the files in a folder and those inside it whose paths end in one of some ways.
fn files(folder: &Path, ends: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            found.extend(files(&path, ends));
        } else if ends.iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Takes away each name of a source that is described, with the first character left, and asks for completions there. The
/// other files are its neighbors.
fn count(source: &Source, others: &[Source], language: &Arc<Language>, counts: &mut Counts) {
    let mut workspace = Workspace::new();
    for source in others.iter().chain([source]) {
        workspace.set(source.clone(), language.clone());
    }
    for (kind, range) in names(&workspace.snapshot(), source.name()) {
        let name = &source.text()[range.clone()];
        let first = name.chars().next().unwrap().len_utf8();
        let mut text = source.text().to_owned();
        text.replace_range(range.start + first..range.end, "");
        workspace.set(Source::new(source.name(), text), language.clone());
        let completions = workspace.snapshot().completions(source.name(), range.start + first);
        // An editor filters the offers by the typed character.
        let labels = completions.iter().map(|it| it.label.trim_matches('"'));
        let mut typed = labels.filter(|label| label.starts_with(&name[..first]));
        let at = typed.position(|label| label == name);
        let is_first = at.is_some_and(|at| at < 5);
        let count = counts.entry(kind).or_default();
        count.all += 1;
        count.offered += usize::from(at.is_some());
        count.first += usize::from(is_first);
        if !is_first && std::env::var_os(SHOW).is_some() {
            let line = source.text()[..range.start].matches('\n').count() + 1;
            show(kind, name, at, &format!("{}:{line}", source.name()));
        }
    }
}

#[expect(clippy::print_stdout, reason = "shows the names that are not among the first five")]
fn show(kind: NameKind, name: &str, at: Option<usize>, place: &str) {
    println!("{kind:?} {name} {at:?} {place}");
}

/// Takes away the names in files, each file with those of its folder as neighbors.
fn count_files(paths: &[PathBuf], language: &Arc<Language>, counts: &mut Counts) {
    let read = |path: &PathBuf| read_file(path, &mut Diagnostics::new()).unwrap();
    let sources: Vec<_> = paths.iter().map(read).collect();
    for (path, source) in paths.iter().zip(&sources) {
        let is_neighbor = |other: &&Source| {
            Path::new(other.name()).parent() == path.parent() && other.name() != source.name()
        };
        let others: Vec<_> = sources.iter().filter(is_neighbor).cloned().collect();
        count(source, &others, language, counts);
    }
}

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all as f64
}

#[expect(clippy::print_stdout, reason = "shows the figures")]
fn print(counts: &Counts) {
    for (kind, Count { all, offered, first }) in counts {
        let (offered, first) = (percent(*offered, *all), percent(*first, *all));
        println!("{kind:?}: {all}, offered {offered:.1} %, first five {first:.1} %");
    }
}

/// Takes away the names in the samples of the spec files among the examples.
fn count_samples(counts: &mut Counts) {
    let specs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/specs");
    for name in ["nomad", "packer", "terragrunt"] {
        let paths = files(&specs.join(name), &[".hcl"]);
        let samples: Vec<_> =
            paths.into_iter().filter(|it| it.to_str().unwrap().contains("/sample.")).collect();
        count_files(&samples, &language_of(&specs.join(name).with_extension("hcl")), counts);
    }
}

/// The samples call each function of their programs once, so that fewer functions are among the first five.
#[test]
fn names_are_offered_again() {
    let mut counts = Counts::new();
    count_samples(&mut counts);
    print(&counts);
    for (kind, Count { all, offered, first }) in &counts {
        let least = if *kind == NameKind::Function { 50.0 } else { 95.0 };
        assert!(percent(*offered, *all) >= 96.0, "{kind:?}: {offered} of {all}");
        assert!(percent(*first, *all) >= least, "{kind:?}: {first} of {all}");
    }
}

/// The samples, and the files of Terraform modules in the folder that a variable names.
#[test]
#[ignore = "needs Terraform modules"]
fn names_of_modules_are_offered_again() {
    let folder = std::env::var_os("HCLDYN_MODULES").unwrap();
    let mut counts = Counts::new();
    count_samples(&mut counts);
    count_files(&files(Path::new(&folder), &[".tf"]), &terraform(), &mut counts);
    print(&counts);
    for (kind, Count { all, offered, first }) in &counts {
        assert!(percent(*offered, *all) >= 98.0, "{kind:?}: {offered} of {all}");
        assert!(percent(*first, *all) >= 90.0, "{kind:?}: {first} of {all}");
    }
}
