//! Whole modules, with results calculated by hand.

mod globals;
mod text_forms;

use super::*;
use crate::cty::{Mark, Type};
use crate::environment::Environment;
use crate::limits::Limits;
use crate::source::Source;
use crate::syntax::native::parse_body;
use crate::{ext, functions};

fn ctx() -> EvalContext {
    EvalContext::new().with_functions(functions::all()).with_functions(ext::all())
}

fn body(name: &str, text: &str) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new(name, text), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    body
}

fn evaluate(text: &str, inputs: &Inputs) -> (Module, String) {
    let mut diags = Diagnostics::new();
    let module = Module::evaluate(&body("t.hcl", text), inputs, &ctx(), &mut diags);
    (module, diags.to_string())
}

/// Returns the variables of a source.
fn assign(text: &str, inputs: &Inputs) -> (Value, String) {
    let (module, problems) = evaluate(text, inputs);
    (module.context.variable("var").cloned().unwrap_or_else(|| Value::object::<&str>([])), problems)
}

fn env(inputs: &[(&str, &str)]) -> Inputs {
    Inputs::new()
        .environment(Environment::with_prefix("APP_VAR_").variables(inputs.iter().copied()))
}

const PORT: &str = r#"variable "port" {
  type    = number
  default = 80
}
"#;

#[test]
fn a_whole_module() {
    let text = r#"
        variable "zones" {
          type = list(string)
        }
        output "last" {
          value       = local.names[1]
          description = "The last."
        }
        output "first" {
          value = local.first
        }
        locals {
          first = "${local.names[0]}!"
          names = [for zone in var.zones : upper(zone)]
        }
        host = local.first
    "#;
    let (module, problems) = evaluate(text, &Inputs::new().argument("zones=[\"a\", \"b\"]"));
    assert_eq!(problems, "");
    let outputs: Vec<_> =
        module.outputs.iter().map(|it| (it.name.as_str(), it.value.clone())).collect();
    assert_eq!(outputs, [("last", "B".into()), ("first", "A!".into())]);
    assert_eq!(module.outputs[0].description.as_deref(), Some("The last."));
    let mut diags = Diagnostics::new();
    let rest = module.rest.just_attributes(&mut diags);
    assert_eq!(rest[0].expr.value(&module.context, &mut diags), Value::from("A!"));
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn precedence_is_fixed() {
    let environment = [("APP_VAR_port", "1"), ("OTHER", "9")];
    let files = [body("a.vars.hcl", "port = 2\n"), body("b.vars.hcl", "port = 3\n")];
    let port = |inputs: &Inputs| {
        let (var, problems) = assign(PORT, inputs);
        assert_eq!(problems, "");
        var.get("port").cloned()
    };
    assert_eq!(port(&Inputs::new()), Some(80.into()));
    let inputs = env(&environment);
    assert_eq!(port(&inputs), Some(1.into()));
    let inputs = inputs.body(&files[0]).body(&files[1]);
    assert_eq!(port(&inputs), Some(3.into()));
    let inputs = inputs.argument("port=4").argument("port=5").body(&files[0]);
    assert_eq!(port(&inputs), Some(5.into()));
}

#[test]
fn texts_are_expressions_unless_the_type_is_primitive() {
    let variable = |ty: &str| format!("variable \"x\" {{\n{ty}\n}}\n");
    let value = |ty: &str, text: &str| {
        let (var, problems) = assign(&variable(ty), &Inputs::new().argument(format!("x={text}")));
        assert_eq!(problems, "", "{ty}");
        var.get("x").cloned().unwrap()
    };
    assert_eq!(value("", "[1]"), Value::from("[1]"));
    assert_eq!(value("type = string", "\"a\" = b"), Value::from("\"a\" = b"));
    assert_eq!(value("type = number", "12"), Value::from(12));
    assert_eq!(value("type = bool", "true"), Value::from(true));
    assert_eq!(value("type = any", "[1]"), Value::tuple(vec![1.into()]));
    let numbers = Value::list(Type::Number, vec![1.into(), 2.into()]);
    assert_eq!(value("type = list(number)", " [1, \"2\"] "), numbers);
    let object = value("type = object({ a = string, b = optional(number, 3) })", "{ a = 1 }");
    assert_eq!(object, Value::object([("a", "1".into()), ("b", 3.into())]));
}

#[test]
fn each_mistake_names_its_source() {
    let text = r#"variable "a" {
  type = number
}
variable "b" {
  type = list(string)
}
"#;
    let problem = |inputs: &Inputs| {
        let inputs = inputs.clone().missing(Missing::Unknown);
        assign(text, &inputs).1
    };
    assert_eq!(
        problem(&env(&[("APP_VAR_a", "x")])),
        "<environment variable APP_VAR_a>:1:1: error: Wrong type; Invalid value for the variable \"a\": a number is required."
    );
    let found = problem(&env(&[("APP_VAR_b", "[\"a\", c]")]));
    assert!(found.starts_with("<environment variable APP_VAR_b>:1:7: error: "), "{found}");
    let found = problem(&env(&[("APP_VAR_b", "[")]));
    assert!(found.starts_with("<environment variable APP_VAR_b>:1:"), "{found}");
    let found = problem(&Inputs::new().argument("b=f()"));
    assert!(found.starts_with("<command line>:1:3: error: "), "{found}");
    let found = problem(&Inputs::new().argument("a"));
    assert!(found.starts_with("<command line>:1:1: error: Missing value; "), "{found}");
    let found = problem(&Inputs::new().body(&body("v.hcl", "\na = [1]\n")));
    assert!(found.starts_with("v.hcl:2:5: error: Wrong type; "), "{found}");
    let found = problem(&Inputs::new().file("/no/such/file"));
    assert!(found.starts_with("/no/such/file: error: File not found; "), "{found}");
}

