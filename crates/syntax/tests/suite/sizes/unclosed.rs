//! Sources of many parts without an end.

use super::Errors::{Each, Few};
use super::Parse::{Body, Expression, Template};
use super::{Case, case, numbered};

pub(super) const CASES: &[Case] = &[
    case("parens", Body, Each(1), |n| "a = (\n".repeat(n)),
    case("tuples", Body, Each(1), |n| "a = [\n".repeat(n)),
    case("tuples with an element", Body, Each(1), |n| "a = [1, b\n".repeat(n)),
    case("calls", Body, Each(1), |n| "a = f(1,\n".repeat(n)),
    case("objects", Body, Each(2), |n| "a = {\n".repeat(n)),
    case("objects in blocks", Body, Each(2), |n| "b {\n  a = {\n}\n".repeat(n)),
    case("blocks", Body, Each(1), |n| "b {\n  a = 1\n".repeat(n)),
    case("headers", Body, Each(1), |n| "b \"l\"\n".repeat(n)),
    case("labels", Body, Each(1), |n| "b \"l\n".repeat(n)),
    case("strings", Body, Each(1), |n| "a = \"x\n".repeat(n)),
    case("strings in a tuple", Body, Each(1), |n| format!("a = [\n{}]\n", "\"x\n".repeat(n))),
    case("interpolations", Body, Each(1), |n| "a = \"${b\"\n".repeat(n)),
    case("interpolations on a line", Body, Each(1), |n| format!("a = {}\n", "\"${b \"".repeat(n))),
    case("interpolations in a tuple on a line", Body, Each(1), |n| {
        format!("a = [{}]\n", "\"${b \", ".repeat(n))
    }),
    case("interpolations of a template", Template, Each(1), |n| "${a\n".repeat(n)),
    case("interpolations of a template, a line", Template, Each(1), |n| "${a ".repeat(n)),
    case("directives", Body, Each(2), |n| "a = \"%{ if b\"\n".repeat(n)),
    case("directives without an end", Template, Each(2), |n| "%{ if a }\n".repeat(n)),
    case("comments", Body, Few, |n| "/* a\n".repeat(n)),
    case("comments after an expression", Body, Few, |n| "a = 1 /*\n".repeat(n)),
    case("comments in interpolations", Body, Each(2), |n| "a = \"${b /*\"\n".repeat(n)),
    case("comments in interpolations, a line", Body, Each(2), |n| "a = \"${b}${/*\"\n".repeat(n)),
    case("heredocs of one name", Body, Each(1), |n| "a = <<E\nx\n".repeat(n)),
    case("heredocs of different names", Body, Each(1), |n| {
        numbered(n, |at| format!("a = <<E{at}\nx\n"))
    }),
    case("heredocs of different names, closed at the end", Body, Each(1), |n| {
        numbered(n, |at| format!("a = <<E{at}\nx\n")) + &numbered(n, |at| format!("E{at}\n"))
    }),
    case("heredocs in a tuple", Body, Each(1), |n| {
        format!("a = [\n{}]\n", numbered(n, |at| format!("a <<E{at}\n")))
    }),
    case("heredocs in a tuple after commas", Body, Each(1), |n| {
        format!("a = [\n{}]\n", numbered(n, |at| format!("<<E{at}\n,\n")))
    }),
    case("heredocs in interpolations", Body, Each(2), |n| {
        numbered(n, |at| format!("a = \"${{<<E{at}\n"))
    }),
    case("headers with heredocs", Body, Each(2), |n| {
        format!("a = (\n{}", numbered(n, |at| format!("b l <<E{at}\n")))
    }),
    case("for", Body, Each(1), |n| "a = [for b in c :\n".repeat(n)),
    case("conditionals", Body, Each(1), |n| "a = b ?\n".repeat(n)),
    case("braces", Body, Each(1), |n| "b {\n  c {\n    a = 1\n  }\n".repeat(n)),
    case("braces too many", Body, Each(2), |n| "b {\n  c {\n  }\n  }\n}\n".repeat(n)),
    case("names alone", Body, Each(1), |n| "a\n".repeat(n)),
    case("closing brackets", Expression, Each(1), |n| format!("[{}]", "),".repeat(n))),
];
