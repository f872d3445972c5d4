//! Mistakes in spec files, as a person sees them: snapshots to be read as a whole. The last test finds
//! every wording in the file that reading specs reports from, and wants each of them in a snapshot.

use std::fmt::Write;

use crate::support::wording::wordings;
use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};

/// Spec files by topic.
const TOPICS: &[(&str, &[&str])] = &[
    (
        "file",
        &[
            "",
            "objekt {\n}\n",
            "variabels {\n  x = 1\n}\nobject {\n}\n",
            "object {\n}\narray {\n}\n",
            "object \"config\" {\n}\n",
            "port = 80\nobject {\n}\n",
            "variable \"port\" {\n}\nserver \"a\" {\n}\nhost = 1\n",
            "variables {\n  a = b\n  c = 1\n}\nvariables {\n  c = 2\n}\nobject {\n}\n",
            "function \"f\" {\n  params = [x]\n}\nfunction {\n}\nobject {\n}\n",
            "object {\n  attr \"a\" {\n    type = = string\n  }\n}\n",
        ],
    ),
    (
        "attributes",
        &[
            "object {\n  atr \"port\" {\n    type = number\n  }\n}\n",
            "object {\n  attr \"port\" {\n    typ     = number\n    requred = true\n  }\n}\n",
            "object {\n  attr \"port\" {\n    type     = nubmer\n    required = \"maybe\"\n  }\n}\n",
            "object {\n  attr \"port\" {\n    type     = number\n    required = true\n    default  = 80\n  }\n}\n",
            "object {\n  attr \"port\" {\n    type    = number\n    default = \"http\"\n  }\n}\n",
            "object {\n  attr \"a\" {\n    type = object({ b = optional(number, \"x\") })\n  }\n}\n",
            "object {\n  attr {\n    name = \"port\"\n  }\n}\n",
            "array {\n  attr {\n    type = number\n  }\n  block {\n    literal {\n      value = 1\n    }\n  }\n}\n",
            "array {\n  attr \"port\" {\n  }\n}\n",
            "object {\n  attr \"port\" {\n    attr \"inner\" {}\n  }\n}\n",
            "object {\n  attr \"a\" {}\n  attr \"b\" {}\n  attr \"a\" {\n    type = number\n  }\n}\n",
            "object {\n  attr \"a\" {\n    deprecated = 5\n    aliases    = \"b\"\n  }\n}\n",
        ],
    ),
    (
        "blocks",
        &[
            "object {\n  block \"server\" {\n  }\n}\n",
            "object {\n  block \"server\" {\n    attr {\n      name = \"a\"\n    }\n    attr {\n      name = \"b\"\n    }\n  }\n}\n",
            "object {\n  block_lst \"server\" {\n    object {}\n  }\n}\n",
            "object {\n  block_list \"server\" {\n    min_items = 3\n    max_items = 2\n    object {}\n  }\n}\n",
            "object {\n  block_list \"server\" {\n    min_items = -1\n    max_items = 1.5\n    object {}\n  }\n}\n",
            "object {\n  block_map \"server\" {\n    labels = []\n    object {}\n  }\n}\n",
            "object {\n  block_map \"server\" {\n    object {}\n  }\n}\n",
            "object {\n  block_attrs \"tags\" {\n    element_type = \"string\"\n  }\n}\n",
            "object {\n  blocks_of \"steps\" {\n    block_type \"run\" {\n      object {}\n    }\n    block_type \"run\" {\n      array {}\n    }\n    type \"copy\" {\n    }\n  }\n  block_of \"one\" {\n  }\n}\n",
        ],
    ),
    (
        "labels_and_forms",
        &[
            "object {\n  label \"name\" {}\n}\n",
            "object {\n  block \"b\" {\n    object {\n      label \"name\" {\n        index = 1\n      }\n    }\n  }\n}\n",
            "object {\n  block \"b\" {\n    label {\n    }\n  }\n}\n",
            "object {\n  block \"b\" {\n    one_of {\n      label     = \"kind\"\n      attribute = \"kind\"\n      form \"a\" {\n        object {}\n      }\n      form \"a\" {\n        object {}\n      }\n      form \"c\" {\n      }\n    }\n  }\n}\n",
            "one_of {\n  index = 1\n}\n",
            "one_of {\n  attribute = \"kind\"\n  frm \"a\" {\n    object {}\n  }\n}\n",
            "object {\n  one_of \"x\" {\n    attribute = \"kind\"\n    form \"a\" {\n      attr {\n        name = \"kind\"\n        type = number\n      }\n    }\n  }\n}\n",
        ],
    ),
    (
        "values",
        &[
            "literal {\n  value = uper(\"x\")\n}\n",
            "literal {\n  vale = 1\n}\n",
            "default {\n}\n",
            "default {\n  attr {\n    name = \"a\"\n  }\n}\n",
            "object {\n  default \"a\" {\n    attr {\n      type = number\n    }\n    literal {\n      value = []\n    }\n  }\n}\n",
            "transform {\n  result = 1\n}\n",
            "transform {\n  attr {\n    name = \"a\"\n  }\n}\n",
        ],
    ),
    (
        "contradictions",
        &[
            "object {\n  attr \"n\" {\n    type = number\n  }\n  attr \"again\" {\n    name = \"n\"\n    type = string\n  }\n}\n",
            "object {\n  attr \"n\" {}\n  block \"b\" {\n    block_type = \"n\"\n    object {}\n  }\n}\n",
            "object {\n  block_list \"b\" {\n    object {\n      label \"name\" {}\n    }\n  }\n  block_list \"again\" {\n    block_type = \"b\"\n    object {}\n  }\n}\n",
            "object {\n  remain \"a\" {}\n  remain \"b\" {}\n}\n",
            "object {\n  block \"b\" {\n    aliases = [\"c\", \"c\"]\n    object {}\n  }\n}\n",
            "object {\n  block \"outer\" {\n    array {\n      attr {\n        name = \"x\"\n        type = number\n      }\n      default {\n        attr {\n          name = \"y\"\n        }\n        attr {\n          name = \"x\"\n          type = bool\n        }\n      }\n    }\n  }\n}\n",
            "object {\n  block \"dynamic\" {\n    object {}\n  }\n  block_list \"b\" {\n    dynamic = true\n    object {}\n  }\n}\n",
        ],
    ),
    (
        "rules",
        &[
            "object {\n  unexpected = \"wran\"\n  attr \"a\" {}\n}\n",
            "object {\n  attr \"key\" {}\n  attr \"cert\" {}\n  rule {\n    at_most_one_of = [\"kye\", \"cert\"]\n    requires       = { cert = [\"nothing\"] }\n  }\n}\n",
            "object {\n  rule {\n  }\n  rule {\n    exactly_one_of = []\n    exactly_one    = [\"a\"]\n  }\n}\n",
        ],
    ),
];

