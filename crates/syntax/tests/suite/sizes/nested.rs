//! Sources of nested parts, deeper than allowed.

use super::Errors::{Each, Few, None};
use super::Parse::{Body, Expression, Template};
use super::{Case, around, case};

pub(super) const CASES: &[Case] = &[
    case("parens", Expression, Few, |n| around("(", "1", ")", n)),
    case("parens, open", Expression, Few, |n| "(".repeat(n)),
    case("tuples", Expression, Few, |n| around("[", "1", "]", n)),
    case("tuples, open", Expression, Few, |n| "[".repeat(n)),
    case("tuples on lines", Expression, Few, |n| around("[\n", "1\n", "]\n", n)),
    case("objects", Expression, Few, |n| around("{ a = ", "1", "}", n)),
    case("objects, open", Expression, Few, |n| "{ a = ".repeat(n)),
    case("objects on lines", Expression, Few, |n| around("{\na = ", "1", "\n}", n)),
    case("objects on lines, open", Body, Each(2), |n| format!("a = {}", "{\na = ".repeat(n))),
    case("objects as keys", Expression, Few, |n| around("{(", "1", ") = 1}", n)),
    case("braces alone", Expression, Few, |n| "{".repeat(n)),
    case("tuples of objects", Expression, Few, |n| around("[{ a = ", "1", "}]", n)),
    case("blocks", Body, Each(1), |n| around("b {\n", "", "}\n", n)),
    case("blocks, open", Body, Each(1), |n| "b {\n".repeat(n)),
    case("blocks, indented", Body, Each(1), |n| {
        let n = n.min(2_000);
        let start: String = (0..n).map(|at| format!("{}b {{\n", " ".repeat(at))).collect();
        start + &(0..n).rev().map(|at| format!("{}}}\n", " ".repeat(at))).collect::<String>()
    }),
    case("blocks on a line", Body, Each(1), |n| around("b { ", "", "}", n)),
    case("labels, then blocks", Body, Each(1), |n| around("b \"l\" {\n", "", "}\n", n)),
    case("interpolations", Expression, Few, |n| around("\"${", "1", "}\"", n)),
    case("interpolations, open", Expression, Few, |n| "\"${".repeat(n)),
    case("interpolations in a body, open", Body, Few, |n| format!("a = {}", "\"${".repeat(n))),
    case("sequences of a template, open", Template, Few, |n| "${\"".repeat(n)),
    case("heredocs, open", Expression, Few, |n| "<<E\n${".repeat(n)),
    case("if", Template, Each(1), |n| around("%{ if a }", "x", "%{ endif }", n)),
    case("if, open", Template, Each(2), |n| "%{ if a }".repeat(n)),
    case("if, in quotes", Expression, Each(1), |n| {
        format!("\"{}\"", around("%{ if a }", "x", "%{ endif }", n))
    }),
    case("if in if", Template, Few, |n| "%{ if \"".repeat(n)),
    case("else", Template, Each(2), |n| format!("%{{ if a }}{}", "%{ else }%{ if a }".repeat(n))),
    case("for in a template", Template, Each(1), |n| {
        around("%{ for a in b }", "x", "%{ endfor }", n)
    }),
    case("splats", Expression, Few, |n| format!("a{}", "[*]".repeat(n))),
    case("attribute splats", Expression, Each(1), |n| format!("a{}", ".*".repeat(n))),
    case("attribute splats and indexes", Expression, Few, |n| format!("a{}", ".*[0]".repeat(n))),
    case("indexes in a row", Expression, Few, |n| format!("a{}", "[0]".repeat(n))),
    case("indexes", Expression, Few, |n| around("a[", "1", "]", n)),
    case("indexes, open", Expression, Few, |n| "a[".repeat(n)),
    case("not", Expression, Few, |n| format!("{}a", "!".repeat(n))),
    case("minus", Expression, Few, |n| format!("{}a", "-".repeat(n))),
    case("minus alone", Expression, Few, |n| "- ".repeat(n)),
    case("conditionals", Expression, Few, |n| around("a ? ", "1", " : 2", n)),
    case("conditionals, open", Expression, Few, |n| "a ? ".repeat(n)),
    case("conditionals in a row", Expression, Few, |n| format!("{}1", "a ? 1 : ".repeat(n))),
    case("calls", Expression, Few, |n| around("f(", "1", ")", n)),
    case("calls, open", Expression, Few, |n| "f(".repeat(n)),
    case("for", Expression, Few, |n| around("[for a in ", "b", " : c]", n)),
    case("for, open", Expression, Few, |n| "[for a in ".repeat(n)),
    case("for of an object, open", Expression, Few, |n| "{for a in ".repeat(n)),
    case("rising precedence", Expression, None, |n| {
        format!("{}1", "1 || 1 && 1 == 1 < 1 + 1 * ".repeat(n))
    }),
    case("all brackets, open", Body, Few, |n| format!("a = {}", "([{a=f(a[\"${".repeat(n))),
    case("closing brackets", Expression, Few, |n| ")]}".repeat(n)),
    case("closing brackets in a body", Body, Each(1), |n| "}\n".repeat(n)),
];
