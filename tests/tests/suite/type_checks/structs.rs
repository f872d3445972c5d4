//! Checks of the configuration of a struct.

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, HclDecode};

#[derive(HclDecode)]
#[expect(dead_code, reason = "the configurations are only checked")]
struct Config {
    port: u16,
    #[hcl(default)]
    names: Vec<String>,
    #[hcl(block, dynamic)]
    rule: Vec<Rule>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "the configurations are only checked")]
struct Rule {
    port: u16,
}

fn check(text: &str) -> String {
    let decoder = Decoder::new().inputs(Inputs::new()).text("a", text);
    decoder.check_inputs::<Config>(decoder.read_inputs()).to_string()
}

const VARIABLE: &str = "variable \"ports\" { type = list(number) }\n";

#[test]
fn unknown_values_make_no_errors() {
    let text = "port = var.ports[0]\nnames = [for x in var.ports : \"a${x}\"]\n";
    let rules =
        "dynamic \"rule\" {\n  for_each = var.ports\n  content {\n    port = rule.value\n  }\n}\n";
    assert_eq!(check(&format!("{VARIABLE}{text}{rules}")), "");
}

#[test]
fn types_of_fields() {
    let found = check(&format!("{VARIABLE}port = var.ports\n"));
    assert!(found.starts_with("a:2:8: error: Wrong type; "), "{found}");
    // Other values are known.
    let found = check(&format!("{VARIABLE}port = 70000\nnames = var.ports\n"));
    assert!(
        found.starts_with("a:2:8: error: Invalid value for \"port\": ") && !found.contains('\n'),
        "{found}"
    );
}

/// If nothing is missing, the configuration is decoded as it is.
#[test]
fn defaults_are_values() {
    let found =
        check("variable \"port\" {\n  type = number\n  default = 70000\n}\nport = var.port\n");
    assert!(found.starts_with("a:5:8: error: Invalid value for \"port\": "), "{found}");
}
