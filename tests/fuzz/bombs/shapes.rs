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
    let mut text =
        "object {\n  block \"root\" {\n    use { spec = \"s0\" }\n  }\n  attr \"value\" {\n    \
         use { value = \"v0\" }\n  }\n}\n"
            .to_owned();
    for index in 0..specs {
        let blocks = (0..=random.below(3)).map(|name| {
            let kind =
                random.pick(&["block", "block_tuple", "block_list", "block_map", "block_set"]);
            let labels = if kind == "block_map" { "labels = [\"key\"]\n" } else { "" };
            let (used, required) = (used(&mut random, index, specs), random.pick(&["", "true"]));
            let required = match (kind, required) {
                (_, "") | ("block_map", _) => "",
                ("block", _) => "required = true\n",
                _ => "min_items = 1\n",
            };
            format!("{kind} \"b{name}\" {{\n{labels}{required}use {{ spec = \"s{used}\" }}\n}}\n")
        });
        let blocks: String = blocks.collect();
        text += &format!(
            "spec \"s{index}\" {{\nobject {{\nattr \"a\" {{ type = string }}\n{blocks}}}\n}}\n"
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

/// Returns the index of the spec that a block of another one uses: mostly one of the next two.
fn used(random: &mut Random, index: u32, count: u32) -> u32 {
    match random.below(4) {
        0 => random.below(count),
        _ => (index + 1 + random.below(2)).min(count - 1),
    }
}
