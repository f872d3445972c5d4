//! Sources of many parts.

use super::Errors::{Each, Few, None};
use super::Parse::{Body, Expression, Template};
use super::{Case, case, numbered};

pub(super) const CASES: &[Case] = &[
    case("operators", Expression, None, |n| format!("1{}", " + 1".repeat(n))),
    case("operators of all kinds", Expression, None, |n| {
        format!("1{}", " * 1 + 1 || 1".repeat(n / 3))
    }),
    case("attributes", Body, None, |n| numbered(n, |at| format!("a{at} = 1\n"))),
    case("one-line blocks", Body, None, |n| "b { a = 1 }\n".repeat(n)),
    case("blocks in a block", Body, None, |n| format!("b {{\n{}}}\n", "  b {\n  }\n".repeat(n))),
    case("labels", Body, None, |n| format!("b{} {{\n}}\n", " \"l\"".repeat(n))),
    case("labels without a block", Body, Few, |n| format!("b{}\n", " l".repeat(n))),
    case("keys", Expression, None, |n| format!("{{{}}}", numbered(n, |at| format!("k{at} = 1, ")))),
    case("keys on lines", Expression, None, |n| {
        format!("{{\n{}}}", numbered(n, |at| format!("k{at} = 1\n")))
    }),
    case("elements", Expression, None, |n| format!("[{}]", "1, ".repeat(n))),
    case("elements on lines", Body, None, |n| format!("a = [\n{}]\n", "a,\n".repeat(n))),
    case("elements like headers on lines", Body, Each(1), |n| {
        format!("a = [\n{}]\n", "a b c\n".repeat(n))
    }),
    case("objects on a line", Expression, None, |n| format!("[{}]", "{ a = 1 }, ".repeat(n))),
    case("objects on two lines", Expression, None, |n| format!("[{}]", "{\n}, ".repeat(n))),
    case("objects on a line, a brace short", Body, Few, |n| {
        format!("a = [{}{{ ]\n", "{ a = 1 }, ".repeat(n))
    }),
    case("arguments", Expression, None, |n| format!("f({})", "1, ".repeat(n))),
    case("attribute steps", Expression, None, |n| format!("a{}", ".a".repeat(n))),
    case("indexes by number", Expression, None, |n| format!("a{}", ".0.a".repeat(n))),
    case("namespaces", Expression, None, |n| format!("a{}()", "::a".repeat(n))),
    case("string", Expression, None, |n| format!("\"{}\"", "x".repeat(200 * n))),
    case("string with escapes", Expression, None, |n| format!("\"{}\"", r"\n\u00e9".repeat(n))),
    case("invalid escapes", Expression, Each(1), |n| format!("\"{}\"", r"\q".repeat(n))),
    case("name", Expression, None, |n| "größe".repeat(n)),
    case("number", Expression, None, |n| "1".repeat(200 * n)),
    case("number with dots", Expression, Few, |n| "1.".repeat(n)),
    case("dots", Expression, Few, |n| format!("1{}", ".".repeat(n))),
    case("strings", Expression, None, |n| format!("[{}]", "\"a\", ".repeat(n))),
    case("interpolations", Expression, None, |n| format!("\"{}\"", "${a}".repeat(n))),
    case("interpolations in one heredoc", Body, None, |n| {
        format!("a = <<E\n{}E\n", "${a}\n".repeat(n))
    }),
    case("lines of a template", Template, None, |n| "a\n".repeat(n)),
    case("carriage returns", Template, Each(1), |n| "a\r".repeat(n)),
    case("directives", Template, None, |n| "%{ if a }%{ else }%{ endif }".repeat(n)),
    case("unmatched directives", Template, Each(1), |n| "%{ endif }".repeat(n)),
    case("heredocs", Body, None, |n| "a = <<E\nE\n".repeat(n)),
    case("heredocs of different names", Body, None, |n| {
        numbered(n, |at| format!("a = <<E{at}\nE{at}\n"))
    }),
    case("heredocs in a tuple", Body, None, |n| format!("a = [\n{}]\n", "<<E\nE\n,".repeat(n))),
    case("comments", Body, None, |n| "# c\n/* c */\n".repeat(n)),
    case("comments on a line", Body, None, |n| format!("a = 1 {}\n", "/* c */".repeat(n))),
    case("line breaks", Body, None, |n| "\n".repeat(n)),
    case("line breaks in parens", Expression, None, |n| format!("({}1)", "\n".repeat(n))),
    case("spaces", Body, None, |n| format!("a ={}1\n", " ".repeat(n))),
    case("indented attributes", Body, None, |n| {
        format!("b {{\n{}}}\n", format!("{}a = 1\n", " ".repeat(1_000)).repeat(n / 1_000))
    }),
    case("items on a line", Body, Each(1), |n| format!("{}\n", "a = 1 ".repeat(n))),
    case("names on a line", Body, Few, |n| format!("a = 1{}\n", " a".repeat(n))),
    case("unknown characters", Body, Few, |n| "€".repeat(n)),
    case("unknown characters on lines", Body, Each(1), |n| "€\n".repeat(n)),
    case("missing commas", Expression, Each(1), |n| format!("[{}]", "1 ".repeat(n))),
    case("commas alone", Expression, Each(1), |n| format!("[{}]", ", ".repeat(n))),
    case("space after deep brackets", Body, Few, |n| {
        format!("a = {}{}", "[{ a = ".repeat(240), " \n".repeat(n))
    }),
    case("comment after deep brackets", Body, Few, |n| {
        format!("a = {}1{}{}\n", "[{ a = ".repeat(240), "# c\n".repeat(n), "}]".repeat(240))
    }),
    case("blocks in objects, before an open bracket", Body, Each(1), |n| {
        format!("{}z = [\n", numbered(n, |at| format!("a{at} = {{\n  b {{\n  }}\n}}\n")))
    }),
    case("open parentheses before indented items", Body, Each(2), |n| "(\n  a = 1\n".repeat(n)),
    case("open parentheses in items", Body, Each(2), |n| "  a = (\n  b 1\n".repeat(n)),
    case("names in lists", Body, Each(1), |n| format!("a = [\n{}]\n", "b = 1,\n".repeat(n))),
    case("and", Body, Each(1), |n| format!("a = b{}\n", " and b".repeat(n))),
    case("not", Body, Each(2), |n| format!("a = [{}]\n", "not b ".repeat(n))),
];
