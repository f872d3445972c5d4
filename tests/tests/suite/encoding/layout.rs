//! The source that values become.

use hcldyn::cty::{Type, Value};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::spec::{
    AttrSpec, BlocksSpec, Encoder, LabelSpec, OneOfSpec, Rest, Spec, decode, encode,
};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use insta::assert_snapshot;

fn attr(name: &str, ty: Type) -> Spec {
    AttrSpec::new(name, ty).into()
}

/// Returns the value of a source.
fn read(text: &str, spec: &Spec) -> Value {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = decode(&body, spec, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    value
}

/// Returns the source that a source becomes by decoding and encoding. Both have the same value.
fn written(text: &str, spec: &Spec) -> String {
    let value = read(text, spec);
    let written = encode(&value, spec).unwrap();
    assert_eq!(read(&written, spec), value, "{written}");
    written
}

#[test]
#[expect(clippy::too_many_lines, reason = "one long source")]
fn every_kind_of_block() {
    let rule = Spec::object([
        ("name", LabelSpec::new(0, "name").into()),
        ("port", attr("port", Type::Number)),
    ]);
    let body = attr("n", Type::Number);
    let all = BlocksSpec::new("rule", rule);
    let types = BlocksSpec::of_types([
        ("a", Spec::tuple([Spec::Literal(0.into()), body.clone()])),
        ("b", Spec::tuple([Spec::Literal(1.into()), body.clone()])),
    ]);
    let spec = Spec::object([
        (
            "log",
            BlocksSpec::new("log", Spec::object([("level", attr("level", Type::String))])).into(),
        ),
        ("none", BlocksSpec::new("none", body.clone()).into()),
        ("rules", Spec::from(all.tuple())),
        ("maps", BlocksSpec::new("map", body.clone()).map("x").then_by("y").into()),
        ("groups", Spec::from(BlocksSpec::new("group", body).object("x").grouped())),
        ("tags", BlocksSpec::attributes("tags", Type::String).into()),
        ("types", Spec::from(types.tuple())),
        ("first", attr("first", Type::String)),
    ]);
    let text = r#"
        first = "z"
        tags {
          b = "2"
          a = "1"
        }
        b { n = 1 }
        a { n = 2 }
        group "q" { n = 3 }
        group "p" { n = 4 }
        group "q" { n = 5 }
        map "k" "l" { n = 6 }
        map "a" "b" { n = 7 }
        rule "ssh" { port = 22 }
        rule "\"$${x}\"" {}
        log { level = "info" }
    "#;
    assert_snapshot!(written(text, &spec), @r#"
    log {
      level = "info"
    }

    rule "ssh" {
      port = 22
    }

    rule "\"$${x}\"" {}

    map "a" "b" {
      n = 7
    }

    map "k" "l" {
      n = 6
    }

    group "q" {
      n = 3
    }

    group "q" {
      n = 5
    }

    group "p" {
      n = 4
    }

    tags {
      a = "1"
      b = "2"
    }

    b {
      n = 1
    }

    a {
      n = 2
    }

    first = "z"
    "#);
}

#[test]
fn forms_of_a_body() {
    let form = |index: usize, name: &str| {
        Spec::tuple([Spec::Literal(index.into()), attr(name, Type::Number)])
    };
    let by_attr = OneOfSpec::by_attribute("type", [("x", form(0, "a")), ("y", form(1, "b"))]);
    let by_label = OneOfSpec::by_label(0, "kind", [("x", form(0, "a")), ("y", form(1, "b"))]);
    let spec = Spec::object([
        ("one", by_attr.into()),
        ("two", BlocksSpec::new("two", by_label.into()).into()),
    ]);
    assert_snapshot!(written("b = 1\ntype = \"y\"\ntwo y { b = 2 }", &spec), @r#"
    type = "y"
    b    = 1

    two "y" {
      b = 2
    }
    "#);
}

#[test]
fn values() {
    let spec = Spec::object(["any", "set", "list", "map", "text", "expr"].map(|name| {
        let ty = match name {
            "set" => Type::set(Type::String),
            "list" => Type::list(Type::Number),
            "map" => Type::map(Type::Number),
            "expr" => closure_type(),
            _ => Type::Dynamic,
        };
        (name, attr(name, ty))
    }));
    let text = r#"
        any  = { b = [1, { "x y" = null, "for" = true }], a = "${"$"}{x} %%{ if } \"q\" \\ \t\u0007", e = {} }
        set  = ["b", "a", "b"]
        list = [1.50, 1e3, 100000000000000000000, 1000000, 2000000, 3000000, 4000000, 5000000, 60000]
        map  = { z = 1, a = 2 }
        text = "one $${x}\n\n  two\n EOT\nEOT_\n"
    "#;
    assert_snapshot!(written(text, &spec), @r#"
    any = {
      a = "$${x} %%{ if } \"q\" \\ \t\u0007"
      b = [
        1,
        {
          "for" = true
          "x y" = null
        },
      ]
      e = {}
    }
    set = ["a", "b"]
    list = [
      1.5,
      1000,
      100000000000000000000,
      1000000,
      2000000,
      3000000,
      4000000,
      5000000,
      60000,
    ]
    map = {
      a = 2
      z = 1
    }
    text = <<EOT__
    one $${x}

      two
     EOT
    EOT_
    EOT__
    "#);
}

#[test]
fn lines_inside_other_values_are_escaped() {
    let x = Spec::object([("x", attr("x", Type::String))]);
    let blocks = BlocksSpec::new("b", x).map("name").into();
    let spec = Spec::object([("any", attr("any", Type::Dynamic)), ("b", blocks)]);
    let text = r#"
        any = ["one\n two\n", { "k\nl" = "v\n" }]
        b "x\ny" {
          x = "a\r\nb\n"
        }
    "#;
    assert_snapshot!(written(text, &spec), @r#"
    any = [
      "one\n two\n",
      {
        "k\nl" = "v\n"
      },
    ]

    b "x\ny" {
      x = "a\r\nb\n"
    }
    "#);
}

#[test]
fn defaults_are_kept_by_choice() {
    let spec = Spec::object([
        ("a", attr("a", Type::Number).or(Spec::Literal(1.into()))),
        ("b", attr("b", Type::Number).or(attr("c", Type::String))),
    ]);
    for (text, written, kept) in [
        ("", "", "a = 1\n"),
        ("a = 1", "", "a = 1\n"),
        ("a = 2\nb = 3", "a = 2\nb = 3\n", "a = 2\nb = 3\n"),
        ("c = \"x\"", "c = \"x\"\n", "a = 1\nc = \"x\"\n"),
    ] {
        let value = read(text, &spec);
        assert_eq!(encode(&value, &spec).unwrap(), written);
        assert_eq!(Encoder::new().keep_defaults().encode(&value, &spec).unwrap(), kept);
    }
}

#[test]
fn captured_expressions_and_the_rest_of_a_body() {
    let spec = Spec::object([
        ("when", attr("when", closure_type())),
        ("each", attr("each", Type::list(closure_type()))),
        ("rest", Spec::Rest(Rest::Body)),
    ]);
    let text = r#"
        other "a" b {
          x = y +z
          inner {}
          last = <<EOT
            kept
          EOT
        }
        each = [
          a
            + 1, # one
          <<-EOT
            two
          EOT
          ,
          { a = 1 }
        ]
        when = size   <  limit
        more = 1
    "#;
    let value = read(text, &spec);
    let written = encode(&value, &spec).unwrap();
    assert_eq!(encode(&read(&written, &spec), &spec).unwrap(), written);
    assert_snapshot!(written, @r#"
    when = size < limit
    each = [
      (a
        + 1
      ),
      (<<-EOT
                two
              EOT
      ),
      { a = 1 },
    ]

    other "a" "b" {
      x = y + z

      inner {}

      last = <<EOT
                kept
              EOT
    }

    more = 1
    "#);
}
