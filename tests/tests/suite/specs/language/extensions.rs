//! Features of spec files that the reference lacks, and errors that spec files must not cause.

use hcldyn::Diagnostics;
use hcldyn::cty::{Mark, Value};
use hcldyn::spec::Spec;
use hcldyn_tests::vectors;

use super::{json, read, value};

/// Returns the diagnostics of an input, including warnings.
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
    let text = r"step {
v = 1
}
step {
v = [true]
}
host a x {
v = 1
}
host a y {
v = {}
}
";
    assert_eq!(json(spec, text), r#"{"host":{"a":{"x":1,"y":{}}},"step":[1,[true]]}"#);
    assert_eq!(
        json(spec, "step {}\nstep {}\nstep {}\n"),
        "input.hcl:3:1: error: Too many blocks; At most 2 blocks of type \"step\" are allowed here, not 3."
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
        "input.hcl:1:5: error: Unexpected label; The form must be \"tcp\" or \"none\", not \"udp\"."
    );
}

#[test]
fn labels_of_nested_blocks_are_counted_separately() {
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
        "input.hcl:1:1: error: Too few blocks; At least 1 block of type \"run\" or \"copy\" is required here, not 0.\ninput.hcl:1:1: error: Missing block; A block of type \"stop\" or \"repeat\" is required here."
    );
}

#[test]
fn former_names() {
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
        "input.hcl:1:1: warning: Deprecated attribute; The attribute \"listen_port\" is deprecated. Use \"port\" \
         instead.\n\
         input.hcl:2:1: warning: Deprecated attribute; The attribute \"old\" is deprecated. Use \"port\" \
         instead.\n\
         input.hcl:3:1: warning: Deprecated attribute; The attribute \"gone\" is deprecated.\n\
         input.hcl:4:1: warning: Deprecated block; Blocks of type \"ssl\" are deprecated. Use \"tls\" instead."
    );
    assert!(problems(spec, "port = 1\n").ends_with("is deprecated. Sockets are better."));
}

#[test]
fn parts_of_values_are_deprecated_as_attributes_are() {
    let spec = r#"
        attr {
          name = "server"
          object {
            attribute "host" { type = string }
            attribute "ip" {
              type        = string
              optional    = true
              replaced_by = "host"
            }
            attribute "zone" {
              type       = string
              optional   = true
              deprecated = true
            }
          }
        }
    "#;
    assert_eq!(
        problems(spec, r#"server = { host = "a", ip = "b", zone = "c" }"#),
        "input.hcl:1:24: warning: Deprecated attribute; The attribute \"ip\" is deprecated. Use \"host\" \
         instead.\n\
         input.hcl:1:34: warning: Deprecated attribute; The attribute \"zone\" is deprecated."
    );
}

#[test]
fn sensitive_attributes_are_marked() {
    let spec = r#"object {
attr "key" {
type = number
sensitive = true
}
}
"#;
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
        "input.hcl:1:10: error: Missing attribute; The required attribute \"host\" is not set."
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
    assert!(json(&spec(false), text).starts_with("input.hcl:1:1: error: Unexpected block;"));
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
    let too_few = "input.hcl:1:1: error: Too few blocks; At least 1 block of type \"m\" is required here, not 0.";
    assert_eq!(problems(counted, ""), too_few);
    assert_eq!(problems(counted, "m a {}\nm b {}\n"), "");
    let too_many = "input.hcl:3:1: error: Too many blocks; At most 2 blocks of type \"m\" are allowed here, not 3.";
    assert_eq!(problems(counted, "m a {}\nm b {}\nm c {}\n"), too_many);
}

#[test]
fn free_attributes() {
    let spec = r#"object {
block_attrs "tags" {
element_type = list(string)
required = true
}
}
"#;
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
        "input.hcl:1:1: error: Missing item; \"cert\" requires \"key\", which is not set.\ninput.hcl:2:1: error: Conflicting items; \"key_file\" can't be set together with \"cert\". Set only one of them."
    );
    assert!(json(spec, "").contains("One of \"key\" or \"key_file\" must be set here."));
}

#[test]
fn unexpected_items() {
    let spec = |word| format!("object {{\nunexpected = \"{word}\"\nattr \"port\" {{}}\n}}\n");
    let text = r"port = 1
prot = 2
block {}
";
    assert_eq!(json(&spec("warn"), text), r#"{"port":1}"#);
    assert_eq!(json(&spec("ignore"), text), r#"{"port":1}"#);
    let suggestion = "input.hcl:2:1: warning: Unexpected attribute; The attribute \"prot\" is not expected here. Did you \
                      mean \"port\"?\n";
    assert!(problems(&spec("warn"), text).starts_with(suggestion));
    assert_eq!(problems(&spec("ignore"), text), "");
    let suggestion = suggestion.replace("warning", "error");
    assert!(json(&spec("deny"), text).starts_with(&suggestion));
}

#[test]
fn the_remaining_items_are_a_body() {
    let spec = r#"object {
attr "a" {}
remain "rest" {}
}
"#;
    let decoded = value(spec, "a = 1\nb = 2\nc {}\n", &mut Diagnostics::new()).unwrap();
    let rest = decoded.as_object().unwrap().get("rest").unwrap();
    let rest = rest.as_capsule::<hcldyn::body::Body>().unwrap();
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
    assert!(
        json(&wrong, "").contains("spec.hcl:11:32: error: Unknown function;"),
        "{}",
        json(&wrong, "")
    );
}

#[test]
fn the_name_passes_through_defaults_and_transformations() {
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
    let Spec::Blocks(block) = &object.specs()[1] else { panic!("{:?}", object.specs()[1]) };
    let (_, Some(Spec::Object(nested))) = block.types().next().unwrap() else {
        panic!("{block:?}")
    };
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
fn specs_at_the_maximum_depth() {
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
fn types_that_double_are_harmless() {
    let attr = "attr {\n  name = \"a\"\n}\n".to_owned();
    let spec = (0..60)
        .fold(attr, |inside, _| format!("transform {{\n{inside}result = [nested, nested]\n}}\n"));
    assert!(json(&spec, "a = 1\n").starts_with("spec.hcl:110:10: error: Value too large;"));
}