#[test]
fn files_are_limited_in_size() {
    let name = |number| format!("hcldyn-kit-{}-{number}.hcl", std::process::id());
    let paths = [1, 2].map(|number| std::env::temp_dir().join(name(number)));
    for path in &paths {
        std::fs::write(path, "port = 1\n").unwrap();
    }
    let problems = |most| {
        let inputs = Inputs::new().file(&paths[0]).file(&paths[1]);
        let ctx = ctx().with_limits(Limits::default().with_file_bytes(most));
        let mut diags = Diagnostics::new();
        Module::evaluate(&body("t.hcl", PORT), &inputs, &ctx, &mut diags);
        let problems = diags.iter().map(|it| (it.subject.to_string(), it.summary.clone()));
        problems.collect::<Vec<_>>()
    };
    let of =
        |path: usize, summary: &'static str| (paths[path].display().to_string(), summary.into());
    assert_eq!(problems(18), []);
    assert_eq!(problems(17), [of(1, "Files too large")]);
    assert_eq!(problems(9), [of(1, "Files too large")]);
    assert_eq!(problems(8), [of(0, "Source too long"), of(1, "Source too long")]);
    for path in &paths {
        std::fs::remove_file(path).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn an_environment_may_hold_anything() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let bad = OsString::from_vec(vec![0xff]);
    let environment = [(bad.clone(), bad.clone()), ("APP_VAR_port".into(), bad)];
    let inputs =
        Inputs::new().environment(Environment::with_prefix("APP_VAR_").variables(environment));
    let expected = "<environment variable APP_VAR_port>: error: Invalid encoding; The value must be valid UTF-8.";
    assert_eq!(assign(PORT, &inputs).1, expected);
}

#[test]
fn undeclared_variables_are_reported() {
    assert_eq!(
        assign(PORT, &Inputs::new().argument("prot=1")).1,
        "<command line>:1:1: error: Undeclared variable; The variable \"prot\" is not declared. Did you mean \"port\"?"
    );
    let mut diags = Diagnostics::new();
    let inputs = env(&[("APP_VAR_x", "s3cret")]).body(&body("v.hcl", "y = 1\n"));
    Variables::of(&body("t.hcl", PORT), &mut diags).assign(&inputs, &ctx(), &mut diags);
    assert_eq!((diags.len(), diags.has_errors()), (2, false));
    assert!(
        diags
            .to_string()
            .starts_with("<environment variable APP_VAR_x>: warning: Undeclared variable; ")
    );
    let inputs = Inputs::new().argument("x=s3cret");
    Variables::of(&body("t.hcl", PORT), &mut diags).assign(&inputs, &ctx(), &mut diags);
    let shown = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
    assert!(!shown.contains("s3cret"), "{shown}");
    assert!(
        diags.to_string().contains("so its value is ignored. Declared variables: \"port\"."),
        "{diags}"
    );
}

#[test]
fn a_variable_without_value_is_an_error_at_its_block_or_unknown() {
    let text = r#"variable "a" {
  type        = number
  description = "How many."
}
locals {
  b = var.a + 1
}
"#;
    let (module, problems) = evaluate(text, &Inputs::new());
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Missing value; The variable \"a\" (How many) has no value and no default. Give it a \
         value, or write a default in its block."
    );
    assert!(module.context.variable("local").is_some_and(|it| !it.is_wholly_known()));
    let (module, problems) = evaluate(text, &Inputs::new().missing(Missing::Unknown));
    assert_eq!(problems, "");
    let var = module.context.variable("var").cloned();
    assert_eq!(var, Some(Value::object([("a", Value::unknown(Type::Number))])));
}

