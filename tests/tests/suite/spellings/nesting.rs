//! Labels that are nested blocks, merged blocks, and whole configurations spelled as for hcl-rs.

use std::collections::BTreeMap;

use hcldyn::cty::{Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, Spec, Spelling, variables};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, parse_body};

use super::{problems, run_in};

fn attr(name: &'static str) -> (&'static str, Spec) {
    (name, AttrSpec::new(name, Type::Number).into())
}

/// `a` with the blocks `b` and `c`; `c` has a label.
fn inner() -> Spec {
    let labelled = Spec::object([("name", LabelSpec::new(0, "name").into()), attr("x")]);
    Spec::object([
        ("b", BlocksSpec::new("b", Spec::object([attr("x"), attr("y")])).into()),
        ("c", Spec::from(BlocksSpec::new("c", labelled).tuple())),
        attr("n"),
    ])
}

fn value(text: &str, spec: &Spec) -> Value {
    let (value, problems) = run_in(text, spec, &EvalContext::new());
    assert_eq!(problems, "", "{text}");
    value
}

#[test]
fn a_label_is_a_nested_block() {
    let spec: Spec = BlocksSpec::new("a", inner()).labels_as_blocks().into();
    let same = [
        ("a \"b\" {\n  x = 1\n}\n", "a {\n  b {\n    x = 1\n  }\n}\n"),
        ("a \"c\" \"l\" {\n  x = 1\n}\n", "a {\n  c \"l\" {\n    x = 1\n  }\n}\n"),
    ];
    for (labels, nested) in same {
        assert_eq!(value(labels, &spec), value(nested, &spec), "{labels}");
    }
    assert_eq!(
        problems("a \"d\" {\n}\n", &spec),
        "t.hcl:1:3: error: Unexpected block; A block of type \"d\" is not expected here. Expected here: \"n\", \"b\" and \"c\"."
    );
    assert!(problems("a \"c\" {\n}\n", &spec).contains(": Missing label;"));
    assert!(
        problems("a \"b\" {\n  z = 1\n}\n", &spec)
            .starts_with("t.hcl:2:3: error: Unexpected attribute")
    );
    assert!(problems("a \"n\" {\n}\n", &spec).starts_with("t.hcl:1:3: error: Unexpected block"));
}

#[test]
fn a_nested_block_is_a_label() {
    let rule = Spec::object([attr("port"), attr("size")]);
    let spec: Spec = BlocksSpec::new("rule", rule).map("name").labels_as_blocks().into();
    let labelled = "rule \"a\" {\n  port = 1\n}\nrule \"b\" {\n  size = 2\n}\n";
    for nested in [
        "rule {\n  a {\n    port = 1\n  }\n  b {\n    size = 2\n  }\n}\n",
        "rule {\n  a = { port = 1 }\n  b {\n    size = 2\n  }\n}\n",
        "rule {\n  b {\n    size = 2\n  }\n}\nrule \"a\" {\n  port = 1\n}\n",
    ] {
        assert_eq!(value(nested, &spec), value(labelled, &spec), "{nested}");
    }
    assert_eq!(value("rule {}\n", &spec), value("", &spec));

    // A label is missing if an item of the block is written.
    for unlabelled in ["rule {\n  port = 1\n}\n", "rule {\n  a {}\n  port = 1\n}\n"] {
        let problems = problems(unlabelled, &spec);
        assert!(problems.contains(": Missing label;"), "{problems}");
        assert_eq!(problems.lines().count(), 1, "{problems}");
    }
    assert_eq!(
        problems("rule {\n  a {\n    prt = 1\n  }\n}\n", &spec),
        "t.hcl:3:5: error: Unexpected attribute; The attribute \"prt\" is not expected here. Did you mean \"port\"?"
    );
    assert!(problems("rule {\n  a = 1\n}\n", &spec).starts_with("t.hcl:2:7: error: Wrong type"));
}

