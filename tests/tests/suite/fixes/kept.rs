//! The items and comments that fixes keep.

use hcldyn::diag::{Fix, apply_fixes};
use hcldyn::spec::Spec;
use hcldyn::syntax::{Source, Span, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, HclDecode, HclValue, from_body, parse_body};
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
        &Spec::any(),
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
        assert_fixed(&Spec::any(), code, wrong, right);
    }
    let (_, diags) = decoded("t.hcl", "a = not /* why */ region\n", &Spec::any());
    let fixes = diags.iter().flat_map(|it| &it.fixes);
    assert_eq!(apply_fixes(fixes)[0].1, "a = ! /* why */ region\n");
}

/// A comment without an end, or another item on the line of the brace, has no room for an attribute.
#[test]
fn attributes_are_added_where_they_are_read() {
    let attr = r#"attr {
  name = "port"
  type = number
  required = true
}
"#;
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

/// A comment without an end hides an attribute at the end of the file.
#[test]
fn nothing_is_added_in_a_comment() {
    let port =
        spec("object {\n  attr \"port\" {\n    type = number\n    required = true\n  }\n}\n");
    assert_eq!(titles("t.hcl", "# c\n", &port), ["Add the attribute \"port\""]);
    let added = titles("t.hcl", "/* c\n", &port);
    assert!(!added.iter().any(|title| title.starts_with("Add ")), "{added:?}");
}

#[test]
fn no_item_gets_the_name_of_another_one() {
    #[derive(Debug, HclDecode)]
    #[allow(dead_code, reason = "only the diagnostics are looked at")]
    struct Server {
        port: u16,
        options: Option<Options>,
    }

    #[derive(Debug, HclValue)]
    #[allow(dead_code, reason = "only the diagnostics are looked at")]
    struct Options {
        port: u16,
    }

    for (file, text, expected) in [
        ("t.hcl", "prot = 1\n", true),
        ("t.hcl", "prot = 1\nport = 2\n", false),
        ("t.hcl", "port = 1\noptions = { prot = 1 }\n", true),
        ("t.hcl", "port = 1\noptions = { prot = 1, port = 2 }\n", false),
        ("t.json", r#"{"prot": 1}"#, true),
        ("t.json", r#"{"prot": 1, "port": 2}"#, false),
        ("t.json", r#"{"port": 1, "options": {"prot": 1}}"#, true),
        ("t.json", r#"{"port": 1, "options": {"prot": 1, "port": 2}}"#, false),
    ] {
        let mut diags = Diagnostics::new();
        let body = parse_body_by_name(&Source::new(file, text), &mut diags);
        let server = from_body::<Server>(&body, &EvalContext::new(), &mut diags);
        assert!(server.is_none() && diags.len() == 1, "{text}: {diags}");
        let fixes: Vec<_> = diags.iter().flat_map(|it| &it.fixes).collect();
        assert_eq!(fixes.len(), usize::from(expected), "{text}: {fixes:?}");
        assert!(diags.to_string().contains("Did you mean \"port\"?"), "{diags}");
    }
}

/// A deprecated name beside the new one.
#[test]
fn the_new_name_of_an_item_is_used_once() {
    #[derive(Debug, HclDecode)]
    struct Server {
        #[hcl(former_name = "old")]
        new: u16,
    }

    let fixes = |text: &str| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let server = from_body::<Server>(&body, &EvalContext::new(), &mut diags);
        assert!(server.is_none_or(|server| server.new == 1));
        diags.iter().map(|it| it.fixes.len()).sum::<usize>()
    };
    assert_eq!(fixes("old = 1\n"), 1);
    assert_eq!(fixes("old = 1\nnew = 1\n"), 0);
}

/// A block has its own lines, and an object has only items that can be read.
#[test]
fn forms_are_changed_only_where_the_result_is_read() {
    let blocks = spec(
        r#"
object {
  block "b" {
    object {
      block "c" {
        object {
          attr "x" { type = number }
        }
      }
    }
  }
}
"#,
    );
    let title = "Write \"c\" as a block".to_owned();
    assert!(titles("t.hcl", "b {\n  c = { x = 1 }\n}\n", &blocks).contains(&title));
    assert!(!titles("t.hcl", "b { c = { x = 1 } }\n", &blocks).contains(&title));

    let attribute = spec("object {\n  attr \"a\" { type = any }\n}\n");
    let title = "Write \"a\" as an attribute".to_owned();
    assert!(titles("t.hcl", "a {\n  x = 1\n}\n", &attribute).contains(&title));
    assert!(!titles("t.hcl", "a {\n  x = 1\n\"}\n", &attribute).contains(&title));
}

/// Only `if` and `for` have an operand.
#[test]
fn directives_get_names_that_fit() {
    for (text, expected) in
        [("a = \"%{ if x }y%{ edif }\"\n", true), ("a = \"%{ andif x }y%{ endif }\"\n", false)]
    {
        let changes = titles("t.hcl", text, &Spec::any());
        let changes = changes.iter().any(|title| title.ends_with(" to \"endif\""));
        assert_eq!(changes, expected, "{text}");
    }
}

/// Returns the titles of all fixes.
fn titles(file: &str, text: &str, spec: &Spec) -> Vec<String> {
    let (_, diags) = decoded(file, text, spec);
    diags.iter().flat_map(|it| &it.fixes).map(|fix| fix.title.clone()).collect()
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
