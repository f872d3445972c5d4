//! Syntax errors of native syntax.

use hcldyn::diag::apply_fixes;
use hcldyn::spec::Spec;

use super::{assert_fixed, assert_fixed_perhaps, decoded};

#[test]
fn equals_signs() {
    for (code, wrong, right) in [
        ("colon-after-name", "a: 1 # b\n", "a = 1 # b\n"),
        ("colon-after-name", "a : 1\n", "a = 1\n"),
        ("invalid-equals-sign", "a == 1\n", "a = 1\n"),
        ("invalid-equals-sign", "a = = 1\n", "a = 1\n"),
        ("missing-equals-sign", "a   1\n", "a = 1\n"),
        ("missing-equals-sign", "a [1]\n", "a = [1]\n"),
        ("missing-brace", "a \"b\"\n", "a = \"b\"\n"),
        ("missing-object-value", "a = { b 1 }\n", "a = { b = 1 }\n"),
        ("missing-object-value", "a = {\n  b == 1\n  c = 2\n}\n", "a = {\n  b = 1\n  c = 2\n}\n"),
        ("missing-object-value", "a = {\n  b == [\n  1]\n}\n", "a = {\n  b = [\n  1]\n}\n"),
        ("too-many-items-on-one-line", "s { a == 1 }\n", "s { a = 1 }\n"),
        ("unexpected-equals-sign", "s \"b\" = {\n}\n", "s \"b\" {\n}\n"),
        ("unexpected-equals-sign", "s \"b\" = { a = 1 }\n", "s \"b\" { a = 1 }\n"),
        ("unexpected-equals-sign", "s \"b\" = {\n  a = 1\n}\n", "s \"b\" {\n  a = 1\n}\n"),
    ] {
        assert_fixed(&Spec::any(), code, wrong, right);
    }
}

#[test]
fn braces_and_lines() {
    for (code, wrong, right) in [
        ("misplaced-brace", "s\n{\n  a = 1\n}\n", "s {\n  a = 1\n}\n"),
        ("misplaced-brace", "s # b\n{\n  a = 1\n}\n", "s { # b\n\n  a = 1\n}\n"),
        ("missing-newline", "  a = 1 b = 2\n", "  a = 1\n  b = 2\n"),
        ("quoted-name", "\"a\" = 1\n", "a = 1\n"),
        ("stray-carriage-return", "a = 1\rb = 2\n", "a = 1\nb = 2\n"),
        ("stray-carriage-return", "a = \r1\n", "a = 1\n"),
        ("unexpected-comma", "a = 1,\n", "a = 1\n"),
        ("unexpected-comma", "  a = 1, b = 2\n", "  a = 1\n  b = 2\n"),
        ("unexpected-semicolon", "a = 1;\n", "a = 1\n"),
        ("unexpected-semicolon", "a = 1; b = 2\n", "a = 1\nb = 2\n"),
    ] {
        assert_fixed(&Spec::any(), code, wrong, right);
    }
    assert_fixed_perhaps(
        &Spec::any(),
        "missing-brace",
        "s \"b\"\n  a = 1\n}\n",
        "s \"b\" {\n  a = 1\n}\n",
    );
}

#[test]
fn values_of_other_languages() {
    for (code, wrong, right) in [
        ("chained-index", "a = [[1, 2]].0.1\n", "a = [[1, 2]][0][1]\n"),
        ("curly-quotes", "a = “b”\n", "a = \"b\"\n"),
        ("invalid-number", "a = .5\n", "a = 0.5\n"),
        ("missing-quotes", "a = ${ region }\n", "a = region\n"),
        ("single-quotes", "a = ['b', \"c\"]\n", "a = [\"b\", \"c\"]\n"),
        ("unexpected-backtick", "a = `b`\n", "a = \"b\"\n"),
    ] {
        assert_fixed(&Spec::any(), code, wrong, right);
    }
    for (code, wrong, right) in [
        ("invalid-escape-sequence", "a = \"\\d\"\n", "a = \"\\\\d\"\n"),
        ("invalid-number", "a = 1.2.3\n", "a = \"1.2.3\"\n"),
        ("invalid-number", "a = 10s\n", "a = \"10s\"\n"),
        ("missing-separator", "a = [1 2]\n", "a = [1, 2]\n"),
        ("unknown-operator", "a = true & false\n", "a = true && false\n"),
    ] {
        assert_fixed_perhaps(&Spec::any(), code, wrong, right);
    }
}

