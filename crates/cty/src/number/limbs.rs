//! Exact results before they are rounded, on the stack: only the rounded mantissa is allocated.

use num_bigint::BigUint;

use super::TEXT_PRECISION;

/// The number of limbs. The sum of two mantissas [`FARTHEST`] apart needs one for shifted bits and one for the carry.
const LIMBS: usize = (FARTHEST as usize + TEXT_PRECISION as usize) / LIMB + 2;
const LIMB: usize = u64::BITS as usize;

/// The maximum difference of exponents in [`Limbs::sum`].
///
/// A mantissa farther below stays under a quarter of the last bit of the other, and of the last bit
/// of the rounded sum, so that any such mantissa in its place rounds to the same number.
pub(super) const FARTHEST: u64 = 2 * TEXT_PRECISION as u64 + 64;

/// A magnitude: `limbs` × 2^`exponent`, the lowest limb first. All limbs from `len` on are zero.
pub(super) struct Limbs {
    limbs: [u64; LIMBS],
    len: usize,
    exponent: i64,
}

impl Limbs {
    /// Returns a mantissa of any length to be rounded. The bits below the highest limbs become one bit, the lowest.
    /// Rounding needs no more of them.
    pub(super) fn new(mantissa: &BigUint, exponent: i64) -> Self {
        let mut digits = mantissa.iter_u64_digits();
        // Rounding up may need one more limb.
        let dropped = digits.len().saturating_sub(LIMBS - 1);
        let inexact = digits.by_ref().take(dropped).fold(false, |any, digit| any | (digit != 0));
        let mut limbs = [0; LIMBS];
        let len = digits.len();
        for (limb, digit) in limbs.iter_mut().zip(digits) {
            *limb = digit;
        }
        limbs[0] |= u64::from(inexact);
        Self { limbs, len, exponent: exponent + (dropped * LIMB) as i64 }
    }

    /// Returns a mantissa of at most 512 bits with up to [`FARTHEST`] zeros below it.
    fn shifted(mantissa: &BigUint, shift: u64, exponent: i64) -> Self {
        let (start, bits) = split(shift);
        let mut limbs = [0; LIMBS];
        let (mut len, mut carry) = (start, 0);
        for digit in mantissa.iter_u64_digits() {
            let wide = (u128::from(digit) << bits) | carry;
            (limbs[len], carry) = (wide as u64, wide >> LIMB);
            len += 1;
        }
        limbs[len] = carry as u64;
        Self { limbs, len: len + 1, exponent }
    }

    /// Returns `high` × 2^`shift` + `low`, in units of 2^`exponent`.
    pub(super) fn sum(high: &BigUint, shift: u64, low: &BigUint, exponent: i64) -> Self {
        let mut sum = Self::shifted(high, shift, exponent);
        let digits = low.iter_u64_digits();
        sum.len = sum.len.max(digits.len()) + 1;
        let padded = digits.chain(std::iter::repeat(0));
        let mut carry = false;
        for (limb, digit) in sum.limbs[..sum.len].iter_mut().zip(padded) {
            let (partial, over) = limb.overflowing_add(digit);
            let (total, over_again) = partial.overflowing_add(carry.into());
            (*limb, carry) = (total, over | over_again);
        }
        sum
    }

    /// Returns `high` × 2^`shift` - `low`, in units of 2^`exponent`, and `true` if that is negative.
    pub(super) fn difference(
        high: &BigUint,
        shift: u64,
        low: &BigUint,
        exponent: i64,
    ) -> (Self, bool) {
        let mut difference = Self::shifted(high, shift, exponent);
        let digits = low.iter_u64_digits();
        difference.len = difference.len.max(digits.len());
        let limbs = &mut difference.limbs[..difference.len];
        let padded = digits.chain(std::iter::repeat(0));
        let mut borrow = false;
        for (limb, digit) in limbs.iter_mut().zip(padded) {
            let (partial, under) = limb.overflowing_sub(digit);
            let (rest, under_again) = partial.overflowing_sub(borrow.into());
            (*limb, borrow) = (rest, under | under_again);
        }
        if borrow {
            for limb in limbs.iter_mut() {
                *limb = !*limb;
            }
            increment(limbs, 1);
        }
        (difference, borrow)
    }

    /// Returns the product of two mantissas of at most 512 bits, in units of 2^`exponent`.
    pub(super) fn product(a: &BigUint, b: &BigUint, exponent: i64) -> Self {
        let mut limbs = [0; LIMBS];
        let mut len = 0;
        for (start, x) in a.iter_u64_digits().enumerate() {
            let digits = b.iter_u64_digits();
            let end = start + digits.len();
            let mut carry = 0u64;
            for (limb, y) in limbs[start..end].iter_mut().zip(digits) {
                let wide = u128::from(x) * u128::from(y) + u128::from(*limb) + u128::from(carry);
                (*limb, carry) = (wide as u64, (wide >> LIMB) as u64);
            }
            limbs[end] = carry;
            len = end + 1;
        }
        Self { limbs, len, exponent }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.bits() == 0
    }

