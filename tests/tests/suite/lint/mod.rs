//! Warnings of the linter, their fixes and their levels.

mod levels;
mod modules;
mod unused;

use hcldyn::diag::{Diagnostic, Level, Levels, apply_fixes};
use hcldyn::load::lint::Linter;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

/// Returns the warnings of a linter with some levels.
fn found(text: &str, levels: &Levels) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    assert!(diags.is_empty(), "{text}: {diags}");
    let mut linter = Linter::new(levels);
    linter.file(&body);
    linter.finish(diags)
}

/// Returns all warnings as `LINE:COLUMN: CODE`.
fn codes(text: &str) -> Vec<String> {
    codes_of(&found(text, &all()))
}

fn codes_of(diags: &Diagnostics) -> Vec<String> {
    let location = |it: &Diagnostic| it.subject.to_string().replacen("t.hcl:", "", 1);
    diags.iter().map(|it| format!("{}: {}", location(it), it.code)).collect()
}

fn all() -> Levels {
    let off = hcldyn::diag::codes::OFF_BY_DEFAULT.iter();
    off.fold(Levels::new(), |levels, code| levels.with(*code, Level::Warn))
}

/// Returns the text with the fixes of all warnings.
fn fixed(text: &str) -> String {
    let diags = found(text, &all());
    let fixes = diags.iter().flat_map(|it| it.fixes.first());
    apply_fixes(fixes).pop().map_or_else(|| text.to_owned(), |(_, text)| text)
}

#[test]
fn collections_of_dynamic_blocks() {
    let text = |collection: &str| {
        format!("dynamic \"a\" {{\n  for_each = {collection}\n  content {{}}\n}}\n")
    };
    for empty in ["[]", "{}"] {
        assert_eq!(codes(&text(empty)), ["2:14: empty-for-each"], "{empty}");
    }
    for one in ["[1]", "{ a = 1 }", "[[]]"] {
        assert_eq!(codes(&text(one)), ["2:14: constant-for-each"], "{one}");
    }
    for collection in ["[1, 2]", "a", "[a]", "a ? [1] : []", "[for b in c : b]"] {
        assert!(codes(&text(collection)).is_empty(), "{collection}");
    }
}

#[test]
fn iterators_that_hide_others() {
    let inner = r#"dynamic "a" {
 for_each = x
 content {
  dynamic "a" {
   for_each = a.value
   content {}
  }
 }
}
"#;
    assert_eq!(codes(inner), ["4:11: shadowed-iterator"]);
    let named = inner.replacen("content {}", "iterator = b\n   content {}", 1);
    assert!(codes(&named).is_empty());
    let found = codes("a = [for b in c : [for b in b : b]]\n");
    assert_eq!(found, ["1:24: shadowed-iterator"]);
    // The collection is outside, and both names of one iteration are different.
    assert!(codes("a = [for b in [for b in c : b] : b]\nd = [for b in c : b]\n").is_empty());
    assert_eq!(
        codes("a = { for k, v in c : k => [for k in v : k] }\n"),
        ["1:33: shadowed-iterator"]
    );
    let iterated = r#"dynamic "a" {
 for_each = [for a in x : a]
 content {
  b = [for a in x : a]
 }
}
"#;
    assert_eq!(codes(iterated), ["4:12: shadowed-iterator"]);
}

#[test]
fn lookups_without_a_default() {
    assert_eq!(codes("a = [lookup(b.c, \"d\")]\n"), ["1:6: legacy-lookup"]);
    assert_eq!(fixed("a = lookup( b.c , d ).e\n"), "a = b.c[d].e\n");
    // A part of the operation would be indexed.
    assert_eq!(fixed("a = lookup(b ? c : d, \"e\")\n"), "a = lookup(b ? c : d, \"e\")\n");
    assert!(codes("a = lookup(b, \"c\", 1)\nd = lookup(e...)\nf = lookups(g, h)\n").is_empty());
}

/// Expressions of JSON syntax are always in quotes.
#[test]
fn interpolations_in_json() {
    let mut diags = Diagnostics::new();
    let source = Source::new("t.json", "{\"a\": \"${b}\"}");
    let body = hcldyn::syntax::parse_body_by_name(&source, &mut diags);
    let levels = all();
    let mut linter = Linter::new(&levels);
    linter.file(&body);
    assert_eq!(linter.finish(diags).to_string(), "");
}

#[test]
fn comparisons_of_different_types() {
    for text in
        ["1 == \"1\"", "a + 1 != \"x\"", "!a == \"true\"", "(a && b) == 1", "\"${a}b\" == 1"]
    {
        let found = codes(&format!("a = {text}\n"));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].ends_with(": mismatched-comparison"), "{text}: {found:?}");
    }
    for text in ["a == \"1\"", "1 == 2", "a == null", "null != 1", "-a == 1", "a == b", "a > \"1\""]
    {
        assert!(codes(&format!("a = {text}\n")).is_empty(), "{text}");
    }
    let text = "a = 1 == true\n";
    let message = found(text, &all()).to_string();
    assert!(message.contains("type number"), "{message}");
    assert!(message.contains("always false"), "{message}");
}

#[test]
fn compared_numbers_in_quotes_and_their_fixes() {
    assert_eq!(fixed("a = b ? 80 == \"80\" : \"1\" != 1\n"), "a = b ? 80 == 80 : 1 != 1\n");
    assert_eq!(fixed("a = 80 == \"http\"\n"), "a = 80 == \"http\"\n");
}

#[test]
fn attributes_that_are_null() {
    let text = r"a {
  b = null
  c = [null]
}
";
    assert_eq!(codes(text), ["2:7: null-attribute"]);
    assert_eq!(fixed(text), "a {\n  c = [null]\n}\n");
    assert!(found(text, &Levels::new()).is_empty());
}

#[test]
fn old_forms_and_their_fixes() {
    for (old, code, new) in [
        ("a = \"${b}\"\n", "1:5: interpolation-only", "a = b\n"),
        ("a = \"${ b + 1 }\"\n", "1:5: interpolation-only", "a = b + 1\n"),
        ("a = \"${b + 1}\" * 2\n", "1:5: interpolation-only", "a = (b + 1) * 2\n"),
        ("a = !\"${b || c}\"\n", "1:6: interpolation-only", "a = !(b || c)\n"),
        ("a = b.0\n", "1:6: legacy-index", "a = b[0]\n"),
        ("a = f(b).0.c\n", "1:9: legacy-index", "a = f(b)[0].c\n"),
        ("a = b.*.c\n", "1:6: legacy-splat", "a = b[*].c\n"),
    ] {
        assert_eq!(codes(old), [code], "{old}");
        assert_eq!(fixed(old), new);
        assert!(codes(new).is_empty(), "{new}");
        assert!(found(old, &Levels::new()).is_empty(), "{old}: off by default");
    }
    // A comment would be lost.
    assert_eq!(fixed("a = \"${b /* c */}\"\n"), "a = \"${b /* c */}\"\n");
    // The index applies to the result of the old form.
    assert_eq!(fixed("a = b.*.c[0]\n"), "a = b.*.c[0]\n");
    for text in
        ["a = \"${b}c\"\n", "a = { \"${b}\" = 1 }\n", "a = b[0]\n", "a = b[*].c\n", "a = 1.0\n"]
    {
        assert!(codes(text).is_empty(), "{text}");
    }
}

/// The text of a valid configuration can be arbitrary.
#[test]
fn rows_of_many_operators() {
    let text = format!("a = {}1 == \"1\"\n", "1 + ".repeat(100_000));
    assert_eq!(codes(&text).len(), 1);
}
