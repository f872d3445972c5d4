//! Schemas of providers.

use std::error::Error as _;
use std::sync::Arc;

use hcldyn::Diagnostics;
use hcldyn_terraform::{Evaluation, Loader, Options, ProviderSchemas, Sensitive};
use serde_json::{Value, json};

use crate::Module;

const SCHEMA: &str = r#"{"format_version": "1.0", "provider_schemas": {"example": {"resource_schemas": {
    "disk": {"version": 0, "block": {
        "attributes": {
            "id": {"type": "string", "computed": true},
            "key": {"type": "string", "optional": true, "sensitive": true},
            "name": {"type": "string", "optional": true, "computed": true},
            "size": {"type": "number", "required": true},
            "tags": {"type": ["map", "string"], "optional": true},
            "token": {"type": "string", "optional": true, "write_only": true}
        },
        "block_types": {
            "mount": {"nesting_mode": "list", "max_items": 1, "block": {"attributes": {
                "path": {"type": "string", "required": true},
                "device": {"type": "string", "computed": true}
            }}}
        }
    }}
}}}}"#;

/// Evaluates a module with the schema, and returns it as JSON with the diagnostics.
fn evaluate(text: &str) -> (Value, String) {
    let module = Module::new(&[("main.tf", text)]);
    let mut diags = Diagnostics::new();
    let tree = Loader::new().load(module.path(), &mut diags);
    let mut options = Options::default();
    options.schemas = Some(Arc::new(ProviderSchemas::new(SCHEMA.to_owned()).unwrap()));
    let evaluation = Evaluation::of(&tree, module.path(), &options, &mut diags);
    let shown = serde_json::from_str(&evaluation.show(Sensitive::Hidden)).unwrap();
    (shown, diags.to_string().replace(&format!("{}/", module.path().display()), ""))
}

#[test]
fn resources_have_all_attributes_of_their_schema() {
    let text = r#"
        resource "disk" "d" {
          size  = "10"
          key   = "s3cret"
          token = "s3cret"
          mount { path = "/" }
        }
        output "size" { value = disk.d.size }
        output "path" { value = disk.d.mount[0].path }
        output "tags" { value = disk.d.tags == null }
        output "device" { value = disk.d.mount[0].device }
        output "all" { value = [for d in [disk.d] : d.size] }
    "#;
    let (shown, errors) = evaluate(text);
    assert_eq!(errors, "");
    let outputs = &shown["planned_values"]["outputs"];
    assert_eq!(outputs["size"]["value"], 10);
    assert_eq!(outputs["path"]["value"], "/");
    assert_eq!(outputs["tags"]["value"], true);
    assert_eq!(outputs["device"], json!({ "sensitive": false }));
    assert_eq!(outputs["all"]["value"], json!([10]));
    let resource = &shown["planned_values"]["root_module"]["resources"][0];
    let wanted = json!({ "size": 10, "tags": null, "token": null, "mount": [{ "path": "/" }] });
    assert_eq!(resource["values"], wanted);
    assert_eq!(resource["sensitive_values"]["key"], true);
}

#[test]
fn arguments_are_checked_by_the_schema() {
    let (_, errors) = evaluate("resource \"disk\" \"d\" {\n  length = 1\n}\n");
    assert!(errors.contains("main.tf:2:3: error: Unexpected attribute; "), "{errors}");
    let (_, errors) = evaluate("resource \"disk\" \"d\" {\n  size = \"x\"\n}\n");
    assert!(errors.starts_with("main.tf:2:10: error: Wrong type; "), "{errors}");
    let (_, errors) = evaluate("resource \"disk\" \"d\" {}\n");
    assert!(errors.contains("Missing attribute"), "{errors}");
    let (_, errors) =
        evaluate("resource \"disk\" \"d\" {\n  size = 1\n}\nlocals {\n  a = disk.d.nope\n}\n");
    assert!(errors.starts_with("main.tf:5:13: error: Unknown attribute; "), "{errors}");
}

#[test]
fn the_schema_of_a_type_is_read_when_it_is_needed() {
    let broken = SCHEMA.replace("\"disk\": {", "\"broken\": {\"block\": 7}, \"disk\": {");
    let schemas = ProviderSchemas::new(broken).unwrap();
    assert!(schemas.spec(hcldyn_terraform::Mode::Managed, "disk").unwrap().is_ok());
    let error = schemas.spec(hcldyn_terraform::Mode::Managed, "broken").unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the schema of \"broken\" has an unexpected form");
    let cause = error.source().unwrap().to_string();
    assert!(cause.starts_with("invalid type: integer `7`, expected struct"), "{cause}");
    assert!(schemas.spec(hcldyn_terraform::Mode::Data, "disk").is_none());
}
