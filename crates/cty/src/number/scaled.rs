//! Numbers times a power of ten, as whole numbers. Printing with a given number of digits needs them.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::Number;
use super::float::Class;

impl Number {
    /// Returns the whole number nearest to the magnitude of this number × 10^`power`, ties to even. Returns `None`
    /// for the infinities.
    ///
    /// Time and memory are proportional to the exponent and to `power`, so limit it first.
    #[doc(hidden)]
    pub fn scaled_magnitude(&self, power: i32) -> Option<BigUint> {
        let exact = match self.class() {
            Class::Zero(_) => return Some(BigUint::ZERO),
            Class::Infinity(_) => return None,
            Class::Finite(exact) => exact,
        };
        let five = BigUint::from(5u8).pow(power.unsigned_abs());
        let shift = exact.exponent + i64::from(power);
        let (mut numerator, mut denominator) = if power >= 0 {
            (&*exact.mantissa * five, BigUint::from(1u8))
        } else {
            (exact.mantissa.into_owned(), five)
        };
        if shift >= 0 {
            numerator <<= shift.unsigned_abs();
        } else {
            denominator <<= shift.unsigned_abs();
        }
        let quotient = &numerator / &denominator;
        let twice_remainder: BigUint = (numerator - &quotient * &denominator) << 1u8;
        Some(match twice_remainder.cmp(&denominator) {
            Ordering::Less => quotient,
            Ordering::Equal if !quotient.bit(0) => quotient,
            Ordering::Equal | Ordering::Greater => quotient + 1u8,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(text: &str, power: i32) -> String {
        Number::parse(text).unwrap().scaled_magnitude(power).unwrap().to_string()
    }

    #[test]
    fn ties_go_to_the_even_number() {
        assert_eq!(scaled("2.25", 1), "22");
        assert_eq!(scaled("-2.75", 1), "28");
        assert_eq!(scaled("0.5", 0), "0");
        assert_eq!(scaled("15", -1), "2");
        assert_eq!(scaled("25", -1), "2");
        assert_eq!(scaled("26", -1), "3");
    }

    #[test]
    fn large_and_small_numbers() {
        assert_eq!(scaled("1e30", -28), "100");
        assert_eq!(scaled("1e-30", 31), "10");
        assert_eq!(scaled("0", 5), "0");
        assert_eq!(Number::INFINITY.scaled_magnitude(0), None);
    }
}
