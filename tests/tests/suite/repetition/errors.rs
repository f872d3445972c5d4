//! Reports of wrong repetitions.

use std::collections::BTreeMap;

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::decode::Instances;
use hcldyn::diag::{Report, Style};
use hcldyn::{Decoder, EvalContext, HclDecode, Limits, functions};

#[derive(HclDecode)]
#[allow(dead_code, reason = "never decoded")]
struct Config {
    #[hcl(for_each, count, matrix)]
    disk: BTreeMap<String, Instances<Disk>>,
}

#[derive(HclDecode)]
#[allow(dead_code, reason = "never decoded")]
struct Disk {
    size: u32,
}

fn context() -> EvalContext {
    let secret = Value::object([("a", Value::from(1))]).mark(Mark::sensitive());
    EvalContext::new()
        .with_functions(functions::all())
        .with_variable("secret", secret)
        .with_variable("password", Value::from("x").mark(Mark::sensitive()))
        .with_variable("none", Value::null(Type::map(Type::String)))
        .with_variable("number", 3)
}

/// Returns the reports for the repetition of a block.
fn report(repetition: &str) -> String {
    let text = format!("disk \"a\" {{\n{repetition}\n  size = 1\n}}\n");
    let decoder = Decoder::new().context(context()).references("disk").text("a.hcl", text);
    let diags = decoder.decode::<Config>().err().unwrap();
    assert_eq!(diags.len(), 1, "{diags}");
    Report::new(&diags).style(Style::Plain).to_string()
}

#[test]
fn wrong_collections_are_reported_once() {
    let wrong = [
        "  for_each = [\"a\", \"b\"]",
        "  for_each = toset([1, 2])",
        "  for_each = toset([\"a\", null])",
        "  for_each = none",
        "  for_each = null",
        "  for_each = number",
        "  for_each = secret",
        "  for_each = missing",
    ];
    insta::assert_snapshot!(wrong.map(report).join("\n"));
}

#[test]
fn wrong_numbers_are_reported_once() {
    let wrong = [
        "  count = -1",
        "  count = 1.5",
        "  count = \"many\"",
        "  count = null",
        "  count = password",
    ];
    insta::assert_snapshot!(wrong.map(report).join("\n"));
}

#[test]
fn wrong_matrices_are_reported_once() {
    let wrong = [
        "  matrix = [1]",
        "  matrix = { os = \"linux\" }",
        "  matrix = { os = [{ name = \"linux\" }] }",
        "  matrix = { os = [\"linux\", \"bsd\"] }\n  name   = \"app\"",
        "  matrix = { os = [\"linux\"] }\n  name   = null",
        "  matrix = { os = [\"linux\"] }\n  name   = password",
        "  matrix = { os = [\"linux\"] }\n  name   = [os]",
        "  name   = \"app\"",
    ];
    insta::assert_snapshot!(wrong.map(report).join("\n"));
}

#[test]
fn a_wrong_matrix_is_one_error_in_a_block_that_uses_it() {
    let wrong = [
        "  matrix = { os = 1 }",
        "  matrix = { os = [1, 2] }\n  name   = \"app\"",
        "  matrix = { os = [1, 2] }\n  name   = null",
        "  matrix = { os = [[]] }",
    ];
    for matrix in wrong {
        let text = format!("disk \"a\" {{\n{matrix}\n  size = os\n}}\n");
        let decoder = Decoder::new().references("disk").text("a.hcl", text);
        let diags = decoder.decode::<Config>().err().unwrap();
        assert_eq!(diags.len(), 1, "{diags}");
        assert!(diags.to_string().contains("Invalid matrix"), "{diags}");
    }
}

#[test]
fn two_repetitions_of_a_block_are_an_error() {
    insta::assert_snapshot!(report("  count    = 1\n  for_each = {}"));
}

#[test]
fn a_mistake_in_an_instance_shows_its_variables() {
    insta::assert_snapshot!(report("  for_each = { x = 1 }\n  speed = each.key"));
}

#[test]
fn variables_of_a_repetition_are_undefined_without_it() {
    let text = "disk \"a\" {\n  size = count.index\n}\n";
    let decoder = Decoder::new().context(context()).references("disk").text("a.hcl", text);
    let diags = decoder.decode::<Config>().err().unwrap();
    insta::assert_snapshot!(Report::new(&diags).style(Style::Plain));
}

#[test]
fn too_many_instances_are_one_error() {
    let limits = Limits::default().with_generated_blocks(1_000);
    let text = "disk \"a\" {\n  count = 1000000000000\n  size = 1\n}\ndisk \"b\" {\n  count = 5\n  size = 1\n}\n";
    let decoder = Decoder::new().context(context().with_limits(limits)).references("disk");
    let diags = decoder.text("a.hcl", text).decode::<Config>().err().unwrap();
    insta::assert_snapshot!(Report::new(&diags).style(Style::Plain));
}

/// Each level has ten times the instances of the level above it, as in an attack on parsers of XML.
#[test]
fn a_bomb_of_collections_is_one_error() {
    let level = |from: &str, name: &str| {
        format!(
            "disk \"{name}\" {{\n  for_each = {{ for it in setproduct({from}, range(10)) : jsonencode(it) => 1 }}\n  size = 1\n}}\n"
        )
    };
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let levels = names.windows(2).map(|it| level(&format!("keys(disk.{})", it[0]), it[1]));
    let text = level("[\"x\"]", "a") + &levels.collect::<String>();
    let limits = Limits::default().with_generated_blocks(2_000);
    let decoder = Decoder::new().context(context().with_limits(limits)).references("disk");
    let diags = decoder.text("a.hcl", text).decode::<Config>().err().unwrap();
    let expected = "a.hcl:14:14: error: Too many generated blocks; This collection exceeds the limit of 2,000 generated blocks; no further blocks are generated.";
    assert_eq!(diags.to_string(), expected);
}
