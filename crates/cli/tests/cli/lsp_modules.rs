//! `hcldyn lsp --terraform`: modules of Terraform in an editor.

use serde_json::{Value, json};

use super::Files;
use super::lsp::Session;

const SCHEMA: &str = r#"{"provider_schemas": {"example": {"resource_schemas": {
    "disk": {"block": {"attributes": {
        "id": {"type": "string", "computed": true},
        "size": {"type": "number", "required": true, "description": "The size in gigabytes."},
        "token": {"type": "string", "optional": true, "sensitive": true}
    }}},
    "unused": {"block": {"attributes": {"size": {"type": "string", "optional": true}}}}
}}}}"#;

const MAIN: &str = r#"resource "disk" "d" {
  size = local.size
  
}
module "network" {
  source = "./network"
  zone   = "a"
}
output "id" {
  value = module.network.id
}
"#;

const NETWORK: &str = "variable \"zone\" {\n  type = string\n}\noutput \"id\" {\n  value = 1\n}\n";

fn files(name: &str) -> Files {
    Files::new(name)
        .with(".terraform/schema.json", SCHEMA)
        .with("main.tf", MAIN)
        .with("locals.tf", "locals {\n  size = 10\n}\n")
        .with("network/main.tf", NETWORK)
}

/// Asks about a place in the main file.
fn ask(session: &mut Session, method: &str, at: (usize, usize)) -> Value {
    let document = json!({"uri": session.uri("main.tf")});
    let position = json!({"line": at.0, "character": at.1});
    let params = json!({"textDocument": document, "position": position});
    session.ask(&format!("textDocument/{method}"), params)
}

/// Returns the labels of completions, sorted.
fn labels(answer: &Value) -> Vec<String> {
    let items = answer["items"].as_array().or(answer.as_array()).unwrap();
    let label = |item: &Value| item["label"].as_str().unwrap().to_owned();
    let mut labels: Vec<_> = items.iter().map(label).collect();
    labels.sort();
    labels
}

#[test]
fn a_module_has_the_language_and_the_arguments_of_its_provider() {
    let files = files("lsp-terraform");
    let mut session = Session::start(&files, &["--terraform"]);
    session.open("main.tf", MAIN);
    let hover = ask(&mut session, "hover", (1, 3)).to_string();
    assert!(hover.contains("The size in gigabytes."), "{hover}");
    let hover = ask(&mut session, "hover", (5, 3)).to_string();
    assert!(hover.contains("The address of the module"), "{hover}");
    let labels_in_disk = labels(&ask(&mut session, "completion", (2, 2)));
    assert!(labels_in_disk.contains(&"token".to_owned()), "{labels_in_disk:?}");
    assert!(labels_in_disk.contains(&"count".to_owned()), "{labels_in_disk:?}");
    // The provider computes it.
    assert!(!labels_in_disk.contains(&"id".to_owned()), "{labels_in_disk:?}");
    let types = labels(&ask(&mut session, "completion", (0, 11)));
    assert_eq!(types, ["disk", "unused"]);
    let definition = ask(&mut session, "definition", (9, 26)).to_string();
    assert!(definition.contains("network/main.tf"), "{definition}");
    assert_eq!(session.diagnostics(&files, &["main.tf", "locals.tf"]), [] as [&str; 0]);
}

#[test]
fn the_diagnostics_of_a_module_are_those_of_its_files_together() {
    let wrong = MAIN.replace("local.size", "\"ten\"").replace("zone ", "zones");
    let files = files("lsp-terraform-wrong")
        .with("main.tf", &wrong)
        .with("other.tf", "output \"o\" {\n  value = local.sizes\n}\n");
    let names = ["main.tf", "locals.tf", "other.tf", "network/main.tf"];
    let session = Session::start(&files, &["--terraform"]);
    let found = session.diagnostics(&files, &names);
    let wanted = [
        "main.tf:2:10 wrong-type",
        "main.tf:7:3 undeclared-variable",
        "other.tf:2:11 undefined-name",
    ];
    assert_eq!(found, wanted);
}

#[test]
fn modules_are_only_served_by_choice() {
    let files = files("lsp-terraform-off").with("main.tf", MAIN.replace("local.size", "nope.x"));
    let session = Session::start(&files, &[]);
    assert_eq!(session.diagnostics(&files, &["main.tf"]), [] as [&str; 0]);
}
