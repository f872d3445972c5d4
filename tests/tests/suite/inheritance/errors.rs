//! Reports of wrong inheritance.

use std::collections::BTreeMap;
use std::fmt::Write;

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, Limits};

#[derive(HclDecode)]
#[allow(dead_code, reason = "never decoded")]
struct Config {
    #[hcl(inherits)]
    disk: BTreeMap<String, Disk>,
}

#[derive(HclDecode)]
#[allow(dead_code, reason = "never decoded")]
struct Disk {
    size: u32,
    speed: Option<u32>,
}

fn decoder() -> Decoder {
    let ctx = EvalContext::new()
        .with_variable("password", Value::from("x").mark(Mark::sensitive()))
        .with_variable("later", Value::unknown(Type::String));
    Decoder::new().context(ctx)
}

fn problems(decoder: Decoder, text: &str) -> Diagnostics {
    decoder.text("a.hcl", text).decode::<Config>().err().unwrap()
}

/// Returns the report of the one error, with and without references between blocks.
fn report(text: &str) -> String {
    let report = |decoder| {
        let diags = problems(decoder, text);
        assert_eq!(diags.len(), 1, "{diags}");
        Report::new(&diags).style(Style::Plain).to_string()
    };
    let alone = report(decoder());
    assert_eq!(report(decoder().references("disk")), alone);
    alone
}

#[test]
fn unknown_parents_are_reported_once() {
    let text = |list: &str| {
        let base = "disk \"base\" {\n  size = 1\n}\n";
        format!(
            "{base}disk \"a\" {{\n  inherits = {list}\n}}\ndisk \"b\" {{\n  inherits = [\"a\"]\n}}\n"
        )
    };
    let wrong = ["[\"bas\"]", "[disk.missing]", "[\"base\", \"x\"]"];
    insta::assert_snapshot!(wrong.map(|list| report(&text(list))).join("\n"));
}

#[test]
fn wrong_lists_are_reported_once() {
    let text = |list: &str| {
        let base = "disk \"base\" {\n  size = 1\n}\n";
        format!("{base}disk \"a\" {{\n  inherits = {list}\n}}\n")
    };
    let wrong =
        ["\"base\"", "[null]", "[[\"base\"]]", "[password]", "[later]", "[\"a\" + 1]", "{ a = 1 }"];
    insta::assert_snapshot!(wrong.map(|list| report(&text(list))).join("\n"));
}

#[test]
fn cycles_are_reported_once() {
    let itself = "disk \"a\" {\n  inherits = [\"a\"]\n  size = 1\n}\n";
    let three = r#"disk "c" {
  inherits = ["a"]
}
disk "a" {
  inherits = ["b"]
}
disk "b" {
  inherits = ["c"]
}
disk "child" {
  inherits = ["b"]
}
"#;
    insta::assert_snapshot!([report(itself), report(three)].join("\n"));
}

#[test]
fn an_error_in_an_inherited_item_is_reported_once() {
    let text = r#"disk "base" {
  size = "x"
  sped = 1
}
disk "a" {
  inherits = ["base"]
}
disk "b" {
  inherits = ["a"]
}
"#;
    let diags = problems(decoder().references("disk"), text);
    insta::assert_snapshot!(Report::new(&diags).style(Style::Plain));
}

/// The missing attribute is reported for each block that misses it.
#[test]
fn a_missing_attribute_is_reported_in_the_block() {
    let text =
        "disk \"base\" {\n  size = 1\n}\ndisk \"a\" {\n  inherits = [\"b\"]\n}\ndisk \"b\" {}\n";
    let diags = problems(decoder(), text);
    insta::assert_snapshot!(Report::new(&diags).style(Style::Plain));
}

fn chain(levels: usize) -> String {
    let mut text = "disk \"d0\" {\n  size = 1\n}\n".to_owned();
    for level in 1..=levels {
        let before = level - 1;
        writeln!(text, "disk \"d{level}\" {{\n  inherits = [\"d{before}\", \"d{before}\"]\n}}")
            .unwrap();
    }
    text
}

#[test]
fn the_number_of_levels_is_limited() {
    let config = decoder().text("a.hcl", chain(64)).decode::<Config>();
    let disks = config.unwrap_or_else(|problems| panic!("{problems}")).value.disk;
    assert_eq!(disks["d64"].size, 1);
    insta::assert_snapshot!(report(&chain(65)));
}

/// Each block inherits from all blocks of the level before it.
#[test]
fn the_work_is_limited() {
    let mut text = "disk \"d0\" {\n  size = 1\n}\n".to_owned();
    let parents: Vec<_> = (0..300).map(|n| format!("\"p{n}\"")).collect();
    for n in 0..300 {
        writeln!(text, "disk \"p{n}\" {{\n  size = 1\n}}").unwrap();
    }
    writeln!(text, "disk \"hub\" {{\n  inherits = [{}]\n}}", parents.join(", ")).unwrap();
    for n in 0..300 {
        writeln!(text, "disk \"c{n}\" {{\n  inherits = [\"hub\"]\n}}").unwrap();
    }
    let ctx = EvalContext::new().with_limits(Limits::default().with_work(10_000));
    let diags = problems(Decoder::new().context(ctx), &text);
    let codes: Vec<_> = diags.iter().map(|it| it.code.as_ref()).collect();
    assert_eq!(codes, ["too-much-work"], "{diags}");
}
