//! Structs that are read from a body field by field, compared with structs converted from the decoded value. JSON that is
//! written item by item, compared with that of the value.

#[expect(dead_code, reason = "the fields are only compared as Debug shows them")]
mod types;

use std::fmt::Debug;

use hcldyn::body::Body;
use hcldyn::cty::json::to_present_json;
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{Spec, decode, decode_to_json, decode_with_origin};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, from_body, parse_body};

use crate::random::Random;
use crate::random_configurations::configuration;
use crate::random_specs::RandomSpec;

/// Expressions in place of a value.
const VALUES: [&str; 32] = [
    "null",
    "\"\"",
    "\"a\"",
    "\"7\"",
    "7",
    "300",
    "-1",
    "1.5",
    "true",
    "\"true\"",
    "[]",
    "[1, 2]",
    "[\"a\", null]",
    "{}",
    "{ a = \"b\" }",
    "{ host = \"h\" }",
    "[{ host = \"h\", port = 70000 }]",
    "text",
    "number",
    "unknown",
    "secret",
    "failed",
    "nothing",
    "list",
    "missing",
    "\"${text}-${number}\"",
    "number + 1",
    "text + 1",
    "[for x in list : x]",
    "<<E\nline\nE",
    "it.key",
    "it.value",
];

/// Collections of `dynamic` blocks, and expressions that are none.
const COLLECTIONS: [&str; 14] = [
    "[1]",
    "[1, 2]",
    "[\"a\", 300, null]",
    "[]",
    "{ a = 1 }",
    "{}",
    "list",
    "[for x in list : x]",
    "[secret]",
    "secrets",
    "unknown",
    "failed",
    "nothing",
    "missing",
];

/// Decodes a random configuration in two ways: into a struct, or to the value of a random spec. Returns the configuration
/// with both results if they differ.
pub fn run(seed: u64, index: u64) -> Option<String> {
    let case = Case { seed, index, random: Random::new(seed, index ^ 0x5eed) };
    match index % 9 {
        0 => case.compare::<types::Plain>(),
        1 => case.compare::<types::Nested>(),
        2 => case.compare::<types::Special>(),
        3 => case.compare::<types::Checked>(),
        4 => case.compare::<types::Ruled>(),
        5 => case.compare::<types::Labelless>(),
        6 => case.compare::<types::Related>(),
        _ => case.compare_values(&RandomSpec::new(seed, index).spec()),
    }
}

/// Writes the JSON of a random configuration item by item, with and without all its `dynamic` blocks expanded, and compares
/// it with that of the value. Returns how many of both could be written, or the configuration if they differ.
pub fn run_json(seed: u64, index: u64) -> Result<usize, String> {
    let mut case = Case { seed, index, random: Random::new(seed, index ^ 0x1e55) };
    let spec = match index % 9 {
        0 => types::Plain::spec(),
        1 => types::Nested::spec(),
        2 => types::Special::spec(),
        3 => types::Checked::spec(),
        4 => types::Ruled::spec(),
        5 => types::Labelless::spec(),
        6 => types::Related::spec(),
        _ => RandomSpec::new(seed, index).spec(),
    };
    let text = if case.random.percent(50) { case.text(&spec) } else { case.generated(&spec) };
    let ctx = context();
    let body = parse_body(&Source::new("a.hcl", &text), &mut Diagnostics::new());
    let mut written = 0;
    for body in [&body, &dynblock::expand(&body, &ctx)] {
        let Some(json) = decode_to_json(body, &spec, &ctx) else { continue };
        written += 1;
        match json_of_value(body, &spec, &ctx) {
            Some(expected) if json == expected => {}
            expected => return Err(format!("--- {text}\n--- {json}\n--- {expected:?}")),
        }
    }
    Ok(written)
}

/// Returns the JSON of a value, if decoding it reports nothing.
fn json_of_value(body: &Body, spec: &Spec, ctx: &EvalContext) -> Option<String> {
    let mut diags = Diagnostics::new();
    let value = decode_with_origin(body, spec, ctx, &mut diags).value;
    to_present_json(&value).ok().filter(|_| diags.is_empty())
}

struct Case {
    seed: u64,
    index: u64,
    random: Random,
}

impl Case {
    fn compare<T: HclDecode + Debug>(mut self) -> Option<String> {
        let spec = T::spec();
        let text = self.text(&spec);
        let source = Source::new("a.hcl", &text);
        let ctx = context();

        let mut diags = Diagnostics::new();
        let body = parse_body(&source, &mut diags);
        let read = from_body::<T>(&body, &ctx, &mut diags);
        let read = shown(read.as_ref(), &diags);

        let mut diags = Diagnostics::new();
        let body = parse_body(&source, &mut diags);
        let errors = diags.error_count();
        let decoded = decode_with_origin(&body, &spec, &ctx, &mut diags);
        let converted = T::from_decoded(decoded, &mut diags);
        let has_errors = diags.error_count() > errors;
        let converted = shown(converted.as_ref().filter(|_| !has_errors), &diags);
        if let Some(difference) = difference(&text, &read, &converted) {
            return Some(difference);
        }
        self.compare_values(&spec)
    }

