use insta::assert_snapshot;
use proptest::prelude::*;

use super::*;
use crate::diag::Diagnostic;
use crate::source::{Place, Source, Span, is_unsafe_to_print};

/// Returns the location of the first `needle` in the source.
fn find(source: &Source, needle: &str) -> Place {
    let start = source.text().find(needle).unwrap();
    source.place(Span::from(start..start + needle.len()))
}

fn report(diagnostics: impl IntoIterator<Item = Diagnostic>) -> String {
    let mut diags = Diagnostics::new();
    for diagnostic in diagnostics {
        diags.push(diagnostic);
    }
    Report::new(&diags).style(Style::Plain).to_string()
}

/// Returns a report on the first `needle` in a source.
fn report_on(text: &str, needle: &str) -> String {
    let source = Source::new("main.hcl", text);
    report([Diagnostic::error(find(&source, needle), "Bad value", "It is bad.")])
}

#[test]
fn nearby_related_locations_share_the_excerpt() {
    let source = Source::new("main.hcl", "port = 1\n\n\nport = 2\n");
    let second = source.place(Span::new(11, 15));
    let diagnostic = Diagnostic::error(second, "Attribute set twice", "Remove one of them.")
        .with_related(source.place(Span::new(0, 4)), "first set here")
        .with_values(vec!["var.a is 5".to_owned(), "var.b is \"x\"".to_owned()]);
    assert_snapshot!(report([diagnostic]), @r#"
    error: Attribute set twice
     --> main.hcl:4:1
      |
    1 | port = 1
      | ---- first set here
    ...
    4 | port = 2
      | ^^^^ Remove one of them.
      |
      = note: var.a is 5
      = note: var.b is "x"
    "#);
}

#[test]
fn distant_related_locations_have_their_own_excerpts() {
    let source = Source::new("main.hcl", format!("port = 1{}port = 2\n", "\n".repeat(100)));
    let other = Source::new("other.hcl", "default = 1\n");
    let last = source.place(Span::new(108, 112));
    let diagnostic = Diagnostic::warning(last, "Attribute set twice", "The last one counts.")
        .with_related(source.place(Span::new(0, 4)), "first set here")
        .with_related(find(&other, "1"), "instead of this default");
    assert_snapshot!(report([diagnostic]), @r#"
    warning: Attribute set twice
       --> main.hcl:101:1
        |
    101 | port = 2
        | ^^^^ The last one counts.
    note: first set here
     --> main.hcl:1:1
      |
    1 | port = 1
      | ^^^^
    note: instead of this default
     --> other.hcl:1:11
      |
    1 | default = 1
      |           ^
    "#);
}

#[test]
fn a_long_detail_is_written_below() {
    let source = Source::new("main.hcl", "a = b\n");
    let detail = "This sentence is far too long to stand beside an underline. ".repeat(3);
    let diagnostic = Diagnostic::error(find(&source, "b"), "Too long", detail.trim_end());
    assert_snapshot!(report([diagnostic]), @r"
    error: Too long
     --> main.hcl:1:5
      |
    1 | a = b
      |     ^
      |
      = note: This sentence is far too long to stand beside an underline. This sentence is far too long
              to stand beside an underline. This sentence is far too long to stand beside an underline.
    ");
}

#[test]
fn a_whole_input_has_no_excerpt() {
    let unreadable = Diagnostic::input_error("dir/a.hcl", "Cannot read", "It is a directory.");
    let source = Source::new("main.hcl", "a = b\n");
    let related = Diagnostic::input_error("b.hcl", "Cannot read", "There is no such file.")
        .with_related(find(&source, "b"), "asked for here");
    assert_snapshot!(report([unreadable, related]), @r"
    error: Cannot read
    --> dir/a.hcl
     = note: It is a directory.

    error: Cannot read
    --> b.hcl
     = note: There is no such file.
    note: asked for here
     --> main.hcl:1:5
      |
    1 | a = b
      |     ^
    ");
}

#[test]
fn suppressed_diagnostics_are_counted() {
    let mut diags = Diagnostics::with_limit(1);
    for name in ["a", "b", "c"] {
        diags.push(Diagnostic::input_error(name, "Cannot read", "There is no such file."));
    }
    assert_snapshot!(Report::new(&diags).style(Style::Plain).to_string(), @r"
    error: Cannot read
    --> a
     = note: There is no such file.

    2 more diagnostics are not shown
    ");
}

#[test]
fn a_span_of_several_lines_is_marked_in_the_margin() {
    assert_snapshot!(report_on("a = [\n  1,\n  2,\n]\nb = 1\n", "[\n  1,\n  2,\n]\n"), @r#"
    error: Bad value
     --> main.hcl:1:5
      |
    1 |   a = [
      |  _____^
    2 | |   1,
    3 | |   2,
    4 | | ]
      | |_^ It is bad.
    "#);
}

#[test]
fn a_span_of_too_many_lines_is_cut_after_its_first_line() {
    let list = format!("[\n{}]", "  1,\n".repeat(20));
    assert_snapshot!(report_on(&format!("a = {list}\n"), &list), @r#"
    error: Bad value
     --> main.hcl:1:5
      |
    1 | a = [
      |     ^ It is bad.
    "#);
}

#[test]
fn the_end_of_a_source_can_be_underlined() {
    let ends_with_break = Source::new("main.hcl", "a {\n");
    let without_break = Source::new("main.hcl", "a {");
    let empty = Source::new("main.hcl", "");
    let at_end = |source: &Source| {
        let end = Span::empty(source.text().len() as u32);
        Diagnostic::error(source.place(end), "Unclosed block", "A closing brace is missing.")
    };
    assert_snapshot!(report([&ends_with_break, &without_break, &empty].map(at_end)), @r#"
    error: Unclosed block
     --> main.hcl:2:1
      |
    2 |
      | ^ A closing brace is missing.

    error: Unclosed block
     --> main.hcl:1:4
      |
    1 | a {
      |    ^ A closing brace is missing.

    error: Unclosed block
     --> main.hcl:1:1
      |
    1 |
      | ^ A closing brace is missing.
    "#);
}

#[test]
fn tabs_and_wide_and_combining_characters_are_aligned() {
    assert_snapshot!(report_on("\ta\t= \"日本\" + e\u{301} + bad\n", "bad"), @r#"
    error: Bad value
     --> main.hcl:1:17
      |
    1 |     a    = "日本" + é + bad
      |                         ^^^ It is bad.
    "#);
}

#[test]
fn a_byte_order_mark_and_carriage_returns_are_not_shown() {
    assert_snapshot!(report_on("\u{feff}a = bad\r\nb = 1\r\n", "bad"), @r#"
    error: Bad value
     --> main.hcl:1:5
      |
    1 | a = bad
      |     ^^^ It is bad.
    "#);
}

#[test]
fn control_characters_are_escaped() {
    let text = "a = \"\u{1b}[2J\u{9b}31m\u{202e}\u{200b}\u{ad}\u{e0041}\" + \rbad\n";
    let source = Source::new("\u{1b}]0;x\u{7}\n.hcl", text);
    let diagnostic = Diagnostic::error(find(&source, "bad"), "No \u{1b}[1m", "Not \u{8}known.")
        .with_related(find(&source, "a"), "here \u{1b}[0m")
        .with_values(vec!["x is \"\u{1b}c\"".to_owned()]);
    assert_snapshot!(report([diagnostic]), @r#"
    error: No \u001b[1m
     --> \u001b]0;x\u0007\n.hcl:1:23
      |
    1 | a = "\u001b[2J\u009b31m\u202e\u200b\u00ad\U000e0041" + \rbad
      | - here \u001b[0m                                         ^^^ Not \u0008known.
      |
      = note: x is "\u001bc"
    "#);
}

#[test]
fn a_very_long_line_is_cut_around_the_location() {
    let filler = "0123456789 ".repeat(50_000);
    let text = format!("a = [\"{filler}\", bad, \"{filler}\"]\n");
    let report = report_on(&text, "bad");
    assert_snapshot!(report, @r#"
    error: Bad value
     --> main.hcl:1:550010
      |
    1 | …789 0123456789 0123456789 0123456789 ", bad, "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 01234567…
      |                                          ^^^ It is bad.
    "#);
}

#[test]
fn two_distant_locations_on_a_very_long_line_are_both_shown() {
    let source = Source::new("main.hcl", format!("one{}two\n", " ".repeat(1000)));
    let diagnostic = Diagnostic::error(find(&source, "two"), "Bad value", "It is bad.")
        .with_related(find(&source, "one"), "because of this");
    assert_snapshot!(report([diagnostic]), @r#"
    error: Bad value
     --> main.hcl:1:1004
      |
    1 | …                                        two
      |                                          ^^^ It is bad.
    note: because of this
     --> main.hcl:1:1
      |
    1 | one                                                                                                                     …
      | ^^^
    "#);
}

#[test]
fn only_the_coloured_style_has_colour_codes() {
    let source = Source::new("main.hcl", "a = b\n");
    let mut diags = Diagnostics::new();
    diags.push(Diagnostic::error(find(&source, "b"), "Bad value", "It is bad."));
    let colored = Report::new(&diags).style(Style::Colored).to_string();
    assert!(colored.contains("\u{1b}["));
    assert!(!Report::new(&diags).style(Style::Plain).to_string().contains('\u{1b}'));
}

proptest! {
    #[test]
    fn any_span_of_any_text_can_be_shown(
        text in "[a\\t\\r\\n\u{1b}é日\u{301}\u{feff}]{0,300}",
        spans in prop::collection::vec((0u32..700, 0u32..700), 1..4),
    ) {
        let source = Source::new("x", text);
        let places: Vec<_> =
            spans.iter().map(|(start, end)| source.place(Span::new(*start, *end))).collect();
        let mut diagnostic = Diagnostic::error(places[0].clone(), "Bad", "It is bad.");
        for place in &places[1..] {
            diagnostic = diagnostic.with_related(place.clone(), "related");
        }
        let report = report([diagnostic]);
        prop_assert!(!report.contains(is_unsafe_to_print), "{report:?}");
    }
}
