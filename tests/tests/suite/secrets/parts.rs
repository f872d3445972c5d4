//! Sensitive attributes of objects in values.

use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::decode::Validation;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, HclValue, parse_body};
use insta::assert_snapshot;

use super::{assert_hidden_in_json, assert_hidden_in_native, decoded, report, shown};

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "no text here is decoded whole")]
#[hcl(validate = differ)]
struct Server {
    door: Option<Door>,
    #[hcl(default)]
    doors: Vec<Door>,
}

#[derive(Debug, HclValue)]
#[expect(dead_code, reason = "no text here is decoded whole")]
struct Door {
    #[hcl(sensitive, validate = long)]
    pin: Option<String>,
    size: Option<u8>,
    #[hcl(validate = short)]
    name: Option<String>,
}

fn long(pin: &Option<String>) -> Result<(), String> {
    match pin {
        Some(pin) if pin.len() < 8 => Err(format!("{pin} is too short")),
        _ => Ok(()),
    }
}

fn short(name: &Option<String>) -> Result<(), String> {
    match name {
        Some(name) if name.len() > 3 => Err(format!("{name} is too long")),
        _ => Ok(()),
    }
}

fn differ(server: &Server, validation: &mut Validation<'_>) {
    if server.door.as_ref().is_some_and(|door| door.size == Some(0)) {
        validation.error("door.size", "Empty door", "It must be at least 1.");
    }
}

fn doors() -> Spec {
    let mut pin = ObjectAttribute::new("pin", Type::String).optional();
    pin.sensitive = true;
    let size = ObjectAttribute::new("size", Type::Number).optional();
    let door = ValueSpec::Object(ObjectValueSpec::new([pin, size]).into());
    let attr = |name: &'static str, value: ValueSpec| (name, AttrSpec::new(name, value).into());
    let room = Spec::object([attr("door", door.clone()), attr("port", Type::Number.into())]);
    Spec::object([
        ("room", Spec::from(BlocksSpec::new("room", room).tuple())),
        attr("door", door.clone()),
        attr("doors", ValueSpec::list(door)),
        attr("port", Type::Number.into()),
    ])
}

#[test]
fn misplaced_parts() {
    for name in ["pin", "PIN", "pni", "pinn"] {
        for text in [
            "NAME = \"hunter1\"",
            "room {\n  NAME = \"hunter1\"\n}",
            "other {\n  NAME = \"hunter1\"\n}",
            "room { NAME = [\"hunter1\"] }",
            "NAME { a = \"hunter1\" }",
            "other = { NAME = \"hunter1\" }",
            "door = { inner = { NAME = \"hunter1\" } }",
            "door = { NAME = { a = \"hunter1\" } }",
            "port = [{ NAME = \"hunter1\" }]",
            "doors = [{ size = \"x\", NAME = \"hunter1\" }]",
            "door = { NAME = \"hunter1\n  hunter2\n}",
            "door = { size = 1 2, NAME = \"hunter1\" }",
            "room \"NAME\" { port = 1 2 }\nNAME = \"hunter1\"",
        ] {
            let text = text.replace("NAME", name);
            assert_hidden_in_native(&doors(), &[&text]);
        }
        for text in [
            r#"{"NAME": "hunter1"}"#,
            r#"{"room": {"NAME": "hunter1"}}"#,
            r#"{"other": {"NAME": ["hunter1"]}}"#,
            r#"{"door": {"NAME": {"a": "hunter1"}, "size": "x"}}"#,
        ] {
            assert_hidden_in_json(&doors(), &[&text.replace("NAME", name)]);
        }
    }
}

