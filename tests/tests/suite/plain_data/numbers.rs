//! Numbers at the edges of Rust's types.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::num::NonZeroU8;

use hcldyn::cty::Number;
use hcldyn::decode::serde::from_value;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let number = Number::parse(text).unwrap();
    from_value(number.into()).map_err(|error| error.to_string())
}

fn good<T: DeserializeOwned + Debug + PartialEq>(text: &str, expected: T) {
    assert_eq!(read(text), Ok(expected));
}

fn bad<T: DeserializeOwned + Debug + PartialEq>(text: &str, expected: &str) {
    assert_eq!(read::<T>(text), Err(format!("{expected} is required, not {text}")));
}

#[test]
fn integers_are_exact() {
    good("255", u8::MAX);
    good("-128", i8::MIN);
    good("18446744073709551615", u64::MAX);
    good("-9223372036854775808", i64::MIN);
    good("340282366920938463463374607431768211455", u128::MAX);
    good("-170141183460469231731687303715884105728", i128::MIN);
    good("18446744073709551615", u128::from(u64::MAX));
    bad::<u8>("256", "a whole number from 0 to 255");
    bad::<u8>("-1", "a whole number from 0 to 255");
    bad::<u8>("0.5", "a whole number from 0 to 255");
    bad::<i8>("128", "a whole number from -128 to 127");
    bad::<u64>("18446744073709551616", "a whole number from 0 to 18446744073709551615");
    bad::<i64>(
        "-9223372036854775809",
        "a whole number from -9223372036854775808 to 9223372036854775807",
    );
    bad::<u128>(
        "340282366920938463463374607431768211456",
        "a whole number from 0 to 340282366920938463463374607431768211455",
    );
    assert!(read::<NonZeroU8>("0").is_err());
}

#[test]
fn floats_are_the_nearest_ones() {
    good("0.1", 0.1_f64);
    good("0.1", 0.1_f32);
    good("1e300", 1e300_f64);
    good("340282366920938463463374607431768211456", 2_f64.powi(128));
    good("18446744073709551616", 2_f64.powi(64));
    good("9007199254740993", 9_007_199_254_740_992_f64);
    assert!(read::<f64>("1e400").unwrap_err().starts_with("a number from -1.79"));
    assert!(read::<f64>("-1e400").unwrap_err().starts_with("a number from -1.79"));
    assert!(read::<f32>("1e39").unwrap_err().starts_with("a number from -3.4028235e38"));
}

#[test]
fn numbers_of_any_type_are_integers_if_they_can_be() {
    let json = |text: &str| read::<Json>(text).unwrap();
    assert_eq!(json("1.0"), Json::from(1));
    assert_eq!(json("18446744073709551615"), Json::from(u64::MAX));
    assert_eq!(json("-9223372036854775808"), Json::from(i64::MIN));
    assert_eq!(json("0.5"), Json::from(0.5));
}

#[test]
fn the_source_gives_all_digits() {
    let text = "a = 340282366920938463463374607431768211455\nb = 1e2\n";
    let read: BTreeMap<String, u128> = super::good(text);
    assert_eq!((read["a"], read["b"]), (u128::MAX, 100));
}