#[test]
fn mistakes_are_told_where_they_are() {
    for (topic, specs) in TOPICS {
        insta::assert_snapshot!(format!("mistakes_{topic}"), report(specs));
    }
}

#[test]
fn a_spec_too_deep_is_no_harm() {
    for spec in too_deep() {
        let diags = problems(&spec);
        assert!(diags.to_string().contains("Spec too deep; Specs can be at most 128"), "{diags}");
    }
}

#[test]
fn every_message_is_shown() {
    let specs = TOPICS.iter().flat_map(|(_, specs)| *specs).map(|spec| (*spec).to_owned());
    let shown: String = specs.chain(too_deep()).map(|spec| all_texts(&problems(&spec))).collect();
    let mut wordings = wordings("hcldyn/src/spec/language/diags.rs");
    wordings.retain(|wording| !shown.contains(wording));
    assert!(wordings.is_empty(), "{wordings:#?}");
}

/// Specs that are deeper inside each other than blocks can be.
fn too_deep() -> [String; 2] {
    let literal = "literal {\n  value = 1\n}\n";
    let outcomes = literal.repeat(150);
    let defaults = (0..20).fold(outcomes, |inside, _| format!("default {{\n{inside}}}\n"));
    let labels = "labels = [for label in split(\",\", replace(format(\"%1000s\", \"\"), \" \", \",\")) : \"l\"]";
    let map = format!("block_map {{\nblock_type = \"b\"\n{labels}\n{literal}}}\n");
    [defaults, map]
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

/// Each spec file with what is said about it.
fn report(specs: &[&str]) -> String {
    let mut text = String::new();
    for spec in specs {
        let diags = problems(spec);
        let rule = "─".repeat(60);
        write!(text, "{spec}\n{}\n{rule}\n", Report::new(&diags, Style::Plain)).unwrap();
    }
    text
}