/// A value that does not consist of objects may be the secret itself.
#[test]
fn values_without_objects() {
    assert_hidden_in_native(
        &doors(),
        &[
            "door = \"hunter1\"",
            "door = [\"hunter1\"]",
            "doors = \"hunter1\"",
            "doors = [{ size = 1 }, \"hunter1\"]",
            "door = f({ size = \"hunter1\" })",
            "door = { (x) = \"hunter1\" }",
            "door = { for k in [\"hunter1\"] : \"pin\" => k.x }",
            "door = { \"hunter1\" }",
        ],
    );
    assert_hidden_in_json(&doors(), &[r#"{"door": "hunter1"}"#, r#"{"doors": ["hunter1", {}]}"#]);
}

#[test]
fn the_other_parts_are_shown() {
    let text = "port = \"x\"\ndoor = { pin = \"hunter1\", size = \"big\", port = 1 }\n";
    assert_snapshot!(report(&doors(), parse_body, text), @r#"
    error[wrong-type]: Wrong type
     --> a.hcl:2:34
      |
    2 | door = { pin = (sensitive), size = "big", port = 1 }
      |                                    ^^^^^ Invalid value for "door": attribute "size": a number is required.

    error[unexpected-attribute]: Unexpected attribute
     --> a.hcl:2:41
      |
    2 | door = { pin = (sensitive), size = "big", port = 1 }
      |                                           ^^^^ The attribute "port" is not expected here.
      |
      = help: Expected here: "pin" and "size".

    error[wrong-type]: Wrong type
     --> a.hcl:1:8
      |
    1 | port = "x"
      |        ^^^ Invalid value for "port": a number is required.
    "#);
}

fn problems(text: &str) -> String {
    let ctx = EvalContext::new().with_variable("pw", "hunter2");
    shown(&hcldyn::from_str::<Server>(text, &ctx).unwrap_err())
}

/// Each error is at its part, and only that of the sensitive part hides its details.
#[test]
fn errors_of_a_struct() {
    let other = |text: &str| {
        let shown = problems(text);
        assert!(shown.contains("size = 300, name = \"front\" }"), "{shown}");
        assert!(shown.contains("attribute \"size\": a whole number from 0 to 255"), "{shown}");
        assert!(shown.contains("attribute \"name\": front is too long."), "{shown}");
        shown
    };
    let shown = other("door = { size = 300, name = \"front\" }");
    assert!(!shown.contains("hidden"), "{shown}");
    let shown = other("door = { pin = pw, size = 300, name = \"front\" }");
    assert!(shown.contains(" --> <text>:1:10\n"), "{shown}");
    assert!(shown.contains("attribute \"pin\" is invalid"), "{shown}");
    let shown = problems("doors = [{ pin = [\"hunter1\"] }, { size = \"x\" }]");
    assert!(shown.contains("doors = [{ pin = (sensitive) }, { size = \"x\" }]"), "{shown}");
    assert!(shown.contains(" --> <text>:1:12\n"), "{shown}");
    assert!(shown.contains("element 1: attribute \"size\": a number is required."), "{shown}");
    let shown = problems("door = { pin = \"hunter1\" + 1, size = \"x\" + 1 }");
    assert!(shown.contains("a number is required, not \"x\"."), "{shown}");
    assert!(shown.contains("hidden because \"pin\" is sensitive."), "{shown}");
}

/// An error of the program is at the part that it names.
#[test]
fn validation_of_a_part() {
    for text in ["door = { pin = \"hunter1 and more\", size = 0 }", "door = { size = 0 }"] {
        assert!(problems(text).contains("It must be at least 1."));
    }
}

/// Only the sensitive part that is set is marked.
#[test]
fn marks_of_values() {
    let value = |text: &str| {
        let source = Source::new("a.hcl", text);
        let mut diags = Diagnostics::new();
        let body = parse_body(&source, &mut diags);
        decode(&body, &doors(), &EvalContext::new(), &mut diags)
    };
    let door = |text: &str| value(text).get("door").cloned().unwrap();
    let size = ("size", Value::from(1));
    let pin = |value: Value| ("pin", value.mark(Mark::sensitive()));
    let both = Value::object([pin("hunter1".into()), size.clone()]);
    assert_eq!(door("door = { pin = \"hunter1\", size = 1 }"), both);
    let unset = Value::object([("pin", Value::null(Type::String)), size]);
    assert_eq!(door("door = { size = 1 }"), unset);
    assert!(!decoded(&doors(), parse_body, &Source::new("a", "door = { size = 1 }")).has_errors());
}

#[test]
fn defaults_are_marked() {
    let mut pin = ObjectAttribute::new("pin", Type::String).optional();
    pin.sensitive = true;
    let size = ObjectAttribute::new("size", Type::Number).optional();
    let door = ValueSpec::Object(ObjectValueSpec::new([pin, size]).into());
    let default = Value::object([("pin", "1234".into()), ("size", 1.into())]);
    let door = Spec::from(AttrSpec::new("door", door)).or(Spec::Literal(default));
    let body = parse_body(&Source::new("a.hcl", ""), &mut Diagnostics::new());
    let value = decode(&body, &door, &EvalContext::new(), &mut Diagnostics::new());
    let is_marked = |name| value.get(name).is_some_and(Value::is_marked);
    assert!(is_marked("pin") && !is_marked("size"), "{value:?}");
}
