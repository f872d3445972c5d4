//! JSON that is written item by item, of all collections of blocks, with and without `dynamic` blocks.

use hcldyn::cty::Type;
use hcldyn::cty::json::to_present_json;
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, Spec, decode, decode_to_json};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, Limits, parse_body};

use super::read;

const SPEC: &str = r#"
variables {
  many = ["b", "a"]
}
object {
  attr "zone" {
    type = string
  }
  default "size" {
    attr {
      name = "size"
      type = number
    }
    literal {
      value = 3
    }
  }
  attr "any" {
    type = any
  }
  object "inner" {
    attr "flag" {
      type = bool
    }
  }
  block "single" {
    object {
      attr "any" {
        type = any
      }
      block_list "deep" {
        object {
          attr "text" {
            type = string
          }
        }
      }
    }
  }
  block_list "list" {
    dynamic = true
    object {
      label "name" {
      }
      attr "text" {
        type = string
      }
    }
  }
  block_list "unified" {
    object {
      attr "any" {
        type = any
      }
    }
  }
  block_set "set" {
    object {
      attr "text" {
        type = string
      }
    }
  }
  block_tuple "tuple" {
    object {
      attr "any" {
        type = any
      }
    }
  }
  block_tuple "free" {
    attr {
      name = "text"
      type = string
    }
  }
  block_map "map" {
    labels  = ["key"]
    dynamic = true
    object {
      attr "text" {
        type = string
      }
    }
  }
  block_map "grouped" {
    labels  = ["a", "b"]
    grouped = true
    object {
      attr "text" {
        type = string
      }
    }
  }
  block_object "object" {
    labels = ["key"]
    object {
      attr "any" {
        type = any
      }
    }
  }
  block_object "free_object" {
    labels = ["key"]
    attr {
      name = "text"
      type = string
    }
  }
}
"#;

/// Blocks of all collections.
const BLOCKS: &str = r#"
single {
  deep {
    text = "t"
  }
  deep {
  }
  any = []
}
list "b" {
  text = "${1 + 1}"
}
list "a" {
}
unified {
  any = 1
}
unified {
  any = "x"
}
set {
  text = "b"
}
set {
  text = "a"
}
set {
  text = "b"
}
tuple {
  any = 1
}
tuple {
  any = "x"
}
free {
}
free {
  text = "x"
}
map "z" {
  text = "1"
}
map "a" {
}
grouped "x" "y" {
  text = "1"
}
grouped "x" "y" {
  text = "2"
}
object "z" {
  any = true
}
object "a" {
  any = null
}
free_object "z" {
  text = "x"
}
free_object "a" {
}
"#;

/// The JSON of a text, written item by item, and that of its value.
struct Both {
    written: Option<String>,
    of_value: Option<String>,
}

fn both(text: &str, is_expanded: bool, limits: Limits) -> Both {
    let mut diags = Diagnostics::new();
    let file = read(SPEC, &mut diags).unwrap_or_else(|| panic!("{diags}"));
    let ctx = file.context().with_limits(limits);
    let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    let body = if is_expanded { dynblock::expand(&body, &ctx) } else { body };
    let written = decode_to_json(&body, &file.spec, &ctx);
    let value = decode(&body, &file.spec, &ctx, &mut diags);
    let of_value = to_present_json(&value).ok().filter(|_| diags.is_empty());
    Both { written, of_value }
}

/// Returns the JSON of a text, which must be written item by item.
#[track_caller]
fn json(text: &str, is_expanded: bool) -> String {
    let Both { written, of_value } = both(text, is_expanded, Limits::default());
    assert_eq!(written, of_value, "{text}");
    written.unwrap_or_else(|| panic!("not written: {text}"))
}

#[test]
fn attributes_are_sorted_and_without_nulls() {
    let text = "zone = \"<\u{e9}\u{2028}\u{20ac}\\n\\\"\"\nany = { b = [null, 0.5], a = null }\n";
    for is_expanded in [false, true] {
        let expected = r#"{"any":{"b":[null,0.5]},"free":[],"free_object":{},"grouped":{},"inner":{},"list":[],"map":{},"object":{},"set":[],"size":3,"tuple":[],"unified":[],"zone":"\u003cé\u2028€\n\""}"#;
        assert_eq!(json(text, is_expanded), expected);
    }
    assert!(json("size = null\nflag = true", true).contains("\"inner\":{\"flag\":true}"));
    assert!(json("size = \"7\"", true).contains("\"size\":7,"));
}

#[test]
fn blocks_of_all_collections() {
    let expected = r#"{"free":[null,"x"],"free_object":{"z":"x"},"grouped":{"x":{"y":[{"text":"1"},{"text":"2"}]}},"inner":{},"list":[{"name":"b","text":"2"},{"name":"a"}],"map":{"a":{},"z":{"text":"1"}},"object":{"a":{},"z":{"any":true}},"set":[{"text":"a"},{"text":"b"}],"single":{"any":[],"deep":[{"text":"t"},{}]},"size":3,"tuple":[{"any":1},{"any":"x"}],"unified":[{"any":"1"},{"any":"x"}]}"#;
    for is_expanded in [false, true] {
        assert_eq!(json(BLOCKS, is_expanded), expected);
    }
}

