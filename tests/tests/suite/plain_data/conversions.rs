//! Values to types that implement `Deserialize`, and the reverse.

use std::collections::BTreeMap;

use hcldyn::cty::{CapsuleType, Mark, Path, Type, Value};
use hcldyn::decode::serde::{from_value, to_value};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Unit;

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Pair(u8, String);

#[derive(Debug, Deserialize, PartialEq, Serialize)]
enum Any {
    Nothing,
    One(Option<bool>),
    Two(char, f32),
    Named { unit: Unit, list: Vec<Pair> },
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct All {
    any: Vec<Any>,
    map: BTreeMap<i8, (u128, i128)>,
    bools: BTreeMap<bool, u8>,
    none: Option<u8>,
    some: Option<Option<u8>>,
    bytes: Vec<u8>,
}

fn all() -> All {
    All {
        any: vec![
            Any::Nothing,
            Any::One(Some(true)),
            Any::Two('é', 0.1),
            Any::Named { unit: Unit, list: vec![Pair(1, "x".into())] },
        ],
        map: BTreeMap::from([(-1, (u128::MAX, i128::MIN))]),
        bools: BTreeMap::from([(false, 0), (true, 1)]),
        none: None,
        some: Some(Some(3)),
        bytes: vec![0, 255],
    }
}

/// Returns the message of the error.
fn error<T: DeserializeOwned>(value: Value) -> String {
    from_value::<T>(value).err().unwrap().to_string()
}

#[test]
fn data_round_trips() {
    let value = to_value(&all()).unwrap();
    assert_eq!(from_value::<All>(value).unwrap(), all());
}

#[test]
fn a_value_is_what_json_is() {
    let mut data = all();
    // JSON's numbers have 64 bits here.
    data.map = BTreeMap::from([(2, (3, -4))]);
    let expected = serde_json::to_value(&data).unwrap();
    let json = serde_json::to_value(to_value(&data).unwrap()).unwrap();
    // JSON writes an `f32` as the nearest `f64`, hcldyn its shortest decimal.
    let text = json.to_string().replace("0.1,", "0.10000000149011612,");
    assert_eq!(text.replace("0.1]", "0.10000000149011612]"), expected.to_string());
    assert_eq!(to_value(&json!({"b": [1, null]})).unwrap(), {
        let list = Value::tuple(vec![1.into(), Value::null(Type::Dynamic)]);
        Value::object([("b", list)])
    });
}

#[test]
fn numbers_of_floats_are_their_shortest_decimals() {
    let number = |text: &str| Value::from(hcldyn::cty::Number::parse(text).unwrap());
    assert_eq!(to_value(&0.1_f32).unwrap(), number("0.1"));
    assert_eq!(to_value(&1e300).unwrap(), number("1e300"));
    let table = [(f64::NAN, "NaN"), (f64::INFINITY, "inf"), (f64::NEG_INFINITY, "-inf")];
    for (float, shown) in table {
        let error = to_value(&[1.0, float]).unwrap_err();
        assert_eq!(error.to_string(), format!("[1]: a finite number is required, not {shown}"));
    }
}

#[test]
fn unusual_keys_are_rejected() {
    let error = to_value(&BTreeMap::from([(vec![1], 2)])).unwrap_err();
    assert_eq!(error.to_string(), "a string is required as a key, not a tuple with 1 element");
    assert_eq!(
        to_value(&BTreeMap::from([(true, 2)])).unwrap(),
        Value::object([("true", 2.into())])
    );
}

#[test]
fn unknown_and_marked_values_and_capsules_are_rejected() {
    let secret = || Value::from("s3cret").mark(Mark::sensitive());
    let marked = "the value is marked, e.g. as sensitive, so it can't be deserialized";
    let unknown = "the value is not known yet, so it can't be deserialized";
    assert_eq!(error::<String>(secret()), marked);
    assert_eq!(error::<Option<String>>(secret()), marked);
    assert_eq!(error::<Any>(secret()), marked);
    assert_eq!(error::<Json>(Value::object([("a", secret())])), format!("a: {marked}"));
    assert_eq!(error::<Vec<u8>>(Value::unknown(Type::Number)), unknown);
    let capsule = Value::capsule(&CapsuleType::new("pet"), 1_u8);
    assert_eq!(error::<Json>(capsule), "a pet can't be deserialized");
    assert!(to_value(&secret()).is_err());
    assert!(to_value(&Value::unknown(Type::Number)).is_err());
    // Nothing is read of an ignored value.
    assert!(from_value::<IgnoredAny>(secret()).is_ok());
}

#[test]
fn an_error_has_a_path() {
    let value = Value::object([("a b", Value::from(vec![1, 2])), ("c", Value::from(3))]);
    let error = from_value::<BTreeMap<String, Vec<bool>>>(value).unwrap_err();
    assert_eq!(error.path(), Path::root().attr("a b").index(0));
    assert_eq!(error.to_string(), "[\"a b\"][0]: a bool is required, not 1");
}

#[test]
fn expectations_are_those_of_hcl() {
    let object = || Value::object([("a", Value::from(1))]);
    let list = || Value::from(vec![1, 2]);
    let table = [
        (error::<bool>("x".into()), "a bool is required, not \"x\""),
        (error::<String>(true.into()), "a string is required, not true"),
        (error::<u8>("1".into()), "a whole number from 0 to 255 is required, not \"1\""),
        (error::<f32>(list()), "a number is required, not a list"),
        (error::<All>(list()), "an object is required, not a list"),
        (error::<All>(object()), "any: the attribute is required"),
        (error::<Pair>(object()), "a list is required, not an object"),
        (error::<Vec<u8>>(object()), "a list is required, not an object"),
        (error::<BTreeMap<u8, u8>>(1.into()), "an object is required, not 1"),
        (error::<(u8, u8, u8)>(list()), "a list of 3 elements is required, not of 2"),
        (error::<(u8,)>(list()), "a list of 1 element is required, not of 2"),
        (error::<[u8; 3]>(list()), "a list of 3 elements is required, not of 2"),
        (error::<Unit>(1.into()), "null is required, not 1"),
        (error::<char>("ab".into()), "a character is required, not \"ab\""),
        (error::<Any>(1.into()), "a string or an object with one attribute is required, not 1"),
        (error::<Any>("One".into()), "\"One\" requires a value, as in { One = … }"),
        (
            error::<Any>("one".into()),
            "\"Nothing\", \"One\", \"Two\" or \"Named\" is required, not \"one\". Did you mean \"One\"?",
        ),
        (
            error::<Any>(Value::object([("Nothing", list())])),
            "Nothing: null is required, not a list",
        ),
        (
            error::<Any>(Value::object([("Two", Value::from(vec![1]))])),
            "Two[0]: a character is required, not 1",
        ),
    ];
    for (found, expected) in table {
        assert_eq!(found, expected);
    }
}

#[test]
fn too_deep_data_is_an_error() {
    let deep = (0..1_000).fold(json!(1), |inner, _| json!([inner]));
    let error = to_value(&deep).unwrap_err().to_string();
    assert!(error.contains("a value can be nested at most 512 levels deep"), "{error}");
}