#[test]
fn variables_are_found() {
    let spec: Spec = BlocksSpec::new("a", inner()).labels_as_blocks().into();
    let text = r#"a "b" {
  x = v
}
a {
  b {
    x = w
  }
}
"#;
    let body = parse_body(&Source::new("t.hcl", text), &mut Diagnostics::new());
    let found: Vec<_> = variables(&body, &spec).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["v", "w"]);
}

#[test]
fn own_labels_come_first() {
    let spec: Spec = BlocksSpec::new("a", inner()).map("name").labels_as_blocks().into();
    assert_eq!(
        value("a \"k\" \"b\" {\n  x = 1\n}\n", &spec),
        value("a \"k\" {\n  b {\n    x = 1\n  }\n}\n", &spec)
    );
    let blocks = BlocksSpec::new("a", inner()).labels_as_blocks().dynamic();
    let spec = Spec::from(blocks.tuple());
    let generated = r#"dynamic "a" {
  for_each = [1]
  labels   = ["b"]
  content {
    x = a.value
  }
}
"#;
    assert_eq!(value(generated, &spec), value("a \"b\" {\n  x = 1\n}\n", &spec));
}

#[test]
fn repeats_are_merged() {
    let spec: Spec = BlocksSpec::new("a", inner()).merge().labels_as_blocks().into();
    let one = value("a {\n  n = 1\n  b {\n    x = 1\n  }\n  c \"l\" {\n  }\n}\n", &spec);
    assert_eq!(value("a {\n  n = 1\n}\na \"b\" {\n  x = 1\n}\na \"c\" \"l\" {\n}\n", &spec), one);
    assert_eq!(
        problems("a {\n  n = 1\n}\na {\n  n = 2\n}\n", &spec),
        "t.hcl:5:3: error: Duplicate attribute; The attribute \"n\" is already set at t.hcl:2:3. Set it in \
         one place only."
    );
    assert!(
        problems("a \"b\" {\n}\na \"b\" {\n}\n", &spec)
            .starts_with("t.hcl:3:3: error: Second block")
    );
    let map: Spec = BlocksSpec::new("a", inner()).map("name").merge().into();
    let merged = value("a \"k\" {\n  n = 1\n}\na \"l\" {\n}\na \"k\" {\n  b {}\n}\n", &map);
    assert_eq!(merged, value("a \"k\" {\n  n = 1\n  b {}\n}\na \"l\" {\n}\n", &map));
    assert!(
        problems(
            "a {\n  n = 1\n}\n",
            &BlocksSpec::new(
                "a",
                Spec::object([
                    ("m", AttrSpec::new("m", Type::Number).required().into()),
                    attr("n")
                ])
            )
            .merge()
            .into()
        )
        .contains("Missing attribute")
    );
}

#[test]
fn options_of_a_whole_object() {
    let spec: Spec = ObjectSpec::new([
        ("a", Spec::from(BlocksSpec::new("a", inner()))),
        ("t", AttrSpec::new("t", Type::map(Type::Number)).into()),
    ])
    .or_attr()
    .or_block()
    .labels_as_blocks()
    .merge()
    .into();
    let found =
        value("a = { n = 1 }\na \"b\" {\n  x = 1\n}\nt {\n  u = 1\n}\nt {\n  v = 2\n}\n", &spec);
    let expected = value("a {\n  n = 1\n  b {\n    x = 1\n  }\n}\nt = { u = 1, v = 2 }\n", &spec);
    assert_eq!(found, expected);
}

