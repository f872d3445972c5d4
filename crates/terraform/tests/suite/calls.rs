//! Modules that others use.

use hcldyn::Diagnostics;
use hcldyn_terraform::Loader;
use serde_json::json;

use crate::{Module, shown};

const INNER: &str = r#"
    variable "n" {
      type    = string
      default = "none"
    }
    resource "terraform_data" "z" { input = var.n }
    output "v" { value = "${var.n}-${path.module}" }
    output "w" { value = 1 }
"#;

#[test]
fn instances_of_modules_have_their_own_values() {
    let root = r#"
        module "m" {
          for_each = toset(["a", "b"])
          source   = "./inner"
          n        = each.key
        }
        output "o" { value = [module.m["a"].v, module.m["b"].v] }
    "#;
    let shown = shown(&[("main.tf", root), ("inner/main.tf", INNER)]);
    let planned = &shown["planned_values"];
    assert_eq!(planned["outputs"]["o"]["value"], json!(["a-inner", "b-inner"]));
    let wanted = json!([{
        "resources": [{
            "address": "module.m[\"a\"].terraform_data.z",
            "mode": "managed",
            "type": "terraform_data",
            "name": "z",
            "values": { "input": "a", "triggers_replace": null },
            "sensitive_values": {}
        }],
        "address": "module.m[\"a\"]"
    }]);
    assert_eq!(planned["root_module"]["child_modules"][0], wanted[0]);
}

#[test]
fn a_module_may_use_its_own_outputs() {
    let root = "module \"m\" {\n  source = \"./inner\"\n  n = module.m.w\n}\noutput \"o\" {\n  value = module.m.v\n}\n";
    let shown = shown(&[("main.tf", root), ("inner/main.tf", INNER)]);
    assert_eq!(shown["planned_values"]["outputs"]["o"]["value"], "1-inner");
}

#[test]
fn modules_from_elsewhere_are_unknown() {
    let root = "module \"m\" {\n  source = \"hashicorp/consul/aws\"\n  n = 1\n}\noutput \"o\" {\n  value = [1, module.m.id]\n}\n";
    let shown = shown(&[("main.tf", root)]);
    assert_eq!(shown["planned_values"]["outputs"]["o"], json!({ "sensitive": false }));
    let wanted = json!([
        { "path": "outputs.o", "waits_for": ["module.m.id"] },
        { "path": "module.m", "waits_for": ["hashicorp/consul/aws"] }
    ]);
    assert_eq!(shown["unknown"], wanted);
}

#[test]
fn initialised_folders_have_modules_from_elsewhere() {
    let root = "module \"m\" {\n  source = \"hashicorp/consul/aws\"\n}\noutput \"o\" {\n  value = module.m.v\n}\n";
    let manifest = r#"{"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"x","Dir":".terraform/modules/m"}]}"#;
    let shown = shown(&[
        ("main.tf", root),
        (".terraform/modules/modules.json", manifest),
        (".terraform/modules/m/main.tf", INNER),
    ]);
    let value = &shown["planned_values"]["outputs"]["o"]["value"];
    assert_eq!(value, "none-.terraform/modules/m");
}

#[test]
fn inputs_are_checked() {
    let errors = |input: &str| {
        let root = format!("module \"m\" {{\n  source = \"./inner\"\n  {input}\n}}\n");
        let inner = "variable \"n\" {\n  type = number\n}\n";
        Module::new(&[("main.tf", &root), ("inner/main.tf", inner)]).errors()
    };
    assert_eq!(errors("n = 1"), "");
    assert_eq!(
        errors("n = \"x\""),
        "main.tf:3:7: error: Wrong type; The value for the variable \"n\" has the wrong type: a number is required."
    );
    assert_eq!(
        errors(""),
        "main.tf:1:1: error: Missing value; The module requires a value for the variable \"n\". Add n = …"
    );
    assert_eq!(
        errors("n  = 1\n  nn = 2"),
        "main.tf:4:3: error: Undeclared variable; The module does not declare a variable \"nn\"."
    );
}

#[test]
fn sources_are_literal_and_lead_to_other_folders() {
    let errors = |source: &str| {
        let root = format!("module \"m\" {{\n  source = {source}\n}}\n");
        Module::new(&[("main.tf", &root)]).errors()
    };
    assert!(errors("local.x").starts_with("main.tf:2:12: error: Invalid module source; "));
    assert!(errors("\"./nope\"").starts_with("main.tf:2:12: error: Module not found; "));
    assert!(errors("\"./\"").starts_with("main.tf:2:12: error: Module cycle; "));
}

/// Returns folders of modules. Each uses the next one a number of times.
fn chain(length: usize, times: usize) -> Module {
    let call = |level: usize, index: usize| {
        format!("module \"m{index}\" {{\n  source = \"./../n{}\"\n}}\n", level + 1)
    };
    let text = |level: usize| {
        let calls = (0..times).map(|index| call(level, index)).collect();
        if level < length { calls } else { "locals {\n  a = 1\n}\n".to_owned() }
    };
    let files: Vec<_> =
        (0..=length).map(|level| (format!("n{level}/main.tf"), text(level))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    Module::new(&files)
}

/// Returns the number of modules in a chain, and the diagnostics.
fn loaded(chain: &Module) -> (usize, String) {
    let mut diags = Diagnostics::new();
    let tree = Loader::new().load(&chain.path().join("n0"), &mut diags);
    (tree.modules().len(), diags.to_string())
}

#[test]
fn modules_are_limited_in_depth_and_number() {
    assert_eq!(loaded(&chain(64, 1)), (65, String::new()));
    let (count, errors) = loaded(&chain(65, 1));
    assert_eq!(count, 65);
    assert!(errors.contains("A tree has at most 10000 modules, nested at most 64 levels deep."));
    assert_eq!(loaded(&chain(12, 2)), (8191, String::new()));
    assert_eq!(loaded(&chain(13, 2)).0, 10_000);
}
