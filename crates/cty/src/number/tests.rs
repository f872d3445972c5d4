//! Properties and limits. The comparison with the reference is `tests/numbers.rs`.

use std::cmp::Ordering;

use proptest::prelude::*;

use super::{ArithmeticError, Number, ParseNumberError};
use crate::sort::sort_by;

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Returns numbers of all three common precisions.
fn any_number() -> impl Strategy<Value = Number> {
    let literal = ("-?[0-9]{1,25}", "[0-9]{1,25}", -90..90i32)
        .prop_map(|(whole, fraction, exponent)| number(&format!("{whole}.{fraction}e{exponent}")));
    let quotient = (any::<i32>(), 1..1000i32)
        .prop_map(|(a, b)| number(&a.to_string()).div(&Number::from(b)).unwrap());
    prop_oneof![
        literal,
        quotient,
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        any::<i128>().prop_map(Number::from),
        (-99..99i32).prop_map(Number::from),
        any::<f64>().prop_filter_map("NaN", Number::from_f64),
    ]
}

proptest! {
    #[test]
    fn text_reads_back(value in any_number().prop_filter("512 bits", |value| value.precision() == 512)) {
        let again = number(&value.to_string());
        prop_assert_eq!(again.cmp(&value), Ordering::Equal, "{}", value);
        prop_assert_eq!(again, value);
    }

    /// The pattern has no powers of two with more digits than are printed. Some of them do not read back in the
    /// reference either, because it uses too large an interval below them.
    #[test]
    fn any_text_is_rejected_or_reads_back(
        text in "[-+]?[0-9]{0,4}[.]?[0-9]{0,4}([eE][-+]?[0-9]{0,4}|[pP][-+]?[0-9]{0,2})?.?"
    ) {
        if let Ok(value) = Number::parse(&text) {
            prop_assert_eq!(number(&value.to_string()), value);
        }
    }

    #[test]
    fn the_order_is_total(a in any_number(), b in any_number(), c in any_number()) {
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a.cmp(&a), Ordering::Equal);
        let mut sorted = [&a, &b, &c];
        sort_by(&mut sorted, Ord::cmp);
        prop_assert!(sorted[0] <= sorted[1] && sorted[1] <= sorted[2] && sorted[0] <= sorted[2]);
    }

    #[test]
    fn equality_goes_with_each_order(a in any_number(), b in any_number(), c in any_number()) {
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!(a.text_eq(&b), a.text_cmp(&b).is_eq());
        prop_assert_eq!(a.text_cmp(&b), b.text_cmp(&a).reverse());
        let mut sorted = [&a, &b, &c];
        sort_by(&mut sorted, |a, b| a.text_cmp(b));
        prop_assert!(sorted[0].text_cmp(sorted[2]).is_le());
    }

    #[test]
    fn the_order_is_that_of_the_difference(a in any_number(), b in any_number()) {
        if let Ok(difference) = a.sub(&b) {
            prop_assert_eq!(difference.cmp(&Number::ZERO), a.cmp(&b));
        }
    }

    #[test]
    fn integers_add_and_subtract_exactly(a in any::<i64>(), b in any::<i64>()) {
        let (x, y) = (number(&a.to_string()), number(&b.to_string()));
        prop_assert_eq!(x.add(&y).unwrap().sub(&y).unwrap(), Number::from(a));
        prop_assert_eq!(x.add(&y).unwrap(), Number::from(i128::from(a) + i128::from(b)));
        prop_assert_eq!(x.mul(&y).unwrap(), Number::from(i128::from(a) * i128::from(b)));
    }

    #[test]
    fn floats_convert_exactly(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        match Number::from_f64(value) {
            None => prop_assert!(value.is_nan()),
            Some(number) => prop_assert_eq!(number.to_f64().to_bits(), bits),
        }
    }

    #[test]
    fn nearest_floats_are_those_of_the_standard_library(text in "-?[0-9]{1,20}[.][0-9]{1,20}e-?[0-9]{1,2}") {
        prop_assert_eq!(number(&text).to_f64(), text.parse::<f64>().unwrap());
    }

    #[test]
    fn integers_convert_back(value in any::<i64>(), unsigned in any::<u64>()) {
        prop_assert_eq!(Number::from(value).to_i64(), Some(value));
        prop_assert_eq!(Number::from(value).to_string(), value.to_string());
        prop_assert_eq!(Number::from(unsigned).to_u64(), Some(unsigned));
        prop_assert_eq!(Number::from(unsigned).to_i64(), i64::try_from(unsigned).ok());
    }

    #[test]
    fn rounding_to_whole_numbers_brackets_the_number(value in any_number()) {
        prop_assume!(!value.is_infinite());
        let (floor, ceil) = (value.floor(), value.ceil());
        prop_assert!(floor <= value && value <= ceil);
        prop_assert!(floor.is_integer() && ceil.is_integer() && value.trunc().is_integer());
        prop_assert_eq!(floor == ceil, value.is_integer());
    }
}

