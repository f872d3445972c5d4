//! Random templates, and runs of similar blocks.

use crate::random::Random;

/// Literals of all types.
const LITERALS: [&str; 12] = [
    "1",
    "-2.5",
    "true",
    "null",
    "\"\"",
    "\"a\"",
    "\"é \\n\\\"$${x}\\\"\"",
    "[1, \"b\"]",
    "[]",
    "{ a = 1 }",
    "{ \"a b\" = [null] }",
    "(3)",
];

/// Expressions that the blocks of a run share.
const SHARED: [&str; 5] =
    ["1 + 2", "max(1, 2)", "[for named in [1] : named]", "<<E\n  x\nE", "\"${upper(\"a\")}\""];

/// Returns items in native syntax.
pub(super) fn items(random: &mut Random) -> String {
    let mut text = String::new();
    for index in 0..1 + random.below(3) {
        if random.percent(60) {
            let value = if random.percent(50) { quoted(random) } else { heredoc(random) };
            text += &format!("result {{\n  value = {value}\n}}\n");
        }
        if random.percent(60) {
            run(random, index, &mut text);
        }
    }
    text
}

/// Adds two or more blocks with the same items.
fn run(random: &mut Random, index: usize, text: &mut String) {
    let has_other = random.percent(50);
    let (differs, other_differs) = (random.percent(70), random.percent(50));
    let shared = *random.pick(&SHARED);
    let (part, is_line) = (random.percent(30), !has_other && random.percent(20));
    let same = *random.pick(&LITERALS);
    for number in 0..2 + random.below(3) {
        let value = |random: &mut Random, differs: bool, same: &str| {
            if differs { (*random.pick(&LITERALS)).to_owned() } else { same.to_owned() }
        };
        let first = value(random, differs, if is_line { same } else { shared });
        let name = if random.percent(80) { format!("n{index}{number}") } else { "n é".to_owned() };
        if is_line {
            *text += &format!("named \"{name}\" {{ value = {first} }}\n");
            continue;
        }
        *text += &format!("named \"{name}\" {{\n  value = {first}\n");
        if has_other {
            *text += &format!("  other = {}\n", value(random, other_differs, same));
        }
        if part {
            *text += &format!("  part {{\n    value = {}\n  }}\n", value(random, true, same));
        }
        *text += *random.pick(&["}\n", "}\n\n", "}\n", "}\n# named\n"]);
    }
}

fn quoted(random: &mut Random) -> String {
    let literals =
        ["a", " ", "\\n", "\\n", "  ", "\\t", "\\\"", "\\\\", "$${", "%%{", "é", "\\u00e9"];
    let mut inside = template(random, &literals, 2);
    if random.percent(70) {
        inside += "\\n";
    }
    format!("\"{inside}\"")
}

fn heredoc(random: &mut Random) -> String {
    let literals = ["a", " ", "\n", "\n", "\n  ", "  ", "\t", "\"", "\\", "$${", "%%{", "é", "EOT"];
    let open = *random.pick(&["<<", "<<-"]);
    let mut inside = template(random, &literals, 2);
    if !inside.is_empty() && !inside.ends_with('\n') {
        inside.push('\n');
    }
    format!("{open}END\n{inside}{}END", random.pick(&["", "  "]))
}

/// Returns literal characters and sequences.
fn template(random: &mut Random, literals: &[&str], depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(7) {
        let (before, after) = (*random.pick(&["", "", "~"]), *random.pick(&["", "", "~"]));
        match random.below(9) {
            0 => text += &format!("${{{before} 1 + 1 {after}}}"),
            1 => text += &format!("${{{before}\"x\"{after}}}"),
            2 if depth > 0 => {
                let condition = *random.pick(&["true", "false"]);
                let then = template(random, literals, depth - 1);
                text += &format!("%{{{before} if {condition} {after}}}{then}");
                if random.percent(50) {
                    text += &format!("%{{ else {after}}}{}", template(random, literals, depth - 1));
                }
                text += &format!("%{{{before} endif }}");
            }
            3 if depth > 0 => {
                let each = template(random, literals, depth - 1);
                text += &format!(
                    "%{{ for e in [1, 2] {after}}}{each}${{e}}%{{{before} endfor {after}}}"
                );
            }
            _ => text += random.pick::<&str>(literals),
        }
    }
    text
}
