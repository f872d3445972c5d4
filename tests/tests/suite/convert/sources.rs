//! Examples of each kind of item and expression.

use hcldyn::cty::Type;
use hcldyn::edit::convert::{to_json, to_native};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext};
use insta::assert_snapshot;

use super::{body, json, native};

/// The objects of an array are one body.
#[test]
fn arrays_of_objects_as_native() {
    let text = r#"[{ "//": "c", "b": { "l": [{ "c": 1 }] } }, { "a": 2 }]"#;
    assert_eq!(native(text, None), "b = {\n  l = [\n    {\n      c = 1\n    },\n  ]\n}\na = 2\n");
    let block: Spec = AttrSpec::new("c", Type::Number).into();
    let spec: Spec = BlocksSpec::new("b", block).map("label").into();
    assert_eq!(native(text, Some(&spec)), "b \"l\" {\n  c = 1\n}\n\na = 2\n");
    let mut diags = Diagnostics::new();
    let twice = Source::new("t.json", r#"[{ "a": 1 }, { "a": 2 }]"#);
    assert_eq!(to_native(&twice, None, &mut diags), None);
    assert!(diags.to_string().contains("Duplicate attribute"), "{diags}");
}

/// The blocks of one name in several objects are read as those of an array, also without a spec.
#[test]
fn names_in_several_objects_are_lists() {
    for (text, expected) in [
        (
            r#"[{ "read": { "x": "${y}" }, "sort": {} }, { "read": {} }, { "sort": null }]"#,
            "read = [\n  {\n    x = y\n  },\n  {},\n]\nsort = [{}]\n",
        ),
        (r#"[{ "a": [] }, { "a": null }]"#, "a = []\n"),
    ] {
        assert_eq!(native(text, None), expected);
    }
    let text = r#"m "a" { x = 1 }
r {}
m "b" { x = 2 }
m "c" {}
"#;
    let expected = r"m = [
  {
    a = {
      x = 1
    }
  },
  {
    b = {
      x = 2
    }
    c = {}
  },
]
r = {}
";
    assert_eq!(native(&json(text), None), expected);
    let spec: Spec =
        BlocksSpec::new("m", AttrSpec::new("x", Type::Number).into()).map("label").into();
    let expected = r#"m "a" {
  x = 1
}

r = {}

m "b" {
  x = 2
}

m "c" {}
"#;
    assert_eq!(native(&json(text), Some(&spec)), expected);
    let mut diags = Diagnostics::new();
    let twice = Source::new("t.json", r#"[{ "a": {}, "a": {} }, { "a": {} }]"#);
    assert_eq!(to_native(&twice, None, &mut diags), None);
    assert_eq!(diags.error_count(), 2, "{diags}");
}

/// Each block and each label is a level of the output, and the output can be read.
#[test]
fn blocks_beyond_the_levels_of_json_are_rejected() {
    let labelled = |labels: usize| format!("b{} {{}}\n", " \"l\"".repeat(labels));
    let nested = |blocks: usize| "b \"l\" {\n".repeat(blocks) + &"}\n".repeat(blocks);
    let listed = |lists: usize| "b {}\nb {\n".repeat(lists) + &"}\n".repeat(lists);
    for text in [labelled(126), nested(63), listed(63)] {
        body("t.json", &json(&text));
    }
    for text in [labelled(127), labelled(100_000), nested(64), nested(250), listed(64)] {
        let mut diags = Diagnostics::new();
        assert_eq!(to_json(&Source::new("t.hcl", text), &mut diags), None);
        let expected = "JSON syntax can be nested at most 128 levels deep; each block and each label is a level, \
                        and so is a list of blocks.";
        assert!(diags.to_string().ends_with(expected), "{diags}");
    }
}

/// Constructors beyond the levels of JSON are in a string, as other expressions are.
#[test]
fn constructors_beyond_the_levels_of_json_are_expressions() {
    for (open, close) in [("[", "]"), ("{ a = ", " }")] {
        let value = |levels: usize| open.repeat(levels) + "1" + &close.repeat(levels);
        for (levels, has_string) in [(127, false), (128, true), (400, true)] {
            let text = format!("a = {}\n", value(levels));
            let json = json(&text);
            assert_eq!(json.contains("${"), has_string, "{json}");
            let [of_json, of_native] = [("t.json", &json), ("t.hcl", &text)].map(|(name, text)| {
                let mut diags = Diagnostics::new();
                let body = body(name, text);
                let attributes = body.just_attributes(&mut diags);
                let value = attributes[0].expr.value(&EvalContext::new(), &mut diags);
                assert!(diags.is_empty(), "{diags}");
                value
            });
            assert_eq!(of_json, of_native);
        }
    }
}

#[test]
fn expressions_as_json() {
    let text = r#"
        constants = [null, true, -1.50, 1e3, "a $${b} %%{c} \"\n", <<EOT
one
two $${x}
EOT
        ]
        template  = "a $ ${b + "c${d}"} %{ if e }f%{ endif }"
        parts     = "a-${b}\n${ c }${"d"}"
        trimmed   = "a ${~ b ~} c"
        heredoc   = <<-EOT
          Hi ${name},
            you.
        EOT
        wrapped   = "${a.b}"
        parens    = (1)
        call      = max(
          1, # one
          a...
        )
        last      = f(x) == <<EOT
y
EOT
        object    = { a = 1, "b c" = x, "p/${q}" = [], 3 = {} }
        computed  = { (k) = 2 }
        twice     = { a = 1, a = 2 }
        dollar    = "${"$"}${x}"
    "#;
    assert_snapshot!(json(text), @r###"
    {
      "constants": [null, true, -1.5, 1000, "a $${b} %%{c} \"\n", "one\ntwo $${x}\n"],
      "template": "${\"a $ ${b + \"c${d}\"} %{ if e }f%{ endif }\"}",
      "parts": "a-${b}\n${c}${\"d\"}",
      "trimmed": "a${b}c",
      "heredoc": "Hi ${name},\n  you.\n",
      "wrapped": "${a.b}",
      "parens": "${(1)}",
      "call": "${max(\n          1, # one\n          a...\n        )}",
      "last": "${f(x) == <<EOT\ny\nEOT\n}",
      "object": {
        "a": 1,
        "b c": "${x}",
        "p/${q}": [],
        "3": {}
      },
      "computed": {
        "${k}": 2
      },
      "twice": "${{ a = 1, a = 2 }}",
      "dollar": "${\"$\"}${x}"
    }
    "###);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long source")]
fn blocks_as_json() {
    let text = r#"
        a = 1
        server "web" "eu" { port = 1 }
        server "web" "us" { port = 2 }
        b = 2
        server "db" "eu" {}
        server "web" "eu" { port = 3 }
        rule {}
        step {
          run {}
        }
        step {}
        rule { c = 3 }
        dynamic "rule" {
          for_each = xs
          content { c = rule.value }
        }
    "#;
    assert_snapshot!(json(text), @r###"
    [
      {
        "a": 1,
        "server": [
          {
            "web": {
              "eu": {
                "port": 1
              },
              "us": {
                "port": 2
              }
            }
          },
          {
            "db": {
              "eu": {}
            }
          },
          {
            "web": {
              "eu": {
                "port": 3
              }
            }
          }
        ],
        "b": 2,
        "rule": {},
        "step": [
          {
            "run": {}
          },
          {}
        ]
      },
      {
        "rule": {
          "c": 3
        },
        "dynamic": {
          "rule": {
            "for_each": "${xs}",
            "content": {
              "c": "${rule.value}"
            }
          }
        }
      }
    ]
    "###);
}

/// Returns JSON without whitespace.
#[track_caller]
fn compact(text: &str) -> String {
    json(text).split_whitespace().collect()
}

/// Blocks of one type that surround blocks of another begin a second object, and every object has each name once.
#[test]
fn an_array_of_objects_keeps_the_order_of_blocks() {
    let around = r#"module "a" { x = 1 }
resource "r" "s" { y = 1 }
module "b" { x = 2 }
"#;
    let expected =
        r#"[{"module":{"a":{"x":1}},"resource":{"r":{"s":{"y":1}}}},{"module":{"b":{"x":2}}}]"#;
    assert_eq!(compact(around), expected);
    // A body in an array is an array in the array of its blocks.
    for (header, open, close) in [
        ("b", r#"{"b":"#, "}"),
        ("b \"l\"", r#"{"b":{"l":"#, "}}"),
        ("c {}\nc \"l\"", r#"{"c":[{},{"l":"#, "}]}"),
    ] {
        let text = format!("{header} {{\n p {{}}\n a = 1\n q {{}}\n p {{}}\n}}\n");
        let expected = format!("{open}[[{}]]{close}", r#"{"p":{},"a":1,"q":{}},{"p":{}}"#);
        assert_eq!(compact(&text), expected);
    }
    assert_eq!(
        compact("b {\n p {}\n q {}\n p {}\n}\nb {}\n"),
        r#"{"b":[[{"p":{},"q":{}},{"p":{}}],{}]}"#
    );
    for (text, expected) in [
        ("p {}\na = 1\np {}\nb = 2\n", r#"{"p":[{},{}],"a":1,"b":2}"#),
        ("p \"a\" {}\np \"b\" {}\np \"a\" {}\n", r#"{"p":[{"a":{}},{"b":{}},{"a":{}}]}"#),
        ("p \"a\" {}\np \"a\" {}\np {}\n", r#"{"p":[{"a":[{},{}]},{}]}"#),
        ("p = 1\np {}\n", r#"[{"p":1},{"p":{}}]"#),
    ] {
        assert_eq!(compact(text), expected);
    }
}

/// The reference implementation drops a byte-order mark at the start of a string in JSON, and reads template sequences
/// after a lone carriage return as literal text.
#[test]
fn strings_that_the_reference_misreads_are_expressions() {
    let value = |text: &str| {
        let value: serde_json::Value =
            serde_json::from_str(&json(&format!("a = {text}\n"))).unwrap();
        value["a"].to_string()
    };
    for text in [
        r#""x\r${b}""#,
        r#""\rx\n${b}""#,
        r#""${b}\r${b}""#,
        r#""\r$$${c}""#,
        r#""\r%%{c}""#,
        r#""\ufeff""#,
        r#""\ufeff${b}""#,
    ] {
        let of_source = serde_json::Value::from(format!("${{{text}}}")).to_string();
        assert_eq!(value(text), of_source);
        // A key that is only known after evaluation may be equal to another one, which JSON does not allow.
        let object = format!("{{ {text} = 1 }}");
        let expected = if text.contains("{b}") || text.contains("${c}") && !text.contains("$$") {
            serde_json::Value::from(format!("${{{object}}}")).to_string()
        } else {
            format!("{{{of_source}:1}}")
        };
        assert_eq!(value(&object), expected);
    }
    for (text, expected) in [
        (r#""x\r\n${b}""#, r#""x\r\n${b}""#),
        (r#""${b}\rx""#, r#""${b}\rx""#),
        (r#""\rx""#, r#""\rx""#),
        (r#""x\ufeff${b}""#, "\"x\u{feff}${b}\""),
        (r#""$\u007bb}${b}""#, r#""$${b}${b}""#),
        (r#""\u0000${b}\u2028${b}%""#, "\"\\u0000${b}\u{2028}${b}%\""),
    ] {
        assert_eq!(value(text), expected);
    }
}

/// An interpolation alone keeps the type of its value, in a string with text it does not.
#[test]
fn a_template_whose_text_is_trimmed_away_stays_a_string() {
    let text = r"a = <<EOT
${5~}
EOT
";
    assert_eq!(compact(text), r#"{"a":"${<<EOT\n${5~}\nEOT\n}"}"#);
    for (name, text) in [("t.hcl", text), ("t.json", &json(text))] {
        let attributes = body(name, text).just_attributes(&mut Diagnostics::new());
        let value = attributes[0].expr.value(&EvalContext::new(), &mut Diagnostics::new());
        assert_eq!(value, "5".into());
    }
}

/// In native syntax the last of equal keys counts, in JSON syntax they are an error. Some are only known after evaluation.
#[test]
fn keys_that_may_be_equal_are_expressions() {
    for keys in [
        ["a", "(\"a\")"],
        ["\"${\"a\"}\"", "a"],
        ["1", "(1)"],
        ["(\"1\")", "1"],
        ["(x)", "a"],
        ["(x)", "(y)"],
        ["abc", "\"ab${x}\""],
        ["\"ab${x}\"", "\"ab/${y}\""],
        ["\"${x}a\"", "b"],
        ["\"a/${x}\"", "\"a/\""],
        // After the "e", an accent makes another character.
        ["\"ae${x}\"", "\"a\u{e9}\""],
    ] {
        let object = format!("{{ {} = 1, {} = 2 }}", keys[0], keys[1]);
        let of_source = serde_json::Value::from(format!("${{{object}}}")).to_string();
        assert_eq!(json(&format!("a = {object}\n")), format!("{{\n  \"a\": {of_source}\n}}\n"));
    }
    for keys in [["a/${x}", "b"], ["ab/${x}", "a"], ["a/${x}", "b/${x}"]] {
        let [first, second] = keys;
        let object = json(&format!("a = {{ \"{first}\" = 1, \"{second}\" = 2 }}\n"));
        let words: String = object.split_whitespace().collect();
        assert_eq!(words, format!("{{\"a\":{{\"{first}\":1,\"{second}\":2}}}}"));
    }
}

#[test]
fn values_as_native_syntax() {
    let text = r#"{
        "//": "A comment.",
        "constants": [null, true, -1.5, 1E+3, "a $${b} \" \\ \/ \u00e9\ud83d\ude00\n"],
        "text": "one\ntwo\n",
        "wrapped": "${a.b + \"c\"}",
        "nested": ["${f(\n 1)}", "${a\n+ b}", "${<<EOT\nx\nEOT\n}"],
        "template": "a \"${b}\" %{ if c }d\te%{ endif }",
        "stripped": "${~ a ~}",
        "two": "${a}${b}",
        "object": { "a": 1, "b c": {}, "for": 2, "${k}": 3, "${p}q": 4, "é": 5 },
        "objects": [{ "a": [] }, {}],
        "long": [1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000, 1000000000]
    }"#;
    assert_snapshot!(native(text, None), @r###"
    constants = [null, true, -1.5, 1E+3, "a $${b} \" \\ / é😀\n"]
    text      = <<EOT
    one
    two
    EOT
    wrapped   = a.b + "c"
    nested = [
      f(
      1),
      (a
        + b
      ),
      (<<EOT
    x
    EOT
      ),
    ]
    template = "a \"${b}\" %{if c}d\te%{endif}"
    stripped = "${~a~}"
    two      = "${a}${b}"
    object = {
      a       = 1
      "b c"   = {}
      "for"   = 2
      (k)     = 3
      "${p}q" = 4
      é       = 5
    }
    objects = [
      {
        a = []
      },
      {},
    ]
    long = [
      1000000000,
      1000000000,
      1000000000,
      1000000000,
      1000000000,
      1000000000,
      1000000000,
    ]
    "###);
}

/// Escapes and whitespace in the source of an array do not count.
#[test]
fn an_array_that_is_short_in_native_syntax_has_one_line() {
    let text = format!("{{ \"a\": [ \"{}\",{}1 ] }}", "\\u00e9".repeat(20), " ".repeat(90));
    assert_eq!(native(&text, None), format!("a = [\"{}\", 1]\n", "é".repeat(20)));
}

#[test]
fn blocks_as_native_syntax() {
    let attr = |name: &str| Spec::from(AttrSpec::new(name, Type::Dynamic));
    let server = Spec::object([
        ("zone", LabelSpec::new(0, "zone").into()),
        ("tags", attr("tags")),
        ("rules", Spec::from(BlocksSpec::new("rule", attr("port")).tuple())),
    ]);
    let spec = Spec::object([
        ("servers", BlocksSpec::new("server", server).map("name").into()),
        ("name", attr("name")),
    ]);
    let text = r#"{
        "server": {
            "web": { "eu": { "tags": { "a": 1 }, "rule": [{ "port": 1 }, { "port": 2 }] } },
            "db": [{ "eu": {} }]
        },
        "dynamic": {
            "server": {
                "for_each": "${xs}",
                "labels": ["${server.key}", "us"],
                "content": { "rule": { "port": "${server.value}" } }
            }
        },
        "other": { "a": 1 }
    }"#;
    assert_snapshot!(native(text, Some(&spec)), @r###"
    server "web" "eu" {
      tags = {
        a = 1
      }

      rule {
        port = 1
      }

      rule {
        port = 2
      }
    }

    server "db" "eu" {}

    dynamic "server" {
      for_each = xs
      labels   = [server.key, "us"]

      content {
        rule {
          port = server.value
        }
      }
    }

    other = {
      a = 1
    }
    "###);
}

#[test]
fn errors_are_reported() {
    let errors = |name: &str, text: &str| {
        let (source, mut diags) = (Source::new(name, text), Diagnostics::new());
        let converted = match name {
            "t.hcl" => to_json(&source, &mut diags),
            _ => to_native(&source, None, &mut diags),
        };
        assert_eq!(converted, None);
        diags.to_string()
    };
    assert!(errors("t.hcl", "a = ").starts_with("t.hcl:1:5: error: Missing expression"));
    assert!(errors("t.json", "{\"a\": }").starts_with("t.json:1:7: error: Missing value"));
    assert_eq!(
        errors("t.json", "{\"a b\": 1, \"c\": \"${\"}"),
        "t.json:1:18: error: Unclosed template sequence; Expected \"}\" to end this sequence. For the literal \
         characters \"${\", write \"$${\".\n\
         t.json:1:2: error: Invalid name; \"a b\" can't be the name of an attribute in native syntax. If this is \
         the label of a block, use a spec that names the block type."
    );
}
