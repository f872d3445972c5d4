//! Numbers times a power of ten, as whole numbers. Printing with a given number of digits needs them.

use std::cmp::Ordering;

use super::Number;
use super::float::Class;
use super::magnitude::Magnitude;

impl Number {
    /// Returns the whole number nearest to the magnitude of this number × 10^`power`, ties to even. Returns `None`
    /// for the infinities.
    ///
    /// Time and memory are proportional to the exponent and to `power`, so limit it first.
    #[doc(hidden)]
    pub fn scaled_magnitude(&self, power: i32) -> Option<Magnitude> {
        let exact = match self.class() {
            Class::Zero(_) => return Some(Magnitude::default()),
            Class::Infinity(_) => return None,
            Class::Finite(exact) => exact,
        };
        let five = Magnitude::power(5, power.unsigned_abs());
        let shift = exact.exponent + i64::from(power);
        let (mut numerator, mut denominator) = if power >= 0 {
            (&*exact.mantissa * &five, 1u64.into())
        } else {
            (exact.mantissa.into_owned(), five)
        };
        if shift >= 0 {
            numerator = &numerator << shift.unsigned_abs();
        } else {
            denominator = &denominator << shift.unsigned_abs();
        }
        let (quotient, remainder) = numerator.div_rem(&denominator);
        let up = match (&remainder << 1).cmp(&denominator) {
            Ordering::Less => false,
            Ordering::Equal => quotient.bit(0),
            Ordering::Greater => true,
        };
        Some(quotient + u64::from(up))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(text: &str, power: i32) -> String {
        Number::parse(text).unwrap().scaled_magnitude(power).unwrap().to_decimal()
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