#[test]
fn operators_of_other_languages() {
    const CODE: &str = "unknown-operator";
    for (wrong, right) in [
        ("a = 1 < 2 and region == \"x\"\n", "a = 1 < 2 && region == \"x\"\n"),
        ("a = 1 < 2 OR (true)\n", "a = 1 < 2 || (true)\n"),
        ("a = [1 < 2 or false]\n", "a = [1 < 2 || false]\n"),
        ("a = 1 <> 2\n", "a = 1 != 2\n"),
        ("a = 1 === 2\n", "a = 1 == 2\n"),
        ("a = 1 !== 2\n", "a = 1 != 2\n"),
    ] {
        assert_fixed(&Spec::any(), CODE, wrong, right);
    }
    for (wrong, right) in [
        ("a = region = \"x\"\n", "a = region == \"x\"\n"),
        ("a = region = \"x\" ? 1 : 2\n", "a = region == \"x\" ? 1 : 2\n"),
        ("a = { b = region = \"x\" }\n", "a = { b = region == \"x\" }\n"),
        ("a = \"${region = \"x\"}\"\n", "a = \"${region == \"x\"}\"\n"),
        ("s { a = (region = \"x\") }\n", "s { a = (region == \"x\") }\n"),
        (
            "a = [for is in [{ first = true }] : not is.first]\n",
            "a = [for is in [{ first = true }] : !is.first]\n",
        ),
        ("a = not true && true\n", "a = !true && true\n"),
        ("a = true and false\n", "a = true && false\n"),
    ] {
        assert_fixed_perhaps(&Spec::any(), CODE, wrong, right);
    }
    assert_fixed_perhaps(&Spec::any(), "unknown-function", "a = not (true)\n", "a = ! (true)\n");
    // In other languages, `not` applies to the comparison; `!` does not.
    let (_, diags) = decoded("t.hcl", "a = not region == \"x\"\n", &Spec::any());
    assert_eq!(
        diags.to_string(),
        "t.hcl:1:5: error: Unknown operator; HCL has no operator \"not\". Did you mean \"!\"?"
    );
    assert!(diags.iter().all(|it| it.fixes.is_empty()));
}

#[test]
fn several_operators_are_fixed_in_one_run() {
    let wrong = "a = region = \"x\" and (1 < 2 or not is.first)\n";
    let (_, diags) = decoded("t.hcl", wrong, &Spec::any());
    let fixes: Vec<_> = diags.iter().flat_map(|it| &it.fixes).collect();
    assert_eq!(diags.len(), 4, "{diags}");
    let right = "a = region == \"x\" && (1 < 2 || !is.first)\n";
    assert_eq!(apply_fixes(fixes)[0].1, right);
}

#[test]
fn names_like_operators_are_names() {
    for text in [
        "a = and\nor = not\nnot = 1\n",
        "a = { and = 1, or = and, not = or, (not) = 2, not.x = 3 }\n",
        "a = [and, or, not]\n",
        "a = not\nb = [for and in or : and if not]\n",
        "a = {\n  b = not\n  c = 1\n}\n",
    ] {
        let mut diags = hcldyn::Diagnostics::new();
        hcldyn::parse_body(&hcldyn::syntax::Source::new("t.hcl", text), &mut diags);
        assert!(diags.is_empty(), "{text}: {diags}");
    }
}