#[test]
fn generated_blocks() {
    let allowed = r#"
list "first" {
}
dynamic "list" {
  for_each = many
  labels   = ["${list.key}${list.value}"]
  content {
    text = list.value
  }
}
dynamic "list" {
  for_each = []
  labels   = ["x"]
  content {
  }
}
dynamic "map" {
  for_each = many
  labels   = [map.value]
  content {
    text = map.key
  }
}
"#;
    for is_expanded in [false, true] {
        let json = json(allowed, is_expanded);
        assert!(json.contains(
            r#""list":[{"name":"first"},{"name":"0b","text":"b"},{"name":"1a","text":"a"}]"#
        ));
        assert!(json.contains(r#""map":{"a":{"text":"1"},"b":{"text":"0"}}"#));
    }
}

#[test]
fn generated_blocks_in_generated_blocks() {
    let expanded = r#"
dynamic "single" {
  for_each = { x = 1 }
  content {
    any = single.key
    dynamic "deep" {
      for_each = many
      content {
        text = "${single.value}${deep.value}"
      }
    }
  }
}
"#;
    assert!(
        json(expanded, true)
            .contains(r#""single":{"any":"x","deep":[{"text":"1b"},{"text":"1a"}]}"#)
    );
}

#[test]
fn generated_blocks_of_all_collections() {
    for (ty, labels) in [
        ("tuple", ""),
        ("unified", ""),
        ("set", ""),
        ("free", ""),
        ("object", "labels = [it.value]"),
        ("free_object", "labels = [it.value]"),
        ("grouped", "labels = [it.value, \"x\"]"),
    ] {
        let item =
            if ty.starts_with("free") || ty == "set" || ty == "grouped" { "text" } else { "any" };
        let text = format!(
            "dynamic \"{ty}\" {{\n  for_each = many\n  iterator = it\n  {labels}\n  content {{\n    {item} = it.value\n  }}\n}}\n"
        );
        json(&text, true);
        json(&(text.clone() + &text.replace("many", "[]")), true);
    }
}

#[test]
fn an_unused_content_is_checked_as_for_the_value() {
    let text = "dynamic \"list\" {\n  for_each = []\n  labels = [\"x\"]\n  content {\n    txet = 1\n  }\n}\n";
    let checked = both(text, false, Limits::default());
    assert_eq!((checked.written, checked.of_value), (None, None));
    json(text, true);
}

#[test]
fn nothing_is_written_where_decoding_reports_or_the_value_is_unwritable() {
    for text in [
        "any = missing",
        "any = 1 + 1\nzone = [1]",
        "unexpected = 1",
        "single {\n}\nsingle {\n}\n",
        "map \"a\" {\n}\nmap \"a\" {\n}\n",
        "list {\n}\n",
        "dynamic \"dynamic\" {\n  for_each = [1]\n  content {\n  }\n}\n",
        "dynamic \"zone\" {\n  for_each = [1]\n  content {\n  }\n}\n",
        "dynamic \"tuple\" {\n  for_each = 1\n  content {\n  }\n}\n",
        "dynamic \"tuple\" {\n  for_each = [1]\n  content {\n    any = nothing\n  }\n}\n",
        "dynamic \"single\" {\n  for_each = many\n  content {\n  }\n}\n",
        "any = 1e999999999",
    ] {
        for is_expanded in [false, true] {
            let Both { written, of_value } = both(text, is_expanded, Limits::default());
            assert_eq!((written, of_value), (None, None), "{text}");
        }
    }
}

#[test]
fn generated_blocks_share_their_limit() {
    let nested = "dynamic \"single\" {\n  for_each = [1]\n  content {\n    dynamic \"deep\" {\n      for_each = [1, 2]\n      content {\n      }\n    }\n  }\n}\ndynamic \"free\" {\n  for_each = many\n  content {\n  }\n}\n";
    for blocks in 0..8 {
        let limits = Limits::default().with_generated_blocks(blocks);
        let Both { written, of_value } = both(nested, true, limits);
        assert_eq!(written, of_value, "{blocks}");
        assert_eq!(written.is_some(), blocks >= 5, "{blocks}");
    }
}

#[test]
fn other_bodies_are_decoded_to_values() {
    let ctx = EvalContext::new();
    let mut diags = Diagnostics::new();
    let file = read(SPEC, &mut diags).unwrap();
    let body = parse_json_body(&Source::new("a.json", "{\"zone\": \"a\"}"), &mut diags);
    assert_eq!(decode_to_json(&body, &file.spec, &ctx), None);
    let spec = Spec::from(AttrSpec::new("zone", Type::String));
    let body = parse_body(&Source::new("a.hcl", "zone = \"a\""), &mut diags);
    assert_eq!(decode_to_json(&body, &spec, &ctx), None);
}