#[test]
fn null_is_a_value_unless_it_must_not_be() {
    let variable = |more: &str| format!("variable \"a\" {{\n  type = string\n{more}}}\n");
    let null = Inputs::new().body(&body("v.hcl", "a = null\n"));
    let a = |more: &str, inputs: &Inputs| {
        let (var, problems) = assign(&variable(more), inputs);
        (var.get("a").cloned().unwrap(), problems)
    };
    assert_eq!(a("", &null), (Value::null(Type::String), String::new()));
    assert_eq!(a("default = null\n", &Inputs::new()), (Value::null(Type::String), String::new()));
    assert_eq!(a("default = \"x\"\nnullable = false\n", &null), ("x".into(), String::new()));
    let expected = "v.hcl:1:5: error: Null value; The value of the variable \"a\" can't be null. Give it another \
                    value, or remove nullable = false from its block.";
    assert_eq!(a("nullable = false\n", &null).1, expected);
    let found = a("default = null\nnullable = false\n", &Inputs::new()).1;
    assert!(found.starts_with("t.hcl:3:11: error: Invalid default; "), "{found}");
}

#[test]
fn errors_in_a_block_are_reported_once() {
    let text = r#"variable "a" {
  type = lst(string)
}
variable "b" {
  type = number
  default = [local.x]
}
locals {
  c = var.a + var.b
}
"#;
    let (_, problems) = evaluate(text, &Inputs::new().argument("a=["));
    assert_eq!(problems.lines().count(), 2, "{problems}");
    assert!(problems.starts_with("t.hcl:2:10: error: "), "{problems}");
    assert!(problems.contains("\nt.hcl:6:14: error: "), "{problems}");
}

#[test]
fn values_are_validated() {
    let text = r#"
        variable "low" { default = 1 }
        variable "high" {
          type = number
          validation {
            condition     = var.high > var.low
            error_message = "It must be more than ${var.low}."
          }
          validation {
            condition     = var.high < 100
            error_message = "It is too much."
          }
        }
        locals { sum = var.low + var.high }
    "#;
    let run = |value: &str| evaluate(text, &Inputs::new().argument(format!("high={value}"))).1;
    assert_eq!(run("5"), "");
    assert_eq!(
        run("0"),
        "<command line>:1:6: error: Invalid value for the variable \"high\": It must be more than 1."
    );
    assert_eq!(run("x").lines().count(), 1);
    let mut diags = Diagnostics::new();
    let inputs = Inputs::new().argument("high=200");
    Module::evaluate(&body("t.hcl", text), &inputs, &ctx(), &mut diags);
    let related: Vec<_> = diags.iter().flat_map(|it| &it.related).collect();
    assert_eq!(related[0].place.to_string(), "t.hcl:10:29");
    let text = text.replace("var.high < 100", "var.high");
    let (_, problems) = evaluate(&text, &Inputs::new().argument("high=7"));
    assert!(problems.starts_with("t.hcl:10:29: error: Invalid condition; "), "{problems}");
}

#[test]
fn unknown_values_are_not_validated() {
    let text = r#"variable "a" {
  type = number
  validation {
    condition = var.a > 0
    error_message = "No."
  }
}
"#;
    let (_, problems) = evaluate(text, &Inputs::new().missing(Missing::Unknown));
    assert_eq!(problems, "");
}

