//! Values are read back as they were written.

use hcldyn::cty::msgpack::{MAX_MSGPACK_DEPTH, from_msgpack, to_msgpack};
use hcldyn::cty::{CapsuleType, Mark, Number, Type, Value};
use proptest::prelude::*;

use crate::support::random_values::{constraint, typed_value};

proptest! {
    #[test]
    fn values_come_back_the_same((ty, value) in typed_value()) {
        for ty in [ty, Type::Dynamic] {
            let bytes = to_msgpack(&value, &ty).unwrap();
            prop_assert_eq!(&from_msgpack(&bytes, &ty).unwrap(), &value);
            let mut rest = bytes.as_slice();
            rmpv::decode::read_value(&mut rest).unwrap();
            prop_assert!(rest.is_empty());
        }
    }

    /// The encoding of an empty, null or unknown value does not contain the dynamic parts of its type. Other
    /// elements then supply them, and an unknown set may lose elements. This happens only once.
    #[test]
    fn read_values_come_back_the_same(
        (ty, value) in typed_value().prop_flat_map(|(ty, value)| (constraint(&ty), Just(value)))
    ) {
        let read = from_msgpack(to_msgpack(&value, &ty).unwrap(), &ty).unwrap();
        prop_assert!(read.ty().conforms_to(&ty));
        let again = to_msgpack(&read, &ty).unwrap();
        prop_assert_eq!(from_msgpack(&again, &ty).unwrap(), read);
    }
}

/// The encodings of a length in the specification of MessagePack.
#[test]
fn lengths_have_the_shortest_form() {
    let text = |length: usize| to_msgpack(&"x".repeat(length).into(), &Type::String).unwrap();
    assert_eq!(text(31)[..1], [0xbf]);
    assert_eq!(text(255)[..2], [0xd9, 0xff]);
    assert_eq!(text(65_535)[..3], [0xda, 0xff, 0xff]);
    assert_eq!(text(65_536)[..5], [0xdb, 0, 1, 0, 0]);
    let list = |length: usize| {
        let list = Value::list(Type::Bool, vec![true.into(); length]);
        let bytes = to_msgpack(&list, &Type::list(Type::Bool)).unwrap();
        assert_eq!(from_msgpack(&bytes, &Type::list(Type::Bool)).unwrap(), list);
        bytes
    };
    assert_eq!(list(15)[..1], [0x9f]);
    assert_eq!(list(65_535)[..3], [0xdc, 0xff, 0xff]);
    assert_eq!(list(65_536)[..5], [0xdd, 0, 1, 0, 0]);
}

/// An `f64` is encoded by its IEEE 754 bits; a decimal fraction has no exact `f64`.
#[test]
fn numbers_are_encoded_exactly() {
    let bytes = |number| to_msgpack(&Value::number(number), &Type::Number).unwrap();
    let float = |value| bytes(Number::from_f64(value).unwrap());
    assert_eq!(float(0.1), [0xcb, 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a]);
    assert_eq!(float(5e-324), [0xcb, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(float(-0.0), [0]);
    assert_eq!(bytes(Number::parse("0.1").unwrap()), b"\xa30.1");
    let two_to_64 = Number::parse("18446744073709551616").unwrap();
    assert_eq!(bytes(two_to_64), b"\xb418446744073709551616");
    // The shortest decimal that identifies this float is another integer.
    let long = float(-36_901_369_446_767_001_600.0);
    assert_eq!(long, [0xcb, 0xc4, 0, 0, 0xe0, 0, 0, 0, 0]);
}

#[test]
fn marks_and_capsules_are_rejected_with_their_path() {
    let secret = Value::from("x").mark(Mark::sensitive());
    let value = Value::object([("a", Value::tuple(vec![1.into(), secret]))]);
    let error = to_msgpack(&value, &Type::Dynamic).unwrap_err();
    assert_eq!(
        error.to_string(),
        "attribute \"a\": element 1: a value marked \"sensitive\" can't be written"
    );
    let socket = CapsuleType::new("socket");
    let value = Value::tuple(vec![Value::capsule(&socket, 7)]);
    let error = to_msgpack(&value, &value.ty()).unwrap_err();
    assert_eq!(error.to_string(), "element 0: a socket can't be written as MessagePack");
    assert!(to_msgpack(&value, &Type::Dynamic).is_err());
}

#[test]
fn the_depth_of_written_values_is_limited() {
    let nested = |depth| (1..depth).fold(Value::from(1), |value, _| Value::tuple(vec![value]));
    let deep = nested(MAX_MSGPACK_DEPTH);
    let bytes = to_msgpack(&deep, &deep.ty()).unwrap();
    assert_eq!(from_msgpack(&bytes, &deep.ty()).unwrap(), deep);
    let deeper = nested(MAX_MSGPACK_DEPTH + 1);
    assert!(to_msgpack(&deeper, &deeper.ty()).is_err());
    // One more array around the bytes.
    let bytes = [&[0x91], &bytes[..]].concat();
    assert!(from_msgpack(&bytes, &deeper.ty()).is_err());
}
