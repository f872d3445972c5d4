//! Blocks for values, and the other parts of the language that specs of structs need.

use super::json;
use hcldyn::Diagnostics;

#[test]
fn attributes_of_objects_have_other_names_and_defaults() {
    let spec = r#"
        attr {
          name    = "server"
          default = { host = "a", zone = "eu" }
          object {
            unexpected = "warn"
            attribute "host" {
              type         = string
              former_names = ["hostname"]
            }
            attribute "limits" {
              flattened = true
              object {
                attribute "cpu" {
                  type     = number
                  optional = true
                }
              }
            }
            attribute "tags" {
              type      = string
              remaining = true
            }
          }
        }
    "#;
    let expected = r#"{"host":"a","limits":{"cpu":null},"tags":{"zone":"eu"}}"#;
    assert_eq!(json(spec, ""), expected);
    let expected = r#"{"host":"b","limits":{"cpu":2},"tags":{}}"#;
    assert_eq!(json(spec, r#"server = { hostname = "b", cpu = "2" }"#), expected);
    assert_eq!(
        json(spec, "server = { cpu = 1 }"),
        "input.hcl:1:10: error: Missing attribute; The required attribute \"host\" is not set."
    );
}

#[test]
fn variants_are_selected_in_three_ways() {
    let spec = r#"
        array {
          attr {
            name = "level"
            variants {
              ignore_case = true
              variant "info" { aliases = ["information"] }
            }
          }
          attr {
            name = "action"
            variants {
              attribute = "type"
              variant "run" {
                object {
                  attribute "command" { type = string }
                }
              }
            }
          }
          attr {
            name = "size"
            variants {
              by = "form"
              variant "auto" { keyword = true }
              variant "fixed" { type = number }
              variant "each" {
                list { type = number }
              }
            }
          }
        }
    "#;
    let text = r#"
        level  = "INFORMATION"
        action = { type = "run", command = "ls" }
        size   = "auto"
    "#;
    assert_eq!(json(spec, text), r#"["info",[0,{"command":"ls"}],[0,"auto"]]"#);
    assert_eq!(json(spec, "size = [1]"), "[null,null,[2,[1]]]");
    let expected = "input.hcl:1:8: error: Unexpected value; Invalid value for \"size\": \"auto\", a number or a list \
                    is required, not \"max\".";
    assert_eq!(json(spec, "size = \"max\""), expected);
    let expected = "input.hcl:1:9: error: Unexpected value; Invalid value for \"level\": \"info\" is required, not \
                    \"inof\". Did you mean \"info\"?";
    assert_eq!(json(spec, "level = \"inof\""), expected);
}

#[test]
fn a_deprecated_name_of_a_secret_is_valid() {
    let spec = r#"
        attr {
          name = "server"
          object {
            attribute "mode" {
              sensitive = true
              variants {
                variant "fast" {}
                variant "safe" { deprecated = "Use \"fast\"." }
              }
            }
          }
        }
    "#;
    // The value is not written as JSON, but it has no errors, and no warning shows it.
    assert_eq!(json(spec, "server = { mode = \"safe\" }"), "");
    let expected = "input.hcl:1:12: error: Wrong type; Invalid value for \"server\": attribute \"mode\" is invalid. \
                    The value is hidden because it is sensitive.";
    assert_eq!(json(spec, "server = { mode = \"slow\" }"), expected);
}

#[test]
fn a_value_can_contain_itself() {
    let spec = r#"
        value "tree" {
          object {
            attribute "name" { type = string }
            attribute "children" {
              optional = true
              list {
                use { value = "tree" }
              }
            }
          }
        }
        attr {
          name = "root"
          use { value = "tree" }
        }
    "#;
    let text =
        r#"root = { name = "a", children = [{ name = "b", children = [] }, { name = "c" }] }"#;
    assert_eq!(
        json(spec, text),
        r#"{"children":[{"children":[],"name":"b"},{"children":null,"name":"c"}],"name":"a"}"#
    );
    let nested = format!("root = {}{}", "{ name = \"a\", children = [".repeat(60), "{}");
    let nested = format!("{nested}{}", "] }".repeat(60));
    assert!(json(spec, &nested).contains("The required attribute \"name\" is not set."));
}

#[test]
fn tuples_and_captured_expressions() {
    let spec = r#"
        array {
          attr {
            name = "range"
            tuple {
              element { type = number }
              element {
                object {
                  attribute "last" {
                    type    = number
                    aliases = ["to"]
                  }
                }
              }
            }
          }
          attr {
            name = "when"
            list {
              captured { as = "expression" }
            }
          }
        }
    "#;
    let mut diags = Diagnostics::new();
    let value = super::value(spec, "range = [1, { to = 2 }]\nwhen = [x > 1]\n", &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let debug = format!("{:?}", value.unwrap());
    assert!(debug.contains("last"), "{debug}");
    assert!(
        json(spec, "range = [1]").contains("a tuple with exactly 2 elements is required"),
        "{}",
        json(spec, "range = [1]")
    );
}

#[test]
fn the_remaining_attributes_have_their_own_rules() {
    let spec = r#"
        object {
          attr "name" {}
          remain_attrs "servers" {
            object {
              attribute "port" {
                type    = number
                aliases = ["p"]
              }
            }
          }
        }
    "#;
    assert_eq!(
        json(spec, "a = { p = 1 }\nb = { port = 2 }\n"),
        r#"{"name":null,"servers":{"a":{"port":1},"b":{"port":2}}}"#
    );
}

#[test]
fn labels_can_be_the_key_or_all_remaining_ones() {
    let spec = r#"
        block_map {
          block_type = "route"
          labels     = ["name"]
          array {
            label {
              name = "name"
              key  = true
            }
            label { name = "method" }
            label {
              name      = "segments"
              remaining = true
            }
          }
        }
    "#;
    let text = "route \"a\" \"GET\" \"users\" \"new\" {}\nroute \"b\" \"PUT\" {}\n";
    let expected = r#"{"a":["a","GET",["users","new"]],"b":["b","PUT",[]]}"#;
    assert_eq!(json(spec, text), expected);
}

#[test]
fn a_value_can_require_attributes() {
    let spec = r#"
        object {
          attr "mode" { type = string }
          attr "cert" { type = string }
          rule {
            requires_if "mode" {
              value    = "tls"
              requires = ["cert"]
            }
          }
        }
    "#;
    assert_eq!(json(spec, r#"mode = "plain""#), r#"{"cert":null,"mode":"plain"}"#);
    assert!(
        json(spec, r#"mode = "tls""#).contains("\"cert\""),
        "{}",
        json(spec, r#"mode = "tls""#)
    );
}

#[test]
fn several_conditions_of_one_kind() {
    let spec = r#"
        attr {
          name       = "codes"
          type       = list(string)
          unique     = true
          pattern    = "^[a-z]"
          max_length = 2
          condition { pattern = "[0-9]$" }
        }
    "#;
    assert_eq!(json(spec, r#"codes = ["a1", "b2"]"#), r#"["a1","b2"]"#);
    for (codes, expected) in [
        (r#"["a1", "a1"]"#, "unique elements"),
        (r#"["ab"]"#, "[0-9]$"),
        (r#"["11"]"#, "^[a-z]"),
        (r#"["a1", "b1", "c1"]"#, "at most 2 elements"),
    ] {
        let found = json(spec, &format!("codes = {codes}"));
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn literals_have_types_and_transforms_name_their_value() {
    let spec = r#"
        array {
          literal {
            value = ["b", "a"]
            type  = set(string)
          }
          transform {
            variable = "port"
            result   = port + 1
            attr { name = "port" }
          }
        }
    "#;
    assert_eq!(json(spec, "port = 1"), r#"[["a","b"],2]"#);
}

#[test]
fn defaults_in_types_apply_to_every_layer_of_a_value() {
    let spec = r#"
        attr {
          name    = "sites"
          type    = list(object({ host = string, tls = optional(object({ port = optional(number, 443) })) }))
          default = [{ host = "a", tls = {} }]
        }
    "#;
    let expected = r#"[{"host":"a","tls":{"port":443}}]"#;
    assert_eq!(json(spec, ""), expected);
    assert_eq!(json(spec, r#"sites = [{ host = "a", tls = {} }]"#), expected);
}