#[test]
fn sensitive_values_are_not_shown() {
    let text = r#"
        variable "key" {
          type      = list(number)
          sensitive = true
          validation {
            condition     = length(var.key) > 1
            error_message = "It is ${join("", var.key)}."
          }
        }
        output "open" { value = "${length(var.key)}" }
        output "closed" {
          value     = var.key
          sensitive = true
        }
    "#;
    for secret in ["[\"s3cret\"]", "[s3cret]", "[12345"] {
        let mut diags = Diagnostics::new();
        let inputs = env(&[("APP_VAR_key", secret)]);
        let module = Module::evaluate(&body("t.hcl", text), &inputs, &ctx(), &mut diags);
        let shown = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
        assert!(!shown.contains("s3cret") && !shown.contains("12345"), "{shown}");
        assert!(shown.contains("<environment variable APP_VAR_key>"), "{shown}");
        assert!(module.context.variable("var").unwrap().contains_marked());
        assert!(!format!("{inputs:?}").contains(secret));
    }
    let (module, problems) = evaluate(text, &env(&[("APP_VAR_key", "[1, 2]")]));
    assert!(problems.starts_with("t.hcl:10:9: error: Sensitive output; "), "{problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    let numbers = Value::list(Type::Number, vec![1.into(), 2.into()]);
    assert_eq!(module.outputs.len(), 1);
    assert_eq!(module.outputs[0].value, numbers.mark(Mark::sensitive()));
    assert!(module.outputs[0].sensitive);
}

#[test]
fn sensitive_values_in_files_are_not_shown() {
    let declared = |rest: &str| {
        format!("variable \"key\" {{\n  type      = number\n  sensitive = true\n{rest}\n}}\n")
    };
    let condition = r#"validation {
  condition     = var.key > 99999
  error_message = "No."
}"#;
    let cases = [
        (declared(""), "key = \"s3cret\"\n", "Wrong type"),
        (declared(""), "key = { s3cret = 1 }\n", "Wrong type"),
        (declared(""), "key = s3cret\n", "Invalid expression"),
        (declared(condition), "key = 12345\n", "Invalid value"),
        (declared("default = \"s3cret\""), "", "Invalid default"),
        (declared("default = [s3cret]"), "", "Invalid expression"),
    ];
    for (text, values, summary) in cases {
        let mut diags = Diagnostics::new();
        let inputs = Inputs::new().body(&body("v.hcl", values));
        Module::evaluate(&body("t.hcl", &text), &inputs, &ctx(), &mut diags);
        let shown = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
        assert!(!shown.contains("s3cret") && !shown.contains("12345"), "{shown}");
        assert!(shown.contains(summary) && shown.contains("(sensitive)"), "{shown}");
        assert_eq!(diags.len(), 1, "{shown}");
    }
}

/// All of it is on one line, which a report shows whole.
#[cfg(feature = "json")]
#[test]
fn sensitive_defaults_are_not_shown_beside_mistakes() {
    let text =
        r#"{"variable": {"key": {"sensitive": true, "default": "s3cret", "typ": "string"}}}"#;
    let mut diags = Diagnostics::new();
    let body = crate::syntax::parse_json_body(&Source::new("t.json", text), &mut diags);
    Variables::of(&body, &mut diags);
    let shown = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
    assert!(shown.contains("typ") && !shown.contains("s3cret"), "{shown}");
}

