//! Random expressions in native syntax.

use super::variables::{FUNCTIONS, NAMES};
use crate::random::Random;

const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "=="];
const LITERALS: &[&str] = &[
    "1",
    "0",
    "-1",
    "2.5",
    "\"a\"",
    "\"x\"",
    "\"\"",
    "\"%s %d\"",
    "\"(\"",
    "\",\"",
    "true",
    "null",
    "[]",
    "{}",
    "\"[a-z]+\"",
    "\"2020-01-01T00:00:00Z\"",
    "\"10.0.0.0/8\"",
    "\"base64\"",
    "\"${x}\"",
    "1e400",
];
const TYPES: &[&str] = &[
    "string",
    "number",
    "bool",
    "list(string)",
    "set(number)",
    "map(bool)",
    "object({ x = number })",
    "any",
];
const STEPS: &[&str] = &[
    ".x", ".pw", ".y", ".nope", ".0", "[0]", "[1]", "[\"x\"]", "[*]", ".*", "[*].x", ".*.nope",
    "[*][0]", "[*].x.y", "[9]",
];

/// A random expression. `scope` has the names bound around it.
pub(super) fn expression(
    random: &mut Random,
    depth: usize,
    scope: &mut Vec<&'static str>,
) -> String {
    if depth == 0 {
        return leaf(random, scope);
    }
    let depth = depth - 1;
    match random.below(16) {
        0 => leaf(random, scope),
        1 | 2 => {
            let (left, right) =
                (expression(random, depth, scope), expression(random, depth, scope));
            format!("({left} {} {right})", random.pick(OPERATORS))
        }
        3 => format!("{}{}", random.pick(&["!", "-"]), parenthesized(random, depth, scope)),
        4 => {
            let condition = expression(random, depth, scope);
            let (yes, no) = (expression(random, depth, scope), expression(random, depth, scope));
            format!("({condition} ? {yes} : {no})")
        }
        5 => format!("{}{}", parenthesized(random, depth, scope), random.pick(STEPS)),
        6 => {
            let of = parenthesized(random, depth, scope);
            format!("{of}[{}]", expression(random, depth, scope))
        }
        7 => {
            if random.percent(50) {
                format!("[{}]", list(random, depth, scope, ", "))
            } else {
                object(random, depth, scope)
            }
        }
        8 | 9 => for_expression(random, depth, scope),
        10 | 11 => template(random, depth, scope),
        _ => call(random, depth, scope),
    }
}

fn leaf(random: &mut Random, scope: &[&'static str]) -> String {
    match random.below(10) {
        0 | 1 => (*random.pick(LITERALS)).to_owned(),
        2 | 3 if !scope.is_empty() => (*random.pick(scope)).to_owned(),
        4 => format!("{}{}", random.pick(NAMES), random.pick(STEPS)),
        _ => (*random.pick(NAMES)).to_owned(),
    }
}

fn parenthesized(random: &mut Random, depth: usize, scope: &mut Vec<&'static str>) -> String {
    if random.percent(40) {
        (*random.pick(NAMES)).to_owned()
    } else {
        format!("({})", expression(random, depth, scope))
    }
}

fn list(
    random: &mut Random,
    depth: usize,
    scope: &mut Vec<&'static str>,
    separator: &str,
) -> String {
    let items: Vec<_> = (0..random.below(4)).map(|_| expression(random, depth, scope)).collect();
    items.join(separator)
}

fn object(random: &mut Random, depth: usize, scope: &mut Vec<&'static str>) -> String {
    let pairs = (0..random.below(3)).map(|_| {
        let key = match random.below(3) {
            0 => "x".to_owned(),
            1 => format!("\"${{{}}}\"", expression(random, depth, scope)),
            _ => format!("({})", expression(random, depth, scope)),
        };
        format!("{key} = {}", expression(random, depth, scope))
    });
    let pairs: Vec<_> = pairs.collect();
    format!("{{ {} }}", pairs.join(", "))
}

fn for_expression(random: &mut Random, depth: usize, scope: &mut Vec<&'static str>) -> String {
    let of = expression(random, depth, scope);
    let with_key = random.percent(50);
    let before = scope.len();
    scope.push("v");
    if with_key {
        scope.push("k");
    }
    let names = if with_key { "k, v" } else { "v" };
    let condition = if random.percent(30) {
        format!(" if {}", expression(random, depth, scope))
    } else {
        String::new()
    };
    let value = expression(random, depth, scope);
    let text = if random.percent(50) {
        format!("[for {names} in {of} : {value}{condition}]")
    } else {
        let key = expression(random, depth, scope);
        let dots = if random.percent(30) { "..." } else { "" };
        format!("{{for {names} in {of} : {key} => {value}{dots}{condition}}}")
    };
    scope.truncate(before);
    text
}

fn template(random: &mut Random, depth: usize, scope: &mut Vec<&'static str>) -> String {
    let part = expression(random, depth, scope);
    match random.below(5) {
        0 => format!("\"${{{part}}}\""),
        1 => format!("\"a ${{{part}}} ${{{}}}\"", expression(random, depth, scope)),
        2 => format!(
            "\"%{{ if {part} }}a${{{}}}%{{ else }}b%{{ endif }}\"",
            expression(random, depth, scope)
        ),
        _ => {
            let before = scope.len();
            scope.extend(["v", "k"]);
            let inner = expression(random, depth, scope);
            scope.truncate(before);
            format!("\"%{{ for k, v in {part} }}${{{inner}}},%{{ endfor }}\"")
        }
    }
}

fn call(random: &mut Random, depth: usize, scope: &mut Vec<&'static str>) -> String {
    let (name, most) = random.pick(&FUNCTIONS);
    let spare = usize::from(random.percent(5));
    let count = if random.percent(80) { *most } else { random.below(most + 1) } + spare;
    let mut arguments: Vec<_> = (0..count).map(|_| expression(random, depth, scope)).collect();
    if name == "templatestring" && arguments.len() > 1 {
        arguments[1] = format!("{{ x = {} }}", arguments[1]);
    }
    if name == "convert" && arguments.len() > 1 {
        arguments[1] = (*random.pick(TYPES)).to_owned();
    }
    if name == "templatestring" && !arguments.is_empty() && random.percent(70) {
        arguments[0] = (*random.pick(&["s", "tm", "tn", "le[1]"])).to_owned();
    }
    let dots = if !arguments.is_empty() && random.percent(8) { "..." } else { "" };
    format!("{name}({}{dots})", arguments.join(", "))
}
