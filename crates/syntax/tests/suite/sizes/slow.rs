//! Sources that take more than linear time, or much longer than others of their size.

use super::Errors::{Each, Few};
use super::Parse::{Body, Expression, Template};
use super::{Case, around, case, numbered};

pub(super) const CASES: &[Case] = &[
    case("nested heredocs", Expression, Few, |n| around("<<E\n${", "1", "}\nE\n", n)),
    case("nested heredocs, closed once", Expression, Few, |n| {
        format!("{}\nE\n", "<<E\n${".repeat(n))
    }),
    case("if, then endfor", Template, Each(2), |n| around("%{ if a }", "", "%{ endfor }", n)),
    case("shifts on a line", Expression, Few, |n| format!("1{}", " << a".repeat(n))),
    case("shifts on lines", Body, Each(2), |n| numbered(n, |at| format!("a = 1 << E{at}\n"))),
    case("long lines in deep brackets", Body, Few, |n| {
        let parens = "(".repeat(490);
        format!("a = {parens}1\nb{} {{\n}}\n", " l".repeat(n))
    }),
    case("heredocs after spaces", Body, Each(2), |n| numbered(n, |at| format!("a = << E{at}\n"))),
];
