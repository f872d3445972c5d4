use snapbox::str;

use super::Files;

const SPEC: &str = r#"object {
  attr "port" {
    type     = number
    required = true
  }
}
"#;

#[test]
fn the_schema_of_configurations() {
    let files = Files::new("schema").with("app.hcldec", SPEC);
    let output = files.run(["schema", "--spec", "app.hcldec"]).output().unwrap();
    assert!(output.status.success());
    let schema: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let definitions = &schema["definitions"];
    assert_eq!(definitions["configuration"]["allOf"][1]["required"][0], "port");
    assert_eq!(definitions["configuration_items"]["properties"]["port"]["type"][0], "number");
}

#[test]
fn the_schema_of_values() {
    let files = Files::new("schema-value").with("app.hcldec", SPEC);
    let arguments = ["schema", "--spec", "app.hcldec", "--of", "value"];
    files.run(arguments).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": ["object", "null"],
  "properties": {
    "port": {
      "type": ["number", "null"]
    }
  },
  "additionalProperties": false
}

"#]]);
}

#[test]
fn an_invalid_spec_file() {
    let files = Files::new("schema-invalid").with("app.hcldec", "object {\n");
    files.run(["schema", "--spec", "app.hcldec"]).assert().code(2).stdout_eq(str![[""]]);
}
