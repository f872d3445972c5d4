//! Bytes that are not a valid value cause an error, never a panic.

use hcldyn::cty::Type;
use hcldyn::cty::msgpack::{from_msgpack, implied_type, to_msgpack};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::random_values::typed_value;

fn types() -> [Type; 9] {
    let inner = Type::list(Type::Dynamic);
    [
        Type::Dynamic,
        Type::Bool,
        Type::Number,
        Type::String,
        inner.clone(),
        Type::set(Type::Number),
        Type::map(inner),
        Type::tuple([Type::Number, Type::String]),
        Type::object([("a", Type::Dynamic), ("b", Type::set(Type::Dynamic))]),
    ]
}

#[test]
fn nesting_is_limited() {
    let repeated = |unit: &[u8]| unit.repeat(100_000);
    let dynamic = repeated(b"\x92\xc4\x09\"dynamic\"");
    let lists = repeated(b"\x92\xc4\x12[\"list\",\"dynamic\"]\x91");
    for bytes in [dynamic, lists, repeated(&[0x91]), repeated(b"\x81\xa1a")] {
        for ty in types() {
            assert!(from_msgpack(&bytes, &ty).is_err());
        }
        assert!(implied_type(&bytes).is_err());
    }
    let ty = "[\"list\",".repeat(100_000) + "\"bool\"" + &"]".repeat(100_000);
    let mut bytes = vec![0x92, 0xc6];
    bytes.extend((ty.len() as u32).to_be_bytes());
    bytes.extend(ty.as_bytes());
    bytes.push(0xc0);
    assert!(from_msgpack(&bytes, &Type::Dynamic).is_err());
    // Nesting inside unknown refinements is unlimited.
    let mut bytes = vec![0xc8, 0x03, 0xfe, 0x0c, 0x81, 0x07];
    bytes.extend([0x91; 1_019]);
    bytes.push(0xc0);
    assert_eq!(from_msgpack(&bytes, &Type::Bool).unwrap(), hcldyn::cty::Value::unknown(Type::Bool));
}

#[test]
fn a_length_is_not_trusted() {
    for head in [0xc6, 0xc9, 0xdb, 0xdd, 0xdf] {
        for rest in [&[][..], &[0xc0; 64]] {
            let bytes = [&[head, 0xff, 0xff, 0xff, 0xff], rest].concat();
            for ty in types() {
                let within = [&[0x92, 0xa6], &b"\"bool\""[..], &bytes].concat();
                assert!(from_msgpack(&bytes, &ty).is_err());
                assert!(from_msgpack(&within, &ty).is_err());
            }
            assert!(implied_type(&bytes).is_err());
        }
    }
}

/// A few bytes encode a list of 1,024 unknown elements.
#[test]
fn unknown_elements_are_counted() {
    let list = b"\xc7\x0b\x0c\x83\x01\xc2\x05\xcd\x04\x00\x06\xcd\x04\x00";
    let ty = Type::list(Type::list(Type::Bool));
    let lists =
        |count: u16| [&[0xdc], &count.to_be_bytes()[..], &list.repeat(count.into())].concat();
    assert_eq!(from_msgpack(lists(64), &ty).unwrap().elements().len(), 64);
    let error = from_msgpack(lists(65), &ty).unwrap_err();
    assert_eq!(error.to_string(), "element 64: at most 65536 elements can be unknown");
}

#[test]
fn errors_have_a_path_and_a_reason() {
    let object = Type::object([("a", Type::list(Type::Number)), ("b", Type::Bool)]);
    let message = |bytes: &[u8]| from_msgpack(bytes, &object).unwrap_err().to_string();
    assert_eq!(
        message(b"\x82\xa1a\x92\x01\xc3\xa1b\xc2"),
        "attribute \"a\": element 1: a number is required, not a bool"
    );
    assert_eq!(message(b"\x81\xa1a\x90"), "the attribute \"b\" is missing");
    assert_eq!(message(b"\x82\xa1a\x90\xa1a\x90"), "the attribute \"a\" appears more than once");
    assert_eq!(
        message(b"\x82\xa1a\x93\xc0\xc0"),
        "attribute \"a\": element 2: the input ends within the value"
    );
    assert_eq!(
        message(b"\x82\xa1a\x91\xcd\x01"),
        "attribute \"a\": element 0: the input ends within the value"
    );
    assert_eq!(message(b"\x82\xa1a\x90\xa1"), "the input ends within the value");
    assert_eq!(message(b"\xc0\x00"), "1 byte follows the value");
    assert_eq!(message(b"\xd6\xff\x00\x00\x00\x00"), "unknown extension type -1");
}

/// The steps into a dynamic value are those of its type; the steps into the type itself are described in
/// words.
#[test]
fn errors_in_a_dynamic_value_have_a_path() {
    let message = |bytes: &[u8]| {
        let list = [b"\x91\x92", bytes].concat();
        from_msgpack(&list, &Type::list(Type::Dynamic)).unwrap_err().to_string()
    };
    assert_eq!(
        message(b"\xb0[\"map\",\"number\"]\x81\xa1k"),
        "element 0: element \"k\": the input ends within the value"
    );
    assert_eq!(
        message(b"\xae[\"list\",\"int\"]\x90"),
        "element 0: invalid type of the value: element 1: \"int\" is not a type, such as \"string\", [\"list\", T] or [\"object\", {\"a\": T}]"
    );
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_rejected(bytes in vec(any::<u8>(), 0..64)) {
        for ty in types() {
            if let Ok(value) = from_msgpack(&bytes, &ty) {
                prop_assert!(value.ty().conforms_to(&ty));
            }
        }
        let _ = implied_type(&bytes);
    }

    #[test]
    fn a_truncated_value_is_rejected((ty, value) in typed_value()) {
        let bytes = to_msgpack(&value, &ty).unwrap();
        for end in 0..bytes.len() {
            prop_assert!(from_msgpack(&bytes[..end], &ty).is_err());
        }
    }

    #[test]
    fn a_changed_byte_does_not_panic(
        (ty, value) in typed_value(), at in any::<prop::sample::Index>(), byte in any::<u8>()
    ) {
        for ty in [ty, Type::Dynamic] {
            let mut bytes = to_msgpack(&value, &ty).unwrap();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            let _ = from_msgpack(&bytes, &ty);
            let _ = implied_type(&bytes);
        }
    }
}