#[test]
fn two_variables_of_one_name_are_reported_once() {
    let (_, problems) = evaluate(&format!("{PORT}{PORT}"), &Inputs::new());
    assert!(problems.starts_with("t.hcl:5:1: error: Duplicate definition; "), "{problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
}

#[cfg(feature = "json")]
#[test]
fn json_will_do() {
    let text = r#"{
      "variable": { "port": { "type": "list(number)", "default": [1] } },
      "locals": { "next": "${var.port[0] + 1}" },
      "output": { "next": { "value": "${local.next}" } }
    }"#;
    let mut diags = Diagnostics::new();
    let body = crate::syntax::parse_json_body(&Source::new("t.json", text), &mut diags);
    let values =
        crate::syntax::parse_json_body(&Source::new("v.json", "{\"port\": [7]}"), &mut diags);
    let inputs = Inputs::new().body(&values);
    let module = Module::evaluate(&body, &inputs, &ctx(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(module.outputs[0].value, Value::from(8));
}

/// As in Terraform's `.tfvars.json`, strings are not templates.
#[cfg(feature = "json")]
#[test]
fn strings_in_json_files_of_values_are_literal() {
    let folder = std::env::temp_dir().join(format!("hcldyn-kit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("v.tfvars.json");
    std::fs::write(&path, r#"{"text": "${1 + 1} $${x}", "items": {"%{k}": "var.text"}}"#).unwrap();
    let text = r#"variable "text" {}
variable "items" {}
output "all" {
  value = [var.text, var.items]
}
"#;
    let mut diags = Diagnostics::new();
    let inputs = Inputs::new().file(&path);
    let module = Module::evaluate(&body("t.hcl", text), &inputs, &ctx(), &mut diags);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(diags.is_empty(), "{diags}");
    let items = Value::object([("%{k}", Value::from("var.text"))]);
    assert_eq!(module.outputs[0].value, Value::tuple(vec!["${1 + 1} $${x}".into(), items]));
}

const PACKER: &str = r#"
    variable "name" {
      default = upper("a")
    }
    variables {
      size = length("four")
      name2 = "b"
    }
    local "both" {
      expression = "${var.name}${local.later}"
    }
    local "secret" {
      expression = "${local.both}!"
      sensitive  = true
    }
    locals {
      later = "${var.name2}${var.size}"
    }
"#;

#[test]
fn packer_has_variables_and_local_blocks() {
    let inputs = Inputs::new().dialect(Dialect::Packer).argument("name2=c");
    let (module, problems) = evaluate(PACKER, &inputs);
    assert_eq!(problems, "");
    let local = module.context.variable("local").unwrap();
    assert_eq!(local.get("both"), Some(&Value::from("Ac4")));
    assert_eq!(local.get("secret"), Some(&Value::from("Ac4!").mark(Mark::sensitive())));
    assert!(module.rest.everything().blocks.is_empty());
}

#[test]
fn a_default_of_packer_has_functions_without_variables() {
    let packer = Inputs::new().dialect(Dialect::Packer);
    let default = |default: &str| format!("variable \"a\" {{\n  default = {default}\n}}\n");
    assert_eq!(
        assign(&default("missing"), &packer).1,
        "t.hcl:2:13: error: Variables not available; No variables are available here, so \"missing\" can't be used. For a string, write \"missing\"."
    );
    let (_, problems) = assign(&default("upper(\"a\")"), &Inputs::new());
    assert!(problems.starts_with("t.hcl:2:13: error: "), "{problems}");
    let (_, problems) = assign("variables {\n  a = 1\n}\nvariable \"a\" {\n}\n", &packer);
    assert!(problems.starts_with("t.hcl:4:1: error: "), "{problems}");
}

/// The second local value has a misspelled attribute.
#[test]
fn no_report_shows_a_sensitive_local_value_of_packer() {
    for attribute in ["expression", "expresion"] {
        let text = format!(
            "local \"a\" {{\n  sensitive = true\n  {attribute} = \"hunter2${{nope}}\"\n}}\n"
        );
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let inputs = Inputs::new().dialect(Dialect::Packer);
        Module::evaluate(&body, &inputs, &ctx(), &mut diags);
        let report = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
        assert!(diags.has_errors() && !report.contains("hunter2"), "{report}");
    }
}

#[test]
fn conditions_see_local_values() {
    let text = |condition: &str| {
        format!(
            "variable \"a\" {{\n  default = 2\n  validation {{\n    condition     = {condition}\n    error_message = \"At most ${{local.most}}.\"\n  }}\n}}\nlocals {{\n  most = 1 * var.a\n}}\n"
        )
    };
    let (_, problems) = evaluate(&text("var.a <= local.most"), &Inputs::new());
    assert_eq!(problems, "");
    let (_, problems) = evaluate(&text("var.a < local.most"), &Inputs::new());
    let expected = "t.hcl:2:13: error: Invalid value for the variable \"a\": At most 2.";
    assert_eq!(problems, expected);
    // The condition is evaluated once, so that it has one error.
    let (_, problems) = evaluate(&text("var.a < local.nope"), &Inputs::new());
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(problems.starts_with("t.hcl:4:"), "{problems}");
}

#[test]
fn outputs_may_depend_on_blocks() {
    let text = |listed: &str| {
        format!(
            "locals {{\n  a = 1\n}}\noutput \"o\" {{\n  value      = 2\n  depends_on = {listed}\n}}\n"
        )
    };
    let (module, problems) = evaluate(&text("[local.a]"), &Inputs::new());
    assert_eq!((problems.as_str(), &module.outputs[0].value), ("", &Value::from(2)));
    let (_, problems) = evaluate(&text("[local.b]"), &Inputs::new());
    assert!(problems.starts_with("t.hcl:6:17: error: Undefined name"), "{problems}");
    let (_, problems) = evaluate(&text("[1]"), &Inputs::new());
    assert!(problems.contains("must be a reference to a block"), "{problems}");
    let (_, problems) = evaluate(&text("local.a"), &Inputs::new());
    assert!(problems.contains("\"depends_on\" must be a list of references."), "{problems}");
}
