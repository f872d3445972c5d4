//! Exact results before they are rounded, on the stack: only the rounded mantissa is allocated.

use super::TEXT_PRECISION;
use super::magnitude::{self, LIMB, Magnitude, increment, split};

/// The number of limbs. The sum of two mantissas [`FARTHEST`] apart needs one for shifted bits and one for the carry.
const LIMBS: usize = (FARTHEST as usize + TEXT_PRECISION as usize) / LIMB + 2;

/// The maximum difference of exponents in [`Limbs::sum`].
///
/// A mantissa farther below stays under a quarter of the last bit of the other, and of the last bit
/// of the rounded sum, so that any such mantissa in its place rounds to the same number.
pub(super) const FARTHEST: u64 = 2 * TEXT_PRECISION as u64 + 64;

/// A magnitude: `limbs` × 2^`exponent`, the lowest limb first. All limbs from `len` on are zero until it is rounded.
pub(super) struct Limbs {
    limbs: [u64; LIMBS],
    len: usize,
    exponent: i64,
}

impl Limbs {
    /// Returns a mantissa of any length to be rounded. The bits below the highest limbs become one bit, the lowest.
    /// Rounding needs no more of them.
    pub(super) fn new(mantissa: &Magnitude, exponent: i64) -> Self {
        let mantissa = mantissa.limbs();
        // Rounding up may need one more limb.
        let dropped = mantissa.len().saturating_sub(LIMBS - 1);
        let (low, high) = mantissa.split_at(dropped);
        let mut limbs = [0; LIMBS];
        limbs[..high.len()].copy_from_slice(high);
        limbs[0] |= u64::from(low.iter().any(|limb| *limb != 0));
        Self { limbs, len: high.len(), exponent: exponent + (dropped * LIMB) as i64 }
    }

    /// Returns a mantissa of at most 512 bits with up to [`FARTHEST`] zeros below it.
    fn shifted(mantissa: &Magnitude, shift: u64, exponent: i64) -> Self {
        let mut limbs = [0; LIMBS];
        magnitude::shift_left(&mut limbs, mantissa.limbs(), shift);
        Self { limbs, len: split(shift).0 + mantissa.limbs().len() + 1, exponent }
    }

    /// Returns `high` × 2^`shift` + `low`, in units of 2^`exponent`.
    pub(super) fn sum(high: &Magnitude, shift: u64, low: &Magnitude, exponent: i64) -> Self {
        let mut sum = Self::shifted(high, shift, exponent);
        sum.len = sum.len.max(low.limbs().len()) + 1;
        magnitude::add(&mut sum.limbs[..sum.len], low.limbs());
        sum
    }

    /// Returns `high` × 2^`shift` - `low`, in units of 2^`exponent`, and `true` if that is negative.
    pub(super) fn difference(
        high: &Magnitude,
        shift: u64,
        low: &Magnitude,
        exponent: i64,
    ) -> (Self, bool) {
        let mut difference = Self::shifted(high, shift, exponent);
        difference.len = difference.len.max(low.limbs().len());
        let limbs = &mut difference.limbs[..difference.len];
        let negative = magnitude::subtract(limbs, low.limbs());
        if negative {
            for limb in limbs.iter_mut() {
                *limb = !*limb;
            }
            increment(limbs, 1);
        }
        (difference, negative)
    }

    /// Returns the product of two mantissas, which have at most 640 bits each, in units of 2^`exponent`.
    pub(super) fn product(a: &Magnitude, b: &Magnitude, exponent: i64) -> Self {
        let len = a.limbs().len() + b.limbs().len();
        let mut limbs = [0; LIMBS];
        magnitude::multiply(&mut limbs[..len], a.limbs(), b.limbs());
        Self { limbs, len, exponent }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.bits() == 0
    }

    /// Rounds to at most `bits` bits, ties to even. The mantissa becomes odd.
    pub(super) fn round(&mut self, bits: u64) {
        let excess = self.bits().saturating_sub(bits);
        if excess > 0 {
            self.drop_lowest(excess);
        }
        let zeros = self.trailing_zeros();
        let (start, bits) = split(zeros);
        self.limbs.copy_within(start..self.len, 0);
        self.len -= start;
        magnitude::shift_right(&mut self.limbs[..self.len], bits);
        self.exponent += zeros.cast_signed();
    }

    pub(super) fn mantissa(&self) -> Magnitude {
        Magnitude::from_limbs(&self.limbs[..self.len])
    }

    pub(super) fn lowest(&self) -> u64 {
        self.limbs[0]
    }

    pub(super) fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Returns the position of the highest bit.
    pub(super) fn top(&self) -> i64 {
        self.exponent + self.bits().cast_signed()
    }

