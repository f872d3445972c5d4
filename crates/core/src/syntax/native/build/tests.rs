use crate::diag::Diagnostics;
use crate::source::Source;
use crate::syntax::native::tests::printed::print;
use crate::syntax::native::{parse_expression, parse_template};

/// Parses an expression and prints the tree.
fn tree(text: &str) -> String {
    let mut diags = Diagnostics::new();
    match parse_expression(&Source::new("t", text), &mut diags) {
        Some(expr) => print(expr.tree(), expr.node()),
        None => panic!("{text}: {diags}"),
    }
}

/// Parses a bare template and prints the tree.
fn template(text: &str) -> String {
    let mut diags = Diagnostics::new();
    match parse_template(&Source::new("t", text), &mut diags) {
        Some(expr) => print(expr.tree(), expr.node()),
        None => panic!("{text}: {diags}"),
    }
}

fn problem(text: &str) -> String {
    let mut diags = Diagnostics::new();
    assert_eq!(parse_expression(&Source::new("t", text), &mut diags), None);
    diags.to_string()
}

#[test]
fn operators_nest_by_precedence() {
    assert_eq!(tree("a + 1 * -b.c"), "(add a (multiply 1 (negate b.c)))");
    assert_eq!(tree("!a || b && c == 2 ? 1 : 2"), "(if (or (not a) (and b (equal c 2))) 1 2)");
    assert_eq!(tree("-1 - - /* 3 */ 2"), "(subtract (negate 1) (negate 2))");
    assert_eq!(tree("-1[0].a"), "(negate (rel 1 [0].a))");
}

#[test]
fn literal_steps_are_joined_and_others_are_nested() {
    assert_eq!(tree("a.b[0][\"c\"].1[true]"), "a.b[0][\"c\"][1][true]");
    assert_eq!(tree("a[b].c[-1]"), "(index (rel (index a b) .c) (negate 1))");
    assert_eq!(tree("f(x).a"), "(rel (call f x) .a)");
    assert_eq!(tree("a[\"${b}\"]"), "(index a (wrap b))");
}

#[test]
fn a_full_splat_takes_all_steps_and_an_attribute_splat_only_names() {
    assert_eq!(tree("a[*].b[0].c"), "(splat a (rel @ .b[0].c))");
    assert_eq!(tree("a.*.b.0[1].c"), "(rel (splat a (rel @ .b[0])) [1].c)");
    assert_eq!(tree("a[*][*].b"), "(splat a (splat @ (rel @ .b)))");
    assert_eq!(tree("a[*].*.b"), "(splat a (splat @ (rel @ .b)))");
    assert_eq!(tree("a.*[*].b"), "(splat (splat a @) (rel @ .b))");
    assert_eq!(tree("a.*"), "(splat a @)");
}

#[test]
fn numbers_with_two_dots_are_rejected() {
    assert!(problem("a.0.1").starts_with("t:1:3: error: Invalid index"));
    assert_eq!(problem("a.0.0.0").lines().count(), 1);
    assert_eq!(tree("a.01"), "a[1]");
    assert!(problem("a.*.b.*.c").starts_with("t:1:7: error: Nested splat"));
    assert_eq!(
        problem("15.6.0.1"),
        "t:1:1: error: Invalid number; 15.6.0.1 is not a valid number. Write an address or a version as a string, in quotes."
    );
    assert!(problem("5[0].0.1").starts_with("t:1:6: error: Invalid index"));
    assert_eq!(tree("a.0. 1"), "a[0][1]");
    assert_eq!(tree("a.0 .1"), "a[0][1]");
}

#[test]
fn nesting_is_limited() {
    for (open, close, printed_open, printed_close) in [
        ("(", ")", "(parens ", ")"),
        ("[", "]", "[", "]"),
        ("{ k = ", "}", "{(key k): ", "}"),
        ("-", "", "(negate ", ")"),
        ("1 + (", ")", "(add 1 (parens ", "))"),
        ("f(", ")", "(call f ", ")"),
    ] {
        let nested = |open: &str, close: &str, levels: usize| {
            format!("{}1{}", open.repeat(levels), close.repeat(levels))
        };
        assert_eq!(tree(&nested(open, close, 245)), nested(printed_open, printed_close, 245));
        assert!(
            problem(&nested(open, close, 1_000))
                .ends_with("and expressions in them at most 500, the blocks included.")
        );
    }
    assert!(problem(&format!("a{}", "[*]".repeat(100_000))).contains("Nested too deeply"));
    assert!(problem(&format!("a{}", "[b]".repeat(100_000))).contains("Nested too deeply"));
    assert!(tree(&format!("a{}", ".b".repeat(100_000))).ends_with(".b"));
}

