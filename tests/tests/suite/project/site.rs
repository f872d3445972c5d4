//! The pages of the site. Their text and code are those of documents that other tests run, never copies.

use crate::support::sources::{files, read, root};

const PAGES: &str = "docs/site/src";

#[test]
fn pages_only_include_documents() {
    let mut sources = Vec::new();
    for path in pages() {
        for line in read(&path).lines().filter(|line| !line.is_empty()) {
            let source = line.strip_prefix("{{#from ").and_then(|it| it.strip_suffix("}}"));
            let is_own = line == "{{#playground}}" || line.starts_with("# ");
            assert!(source.is_some() || is_own, "{path}: {line}");
            sources.extend(source.map(str::to_owned));
        }
    }
    assert!(sources.iter().all(|source| root().join(source).is_file()), "{sources:?}");
    // Documentation tests, or the tests of the tutorial, run the code of Rust files.
    let is_tested =
        |source: &String| source.ends_with(".md") || source.starts_with("hcldyn/src/tutorial/");
    assert!(sources.iter().all(is_tested), "{sources:?}");
    for required in
        ["README.md", "hcldyn-derive/decode.md", "docs/DIFFERENCES.md", "docs/comparison.md"]
    {
        assert!(sources.iter().any(|source| source == required), "{required}");
    }
}

#[test]
fn the_summary_lists_every_page() {
    let summary = read(&format!("{PAGES}/SUMMARY.md"));
    let listed: Vec<_> =
        summary.split("](").skip(1).map(|it| it.split(')').next().unwrap()).collect();
    for path in pages() {
        let name = path.strip_prefix(&format!("{PAGES}/")).unwrap().to_owned();
        assert_eq!(listed.iter().filter(|it| **it == name).count(), 1, "{name}");
    }
}

#[test]
fn the_tutorial_is_in_its_reading_order() {
    let in_rustdoc = read("hcldyn/src/tutorial/mod.rs");
    let names =
        in_rustdoc.lines().filter_map(|line| line.strip_prefix("pub mod _")?.strip_suffix(';'));
    let names: Vec<_> = names.collect();
    assert!(names.is_sorted() && names.len() > 10, "{names:?}");
    let summary = read(&format!("{PAGES}/SUMMARY.md"));
    let places: Vec<_> =
        names.iter().map(|name| summary.find(&format!("(tutorial/{name}.md)")).unwrap()).collect();
    assert!(places.is_sorted());
}

fn pages() -> Vec<String> {
    let mut pages = files(PAGES, ".md");
    pages.retain(|path| !path.ends_with("/SUMMARY.md"));
    assert!(pages.len() > 20);
    pages
}