    /// Rounds to a multiple of 2^`excess`.
    fn drop_lowest(&mut self, excess: u64) {
        let above_half = self.trailing_zeros() < excess - 1;
        let up = self.bit(excess - 1) && (above_half || self.bit(excess));
        let (start, bits) = split(excess);
        self.limbs[..start].fill(0);
        self.limbs[start] &= u64::MAX << bits;
        if up && increment(&mut self.limbs[start..self.len], 1 << bits) {
            self.limbs[self.len] = 1;
            self.len += 1;
        }
    }

    fn bits(&self) -> u64 {
        magnitude::bits(&self.limbs[..self.len])
    }

    fn bit(&self, position: u64) -> bool {
        let (limb, bit) = split(position);
        (self.limbs[limb] >> bit) & 1 == 1
    }

    fn trailing_zeros(&self) -> u64 {
        magnitude::trailing_zeros(&self.limbs[..self.len])
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use proptest::prelude::*;

    use super::super::Number;
    use super::super::float::{Class, Exact, Sign};
    use super::super::magnitude::tests::{from_big, to_big};
    use super::*;

    fn limb() -> impl Strategy<Value = u32> {
        prop_oneof![Just(0), Just(u32::MAX), Just(1), any::<u32>()]
    }

    fn mantissa(halves: usize) -> impl Strategy<Value = BigUint> {
        proptest::collection::vec(limb(), 1..=halves)
            .prop_map(|halves| BigUint::new(halves) | BigUint::from(1u8))
    }

    fn number(mantissa: &BigUint, exponent: i64) -> Number {
        Exact::new(Sign::Positive, from_big(mantissa), exponent).round(TEXT_PRECISION)
    }

    /// Returns `mantissa` rounded to a multiple of a power of two, by definition.
    fn rounded(mantissa: &BigUint, bits: u64) -> BigUint {
        let unit = BigUint::from(1u8) << mantissa.bits().saturating_sub(bits);
        let (quotient, rest) = (mantissa / &unit, mantissa % &unit);
        let up = &rest + &rest > unit || &rest + &rest == unit && quotient.bit(0);
        (quotient + u8::from(up)) * unit
    }

    /// Returns the magnitude in units of 2^`exponent`.
    fn magnitude(number: &Number, exponent: i64) -> BigUint {
        let Class::Finite(exact) = number.class() else { return BigUint::ZERO };
        to_big(&exact.mantissa) << (exact.exponent - exponent).unsigned_abs()
    }

    proptest! {
        #[test]
        fn any_mantissa_is_rounded(mantissa in mantissa(80), bits in 1..640u64) {
            let mut kept = Limbs::new(&from_big(&mantissa), 0);
            kept.round(bits);
            prop_assert!(kept.bit(0));
            prop_assert_eq!(to_big(&kept.mantissa()) << kept.exponent.unsigned_abs(), rounded(&mantissa, bits));
        }

        #[test]
        fn sums_and_differences_are_rounded_once(a in mantissa(16), b in mantissa(16), shift in 0..2000u32) {
            let aligned = &a << shift;
            let (x, y) = (number(&a, shift.into()), number(&b, 0));
            let (sum, difference) = (x.add(&y).unwrap(), x.sub(&y).unwrap());
            prop_assert_eq!(magnitude(&sum, 0), rounded(&(&aligned + &b), 512));
            prop_assert_eq!(difference.is_negative(), aligned < b);
            let exact = if aligned < b { b - aligned } else { aligned - b };
            prop_assert_eq!(magnitude(&difference, 0), rounded(&exact, 512));
            prop_assert_eq!(y.sub(&x).unwrap().neg(), difference);
        }

        #[test]
        fn products_and_quotients_are_rounded_once(a in mantissa(16), b in mantissa(16)) {
            let (x, y) = (number(&a, 0), number(&b, 0));
            prop_assert_eq!(magnitude(&x.mul(&y).unwrap(), 0), rounded(&(&a * &b), 512));
            let dividend = a << 1200u32;
            let sticky = ((&dividend / &b) << 1u8) + u8::from(dividend % b != BigUint::ZERO);
            prop_assert_eq!(magnitude(&x.div(&y).unwrap(), -1201), rounded(&sticky, 512));
        }
    }

    #[test]
    fn rounding_up_may_need_one_more_limb() {
        let ones = (BigUint::from(1u8) << (64 * LIMBS)) - 1u8;
        let mut one = Limbs::new(&from_big(&ones), 0);
        one.round(512);
        assert_eq!((one.mantissa(), one.exponent), (1u64.into(), 64 * LIMBS as i64));
    }
}