#[test]
fn collections_and_calls() {
    assert_eq!(tree("[1, [], {}, ]"), "[1 [] {}]");
    assert_eq!(
        tree("{ a = 1, (b) : 2, \"c\" = 3\n 4 = 5, null = 6, a.b = 7, \"${d}\" = 8 }"),
        "{(key a): 1, (parens b): 2, \"c\": 3, 4: 5, (key null): 6, a.b: 7, (wrap d): 8}"
    );
    assert_eq!(tree("a::b :: c(1, x...)"), "(call a::b::c 1 x...)");
    assert_eq!(tree("[for v in l : v if v]"), "(for v l v if v)");
    assert_eq!(tree("{for k, v in l : k => v...}"), "(for k v l => k v...)");
}

#[test]
fn templates_are_literal_wrapped_or_joined() {
    assert_eq!(tree(r#""a\n$${b}%%{c}""#), r#""a\n${b}%{c}""#);
    assert_eq!(tree(r#""${a}""#), "(wrap a)");
    assert_eq!(tree(r#""${~ a ~}""#), "(wrap a)");
    assert_eq!(tree(r#""a${b}c""#), r#"(template "a" b "c")"#);
    assert_eq!(tree("<<E\n${a}\nE\n"), r#"(template a "\n")"#);
    assert_eq!(tree("<<E\na\n$${b}\nE\n"), r#""a\n${b}\n""#);
    assert_eq!(template("a ${b}\nc"), r#"(template "a " b "\nc")"#);
    assert_eq!(template("${b}"), "(wrap b)");
    assert_eq!(template(""), r#""""#);
}

#[test]
fn directives_are_conditionals_and_loops() {
    assert_eq!(tree(r#""%{ if a }x%{ endif }""#), r#"(template (if a "x" ""))"#);
    assert_eq!(
        tree(r#""%{ if a }${b}%{ else }y${c}%{ endif }""#),
        r#"(template (if a (template b) (template "y" c)))"#
    );
    assert_eq!(
        tree(r#""%{ for k, v in m }${v},%{ endfor }""#),
        r#"(template (join (for k v m (template v ","))))"#
    );
    assert_eq!(tree(r#""%{ if a }%{ else }%{ endif }""#), r#"(template (if a "" ""))"#);
}

#[test]
fn strip_markers_trim_the_characters_next_to_them() {
    assert_eq!(tree(r#""a \n ${~ b ~} \n c""#), r#"(template "a" b "c")"#);
    assert_eq!(tree("<<E\na\n\n  ${~ b ~}\n\n c\nE\n"), r#"(template "a\n\n" b "\n c\n")"#);
    assert_eq!(
        tree(r#"" %{~ if a ~} x %{~ else ~} y %{~ endif ~} ""#),
        r#"(template "" (if a "x" "y") "")"#
    );
}

#[test]
fn a_flush_heredoc_loses_its_common_indentation() {
    assert_eq!(tree("<<-E\n    a\n\n      b\n   \n   E\n"), r#""a\n\n  b\n   \n""#);
    assert_eq!(tree("<<-E\n\t a\n  b ${c}\n   d\n  E\n"), r#"(template "a\nb " c "\n d\n")"#);
    assert_eq!(tree("<<-E\n    a\n${b}\n  E\n"), r#"(template "    a\n" b "\n")"#);
    assert_eq!(
        tree("<<-E\n  %{ if a }\n    b\n  %{ endif }\n  E\n"),
        r#"(template "" (if a "\n  b\n" "") "\n")"#
    );
    assert_eq!(tree("<<-E\n  E\n"), r#""""#);
}

#[test]
fn line_breaks_and_comments_are_ignored_around_an_expression() {
    assert_eq!(tree("\u{feff}# c\n a +\n  1 // d"), "(add a 1)");
    assert_eq!(tree("/* c */ a /* d */"), "a");
}

#[test]
fn escapes_in_directives_are_resolved() {
    assert_eq!(tree(r#""%{ if a }x\n\"%{ endif }""#), r#"(template (if a "x\n\"" ""))"#);
    let unclosed = problem(r#""%{ if a }x" + "y""#);
    assert!(unclosed.starts_with("t:1:2: error: Unclosed template directive"), "{unclosed}");
    let escape = problem(r#""%{ if a }\q%{ endif }""#);
    assert!(escape.starts_with("t:1:11: error: Invalid escape sequence"), "{escape}");
}
