pub(super) mod printed;
mod random_sources;

use hcl_edit::parser;
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

use self::printed::print_body;
use self::random_sources::body_text;
use super::{parse_body, parse_expression, parse_template, parse_tree};
use crate::diag::Diagnostics;
use crate::source::Source;

/// Parses a body and prints the tree.
fn tree(text: &str) -> String {
    let source = Source::new("t", text);
    let (tree, body) = parse_tree(&source, &mut Diagnostics::new());
    print_body(&tree, body)
}

fn problems(text: &str) -> Vec<String> {
    let mut diags = Diagnostics::new();
    parse_body(&Source::new("t", text), &mut diags);
    diags.iter().map(|problem| problem.to_string().replacen("t:", "", 1)).collect()
}

proptest! {
    #[test]
    fn valid_bodies_are_read_without_errors(text in body_text()) {
        prop_assert_eq!(problems(&text), [""; 0]);
    }

    #[test]
    fn any_source_is_valid_or_has_an_error(text in token_soup()) {
        let mut diags = Diagnostics::new();
        parse_body(&Source::new("t", &*text), &mut diags);
        let is_body = parser::parse_body(text.strip_prefix('\u{feff}').unwrap_or(&text)).is_ok();
        prop_assert!(is_body || diags.iter().next().is_some(), "{}", text);
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("t", &text), &mut diags);
        prop_assert_eq!(expr.is_none(), diags.has_errors());
        let mut diags = Diagnostics::new();
        let template = parse_template(&Source::new("t", &text), &mut diags);
        prop_assert_eq!(template.is_none(), diags.has_errors());
    }
}

/// Tokens of every kind, for random sources.
const TOKENS: &[&str] = &[
    "a",
    "é",
    "1",
    "0.5",
    "-",
    " ",
    " ",
    "\n",
    "\r\n",
    "\"",
    "\\",
    "\\q",
    "${",
    "%{",
    "~}",
    "$",
    "%",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "#",
    "//",
    "/*",
    "*/",
    "/",
    "*",
    "<<E\n",
    "<<-E\n",
    "\nE\n",
    "=",
    " = ",
    "a = ",
    "{ a = 1, a = ",
    ",",
    ":",
    "?",
    "=>",
    ".",
    ".0",
    "...",
    "[*]",
    "for a in ",
    "if ",
    "else",
    "endif",
    "%{ if a }",
    "%{ endif }",
    "b {\n",
    "\n}\n",
    "&",
    "|",
    "'",
    "“",
    ";",
    "::",
    "f(",
    "!",
    "\u{feff}",
    "\0",
];

pub(super) fn token_soup() -> impl Strategy<Value = String> {
    proptest::collection::vec(select(TOKENS), 0..24).prop_map(|tokens| tokens.concat())
}

#[test]
fn bodies_have_their_attributes_and_blocks_with_spans() {
    let text = r#"a = 1
b x "y z" /* c */ { # d
  c { e = 2 }
}
"#;
    assert_eq!(
        tree(text),
        "a@0..1 = 1\nb@6..7 x@8..9 y z@10..15 {24..45}\n  c@32..33 {34..43}\n    e@36..37 = 2\n"
    );
}

#[test]
fn valid_items_are_kept_beside_invalid_ones() {
    let text = "a = 1\nb = 'x'\nc {\n  d = 2\n  e = \n  f {\n    g 3\n  }\n}\nh = 4\n";
    assert_eq!(
        tree(text),
        "a@0..1 = 1\nb@6..7 = (error (error))\nh@53..54 = 4\nc@14..15 {16..52}\n  d@20..21 = 2\n  \
         e@28..29 = (error)\n  f@35..36 {37..50}\n    g@43..44 = (error)\n"
    );
    let places: Vec<_> = problems(text)
        .iter()
        .map(|problem| problem.split(": ").next().unwrap().to_owned())
        .collect();
    assert_eq!(places, ["2:5", "5:7", "7:7"]);
}

#[test]
fn the_first_of_two_attributes_with_the_same_name_is_kept() {
    assert_eq!(
        tree("a = 1\na = 2\nb {\n  c = 1\n  c = 2\n}\n"),
        "a@0..1 = 1\nb@12..13 {14..33}\n  c@18..19 = 1\n"
    );
    let mut diags = Diagnostics::new();
    parse_body(&Source::new("t", "a = 1\na = 2"), &mut diags);
    let problem = diags.iter().next().unwrap();
    assert_eq!(
        problem.to_string(),
        "t:2:1: error: Duplicate attribute; The attribute \"a\" is set twice in one body."
    );
    assert_eq!(problem.related[0].place.to_string(), "t:1:1");
}

#[test]
fn a_repeated_object_key_is_a_warning_at_any_depth() {
    let text = "a = f({ b = 1, \"c d\" = 2, 3 = 4, b = 5, \"c d\" = 6, 3 = 7, b = 8 })";
    assert_eq!(
        tree(text),
        "a@0..1 = (call f {(key b): 1, \"c d\": 2, 3: 4, (key b): 5, \"c d\": 6, 3: 7, (key b): 8})\n"
    );
    let expected = [
        "1:34: warning: Duplicate key; The key b appears more than once in this object; the last value is used.",
        "1:41: warning: Duplicate key; The key \"c d\" appears more than once in this object; the last value is used.",
        "1:59: warning: Duplicate key; The key b appears more than once in this object; the last value is used.",
    ];
    assert_eq!(problems(text), expected);
    let nested = r"a {
  b = [{ c = { d = 1, d = 'x' }, e = f({ g = 1, g = { h = 1 } }) }]
}
";
    let places = ["2:27: error: Single quotes", "2:49: warning: Duplicate key"];
    for (problem, place) in problems(nested).iter().zip(places) {
        assert!(problem.starts_with(place), "{problem}");
    }
    assert_eq!(problems(nested).len(), 2);
}

/// Takes quadratic time if each key is compared with all earlier ones.
#[test]
fn the_keys_of_a_large_object_are_checked() {
    let pairs: String = (0..20_000).map(|key| format!("k{key} = {key}\n")).collect();
    assert_eq!(problems(&format!("a = {{\n{pairs}}}\n")), [""; 0]);
    let found = problems(&format!("b {{\n  a = f({{\n{pairs}k5 6\nk1 = 2\n}})\n}}\n"));
    assert!(found[0].starts_with("20003:4: error: Missing object value"), "{found:?}");
    assert!(found[1].starts_with("20004:1: warning: Duplicate key"), "{found:?}");
    assert_eq!(found.len(), 2);
}

#[test]
fn a_byte_order_mark_is_skipped_and_has_no_column() {
    assert_eq!(tree("\u{feff}a = 1"), "a@3..4 = 1\n");
    assert!(problems("\u{feff}a 1")[0].starts_with("1:3: "));
}

/// Checks that each source has the errors recorded below it.
#[test]
fn errors_match_the_recorded_ones() {
    let mut wrong = String::new();
    for case in include_str!("errors.txt").split("\n\n") {
        let (text, expected) = case.trim_end().split_once("\n-- ").unwrap();
        let found = problems(text).join("\n-- ");
        if found != expected {
            wrong += &format!("{text}\n-- {found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "these read otherwise:\n\n{wrong}");
}