    /// Decodes a random configuration to a value, alone and with origins.
    fn compare_values(mut self, spec: &Spec) -> Option<String> {
        let text = self.text(spec);
        let source = Source::new("a.hcl", &text);
        let ctx = context();

        let mut diags = Diagnostics::new();
        let body = parse_body(&source, &mut diags);
        let value = decode(&body, spec, &ctx, &mut diags);
        let alone = shown(Some(&value), &diags);

        let mut diags = Diagnostics::new();
        let body = parse_body(&source, &mut diags);
        let value = decode_with_origin(&body, spec, &ctx, &mut diags).value;
        // The value alone comes without the errors inside blocks with a wrong number of labels, as in the reference.
        let is_mislabeled = diags.iter().any(|problem| problem.code.contains("label"));
        let with_origin = shown(Some(&value), &diags);
        if is_mislabeled { None } else { difference(&text, &alone, &with_origin) }
    }

    /// Returns a random configuration of a spec, often with mistakes.
    fn text(&mut self, spec: &Spec) -> String {
        let mut text = configuration(&spec.outline(), self.seed, self.index);
        for _ in 0..self.random.below(4) {
            text = self.changed(&text);
        }
        text
    }

    /// Returns a random configuration of a spec, in which `dynamic` blocks generate some blocks.
    fn generated(&mut self, spec: &Spec) -> String {
        let text = configuration(&spec.outline(), self.seed, self.index);
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        for _ in 0..self.random.below(3) {
            let at = self.random.below(lines.len().max(1));
            self.generate_block(&mut lines, at);
        }
        lines.join("\n") + "\n"
    }

    /// Returns the text with a random change, after which it may be invalid.
    fn changed(&mut self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            return "x = 1\n".to_owned();
        }
        let at = self.random.below(lines.len());
        match self.random.below(11) {
            8.. => self.generate_block(&mut lines, at),
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = self.random.below(lines.len());
                lines.swap(at, other);
            }
            3 => {
                let line = &mut lines[at];
                let length = self.random.below(line.len() + 1);
                if line.is_char_boundary(length) {
                    line.truncate(length);
                }
            }
            4 => lines[at] = lines[at].replacen(['a', 'e', 'i'], "", 1),
            _ => {
                let is_attribute = |line: &String| line.contains(" = ");
                let from = lines.iter().skip(at).position(is_attribute).map(|found| at + found);
                if let Some(at) = from.or_else(|| lines.iter().position(is_attribute)) {
                    let name = lines[at].split(" = ").next().unwrap_or_default();
                    lines[at] = format!("{name} = {}", self.random.pick(&VALUES));
                }
            }
        }
        let mut text = lines.join("\n");
        text.push('\n');
        text
    }
}

impl Case {
    /// Replaces the first block from a line on by a `dynamic` block that generates it.
    fn generate_block(&mut self, lines: &mut Vec<String>, at: usize) {
        let is_header = |line: &String| line.ends_with(" {");
        let Some(start) = lines.iter().skip(at).position(is_header).map(|found| at + found) else {
            return;
        };
        let mut depth = 0;
        let ends = |line: &String| {
            depth += i32::from(is_header(line)) - i32::from(line == "}");
            depth == 0
        };
        let Some(length) = lines.iter().skip(start).position(ends) else { return };
        let mut words = lines[start].trim_end_matches(" {").split(' ');
        let ty = words.next().unwrap_or_default();
        let labels: Vec<_> = words.collect();
        let mut header = vec![format!("dynamic \"{ty}\" {{")];
        header.push(format!("for_each = {}", self.random.pick(&COLLECTIONS)));
        if !labels.is_empty() && self.random.percent(90) {
            header.push(format!("labels = [{}]", labels.join(", ")));
        }
        if self.random.percent(70) {
            header.push("iterator = it".to_owned());
        }
        header.push("content {".to_owned());
        lines.insert(start + length, "}".to_owned());
        lines.splice(start..=start, header);
    }
}

fn difference(text: &str, first: &[String], second: &[String]) -> Option<String> {
    let shown = |lines: &[String]| lines.join("\n");
    (first != second).then(|| {
        format!("--- {text}\n--- item by item:\n{}\n--- whole:\n{}", shown(first), shown(second))
    })
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_variable("text", "t")
        .with_variable("number", 5)
        .with_variable("unknown", Value::dynamic())
        .with_variable("secret", Value::from("s").mark(Mark::sensitive()))
        .with_variable("secrets", Value::tuple(vec![Value::from(1)]).mark(Mark::sensitive()))
        .with_variable("failed", Value::dynamic().mark(Mark::reported()))
        .with_variable("nothing", Value::null(Type::Dynamic))
        .with_variable("list", Value::tuple(vec![Value::from(1), Value::from("b")]))
}

/// Returns the value, and the diagnostics with everything in them. Only the function that decodes the whole reports a value
/// that failed elsewhere.
fn shown<T: Debug>(value: Option<&T>, diags: &Diagnostics) -> Vec<String> {
    let mut lines = vec![format!("{value:?}")];
    let shown = diags.iter().filter(|problem| problem.code != "failed-earlier");
    lines.extend(shown.map(|problem| format!("{problem:?}")));
    lines
}
