//! Features of spec files that the reference does not have, and errors that spec files must not cause.

use hcldyn::cty::Mark;
use hcldyn::spec::Spec;
use hcldyn::{Diagnostics, Value};
use hcldyn_tests::vectors;

use super::{json, read, value};

/// The diagnostics of an input, including warnings.
fn problems(spec: &str, text: &str) -> String {
    let mut diags = Diagnostics::new();
    value(spec, text, &mut diags);
    diags.sort();
    diags.to_string()
}

#[test]
fn tuples_and_objects_of_blocks_of_different_types() {
    let spec = r#"
        object {
          block_tuple "step" {
            max_items = 2
            attr { name = "v" }
          }
          block_object "host" {
            labels = ["zone", "name"]
            attr { name = "v" }
          }
        }
    "#;
    let text =
        "step {\nv = 1\n}\nstep {\nv = [true]\n}\nhost a x {\nv = 1\n}\nhost a y {\nv = {}\n}\n";
    assert_eq!(json(spec, text), r#"{"host":{"a":{"x":1,"y":{}}},"step":[1,[true]]}"#);
    assert_eq!(
        json(spec, "step {}\nstep {}\nstep {}\n"),
        "input.hcl:3:1: Too many blocks; At most 2 blocks of type \"step\" are allowed here, but there \
         are 3."
    );
}

#[test]
fn labels_follow_each_other() {
    let spec = r#"
        block_list {
          block_type = "b"
          object {
            label "kind" {}
            one_of "at" {
              label = "form"
              form "tcp" {
                array {
                  label { name = "host" }
                  attr { name = "port" }
                }
              }
              form "none" {
                label { name = "reason" }
              }
            }
            label "last" {}
            label "first_again" {
              name  = "kind"
              index = 0
            }
          }
        }
    "#;
    assert_eq!(
        json(
            &spec.replace("block_list", "block_tuple"),
            "b k tcp h z {\nport = 1\n}\nb l none r y {}\n"
        ),
        r#"[{"at":["h",1],"first_again":"k","kind":"k","last":"z"},{"at":"r","first_again":"l","kind":"l","last":"y"}]"#
    );
    assert_eq!(
        json(spec, "b k udp h z {}\n"),
        "input.hcl:1:5: Unexpected label; There is no form \"udp\" here. Known here: \"tcp\" and \
         \"none\"."
    );
}

#[test]
fn labels_of_nested_blocks_start_anew() {
    let spec = r#"
        block_map {
          block_type = "outer"
          labels     = ["key"]
          object {
            label "a" {}
            block "inner" {
              array {
                label { name = "x" }
                label { name = "y" }
              }
            }
            label "b" {}
          }
        }
    "#;
    assert_eq!(
        json(spec, "outer k 1 2 {\ninner 3 4 {}\n}\n".replace(['1', '2', '3', '4'], "l").as_str()),
        r#"{"k":{"a":"l","b":"l","inner":["l","l"]}}"#
    );
}

#[test]
fn forms_by_an_attribute_and_by_block_types() {
    let spec = r#"
        object {
          one_of "store" {
            attribute = "type"
            form "disk" {
              attr { name = "path" }
            }
            form "none" {
              literal { value = "nowhere" }
            }
          }
          blocks_of "steps" {
            min_items = 1
            dynamic   = true
            block_type "run" {
              attr { name = "command" }
            }
            block_type "copy" {
              array {
                attr { name = "from" }
                attr { name = "to" }
              }
            }
          }
          block_of "end" {
            required = true
            block_type "stop" {
              literal { value = 0 }
            }
            block_type "repeat" {
              attr { name = "times" }
            }
          }
        }
    "#;
    let text = r#"
        type = "disk"
        path = "/tmp"
        copy {
          from = "a"
          to   = "b"
        }
        dynamic "run" {
          for_each = ["x", "y"]
          content {
            command = run.value
          }
        }
        repeat {
          times = 2
        }
    "#;
    assert_eq!(json(spec, text), r#"{"end":2,"steps":[["a","b"],"x","y"],"store":"/tmp"}"#);
    assert_eq!(
        json(spec, "type = \"none\"\n"),
        "input.hcl:1:1: Too few blocks; At least 1 block of type \"run\" or \"copy\" is required here, \
         but there are none.\n\
         input.hcl:1:1: Missing block; A block of type \"stop\" or \"repeat\" is required here, but \
         there is none."
    );
}

#[test]
fn names_of_earlier_times() {
    let spec = r#"
        object {
          attr "port" {
            type         = number
            aliases      = ["prt"]
            former_names = ["listen_port"]
            deprecated   = "Sockets are better."
          }
          attr "old" {
            replaced_by = "port"
          }
          attr "gone" {
            deprecated = true
          }
          block "tls" {
            former_names = ["ssl"]
            literal { value = true }
          }
        }
    "#;
    assert_eq!(json(spec, "prt = 1\nssl {}\n"), r#"{"gone":null,"old":null,"port":1,"tls":true}"#);
    assert_eq!(
        problems(spec, "listen_port = 1\nold = 2\ngone = 3\nssl {}\n"),
        "input.hcl:1:1: Deprecated attribute; The attribute \"listen_port\" is deprecated. Use \"port\" \
         instead.\n\
         input.hcl:2:1: Deprecated attribute; The attribute \"old\" is deprecated. Use \"port\" \
         instead.\n\
         input.hcl:3:1: Deprecated attribute; The attribute \"gone\" is deprecated.\n\
         input.hcl:4:1: Deprecated block; Blocks of type \"ssl\" are deprecated. Use \"tls\" instead."
    );
    assert!(problems(spec, "port = 1\n").ends_with("is deprecated. Sockets are better."));
}

#[test]
fn sensitive_attributes_are_marked() {
    let spec = "object {\nattr \"key\" {\ntype = number\nsensitive = true\n}\n}\n";
    let decoded = value(spec, "key = 4711\n", &mut Diagnostics::new()).unwrap();
    let key = decoded.as_object().unwrap().get("key").unwrap();
    assert_eq!(*key, Value::from(4711).mark(Mark::sensitive()));
    assert!(!problems(spec, "key = \"hunter2\"\n").contains("hunter2"));
}

#[test]
fn defaults_of_attributes_and_in_types() {
    let spec = r#"
        object {
          attr "port" {
            type    = number
            default = "80"
          }
          attr "sites" {
            type    = list(object({ host = string, port = optional(number, 443) }))
            default = [{ host = "local" }]
          }
        }
    "#;
    assert_eq!(json(spec, ""), r#"{"port":80,"sites":[{"host":"local","port":443}]}"#);
    assert_eq!(
        json(spec, "port = null\nsites = [{ host = \"a\" }, { host = \"b\", port = 1 }]\n"),
        r#"{"port":80,"sites":[{"host":"a","port":443},{"host":"b","port":1}]}"#
    );
    assert_eq!(
        json(spec, "sites = [{}]\n"),
        "input.hcl:1:9: Wrong type; The attribute \"sites\" cannot have this value: element 0: the \
         required attribute \"host\" is missing."
    );
}

#[test]
fn dynamic_blocks_are_opted_into() {
    let spec = |dynamic| {
        format!(
            "object {{\nblock_list \"b\" {{\ndynamic = {dynamic}\nattr {{\nname = \"n\"\n}}\n}}\n\
             block_map \"m\" {{\nlabels = [\"key\"]\ndynamic = {dynamic}\nattr {{\nname = \"n\"\n}}\n}}\n\
             block \"one\" {{\ndynamic = {dynamic}\nliteral {{\nvalue = 1\n}}\n}}\n\
             block_attrs \"free\" {{\ndynamic = {dynamic}\nelement_type = any\n}}\n}}\n"
        )
    };
    let text = r#"dynamic "b" {
for_each = [1, 2]
content {
n = b.value
}
}
dynamic "m" {
for_each = [3]
labels = ["k${m.value}"]
content {
n = m.key
}
}
dynamic "one" {
for_each = [1]
content {}
}
dynamic "free" {
for_each = [5]
content {
x = free.value
}
}
"#;
    assert_eq!(json(&spec(true), text), r#"{"b":[1,2],"free":{"x":5},"m":{"k3":0},"one":1}"#);
    assert!(json(&spec(false), text).starts_with("input.hcl:1:1: Unexpected block;"));
}

#[test]
fn blocks_by_their_labels_are_counted() {
    let counted = r#"block_map {
block_type = "m"
labels = ["key"]
min_items = 1
max_items = 2
literal {
value = 1
}
}"#;
    let too_few = "input.hcl:1:1: Too few blocks; At least 1 block of type \"m\" is required here, but there are none.";
    assert_eq!(problems(counted, ""), too_few);
    assert_eq!(problems(counted, "m a {}\nm b {}\n"), "");
    let too_many = "input.hcl:3:1: Too many blocks; At most 2 blocks of type \"m\" are allowed here, but there are 3.";
    assert_eq!(problems(counted, "m a {}\nm b {}\nm c {}\n"), too_many);
}

#[test]
fn free_attributes() {
    let spec =
        "object {\nblock_attrs \"tags\" {\nelement_type = list(string)\nrequired = true\n}\n}\n";
    assert_eq!(json(spec, "tags {\nb = [1]\na = []\n}\n"), r#"{"tags":{"a":[],"b":["1"]}}"#);
    assert!(json(spec, "").contains("Missing block"));
}

#[test]
fn rules_between_attributes() {
    let spec = r#"
        object {
          attr "key" {}
          attr "key_file" {}
          attr "cert" {}
          block "tls" {
            literal { value = true }
          }
          rule {
            exactly_one_of = ["key", "key_file"]
            requires       = { cert = ["key"], tls = ["cert"] }
          }
          rule {
            at_most_one_of = ["cert", "key_file"]
          }
        }
    "#;
    assert_eq!(
        json(spec, "key = 1\ncert = 2\ntls {}\n"),
        r#"{"cert":2,"key":1,"key_file":null,"tls":true}"#
    );
    assert_eq!(
        json(spec, "cert = 1\nkey_file = 2\ntls {}\n"),
        "input.hcl:1:1: Missing companion; Where \"cert\" is set, \"key\" must be set too, but it is \
         not.\n\
         input.hcl:2:1: Conflict; \"key_file\" cannot be set here, because \"cert\" is. Set only one of \
         them."
    );
    assert!(json(spec, "").contains("One of these must be set here: \"key\" or \"key_file\"."));
}

#[test]
fn items_that_no_spec_names() {
    let spec = |word| format!("object {{\nunexpected = \"{word}\"\nattr \"port\" {{}}\n}}\n");
    let text = "port = 1\nprot = 2\nblock {}\n";
    assert_eq!(json(&spec("warn"), text), r#"{"port":1}"#);
    assert_eq!(json(&spec("ignore"), text), r#"{"port":1}"#);
    let suggestion = "input.hcl:2:1: Unexpected attribute; There is no attribute \"prot\" here. Did you \
                      mean \"port\"?\n";
    assert!(problems(&spec("warn"), text).starts_with(suggestion));
    assert_eq!(problems(&spec("ignore"), text), "");
    assert!(json(&spec("deny"), text).starts_with(suggestion));
}

#[test]
fn the_rest_is_a_body() {
    let spec = "object {\nattr \"a\" {}\nremain \"rest\" {}\n}\n";
    let decoded = value(spec, "a = 1\nb = 2\nc {}\n", &mut Diagnostics::new()).unwrap();
    let rest = decoded.as_object().unwrap().get("rest").unwrap();
    let rest = rest.as_capsule::<hcldyn::Body>().unwrap();
    let mut diags = Diagnostics::new();
    assert_eq!(rest.just_attributes(&mut diags)[0].name.as_str(), "b");
    assert!(diags.to_string().starts_with("input.hcl:3:1:"));
}

#[test]
fn expressions_of_the_spec_have_the_context_of_the_input() {
    let spec = r#"
        variables {
          zone = "eu"
        }
        function "twice" {
          params = [n]
          result = n * 2
        }
        object {
          expr "where" {
            value = "${zone}-${twice(21)}"
          }
        }
    "#;
    assert_eq!(json(spec, ""), r#"{"where":"eu-42"}"#);
    let wrong = spec.replace("twice(21)", "thrice(21)");
    assert!(json(&wrong, "").contains("spec.hcl:11:32: Unknown function;"), "{}", json(&wrong, ""));
}

#[test]
fn the_name_goes_through_defaults_and_transformations() {
    let spec = r#"
        object {
          default "port" {
            transform {
              attr {}
              result = nested == null ? null : nested + 1
            }
            attr { name = "listen" }
            literal { value = 80 }
          }
        }
    "#;
    assert_eq!(json(spec, "port = 1\n"), r#"{"port":2}"#);
    assert_eq!(json(spec, "listen = 1\n"), r#"{"port":1}"#);
    assert_eq!(json(spec, ""), r#"{"port":80}"#);
}

#[test]
fn docs_are_kept() {
    let spec = r#"
        object {
          docs = "A server."
          attr "port" {
            docs = "Where it listens."
          }
          block "b" {
            docs = "A block."
            object {
              label "name" {
                docs = "Its name."
              }
              one_of "x" {
                docs      = "A choice."
                attribute = "type"
                form "a" {
                  object {}
                }
              }
            }
          }
        }
    "#;
    let file = read(spec, &mut Diagnostics::new()).unwrap();
    let Spec::Object(object) = &file.spec else { panic!("{:?}", file.spec) };
    let Spec::Block(block) = &object.specs()[1] else { panic!("{:?}", object.specs()[1]) };
    let Spec::Object(nested) = block.nested() else { panic!("{:?}", block.nested()) };
    let all = [
        &file.spec,
        &object.specs()[0],
        &object.specs()[1],
        &nested.specs()[0],
        &nested.specs()[1],
    ];
    assert_eq!(
        all.map(|spec| spec.docs().unwrap_or_default()),
        ["A server.", "Where it listens.", "A block.", "Its name.", "A choice."]
    );
}

#[test]
fn a_truncated_spec_file_does_not_panic() {
    let file = vectors::read("hcldec.json");
    for case in vectors::cases(&file, "cases", 75) {
        let spec = case["spec"].as_str().unwrap();
        for end in (0..spec.len()).step_by(5) {
            let mut diags = Diagnostics::new();
            let file = read(&spec[..end], &mut diags);
            assert!(file.is_some() || diags.has_errors(), "{}", &spec[..end]);
        }
    }
}

#[test]
fn specs_as_deep_as_they_can_be() {
    let outcomes = "attr {\nname = \"a\"\n}\n".repeat(126) + "literal {\nvalue = 1\n}\n";
    assert_eq!(json(&format!("default {{\n{outcomes}}}\n"), ""), "1");
    let blocks = (0..60).fold("literal {\nvalue = 1\n}\n".to_owned(), |inside, _| {
        format!("block {{\nblock_type = \"b\"\n{inside}}}\n")
    });
    let text = (0..60).fold(String::new(), |inside, _| format!("b {{\n{inside}}}\n"));
    assert_eq!(json(&blocks, &text), "1");
    let labels = format!("[{}]", "\"l\", ".repeat(126));
    let map = format!(
        "block_map {{\nblock_type = \"b\"\nlabels = {labels}\nliteral {{\nvalue = 1\n}}\n}}\n"
    );
    let found = json(&map, &format!("b {}{{}}\n", "k ".repeat(126)));
    assert_eq!(found.matches("\"k\":").count(), 126, "{found}");
}

#[test]
fn types_that_double_are_no_harm() {
    let attr = "attr {\n  name = \"a\"\n}\n".to_owned();
    let spec = (0..60)
        .fold(attr, |inside, _| format!("transform {{\n{inside}result = [nested, nested]\n}}\n"));
    assert!(json(&spec, "a = 1\n").starts_with("spec.hcl:110:10: Too large a value;"));
}

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
        "input.hcl:2:1: Attribute and block; Write \"meta\" either as an attribute or as a block, not as both."
    );
}

/// Constraints that hold each other, used in two places, with labels of the places that use them.
const NAMED_SPECS: &str = r#"
    spec "labelled" {
      array {
        label { name = "id" }
        use { spec = "rule" }
      }
    }
    spec "rule" {
      object {
        attr "op" { type = string }
        block_tuple "and" {
          block_type = "and"
          use { spec = "rule" }
        }
      }
    }
    object {
      use "own" { spec = "rule" }
      block_tuple "check" {
        use { spec = "labelled" }
      }
      block "only" {
        use { spec = "rule" }
      }
    }
"#;

#[test]
fn a_named_spec_is_used_in_several_places_and_in_itself() {
    let text = r#"
        op = "a"
        and {
          and { op = "b" }
        }
        check "x" {
          and {}
        }
        only { op = "c" }
    "#;
    assert_eq!(
        json(NAMED_SPECS, text),
        concat!(
            r#"{"check":[["x",{"and":[{"and":[],"op":null}],"op":null}]],"only":{"and":[],"op":"c"},"#,
            r#""own":{"and":[{"and":[{"and":[],"op":"b"}],"op":null}],"op":"a"}}"#
        )
    );
    assert_eq!(
        json(NAMED_SPECS, "and {\n  and {\n    opp = 1\n  }\n}\n"),
        "input.hcl:3:5: Unexpected attribute; There is no attribute \"opp\" here. Did you mean \"op\"?"
    );
}

#[test]
fn a_named_spec_nests_as_deep_as_blocks() {
    let text = format!("{}{}", "and {\n".repeat(250), "}\n".repeat(250));
    let mut diags = Diagnostics::new();
    assert!(value(NAMED_SPECS, &text, &mut diags).is_some(), "{diags}");
}

#[test]
fn a_contradiction_in_a_named_spec_is_reported_where_it_is() {
    let errors = |spec: &str| {
        let mut diags = Diagnostics::new();
        assert!(read(spec, &mut diags).is_none(), "{spec}");
        diags.sort();
        diags.to_string()
    };
    // A contradiction is found where it is written, wherever the spec is used.
    let contradiction = "spec \"a\" {\n  object {\n    attr \"n\" {}\n    block \"m\" {\n      block_type = \"n\"\n      remain {}\n    }\n  }\n}\nblock_list {\n  block_type = \"b\"\n  use { spec = \"a\" }\n}\n";
    assert_eq!(
        errors(contradiction),
        "spec.hcl:4:5: Contradiction in spec; \"n\" is both an attribute and a block type."
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
        "input.hcl:2:1: Set twice; \"b\" is set in this body already. Remove one of the two."
    );
}

#[test]
fn an_open_body_needs_the_variables_in_it() {
    let spec = "object {\n  attr \"a\" {}\n  open_body \"rest\" {}\n}\n";
    let text = "a = v1\nb = v2\nc {\n  d {\n    e = v3\n  }\n}\n";
    let mut diags = Diagnostics::new();
    let file = read(spec, &mut diags).unwrap();
    let body = hcldyn::parse_body(&hcldyn::source::Source::new("input.hcl", text), &mut diags);
    let names: Vec<_> =
        hcldyn::spec::variables(&body, &file.spec).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["v1", "v2", "v3"]);
}

#[test]
fn values_meet_conditions() {
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
        "input.hcl:2:20: Invalid value; \"level\" must be \"debug\" or \"info\", not \"inf\". Did you mean \"info\"?\n\
         input.hcl:3:20: Invalid value; \"ports\" must be a number from 1 to 65535, not 0.\n\
         input.hcl:3:20: Invalid value; \"ports\" must have at most 2 elements, not 3.\n\
         input.hcl:4:20: Invalid value; \"weight\" must be a number of at least 0.5, not 0.4.\n\
         input.hcl:5:20: Invalid value; \"name\" must have at least 2 characters, not 1.\n\
         input.hcl:5:20: Invalid value; \"name\" must be a string that matches \"^[a-z]+$\", not \"A\".\n\
         input.hcl:6:20: Invalid value; \"wait\" must be a duration such as \"1h30m\", not \"1 hour\"."
    );
    let spec = "attr {\n  name       = \"password\"\n  min_length = 8\n  sensitive  = true\n}\n";
    assert_eq!(
        json(spec, "password = \"secret\"\n"),
        "input.hcl:1:1: Invalid value; \"password\" must have at least 8 characters. The value is sensitive, so it is not \
         shown."
    );
}

#[test]
fn a_file_says_which_functions_texts_may_use() {
    let spec = |functions: &str| format!("{functions}\nattr {{\n  name = \"a\"\n}}\n");
    assert_eq!(json(&spec("functions = \"all\""), "a = upper(try(x, \"b\"))\n"), "\"B\"");
    assert_eq!(json(&spec("functions = [\"upper\"]"), "a = upper(\"b\")\n"), "\"B\"");
    assert_eq!(
        json(&spec("functions = [\"upper\"]"), "a = lower(\"b\")\n"),
        "input.hcl:1:5: Unknown function; No function is named \"lower\". Available here: \"upper\"."
    );
    let own =
        "functions = [\"upper\"]\nfunction \"upper\" {\n  params = [x]\n  result = \"own\"\n}\n";
    assert_eq!(json(&spec(own), "a = upper(\"b\")\n"), "\"own\"");
    let mut diags = Diagnostics::new();
    assert!(read(&spec("functions = [\"uper\"]"), &mut diags).is_none());
    assert_eq!(
        diags.to_string(),
        "spec.hcl:1:13: Unsuitable value; In \"functions\": No function is named \"uper\". Did you mean \"upper\"?"
    );
}

#[test]
fn names_of_run_time_stay_as_they_are_written() {
    let spec = "runtime_names = [\"NOMAD_*\", \"env\"]\nvariables {\n  zone = \"eu\"\n}\nobject {\n  attr \"a\" {}\n  attr \"b\" {}\n}\n";
    assert_eq!(
        json(spec, "a = \"${zone}:${NOMAD_PORT_http}/${env[\"A\"].b[0]}\"\nb = NOMAD_X\n"),
        r#"{"a":"eu:${NOMAD_PORT_http}/${env[\"A\"].b[0]}","b":"${NOMAD_X}"}"#
    );
    assert_eq!(
        json(spec, "a = \"${NOMADS}\"\n"),
        "input.hcl:1:8: Undefined variable; No variable is named \"NOMADS\". Available here: \"zone\"."
    );
}
