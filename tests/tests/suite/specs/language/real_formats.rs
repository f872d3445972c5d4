//! Features for existing formats such as those of Nomad, Packer and Terragrunt: names with two forms, open
//! bodies, conditions on values, functions, and variables known only at run time.

use hcldyn::ext::kit::{Inputs, Module};
use hcldyn::spec::language::Dialect;
use hcldyn::spec::{decode, variables};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, parse_body};

use super::{json, read};

#[test]
fn a_name_is_an_attribute_or_a_block() {
    let spec = r#"
        object {
          default "meta" {
            attr { type = map(string) }
            block_attrs { element_type = string }
          }
          default "generate" {
            attr { type = map(object({ path = string })) }
            block_map {
              labels = ["name"]
              object {
                attr "path" { type = string }
              }
            }
          }
        }
    "#;
    let attributes = "meta = { a = 1 }\ngenerate = { x = { path = \"p\" } }\n";
    let blocks = "meta {\n  a = 1\n}\ngenerate \"x\" {\n  path = \"p\"\n}\n";
    let expected = r#"{"generate":{"x":{"path":"p"}},"meta":{"a":"1"}}"#;
    assert_eq!(json(spec, attributes), expected);
    assert_eq!(json(spec, blocks), expected);
    assert_eq!(json(spec, ""), r#"{"generate":{},"meta":null}"#);
    assert_eq!(
        json(spec, "meta = {}\nmeta {}\n"),
        "input.hcl:2:1: error: Attribute and block; \"meta\" is both an attribute and a block here. Write only one of them."
    );
}

#[test]
fn an_open_body_is_data() {
    let spec = "object {\n  attr \"a\" {}\n  block \"known\" {\n    remain {}\n  }\n  open_body \"rest\" {}\n}\n";
    let text = r#"
        a = 1
        b = [1, "x"]
        c "x" "y" {
          d {}
          d { e = null }
        }
        c {}
    "#;
    let rest = r#"{"b":[1,"x"],"c":[{"x":{"y":{"d":[{},{"e":null}]}}},{}]}"#;
    assert_eq!(json(spec, text), format!(r#"{{"a":1,"known":null,"rest":{rest}}}"#));
    assert_eq!(
        json(spec, "b = 1\nb {\n  c = 1\n}\n"),
        "input.hcl:2:1: error: Duplicate setting; \"b\" is already set in this body. Remove one of the two."
    );
}

#[test]
fn an_open_body_needs_the_variables_in_it() {
    let spec = "object {\n  attr \"a\" {}\n  open_body \"rest\" {}\n}\n";
    let text = "a = v1\nb = v2\nc {\n  d {\n    e = v3\n  }\n}\n";
    let mut diags = Diagnostics::new();
    let file = read(spec, &mut diags).unwrap();
    let body = parse_body(&Source::new("input.hcl", text), &mut diags);
    let names: Vec<_> = variables(&body, &file.spec).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["v1", "v2", "v3"]);
}

#[test]
fn values_must_satisfy_conditions() {
    let spec = r#"
        object {
          attr "level" {
            type   = string
            one_of = ["debug", "info"]
          }
          attr "ports" {
            type       = list(number)
            min        = 1
            max        = 65535
            max_length = 2
          }
          attr "weight" {
            type = number
            min  = 0.5
          }
          attr "name" {
            type       = string
            pattern    = "^[a-z]+$"
            min_length = 2
          }
          attr "wait" {
            type     = string
            duration = true
          }
        }
    "#;
    let valid =
        "level = \"info\"\nports = [1, 65535]\nweight = 0.5\nname = \"ab\"\nwait = \"1.5s\"\n";
    assert!(json(spec, valid).starts_with('{'), "{}", json(spec, valid));
    assert!(json(spec, "").starts_with('{'));
    let invalid = r#"
        level    = "inf"
        ports    = [0, 70000, 1]
        weight   = 0.4
        name     = "A"
        wait     = "1 hour"
    "#;
    assert_eq!(
        json(spec, invalid),
        "input.hcl:2:20: error: Invalid value; \"level\" must be \"debug\" or \"info\", not \"inf\". Did you mean \"info\"?\n\
         input.hcl:3:20: error: Invalid value; \"ports\" must have at most 2 elements, not 3.\n\
         input.hcl:3:21: error: Invalid value; In \"ports\", element 0 must be a number from 1 to 65535, not 0.\n\
         input.hcl:3:24: error: Invalid value; In \"ports\", element 1 must be a number from 1 to 65535, not 70000.\n\
         input.hcl:4:20: error: Invalid value; \"weight\" must be a number of at least 0.5, not 0.4.\n\
         input.hcl:5:20: error: Invalid value; \"name\" must have at least 2 characters, not 1.\n\
         input.hcl:5:20: error: Invalid value; \"name\" must be a string that matches \"^[a-z]+$\", not \"A\".\n\
         input.hcl:6:20: error: Invalid value; \"wait\" must be a duration such as \"1h30m\", not \"1 hour\"."
    );
    let spec = "attr {\n  name       = \"password\"\n  min_length = 8\n  sensitive  = true\n}\n";
    assert_eq!(
        json(spec, "password = \"secret\"\n"),
        "input.hcl:1:1: error: Invalid value; \"password\" must have at least 8 characters. The value is hidden because it is \
         sensitive."
    );
}

#[test]
fn a_file_chooses_the_functions_of_its_inputs() {
    let spec = |functions: &str| format!("{functions}\nattr {{\n  name = \"a\"\n}}\n");
    assert_eq!(json(&spec("functions = \"all\""), "a = upper(try(x, \"b\"))\n"), "\"B\"");
    assert_eq!(json(&spec("functions = [\"upper\"]"), "a = upper(\"b\")\n"), "\"B\"");
    assert_eq!(
        json(&spec("functions = [\"upper\"]"), "a = lower(\"b\")\n"),
        "input.hcl:1:5: error: Unknown function; The function \"lower\" is not defined. Available here: \"upper\"."
    );
    let own =
        "functions = [\"upper\"]\nfunction \"upper\" {\n  params = [x]\n  result = \"own\"\n}\n";
    assert_eq!(json(&spec(own), "a = upper(\"b\")\n"), "\"own\"");
    let mut diags = Diagnostics::new();
    assert!(read(&spec("functions = [\"uper\"]"), &mut diags).is_none());
    assert_eq!(
        diags.to_string(),
        "spec.hcl:1:13: error: Invalid value for \"functions\": the function \"uper\" does not exist. Did you mean \"upper\"?"
    );
}

#[test]
fn run_time_names_stay_unevaluated() {
    let spec = "runtime_names = [\"NOMAD_*\", \"env\"]\nvariables {\n  zone = \"eu\"\n}\nobject {\n  attr \"a\" {}\n  attr \"b\" {}\n}\n";
    assert_eq!(
        json(spec, "a = \"${zone}:${NOMAD_PORT_http}/${env[\"A\"].b[0]}\"\nb = NOMAD_X\n"),
        r#"{"a":"eu:${NOMAD_PORT_http}/${env[\"A\"].b[0]}","b":"${NOMAD_X}"}"#
    );
    assert_eq!(
        json(spec, "a = \"${NOMADS}\"\n"),
        "input.hcl:1:8: error: Undefined variable; The variable \"NOMADS\" is not defined. Available here: \"zone\"."
    );
}

#[test]
fn no_message_offers_deprecated_names() {
    let spec = r#"
        object {
          attr "current" {
            type    = string
            aliases = ["alias"]
          }
          attr "old" {
            type       = string
            deprecated = "Use current."
          }
          block "oldblock" {
            deprecated = true
            object {}
          }
          block "newblock" {
            object {}
          }
        }
    "#;
    let problems = json(spec, "ald = 1\noldblok {}\n");
    let expected = "input.hcl:1:1: error: Unexpected attribute; The attribute \"ald\" is not expected here. Expected here: \"current\".\n\
                    input.hcl:2:1: error: Unexpected block; A block of type \"oldblok\" is not expected here. Expected here: \"newblock\".";
    assert_eq!(problems, expected);
}

#[test]
fn messages_offer_the_blocks_of_own_variables() {
    let file =
        read("own_variables = true\nobject {\n  attr \"a\" {}\n}\n", &mut Diagnostics::new());
    let file = file.unwrap();
    let problems = |body: &dyn Fn(&mut Diagnostics) -> hcldyn::body::Body| {
        let mut diags = Diagnostics::new();
        let module =
            Module::evaluate(&body(&mut diags), &Inputs::new(), &file.context(), &mut diags);
        decode(&module.rest, &file.spec, &module.context, &mut diags);
        diags.to_string()
    };
    let native = Source::new("t", "variabel \"x\" {}\nqqqqqqqq {}\n");
    assert_eq!(
        problems(&|diags| parse_body(&native, diags)),
        "t:1:1: error: Unexpected block; A block of type \"variabel\" is not expected here. Did you mean \"variable\"?\n\
         t:2:1: error: Unexpected block; A block of type \"qqqqqqqq\" is not expected here. Expected here: \"locals\", \"output\" and \"variable\"."
    );
    let json = Source::new("t", "{\"variabel\": {}}");
    let expected = "t:1:2: error: Unexpected property; The property \"variabel\" is not expected here. Did you mean \"variable\"?";
    assert_eq!(problems(&|diags| parse_json_body(&json, diags)), expected);
}

#[test]
fn own_variables_have_the_rules_of_a_program() {
    let read = |own: &str| {
        let mut diags = Diagnostics::new();
        let file = read(&format!("own_variables = {own}\nobject {{}}\n"), &mut diags);
        file.map(|file| file.own_variables).ok_or_else(|| diags.to_string())
    };
    assert_eq!(read("false"), Ok(None));
    assert_eq!(read("true"), Ok(Some(Dialect::Terraform)));
    assert_eq!(read("\"terraform\""), Ok(Some(Dialect::Terraform)));
    assert_eq!(read("\"packer\""), Ok(Some(Dialect::Packer)));
    for (wrong, given) in [("\"paker\"", "\"paker\". Did you mean \"packer\"?"), ("1", "1.")] {
        let problem = read(wrong).unwrap_err();
        let expected = format!("a bool, \"terraform\" or \"packer\" is required, not {given}");
        assert!(problem.ends_with(&expected), "{problem}");
    }
}
