//! YAML, read and written as by the reference (package `go-cty-yaml`).

mod read;
mod scalar;
mod timestamp;
mod write;

use super::Named;
use super::arguments::text;
use super::limits::{MAX_BYTES, MAX_ELEMENTS, spend_on_parsing};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

/// The maximum nesting of values, for reading and writing.
const MAX_YAML_DEPTH: usize = 128;

pub(super) fn functions() -> Vec<Named> {
    vec![("yamldecode", yamldecode()), ("yamlencode", yamlencode())]
}

fn yamldecode() -> Function {
    Function::builder("The value of a YAML document.")
        .param(Parameter::new("string", Type::String))
        .may_return_null()
        .returning(Type::Dynamic, |args, _| {
            let text = text(args, 0)?;
            spend_on_parsing(text);
            read::read(text, MAX_ELEMENTS)
                .map_err(|reason| FunctionError::must(0, format!("be valid YAML, but {reason}")))
        })
}

fn yamlencode() -> Function {
    Function::builder("The value as a YAML document.")
        .param(Parameter::new("value", Type::Dynamic).allow_null().allow_dynamic())
        .returning(Type::String, |args, ty| {
            if args[0].is_wholly_known() {
                let text = write::write(&args[0], MAX_BYTES);
                let text = text.map_err(|why| FunctionError::at(0, why))?;
                Ok(text.into())
            } else {
                Ok(Value::unknown(ty.clone()))
            }
        })
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use crate::testing::{call, error};
    use hcldyn_cty::{CapsuleType, Number, Value};

    fn decode(text: &str) -> Value {
        call("yamldecode", [Value::from(text)])
    }

    fn wrong(text: &str) -> String {
        error("yamldecode", [Value::from(text)])
    }

    fn encode(value: impl Into<Value>) -> String {
        call("yamlencode", [value.into()]).as_str().unwrap().to_owned()
    }

    #[test]
    fn yaml_round_trips() {
        let text = "\"name\": \"a\"\n\"ports\":\n- 80\n- 443.5\n\"text\": |\n  b\n  c\n";
        let value = decode("{name: a, ports: [80, 443.5], text: \"b\\nc\\n\"}");
        assert_eq!(encode(value.clone()), text);
        assert_eq!(decode(text), value);
    }

    #[test]
    fn a_block_scalar_is_a_string() {
        assert_eq!(decode("|-\n  0x10"), "0x10".into());
        assert_eq!(decode(">-\n  2024-1-2"), "2024-1-2".into());
    }

    #[test]
    fn infinite_numbers_round_trip() {
        let infinity = Value::number(Number::INFINITY);
        assert_eq!(decode(&encode(infinity.clone())), infinity);
        assert_eq!(encode(decode("[-.inf]")), "- -.inf\n");
    }

    #[test]
    fn errors_have_a_position() {
        assert_eq!(
            wrong("a: 1\nb: *c\n"),
            "must be valid YAML, but line 2, column 4 is invalid: while parsing node, found unknown anchor"
        );
        assert_eq!(
            wrong("a: &b [*b]"),
            "must be valid YAML, but line 1, column 8 refers to a value that contains it"
        );
        assert_eq!(
            wrong("- 1\n- !size 2"),
            "must be valid YAML, but line 2, column 3 has the unknown tag \"!size\""
        );
        assert_eq!(
            wrong("!!bool maybe"),
            "must be valid YAML, but line 1, column 1 has the tag !!bool, which does not fit \"maybe\""
        );
        assert_eq!(
            wrong("[.nan]"),
            "must be valid YAML, but line 1, column 2 has the number NaN, which is not supported"
        );
        assert_eq!(
            wrong("a: 1\n---\nb: 2"),
            "must be valid YAML, but line 2, column 1 begins a second document"
        );
        assert_eq!(
            wrong("? [a]\n: b"),
            "must be valid YAML, but line 1, column 3 has a key that is not a string"
        );
        assert_eq!(wrong("~: b"), "must be valid YAML, but line 1, column 1 has a null key");
        assert_eq!(
            wrong("<<: 5"),
            "must be valid YAML, but line 1, column 5 merges something else than mappings"
        );
        assert_eq!(wrong(" # nothing"), "must be valid YAML, but it is empty");
    }

    #[test]
    fn expanded_aliases_are_limited() {
        let mut text = String::from("a: &a [x, x, x, x, x, x, x, x, x]\n");
        for (name, last) in ('b'..='z').zip('a'..) {
            let aliases = vec![format!("*{last}"); 9].join(", ");
            text += &format!("{name}: &{name} [{aliases}]\n");
        }
        assert!(wrong(&text).ends_with("exceeds the limit of 1000000 values"), "{}", wrong(&text));
        let mut text = String::from("- &a0 {k: 1}\n");
        for (last, name) in (0..1000).zip(1..) {
            text += &format!("- &a{name} {{k: *a{last}}}\n");
        }
        assert!(wrong(&text).ends_with("is nested more than 128 levels deep"), "{}", wrong(&text));
    }

    #[test]
    fn too_deeply_nested_input_is_rejected() {
        for (open, close) in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")] {
            let deep = open.repeat(100_000) + &close.repeat(100_000);
            assert!(wrong(&deep).contains("must be valid YAML"));
        }
        let fine = "- ".repeat(100) + "1\n";
        assert_eq!(encode(decode(&fine)), fine);
    }

    #[test]
    fn sizes_are_limited() {
        assert_eq!(
            read::read("[1, 2]", 2),
            Err("line 1, column 5 exceeds the limit of 2 values".into())
        );
        assert!(read::read("[1, 2]", 3).is_ok());
        let list = decode("[aaaa, bbbb, cccc]");
        assert_eq!(write::write(&list, 15), Err("its YAML form has more than 15 bytes".into()));
        assert!(write::write(&list, 20).is_ok());
        assert!(wrong(&"a".repeat((64 << 20) + 1)).contains("bytes"));
    }

    #[test]
    fn values_without_a_yaml_form() {
        let handle = Value::capsule(&CapsuleType::new("handle"), 7u8);
        assert_eq!(error("yamlencode", [handle]), "it contains a handle, which YAML can't express");
    }
}
