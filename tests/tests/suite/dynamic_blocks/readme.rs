//! The README of the reference's `ext/dynblock`, claim by claim, in its order.

use hcldyn::body::{BlockSchema, Body, BodySchema};
use hcldyn::cty::{Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, expand_variables, variables};
use hcldyn::{Diagnostics, EvalContext, HclDecode, Traversal, spec};
use hcldyn_tests::text::{body, decode};

/// The example of the document.
const DYNAMIC: &str = r#"
toplevel {
  nested {
    foo = "static block 1"
  }

  dynamic "nested" {
    for_each = ["a", "b", "c"]
    iterator = nested
    content {
      foo = "dynamic block ${nested.value}"
    }
  }

  nested {
    foo = "static block 2"
  }
}
"#;

/// The body that the example expands to.
const STATIC: &str = r#"
toplevel {
  nested {
    foo = "static block 1"
  }

  nested {
    foo = "dynamic block a"
  }

  nested {
    foo = "dynamic block b"
  }

  nested {
    foo = "dynamic block c"
  }

  nested {
    foo = "static block 2"
  }
}
"#;

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    #[hcl(block)]
    toplevel: Toplevel,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Toplevel {
    #[hcl(dynamic)]
    nested: Vec<Nested>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Nested {
    foo: String,
}

fn none() -> EvalContext {
    EvalContext::new()
}

/// Returns a spec of `nested` blocks with an attribute `foo` in a `toplevel` block. It does not mention
/// `dynamic`.
fn toplevel_spec() -> Spec {
    let nested = Spec::object([("foo", AttrSpec::new("foo", Type::String).into())]);
    let nested = Spec::from(BlocksSpec::new("nested", nested).tuple());
    BlocksSpec::new("toplevel", nested).required().into()
}

/// Expands all `dynamic` blocks of a source, and returns its value by a spec and the diagnostics.
fn expand(text: &str, spec: &Spec, outer: &EvalContext, inner: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let expanded = dynblock::expand(&body(text), outer);
    let value = spec::decode(&expanded, spec, inner, &mut diags);
    (value, diags.to_string())
}

mod introduction {
    use super::*;

    #[test]
    fn the_number_of_blocks_is_fixed_but_their_attributes_are_not() {
        let config: Config = hcldyn::from_str(
            r#"toplevel {
  nested {
    foo = "${1 + 1} blocks"
  }
}
"#,
            &none(),
        )
        .unwrap();
        assert_eq!(config.toplevel.nested, [Nested { foo: "2 blocks".to_owned() }]);
        let no_block = r#"toplevel {
  nested = [{ foo = "a" }]
}
"#;
        assert!(hcldyn::from_str::<Config>(no_block, &none()).is_err());
    }

    #[test]
    fn generated_blocks_equal_written_ones() {
        let dynamic: Config = hcldyn::from_str(DYNAMIC, &none()).unwrap();
        let written: Config = hcldyn::from_str(STATIC, &none()).unwrap();
        assert_eq!(dynamic, written);
        assert_eq!(written.toplevel.nested.len(), 5);
    }

    #[test]
    fn an_expanded_body_reads_the_same_too() {
        let spec = toplevel_spec();
        let expanded = expand(DYNAMIC, &spec, &none(), &none());
        assert_eq!(expanded, decode(STATIC, spec, &none()));
        assert_eq!(expanded.1, "");
    }

    #[test]
    fn blocks_are_generated_only_after_expansion() {
        let (_, problems) = decode(DYNAMIC, toplevel_spec(), &none());
        assert!(problems.starts_with("t.hcl:7:3: error: "), "{problems}");
    }
}

mod unknown_collections {
    use super::*;

    const TEXT: &str = r#"dynamic "nested" {
  for_each = later
  content {
    key = nested.key
    foo = "block ${nested.value}"
    fixed = 1
  }
}
"#;

    fn later() -> EvalContext {
        none().with_variable("later", Value::unknown(Type::list(Type::String)))
    }

    fn schema() -> BodySchema {
        let nested = BlockSchema { ty: "nested".into(), labels: Vec::new() };
        BodySchema { blocks: vec![nested], ..BodySchema::default() }
    }

    #[test]
    fn one_block_is_generated() {
        let mut diags = Diagnostics::new();
        let content = dynblock::expand(&body(TEXT), &later()).content(&schema(), &mut diags);
        assert_eq!((content.blocks.len(), diags.len()), (1, 0));
        assert!(content.blocks[0].body.is_unknown());
    }

    #[test]
    fn attributes_of_the_block_are_unknown() {
        let mut diags = Diagnostics::new();
        let content = dynblock::expand(&body(TEXT), &later()).content(&schema(), &mut diags);
        let attributes = content.blocks[0].body.just_attributes(&mut diags);
        let names: Vec<_> = attributes.iter().map(|attribute| &*attribute.name).collect();
        assert_eq!(names, ["key", "foo", "fixed"]);
        for attribute in attributes {
            let value = attribute.expr.value(&later(), &mut diags);
            assert!(!value.is_known(), "{} is {value:?}", attribute.name);
        }
        assert!(diags.is_empty(), "{diags}");
    }

    /// A spec makes the collection of blocks unknown, since their number is unknown.
    #[test]
    fn a_decoded_collection_of_blocks_is_unknown() {
        let nested = Spec::object([("foo", AttrSpec::new("foo", Type::String).into())]);
        let spec = Spec::from(BlocksSpec::new("nested", nested).list().dynamic());
        let text = TEXT.replace("    key = nested.key\n", "").replace("    fixed = 1\n", "");
        let (blocks, problems) = decode(&text, spec.clone(), &later());
        assert_eq!((blocks, &*problems), (Value::unknown(spec.implied_type()), ""));
    }
}

