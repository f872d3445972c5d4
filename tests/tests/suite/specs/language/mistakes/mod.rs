//! Errors in spec files as users see them, in snapshots that are reviewed as a whole. The last test collects
//! all messages from the source of the reader, and requires a snapshot of each.

mod topics;

use std::fmt::Write;

use self::topics::TOPICS;
use crate::support::wording::wordings;
use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};

/// Returns a spec file in which each named spec uses the next one twice.
fn doubling(count: usize) -> String {
    let spec = |n| {
        let use_next = format!("use {{ spec = \"s{}\" }}\n", n + 1);
        format!("spec \"s{n}\" {{\narray {{\n{use_next}{use_next}}}\n}}\n")
    };
    let specs: String = (0..count).map(spec).collect();
    format!("{specs}spec \"s{count}\" {{\nliteral {{ value = 1 }}\n}}\nuse {{ spec = \"s0\" }}\n")
}

#[test]
fn named_specs_that_double_are_limited() {
    assert!(super::read(&doubling(8), &mut Diagnostics::new()).is_some());
    let diags = problems(&doubling(60));
    let expected = "Too many specs; Named specs can have at most 10000 spec blocks in total";
    assert!(diags.to_string().contains(expected), "{diags}");
}

#[test]
fn errors_in_spec_files() {
    for (topic, specs) in TOPICS {
        insta::assert_snapshot!(format!("mistakes_{topic}"), report(specs));
    }
}

#[test]
fn a_spec_that_is_too_deep_is_an_error() {
    for spec in too_deep() {
        let diags = problems(&spec);
        assert!(
            diags.to_string().contains("Spec too deep; Specs can be nested at most 128"),
            "{diags}"
        );
    }
}

#[test]
fn every_message_is_shown() {
    let specs = TOPICS.iter().flat_map(|(_, specs)| *specs).map(|spec| (*spec).to_owned());
    let shown: String = specs
        .chain(too_deep())
        .chain([doubling(60), too_large()])
        .map(|spec| all_texts(&problems(&spec)))
        .collect();
    let mut wordings = wordings("crates/core/src/spec/language/diags.rs");
    wordings.retain(|wording| !shown.contains(wording));
    assert!(wordings.is_empty(), "{wordings:#?}");
}

/// Returns specs that are nested more deeply than blocks can be.
fn too_deep() -> [String; 2] {
    let literal = r"literal {
  value = 1
}
";
    let outcomes = literal.repeat(150);
    let defaults = (0..20).fold(outcomes, |inside, _| format!("default {{\n{inside}}}\n"));
    let labels = "labels = [for label in split(\",\", replace(format(\"%1000s\", \"\"), \" \", \",\")) : \"l\"]";
    let map = format!("block_map {{\nblock_type = \"b\"\n{labels}\n{literal}}}\n");
    [defaults, map]
}

/// Returns a spec with a value of more than a mebibyte.
fn too_large() -> String {
    format!("literal {{\n  value = \"{}\"\n}}\n", "x".repeat((1 << 20) + 1))
}

fn problems(spec: &str) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let file = super::read(spec, &mut diags);
    assert_eq!(file.is_some(), !diags.has_errors(), "{spec}");
    assert!(!diags.is_empty(), "{spec}");
    diags.sort();
    diags
}

fn all_texts(diags: &Diagnostics) -> String {
    let related = diags.iter().flat_map(|problem| &problem.related);
    diags.to_string() + &related.map(|related| related.message.as_str()).collect::<String>()
}

/// Returns each spec file with its report.
fn report(specs: &[&str]) -> String {
    let mut text = String::new();
    for spec in specs {
        let diags = problems(spec);
        let rule = "─".repeat(60);
        write!(text, "{spec}\n{}\n{rule}\n", Report::new(&diags).style(Style::Plain)).unwrap();
    }
    text
}