#[test]
fn exact_conversions_only() {
    assert_eq!(number("1.5").to_i64(), None);
    assert_eq!(number("-1").to_u64(), None);
    assert_eq!(number("-0").to_usize(), Some(0));
    assert_eq!(number("18446744073709551616").to_u64(), None);
    assert_eq!(number("1e400").to_f64(), f64::INFINITY);
    assert_eq!(Number::INFINITY.to_i64(), None);
    assert_eq!(Number::from_f64(f64::NAN), None);
}

#[test]
fn fractions_of_different_precision_are_equal_only_as_texts() {
    let (literal, float) = (number("0.1"), Number::from_f64(0.1).unwrap());
    assert!(literal < float && literal != float);
    assert!(literal.text_eq(&float) && literal.text_cmp(&float).is_eq());
    assert!(!literal.text_eq(&number("0.10000000000000001")));
}

#[test]
fn signs() {
    assert!(number("-0.5").is_negative());
    assert!(!number("-0").is_negative());
    assert!(number("-0").is_zero());
    assert_eq!(Number::NEG_INFINITY.signum(), Number::from(-1));
    assert_eq!(number("0.25").signum(), Number::ONE);
    assert_eq!(number("-0").signum(), Number::ZERO);
}

#[test]
fn undefined_results_say_why() {
    let (zero, infinity) = (Number::ZERO, Number::INFINITY);
    assert_eq!(infinity.add(&Number::NEG_INFINITY), Err(ArithmeticError::OpposingInfinities));
    assert_eq!(infinity.sub(&infinity), Err(ArithmeticError::EqualInfinities));
    assert_eq!(infinity.mul(&zero), Err(ArithmeticError::ZeroTimesInfinity));
    assert_eq!(zero.div(&zero), Err(ArithmeticError::ZeroByZero));
    assert_eq!(infinity.div(&infinity), Err(ArithmeticError::InfinityByInfinity));
    for (a, b) in [(&zero, &infinity), (&Number::ONE, &infinity), (&infinity, &Number::ONE)] {
        assert_eq!(a.modulo(b), Err(ArithmeticError::Remainder));
    }
    assert_eq!(number("1p200000").modulo(&number("1p-200000")), Err(ArithmeticError::Remainder));
}

#[test]
fn the_range_is_limited() {
    for text in
        ["1e999999999999", "-1e-999999999999", "1e78914", "1e-78914", "1p9223372036854775807"]
    {
        assert_eq!(Number::parse(text), Err(ParseNumberError::OutOfRange), "{text}");
    }
    let largest = number("1e78913");
    assert_eq!(largest.to_string().len(), 78_914);
    assert_eq!(largest.mul(&largest), Ok(Number::INFINITY));
    let smallest = number("-1e-78913");
    assert_eq!(smallest.to_string().len(), "-0.".len() + 78_913);
    assert_eq!(smallest.mul(&smallest).unwrap().to_string(), "0");
    assert_eq!(smallest.div(&largest).unwrap().to_string(), "-0");
    assert_eq!(largest.add(&smallest), Ok(largest));
}

#[test]
fn the_number_of_digits_is_limited() {
    assert_eq!(Number::parse(&"7".repeat(100_000)), Err(ParseNumberError::TooLong));
    assert_eq!(Number::parse(&format!("{}7", "0".repeat(100_000))), Ok(Number::from(7)));
}