#[derive(Debug, HclDecode, PartialEq)]
struct Config {
    #[hcl(block)]
    listener: Vec<Listener>,
    #[hcl(block)]
    discovery: Discovery,
    tags: BTreeMap<String, String>,
    limits: Option<BTreeMap<String, BTreeMap<String, u32>>>,
    #[hcl(block)]
    user: BTreeMap<String, User>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Listener {
    port: u16,
    #[hcl(block)]
    tls: Option<Tls>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Tls {
    cert: String,
}

#[derive(Debug, Default, HclDecode, PartialEq)]
struct Discovery {
    #[hcl(block)]
    instance: Option<Instance>,
    #[hcl(block)]
    informer: Option<Instance>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Instance {
    interfaces: Vec<String>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct User {
    shell: String,
}

const OURS: &str = r#"
listener {
  port = 1
  tls {
    cert = "a"
  }
}
listener {
  port = 2
}
discovery {
  instance {
    interfaces = ["eth0"]
  }
  informer {
    interfaces = []
  }
}
tags = { zone = "eu" }
limits = { soft = { files = 1 }, hard = { files = 2 } }
user "eve" {
  shell = "sh"
}
"#;

const THEIRS: &str = r#"
listener = [{ port = 1, tls = { cert = "a" } }, { port = 2 }]
discovery "instance" {
  interfaces = ["eth0"]
}
discovery "informer" {
  interfaces = []
}
tags {
  zone = "eu"
}
limits "soft" {
  files = 1
}
limits "hard" {
  files = 2
}
user = { eve = { shell = "sh" } }
"#;

#[test]
fn a_whole_configuration() {
    let decode = |text: &str, spelling| {
        Decoder::new().spelling(spelling).text("t.hcl", text).decode::<Config>()
    };
    let ours = decode(OURS, Spelling::Strict).unwrap().value;
    assert_eq!(decode(OURS, Spelling::HclRs).unwrap().value, ours);
    let theirs = decode(THEIRS, Spelling::HclRs).unwrap();
    assert_eq!(theirs.value, ours);
    assert_eq!(theirs.place_of("listener[0].tls.cert").unwrap().to_string(), "t.hcl:2:40");
    assert!(
        decode(THEIRS, Spelling::Strict)
            .unwrap_err()
            .to_string()
            .contains("Write discovery { instance { … } }.")
    );
    let mistake = THEIRS.replace("\"a\"", "[]").replace("soft", "sort").replace("shell", "shall");
    assert_eq!(
        decode(&mistake, Spelling::HclRs).unwrap_err().to_string(),
        "t.hcl:2:40: error: Wrong type; Invalid value for \"cert\": a string is required, not a tuple.\n\
         t.hcl:18:18: error: Unexpected attribute; The attribute \"shall\" is not expected here. Did you mean \"shell\"?"
    );
}

#[derive(Debug, HclDecode, PartialEq)]
struct Ports {
    #[hcl(block, or_attr)]
    listener: Vec<Listener>,
    #[hcl(or_block, merge)]
    tags: Option<BTreeMap<String, String>>,
}

#[test]
fn several_files() {
    let files = |b: &str| {
        let a = r"listener = [{ port = 1 }]
tags {
  a = 1
}
";
        let c = r"listener {
  port = 4
}
listener = { port = 5 }
";
        Decoder::new()
            .text("a.hcl", a)
            .text("b.hcl", b)
            .decode::<Ports>()
            .map(|it| it.value)
            .map_err(|it| it.to_string())
            .and_then(|first| {
                let more = Decoder::new().text("b.hcl", b).text("c.hcl", c).decode::<Ports>();
                Ok((first, more.map_err(|it| it.to_string())?.value))
            })
    };
    let (first, second) =
        files("listener {\n  port = 2\n}\ntags {\n  b = 2\n}\nlistener {\n  port = 3\n}\n")
            .unwrap();
    let ports = |ports: &Ports| -> Vec<u16> { ports.listener.iter().map(|it| it.port).collect() };
    assert_eq!((ports(&first), ports(&second)), (vec![1, 2, 3], vec![2, 3, 4, 5]));
    assert_eq!(first.tags.unwrap().len(), 2);
    let wrong = files("tags {\n  b = []\n}\n").unwrap_err();
    assert!(wrong.starts_with("a.hcl:2:1: error: Wrong type"), "{wrong}");
    let twice = files("tags {\n  a = 2\n}\n").unwrap_err();
    assert!(twice.starts_with("b.hcl:2:3: error: Duplicate setting"), "{twice}");
}

/// hcl-rs reads both spellings as one JSON document, which decodes without other forms.
#[test]
fn as_hcl_rs_reads_it() {
    for text in [OURS, THEIRS] {
        let read: serde_json::Value = hcl::from_str(text).unwrap();
        let json = hcldyn::decode::from_json_str::<Config>(&read.to_string(), &EvalContext::new())
            .unwrap();
        let decoder = Decoder::new().spelling(Spelling::HclRs).text("t.hcl", text);
        assert_eq!(decoder.decode::<Config>().unwrap().value, json);
    }
}

/// A block that contains blocks of its own type.
fn node() -> Spec {
    let n = BlocksSpec::lazy("n", node).or_attr().labels_as_blocks().merge();
    Spec::object([("n", n.into()), attr("x")])
}

#[test]
fn deep_objects() {
    for (blocks, objects) in [(0, 100), (0, 400), (0, 490), (0, 600), (240, 0), (240, 400)] {
        let text = format!(
            "{}n = {}{{}}{}\n{}",
            "n {\n".repeat(blocks),
            "{ n = ".repeat(objects),
            " }".repeat(objects),
            "}\n".repeat(blocks)
        );
        let found = problems(&text, &node());
        assert_eq!(found.contains("nested at most"), blocks + objects > 250, "{found}");
    }
}

#[test]
fn many_labels() {
    let labels = |count: usize| format!("n{} {{}}\n", " \"n\"".repeat(count));
    assert_eq!(problems(&labels(200), &node()), "");
    let found = problems(&labels(100_000), &node());
    assert!(
        found.contains(": Nested too deeply; Blocks can be nested at most 250 levels deep."),
        "{found}"
    );
    let inside = format!("{}{}{}", "n {\n".repeat(200), labels(100), "}\n".repeat(200));
    assert!(problems(&inside, &node()).contains(": Nested too deeply; "));
    let all = format!("n{} {{\n", " \"n\"".repeat(200)).repeat(240) + &"}\n".repeat(240);
    assert!(problems(&all, &node()).contains(": Nested too deeply; "));
    let body = parse_body(&Source::new("t.hcl", &*all), &mut Diagnostics::new());
    assert!(variables(&body, &node()).is_empty());
    let data = AttrSpec::new("n", Type::Dynamic).or_block().into();
    assert!(problems(&labels(100_000), &data).contains(": Value too large; "));
    let blocks = BlocksSpec::new("b", Spec::object([attr("x")])).merge().into();
    assert_eq!(problems(&"b {}\n".repeat(20_000), &blocks), "");
}

#[test]
fn hcl_rs_nests_several_labels() {
    #[derive(Debug, HclDecode, PartialEq)]
    struct Config {
        #[hcl(block)]
        rule: BTreeMap<String, BTreeMap<String, Rule>>,
    }

    #[derive(Debug, HclDecode, PartialEq)]
    struct Rule {
        #[hcl(range = 1..)]
        port: u16,
    }

    let decode = |text| Decoder::new().spelling(Spelling::HclRs).decode_str::<Config>(text);
    let labelled = decode("rule \"a\" \"x\" {\n  port = 1\n}\nrule \"a\" \"y\" {\n  port = 2\n}\n");
    let labelled = labelled.unwrap().value;
    for nested in [
        "rule \"a\" {\n  x {\n    port = 1\n  }\n  y {\n    port = 2\n  }\n}\n",
        "rule {\n  a {\n    x {\n      port = 1\n    }\n    y = { port = 2 }\n  }\n}\n",
        "rule {\n  a \"x\" {\n    port = 1\n  }\n  a = { y = { port = 2 } }\n}\n",
        "rule = { a = { x = { port = 1 }, y = { port = 2 } } }\n",
    ] {
        assert_eq!(decode(nested).unwrap().value, labelled, "{nested}");
    }
    let mistakes = decode("rule {\n  a {\n    x {\n      port = 0\n    }\n  }\n}\n").unwrap_err();
    assert!(mistakes.to_string().starts_with("<text>:4:14: error:"), "{mistakes}");
}