mod usage {
    use super::*;

    #[test]
    fn dynamic_blocks_can_be_nested() {
        let text = r#"
outer {
  dynamic "group" {
    for_each = { a = [1, 2], b = [3] }
    labels   = [group.key]
    content {
      dynamic "item" {
        for_each = group.value
        content {
          text = "${group.key}${item.value}"
        }
      }
    }
  }
}
"#;
        let item: Spec = AttrSpec::new("text", Type::String).into();
        let items = Spec::from(BlocksSpec::new("item", item).tuple());
        let group = Spec::tuple([LabelSpec::new(0, "name").into(), items]);
        let groups = Spec::from(BlocksSpec::new("group", group).tuple());
        let spec = BlocksSpec::new("outer", groups).into();
        let (found, problems) = expand(text, &spec, &none(), &none());
        assert_eq!(problems, "");
        let expected =
            hcldyn_tests::text::value("[[\"a\", [\"a1\", \"a2\"]], [\"b\", [\"b3\"]]]", &none());
        assert_eq!(found, expected);
    }

    /// Collections and labels use the context of the expansion; attributes use that of the decoding.
    #[test]
    fn collections_and_content_have_separate_contexts() {
        let text = r#"dynamic "nested" {
  for_each = list
  labels = [name]
  content {
    foo = "${nested.value} ${name}"
  }
}
"#;
        let nested = Spec::tuple([
            LabelSpec::new(0, "name").into(),
            AttrSpec::new("foo", Type::String).into(),
        ]);
        let spec = Spec::from(BlocksSpec::new("nested", nested).tuple());
        let list = Value::list(Type::String, vec!["a".into()]);
        let outer = none().with_variable("list", list).with_variable("name", "outer");
        let inner = none().with_variable("name", "inner");
        let (found, problems) = expand(text, &spec, &outer, &inner);
        assert_eq!(problems, "");
        assert_eq!(found.elements()[0].elements(), ["outer".into(), Value::from("a inner")]);
    }

    /// Expanding blocks needs fewer variables than decoding them.
    #[test]
    fn the_variables_of_collections_and_labels_can_be_listed() {
        let text = r#"
dynamic "group" {
  for_each = var.groups
  labels   = [local.name]
  content {
    colour = var.colour
    dynamic "item" {
      for_each = [group.value, var.more]
      content {
        text = "${item.value} ${var.text}"
      }
    }
  }
}
"#;
        let item: Spec = AttrSpec::new("text", Type::String).into();
        let group = Spec::tuple([
            LabelSpec::new(0, "name").into(),
            AttrSpec::new("colour", Type::String).into(),
            Spec::from(BlocksSpec::new("item", item).tuple()),
        ]);
        let spec = Spec::from(BlocksSpec::new("group", group).tuple());
        let names = |found: Vec<Traversal>| {
            let mut names: Vec<_> = found.iter().map(ToString::to_string).collect();
            names.sort();
            names
        };
        let needed = ["local.name", "var.groups", "var.more"];
        assert_eq!(names(expand_variables(&body(text), &spec)), needed);
        let all = ["local.name", "var.colour", "var.groups", "var.more", "var.text"];
        assert_eq!(names(variables(&body(text), &spec)), all);
    }

    #[test]
    fn a_body_is_expanded_on_demand() {
        let broken = body(
            r#"dynamic "nested" {
  for_each = missing
  content {}
}
"#,
        );
        let expanded: Body = dynblock::expand(&broken, &none());
        let mut diags = Diagnostics::new();
        let nested = BlockSchema { ty: "nested".into(), labels: Vec::new() };
        expanded.content(&BodySchema { blocks: vec![nested], ..BodySchema::default() }, &mut diags);
        assert!(diags.to_string().starts_with("t.hcl:2:14: error: "), "{diags}");
    }
}

// All claims of the document are tested here, except those about speed.
