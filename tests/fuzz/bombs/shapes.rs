//! Random sources that repeat a few tokens, and random spec files whose specs use each other.

use crate::grammar::Random;

/// Pieces of sources: parts of items, values and comments, with and without their ends.
const UNITS: &[&str] = &[
    "a = ",
    "a = [",
    "later = {",
    "b {\n",
    "b \"l\" {\n",
    "}\n",
    "}",
    "]",
    "(",
    ")",
    "x = 1 # c\n",
    "long_name = 10\n",
    "prot = 1\n",
    "aa = 1\n",
    "# c\n",
    "/* c\n",
    "*/",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\t",
    "x",
    "1",
    "x.0",
    "x[0]",
    ".*.y",
    "[*]",
    "-",
    "!",
    "x == 1 ? ",
    "1 : ",
    "\"",
    "\"s\"",
    "\"${",
    "}\"",
    "%{ if x }",
    "%{ endif }",
    "<<E\n",
    "<<-E\n  ",
    "E\n",
    "f(",
    ", ",
    ",\n",
    "=",
    "'",
    ";",
    "é",
    "[for x in y: ",
    "{ for x in y: x => ",
    "...",
];

/// The maximum length of a source in bytes.
const MOST_BYTES: u32 = 200_000;

/// The maximum number of named specs, and of named values, in a spec file.
const MOST_NAMED: u32 = 30;

/// Returns one to three repetitions of a few pieces.
pub(crate) fn source(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..=random.below(3) {
        let count = 1 + random.below(4);
        let unit: String = (0..count).map(|_| random.pick(UNITS)).collect();
        let most = MOST_BYTES / 3 / unit.len() as u32;
        let times = match random.below(3) {
            0 => random.below(10),
            1 => random.below(most.min(600)),
            _ => most,
        };
        text += &unit.repeat(times as usize);
    }
    text
}

/// Returns a spec file. Its named specs use later ones twice, and themselves in blocks.
pub(crate) fn spec_file(seed: u64) -> String {
    let mut random = Random(seed);
    let (specs, values) = (1 + random.below(MOST_NAMED), 1 + random.below(MOST_NAMED));
    let mut text = format!("variables {{\n  bomb = {}\n}}\n", value(&mut random));
    text += "object {\n  block \"root\" {\n    use { spec = \"s0\" }\n  }\n  attr \"value\" {\n    \
         use { value = \"v0\" }\n  }\n}\n";
    for index in 0..specs {
        let blocks = (0..=random.below(3)).map(|name| {
            let kind =
                random.pick(&["block", "block_tuple", "block_list", "block_map", "block_set"]);
            let labels = if kind == "block_map" { "labels = [\"key\"]\n" } else { "" };
            let extra = extra(&mut random);
            let (used, required) = (used(&mut random, index, specs), random.pick(&["", "true"]));
            let required = match (kind, required) {
                (_, "") | ("block_map", _) => "",
                ("block", _) => "required = true\n",
                _ => "min_items = 1\n",
            };
            format!(
                "{kind} \"b{name}\" {{\n{labels}{required}{extra}use {{ spec = \"s{used}\" }}\n}}\n"
            )
        });
        let blocks: String = blocks.collect();
        text += &format!(
            "spec \"s{index}\" {{\nobject {{\nattr \"a\" {{\n{}}}\n{blocks}}}\n}}\n",
            argument(&mut random)
        );
    }
    for index in 0..values {
        let attributes = (0..=random.below(3)).map(|name| {
            let (open, close) = random.pick(&[("", ""), ("list {\n", "}\n"), ("map {\n", "}\n")]);
            let optional = random.pick(&["", "optional = true\n"]);
            let next = index + 1 + random.below(2);
            let inner = if next < values {
                format!("{open}use {{ value = \"v{next}\" }}\n{close}")
            } else {
                "type = string\n".to_owned()
            };
            format!("attribute \"a{name}\" {{\n{optional}{inner}}}\n")
        });
        let attributes: String = attributes.collect();
        text += &format!("value \"v{index}\" {{\nobject {{\n{attributes}}}\n}}\n");
    }
    text
}

/// Returns an expression for a value of a spec file, sometimes a large one.
fn value(random: &mut Random) -> String {
    let (count, other) = (random.pick(COUNTS), random.pick(COUNTS));
    random
        .pick(&[
            "1",
            "\"s\"",
            "[for i in range(COUNT) : i * 1e78000]",
            "[for i in range(COUNT) : 1 / 3 + i]",
            "[for i in range(COUNT) : [for j in range(OTHER) : i]]",
            "join(\" \", [for i in range(COUNT) : format(\"%1000s\", i)])",
            "join(\"\", [for i in range(COUNT) : format(\"%-1000s\", i)])",
            "join(\"```\\n<b>\", [for i in range(COUNT) : \"# word ${i}\"])",
            "join(\"\\n\", [for i in range(COUNT) : join(\" \", range(OTHER))])",
            "{ for i in range(COUNT) : \"k${i}\" => text }",
            "nested(12)",
            "pow(2, 260000)",
        ])
        .replace("COUNT", count)
        .replace("OTHER", other)
}

