//! The table of limits in ARCHITECTURE.md against the sources: each limit has the value of the constant that it names,
//! and each test that it names is there.

use std::path::{Path, PathBuf};

const TABLE: &str = "| of | limit | where | test |";

struct Row<'t> {
    limit: &'t str,
    place: Vec<&'t str>,
    tests: Vec<&'t str>,
}

#[test]
fn limits_are_those_of_the_constants() {
    let architecture = read("ARCHITECTURE.md");
    let mut constants = 0;
    for row in rows(&architecture) {
        // Where no constant is named, another crate has it.
        let [file, name] = row.place[..] else { continue };
        let value = value(&read_any(["", "hcldyn/src"], file), name);
        let spellings = spellings(value.unwrap_or_else(|| panic!("{file} has no {name}")));
        assert!(
            spellings.iter().any(|it| it == row.limit),
            "{name}: {spellings:?}, not {}",
            row.limit
        );
        constants += 1;
    }
    assert!(constants > 40, "{constants}");
}

#[test]
fn each_limit_has_a_test() {
    for row in rows(&read("ARCHITECTURE.md")) {
        assert!(!row.tests.is_empty(), "no test of {}", row.place.join(" "));
        let mut file = "limits/boundaries.rs";
        for name in row.tests {
            if name.ends_with(".rs") {
                file = name;
                continue;
            }
            let function = format!("fn {}(", name.rsplit("::").next().unwrap());
            let text = read_any(["", "tests/tests/suite", "hcldyn/src"], file);
            let before = text.split(&function).next().filter(|before| before.len() < text.len());
            let before = before.unwrap_or_else(|| panic!("{file} has no {name}"));
            assert!(before.trim_end().ends_with("#[test]"), "{name} in {file} is no test");
            file = "limits/boundaries.rs";
        }
    }
}

fn rows(architecture: &str) -> impl Iterator<Item = Row<'_>> {
    let (_, table) = architecture.split_once(TABLE).unwrap();
    let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    lines.map(|line| {
        let [_, limit, place, tests] =
            line.trim_matches('|').splitn(4, '|').collect::<Vec<_>>()[..]
        else {
            panic!("{line} has not four cells");
        };
        Row { limit: limit.trim(), place: code_in(place), tests: code_in(tests) }
    })
}

/// What stands in backticks.
fn code_in(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The value of a constant in a source, or of a field in a literal.
fn value(source: &str, name: &str) -> Option<u64> {
    source.lines().find_map(|line| {
        let (_, rest) = line.split_once(&format!(" {name}: "))?;
        let expr = rest.split_once(" = ").map_or(rest, |(_, expr)| expr);
        evaluate(expr.trim_end_matches([';', ',']))
    })
}

fn evaluate(expr: &str) -> Option<u64> {
    let expr = expr.trim_end_matches(" as usize").trim_start_matches('(').trim_end_matches(')');
    if let Some((a, b)) = expr.split_once(" << ") {
        return Some(evaluate(a)? << evaluate(b)?);
    }
    if let Some((a, b)) = expr.split_once(" - ") {
        return Some(evaluate(a)? - evaluate(b)?);
    }
    match expr {
        "u32::MAX" => Some(u32::MAX.into()),
        digits => digits.replace('_', "").parse().ok(),
    }
}

/// How the table may write a number.
fn spellings(value: u64) -> Vec<String> {
    let mut spellings = vec![with_commas(value)];
    if value.is_power_of_two() {
        spellings.push(format!("2^{}", value.ilog2()));
    }
    for (unit, bits) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] {
        if value.trailing_zeros() >= bits {
            spellings.push(format!("{} {unit}", value >> bits));
        }
    }
    spellings
}

fn with_commas(value: u64) -> String {
    let digits = value.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(|group| str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(",")
}

/// The file that a path leads to from the first of some folders where there is one.
fn read_any<const N: usize>(folders: [&str; N], path: &str) -> String {
    let found = folders.iter().find(|folder| root().join(folder).join(path).is_file());
    read(&format!("{}/{path}", found.unwrap_or_else(|| panic!("there is no {path}"))))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path.trim_start_matches('/'))).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}
