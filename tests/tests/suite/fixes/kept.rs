//! The items and comments that fixes keep.

use hcldyn::diag::{Fix, apply_fixes};
use hcldyn::source::{Source, Span};
use hcldyn::spec::Spec;
use hcldyn_tests::edits::fixes::fix_generated;

use super::{assert_fixed, assert_fixed_perhaps, decoded, spec};

#[test]
fn heredocs_in_brackets_keep_their_end_markers() {
    let lists = spec(
        "object {\n  attr \"b\" { type = list(string) }\n  attr \"c\" { type = list(string) }\n}\n",
    );
    assert_fixed(
        &lists,
        "wrong-type",
        "b = <<EOT\nhi\nEOT\nc = [<<EOT\nx\nEOT\n]\n",
        "b = [<<EOT\nhi\nEOT\n]\nc = [<<EOT\nx\nEOT\n]\n",
    );
    let strings =
        spec("object {\n  attr \"b\" { type = string }\n  attr \"c\" { type = string }\n}\n");
    assert_fixed_perhaps(
        &strings,
        "wrong-type",
        "b = [<<EOT\nhi\nEOT\n] # c\nc = <<EOT\nx\nEOT\n",
        "b = (<<EOT\nhi\nEOT\n) # c\nc = <<EOT\nx\nEOT\n",
    );
    assert_fixed_perhaps(
        &Spec::Any,
        "missing-separator",
        "b = [<<EOT\nhi\nEOT\n\"x\"]\nc = [<<EOT\nx\nEOT\n]\n",
        "b = [<<EOT\nhi\nEOT\n,\"x\"]\nc = [<<EOT\nx\nEOT\n]\n",
    );
}

#[test]
fn comments_stay() {
    for (code, wrong, right) in [
        ("missing-brace", "b /* why */ \"x\"\n", "b = /* why */ \"x\"\n"),
        ("missing-equals-sign", "b /* why */ 1\n", "b = /* why */ 1\n"),
    ] {
        assert_fixed(&Spec::Any, code, wrong, right);
    }
    let (_, diags) = decoded("t.hcl", "a = not /* why */ region\n", &Spec::Any);
    let fixes = diags.iter().flat_map(|it| &it.fixes);
    assert_eq!(apply_fixes(fixes)[0].1, "a = ! /* why */ region\n");
}

/// A comment without an end, or another item on the line of the brace, has no room for an attribute.
#[test]
fn attributes_are_added_where_they_are_read() {
    let attr = "attr {\n  name = \"port\"\n  type = number\n  required = true\n}\n";
    let port = spec(&format!(
        "object {{\n{}block \"b\" {{\nobject {{\n{0}attr \"x\" {{ type = number }}\n}}\n}}\n}}\n",
        attr.replacen("attr {", "attr \"port\" {", 1),
    ));
    for text in ["q = \"a\", r/* = 1\n", "port = 1\nb { /* c */ x = 1 }\n"] {
        let (_, diags) = decoded("t.hcl", text, &port);
        let fixes = diags.iter().flat_map(|it| &it.fixes);
        let fixes: Vec<_> = fixes.filter(|it| it.title.starts_with("Add ")).collect();
        assert!(apply_fixes(fixes).is_empty(), "{text}");
    }
    for (wrong, right) in [
        ("port = 1\nb { /* c */ }\n", "port = 1\nb { /* c */ port = 0 }\n"),
        ("port = 1\nb { /* c\n */\n}\n", "port = 1\nb { /* c\n */\n  port = 0\n}\n"),
        ("port = 1\nb { # c\n}\n", "port = 1\nb { # c\n  port = 0\n}\n"),
    ] {
        assert_fixed_perhaps(&port, "missing-attribute", wrong, right);
    }
}

#[test]
fn fixes_that_change_other_items_are_left_out() {
    for (text, span, new) in [
        ("a = <<E\nx\nE\nb = [<<E\ny\nE\n]\n", (11, 11), "]"),
        ("a = 1\nb = 2\n", (4, 5), "1 # c"),
        ("a = 1 # c\nb = 2\n", (5, 9), ""),
        ("a = 1\nb = 2\n", (5, 5), " /*"),
        ("a { x = 1 }\nb = 2\n", (11, 12), ""),
        ("a = 1\n/* c */\nb = 2\n", (8, 8), "\nport = 0\n"),
        ("a = 1\nb = 2\nc = 3\n", (12, 13), "b"),
    ] {
        let source = Source::new("t.hcl", text);
        let place = source.place(Span::new(span.0, span.1));
        let harmful = Fix::safe("Test").replace(place, new);
        let name = Fix::safe("Test").replace(source.place(Span::new(0, 1)), "aa");
        let changed = apply_fixes([&name, &harmful]);
        let is_harmless = text.len() == 12 && span == (4, 5);
        let expected =
            if is_harmless { "aa = 1 # c\nb = 2\n".to_owned() } else { format!("a{text}") };
        assert_eq!(changed[0].1, expected, "{text}");
    }
}

#[test]
fn generated_sources_keep_their_other_items() {
    for index in 0..300 {
        let fixed = fix_generated(1, index);
        if let Some((rule, before, after)) = fixed.wrong {
            panic!("{index}: {rule}\n--- before:\n{before}\n--- after:\n{after}");
        }
    }
}
