//! Repetition in spec files.

use hcldyn::cty::{Type, Value};

use crate::support::spec_files::{decoded, read, rewritten};

const SPEC: &str = r#"
block_object {
  block_type  = "disk"
  labels      = ["name"]
  for_each    = "for_each"
  count       = "times"
  matrix      = "matrix"
  matrix_name = "called"
  first_fastest = true
  use { spec = "disk" }
}

spec "disk" {
  object {
    attr "size" { type = number }
    block "inner" {
      count = "count"
      use { spec = "disk" }
    }
  }
}
"#;

const TEXT: &str = r#"
disk "a" {
  times = 2
  size  = count.index
  inner {
    count = 1
    size  = 5
  }
}
disk "b" {
  matrix = { x = [1, 2] }
  called = "x${x}"
  size   = x
}
"#;

fn expected() -> Value {
    let disk = |size: i32, inner| Value::object([("size", Value::from(size)), ("inner", inner)]);
    let none = || Value::null(Type::Dynamic);
    let inner = || Value::tuple(vec![disk(5, none())]);
    let named = Value::object([("x1", disk(1, none())), ("x2", disk(2, none()))]);
    Value::object([("a", Value::tuple(vec![disk(0, inner()), disk(1, inner())])), ("b", named)])
}

#[test]
fn a_spec_file_allows_repetition() {
    assert_eq!(decoded(TEXT, &read(SPEC)), expected());
}

#[test]
fn a_written_spec_allows_the_same() {
    let written = rewritten(SPEC);
    assert!(written.contains("first_fastest = true\n"), "{written}");
    assert_eq!(decoded(TEXT, &read(&written)), expected(), "{written}");
}
