//! Inheritance in spec files, and of plain values.

use hcldyn::cty::{Type, Value};

use crate::support::spec_files::{decoded, read, rewritten};

const SPEC: &str = r#"
block_object {
  block_type = "disk"
  labels     = ["kind", "name"]
  inherits   = "like"
  count      = "count"
  use { spec = "disk" }
}

spec "disk" {
  object {
    attr "size" { type = number }
    attr "speed" { type = number }
  }
}
"#;

const TEXT: &str = r#"
disk "ssd" "base" {
  size  = 1
  speed = 2
}
disk "hdd" "base" {
  size = 9
}
disk "ssd" "a" {
  like = ["base"]
  size = 3
}
disk "ssd" "b" {
  count = 2
  like  = [disk.hdd.base]
  speed = count.index
}
"#;

fn expected() -> Value {
    let null = || Value::null(Type::Number);
    let disk =
        |size: i32, speed: Value| Value::object([("size", Value::from(size)), ("speed", speed)]);
    let both = Value::tuple(vec![disk(9, Value::from(0)), disk(9, Value::from(1))]);
    let ssd = [("base", disk(1, 2.into())), ("a", disk(3, 2.into())), ("b", both)];
    let hdd = Value::object([("base", disk(9, null()))]);
    Value::object([("ssd", Value::object(ssd)), ("hdd", hdd)])
}

#[test]
fn a_spec_file_allows_inheritance() {
    assert_eq!(decoded(TEXT, &read(SPEC)), expected());
}

#[test]
fn a_written_spec_allows_the_same() {
    let written = rewritten(SPEC);
    assert_eq!(decoded(TEXT, &read(&written)), expected(), "{written}");
}

/// The order in which a spec gets both does not matter.
#[test]
fn instances_inherit_in_either_order() {
    use hcldyn::ext::repetition::Repetition;
    use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};

    let size = || Spec::from(AttrSpec::new("size", Type::Number));
    let repetition = || Repetition::new().for_each("for_each");
    let bodies = [
        size().inheriting("inherits").repeated(repetition()),
        size().repeated(repetition()).inheriting("inherits"),
    ];
    let text = "disk \"b\" {\n  size = 5\n}\ndisk \"a\" {\n  for_each = { b = 1 }\n  inherits = [each.key]\n}\n";
    for body in bodies {
        let spec = BlocksSpec::new("disk", body).object("name").into();
        let value = decoded(text, &spec);
        assert_eq!(value.get("a").unwrap().get("b"), Some(&Value::from(5)));
    }
}