const COUNTS: &[&str] = &["1", "10", "100", "1000"];

/// Returns documentation, sometimes long.
fn extra(random: &mut Random) -> String {
    match random.below(12) {
        0 => format!("docs = tostring({})\n", value(random)),
        1 => format!("examples = [tostring({})]\n", value(random)),
        _ => String::new(),
    }
}

/// Returns the arguments of an attribute, sometimes with large values.
fn argument(random: &mut Random) -> String {
    let value = match random.below(3) {
        0 => value(random),
        _ => "1".to_owned(),
    };
    let required = random.pick(&["", "required = true\n"]);
    let own = match random.below(6) {
        0 => format!("default = {value}\n"),
        1 => format!("type = number\none_of = flatten([{value}])\n"),
        2 => format!("type = string\n{required}one_of = flatten([{value}])\n"),
        3 => format!("type = number\nmin = {value}\n{required}"),
        4 => format!("use {{ value = \"v0\" }}\n{required}"),
        _ => format!("type = string\n{required}"),
    };
    own + &extra(random)
}

/// Returns spec files that exhausted the machine, with their names.
pub(crate) fn known_spec_files() -> impl Iterator<Item = (&'static str, String)> {
    const NUMBERS: &str = "[for i in range(1000): i * 1e78000]";
    const DOCS: &str = "join(\" \", [for i in range(1000): format(\"%1000s\", i)])";
    const SHARED_DOCS: &str = "join(\" \", [for i in range(100): join(\" \", range(1000))])";
    const MANY: &str = "flatten([for i in range(10): [for j in range(1000): i]])";
    let attr =
        |arguments: String| format!("object {{\n  attr \"a\" {{\n    {arguments}\n  }}\n}}\n");
    [
        ("numbers as allowed values", attr(format!("type = number\none_of = {NUMBERS}"))),
        ("numbers as a default", attr(format!("default = {NUMBERS}"))),
        ("numbers as a literal", format!("literal {{\n  value = {NUMBERS}\n}}\n")),
        (
            "numbers as a variable",
            format!("variables {{\n  a = {NUMBERS}\n}}\n{}", attr(String::new())),
        ),
        ("numbers as allowed strings", attr(format!("type = string\none_of = {NUMBERS}"))),
        ("long documentation", attr(format!("docs = {DOCS}"))),
        ("shared documentation", recursive(&format!("docs = {SHARED_DOCS}"))),
        ("many allowed values", recursive(&format!("type = number\none_of = {MANY}"))),
    ]
    .into_iter()
    .chain(
        ["block", "block_tuple", "block_list", "block_set"].map(|kind| (kind, doubled_specs(kind))),
    )
    .chain([("doubled values", doubled_values())])
}

/// Returns a spec file whose attribute is in blocks that contain each other.
fn recursive(argument: &str) -> String {
    let blocks = r#"block_map "b0" {
labels = ["key"]
use { spec = "s" }
}
block_tuple "b1" {
use { spec = "s" }
}
"#;
    let spec = format!("object {{\nattr \"a\" {{\n{argument}\n}}\n{blocks}}}\n");
    format!("spec \"s\" {{\n{spec}}}\n{spec}")
}

/// Returns forty named specs, each with two blocks of the next one.
fn doubled_specs(kind: &str) -> String {
    let use_of = |index: usize| format!("use {{ spec = \"s{index}\" }}\n");
    let mut text = format!("object {{\n  block \"root\" {{\n{}  }}\n}}\n", use_of(0));
    for index in 0..40 {
        let blocks =
            ["b0", "b1"].map(|name| format!("{kind} \"{name}\" {{\n{}}}\n", use_of(index + 1)));
        text += &format!("spec \"s{index}\" {{\nobject {{\n{}}}\n}}\n", blocks.concat());
    }
    text + "spec \"s40\" {\nobject {\nattr \"a\" {\ntype = object({ x = optional(string) })\n}\n}\n}\n"
}

/// Returns forty named values, each with two attributes of the next one.
fn doubled_values() -> String {
    let mut text = "object {\n  attr \"value\" {\n    use { value = \"v0\" }\n  }\n}\n".to_owned();
    for index in 0..40 {
        let attributes = ["a0", "a1"].map(|name| {
            format!("attribute \"{name}\" {{\nuse {{ value = \"v{}\" }}\n}}\n", index + 1)
        });
        text += &format!("value \"v{index}\" {{\nobject {{\n{}}}\n}}\n", attributes.concat());
    }
    text + "value \"v40\" {\ntype = string\n}\n"
}

/// Returns the index of the spec that a block of another one uses: mostly one of the next two.
fn used(random: &mut Random, index: u32, count: u32) -> u32 {
    match random.below(4) {
        0 => random.below(count),
        _ => (index + 1 + random.below(2)).min(count - 1),
    }
}