#[test]
fn strings() {
    for (code, wrong, right) in [
        ("unclosed-string", "a = \"b # c\n", "a = \"b\" # c\n"),
        ("missing-separator", "a = [\"b\", \"c, \"d\"]\n", "a = [\"b\", \"c\", \"d\"]\n"),
        ("unclosed-string", "a = [\n  \"b,\n]\n", "a = [\n  \"b\",\n]\n"),
        ("unclosed-string", "a = upper(\")\n", "a = upper(\"\")\n"),
        ("extra-characters-after-value", "a = b\"\n", "a = \"b\"\n"),
        ("unclosed-heredoc", "a = <<EOT\nb\n", "a = <<EOT\nb\nEOT\n"),
        ("unclosed-template-sequence", "a = \"${region\"\n", "a = \"${region}\"\n"),
        ("missing-expression", "a = [*, \"b\"]\n", "a = [\"*\", \"b\"]\n"),
        ("missing-expression", "a = >= 3.1 # c\n", "a = \">= 3.1\" # c\n"),
        ("unexpected-character", "a = b/c@1\n", "a = \"b/c@1\"\n"),
        ("extra-characters-after-value", "a = b value # c\n", "a = \"b value\" # c\n"),
        ("missing-equals-sign", "s <= {\n}\n", "s \"<=\" {\n}\n"),
    ] {
        assert_fixed_perhaps(&Spec::any(), code, wrong, right);
    }
}

#[test]
fn closing_brackets() {
    for (code, wrong, right) in [
        ("unclosed-bracket", "a = [1, 2 # c\nb = 3\n", "a = [1, 2] # c\nb = 3\n"),
        ("unclosed-bracket", "a = [\n  1,\n\nb = 2\n", "a = [\n  1,\n]\n\nb = 2\n"),
        ("unclosed-parenthesis", "a = upper(\"b\"\n", "a = upper(\"b\")\n"),
        ("unclosed-parenthesis", "a = keys({\n  b = 1\n}\n", "a = keys({\n  b = 1\n})\n"),
        ("unclosed-brace", "a = {\n  b = 1\n\nc = 2\n", "a = {\n  b = 1\n}\n\nc = 2\n"),
        ("unclosed-brace", "a = {\n  b = <<EOT\nc\nEOT\n", "a = {\n  b = <<EOT\nc\nEOT\n}\n"),
        ("unclosed-brace", "s {\n  b {\n    c = 1\n}\n", "s {\n  b {\n    c = 1\n  }\n}\n"),
    ] {
        assert_fixed_perhaps(&Spec::any(), code, wrong, right);
    }
}

#[test]
fn opening_brackets() {
    for (code, wrong, right) in [
        ("unexpected-comma", "a = 1, 2]\n", "a = [1, 2]\n"),
        ("missing-expression", "a = ]\n", "a = []\n"),
    ] {
        assert_fixed_perhaps(&Spec::any(), code, wrong, right);
    }
}

/// Each element on its own line is an error without the bracket, and the fix of the first one removes all.
#[test]
fn an_opening_bracket_above_its_elements() {
    let (_, diags) = decoded("t.hcl", "a =\n  1,\n  2\n]\n", &Spec::any());
    let fix = diags.iter().flat_map(|diagnostic| &diagnostic.fixes).next().unwrap();
    assert_eq!(apply_fixes([fix])[0].1, "a = [\n  1,\n  2\n]\n");
}

/// A bracket that can be in several places has no fix.
#[test]
fn ambiguous_brackets() {
    for wrong in ["a = upper(lower(\"b\"\n", "a = [region == 1\n", "a = 2 * 1 + 1)\n"] {
        let (_, diags) = decoded("t.hcl", wrong, &Spec::any());
        assert_eq!(diags.len(), 1, "{wrong}: {diags}");
        assert!(diags.iter().all(|it| it.fixes.is_empty()), "{wrong}: {diags:?}");
    }
}

#[test]
fn repeated_names() {
    for (code, wrong, right) in [
        ("duplicate-attribute", "a = 1\n  a = 2 \nb = 3\n", "a = 1\nb = 3\n"),
        ("duplicate-attribute", "a = 1\na = 2 # c\n", "a = 1\n # c\n"),
        ("overwritten-key", "a = {\n  b = 1,\n  b = 2,\n}\n", "a = {\n  b = 2,\n}\n"),
        ("overwritten-key", "a = { b = 1, b = 2 }\n", "a = { b = 2 }\n"),
    ] {
        assert_fixed_perhaps(&Spec::any(), code, wrong, right);
    }
}

/// The search for fixes is limited.
#[test]
fn large_sources_without_fixes() {
    let (_, diags) = decoded("t.hcl", &"a: 1\n".repeat(100_000), &Spec::any());
    assert!(diags.iter().all(|it| it.fixes.is_empty()));
}