    /// Rounds to at most `bits` bits, ties to even. Returns an odd mantissa and its exponent.
    pub(super) fn round(mut self, bits: u64) -> (BigUint, i64) {
        let excess = self.bits().saturating_sub(bits);
        if excess > 0 {
            self.drop_lowest(excess);
        }
        let zeros = self.trailing_zeros();
        (self.without_lowest(zeros), self.exponent + zeros.cast_signed())
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

    /// Returns the magnitude divided by 2^`shift`.
    fn without_lowest(&self, shift: u64) -> BigUint {
        let (start, bits) = split(shift);
        let mut halves = [0u32; 2 * LIMBS];
        let mut above = 0;
        for i in (start..self.len).rev() {
            let wide = (above << LIMB) | u128::from(self.limbs[i]);
            let limb = (wide >> bits) as u64;
            (halves[2 * (i - start)], halves[2 * (i - start) + 1]) =
                (limb as u32, (limb >> u32::BITS) as u32);
            above = self.limbs[i].into();
        }
        BigUint::from_slice(&halves[..2 * self.len.saturating_sub(start)])
    }

    fn bits(&self) -> u64 {
        let top = self.limbs[..self.len].iter().rposition(|limb| *limb != 0);
        top.map_or(0, |top| ((top + 1) * LIMB) as u64 - u64::from(self.limbs[top].leading_zeros()))
    }

    fn bit(&self, position: u64) -> bool {
        let (limb, bit) = split(position);
        (self.limbs[limb] >> bit) & 1 == 1
    }

    fn trailing_zeros(&self) -> u64 {
        let lowest = self.limbs[..self.len].iter().position(|limb| *limb != 0);
        lowest.map_or(0, |i| (i * LIMB) as u64 + u64::from(self.limbs[i].trailing_zeros()))
    }
}

/// Returns the index of the limb with a bit, and the position of the bit in it.
fn split(bit: u64) -> (usize, usize) {
    (bit as usize / LIMB, bit as usize % LIMB)
}

/// Adds to the lowest limb. Returns `true` if there is a carry out of the highest.
fn increment(limbs: &mut [u64], by: u64) -> bool {
    let mut carry = by;
    for limb in limbs {
        let (sum, over) = limb.overflowing_add(carry);
        *limb = sum;
        if !over {
            return false;
        }
        carry = 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use num_integer::Integer;
    use proptest::prelude::*;

    use super::super::Number;
    use super::super::float::{Class, Exact, Sign};
    use super::*;

    fn limb() -> impl Strategy<Value = u32> {
        prop_oneof![Just(0), Just(u32::MAX), Just(1), any::<u32>()]
    }

    fn mantissa(halves: usize) -> impl Strategy<Value = BigUint> {
        proptest::collection::vec(limb(), 1..=halves)
            .prop_map(|halves| BigUint::new(halves) | BigUint::from(1u8))
    }

    fn number(mantissa: &BigUint, exponent: i64) -> Number {
        Exact::new(Sign::Positive, mantissa.clone(), exponent).round(TEXT_PRECISION)
    }

    /// Returns `mantissa` rounded to a multiple of a power of two, by definition.
    fn rounded(mantissa: &BigUint, bits: u64) -> BigUint {
        let unit = BigUint::from(1u8) << mantissa.bits().saturating_sub(bits);
        let (quotient, rest) = mantissa.div_rem(&unit);
        let up = &rest + &rest > unit || &rest + &rest == unit && quotient.bit(0);
        (quotient + u8::from(up)) * unit
    }

    /// Returns the magnitude in units of 2^`exponent`.
    fn magnitude(number: &Number, exponent: i64) -> BigUint {
        let Class::Finite(exact) = number.class() else { return BigUint::ZERO };
        &*exact.mantissa << (exact.exponent - exponent).unsigned_abs()
    }

    proptest! {
        #[test]
        fn any_mantissa_is_rounded(mantissa in mantissa(80), bits in 1..640u64) {
            let (kept, exponent) = Limbs::new(&mantissa, 0).round(bits);
            prop_assert!(kept.bit(0));
            prop_assert_eq!(kept << exponent.unsigned_abs(), rounded(&mantissa, bits));
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
            let (quotient, remainder) = (a << 1200u32).div_rem(&b);
            let sticky = (quotient << 1u8) + u8::from(remainder != BigUint::ZERO);
            prop_assert_eq!(magnitude(&x.div(&y).unwrap(), -1201), rounded(&sticky, 512));
        }
    }

    #[test]
    fn rounding_up_may_need_one_more_limb() {
        let ones = (BigUint::from(1u8) << (64 * LIMBS)) - 1u8;
        let (mantissa, exponent) = Limbs::new(&ones, 0).round(512);
        assert_eq!((mantissa, exponent), (BigUint::from(1u8), 64 * LIMBS as i64));
    }
}
