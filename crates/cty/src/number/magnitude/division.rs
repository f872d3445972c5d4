//! Division: Knuth's algorithm D, with a reciprocal in place of machine divisions (Möller and Granlund, "Improved
//! division by invariant integers").

use super::{LIMB, Magnitude, add, multiply_limb};

/// A divisor of one limb.
pub(super) struct Divisor {
    /// The divisor, shifted so that its highest bit is set.
    limb: u64,
    shift: u32,
    /// 2^128 / `limb`, rounded down (up for a power of two), without its highest bit.
    reciprocal: u64,
}

impl Divisor {
    pub(super) const fn new(divisor: u64) -> Self {
        let shift = divisor.leading_zeros();
        let limb = divisor << shift;
        let dividend = (!limb as u128) << LIMB | u64::MAX as u128;
        Self { limb, shift, reciprocal: (dividend / limb as u128) as u64 }
    }

    /// Divides two limbs. The upper one is below `limb`. Returns the quotient by `limb` and the remainder.
    #[inline]
    fn divide_wide(&self, high: u64, low: u64) -> (u64, u64) {
        let dividend = u128::from(high) << LIMB | u128::from(low);
        let estimate = (u128::from(self.reciprocal) * u128::from(high)).wrapping_add(dividend);
        let mut quotient = ((estimate >> LIMB) as u64).wrapping_add(1);
        let mut remainder = low.wrapping_sub(quotient.wrapping_mul(self.limb));
        if remainder > estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            remainder = remainder.wrapping_add(self.limb);
        }
        if remainder >= self.limb {
            quotient = quotient.wrapping_add(1);
            remainder -= self.limb;
        }
        (quotient, remainder)
    }

    /// Divides in place. Returns the remainder.
    pub(super) fn divide(&self, limbs: &mut [u64]) -> u64 {
        let mut remainder = 0;
        for limb in limbs.iter_mut().rev() {
            let high = remainder << self.shift | (*limb >> 1) >> (u64::BITS - 1 - self.shift);
            let (quotient, rest) = self.divide_wide(high, *limb << self.shift);
            *limb = quotient;
            remainder = rest >> self.shift;
        }
        remainder
    }
}

impl Magnitude {
    /// Returns the quotient and the remainder. The divisor must not be zero.
    pub(in super::super) fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        if self < divisor {
            return (Self::default(), self.clone());
        }
        if let [divisor] = *divisor.limbs {
            let mut quotient = self.clone();
            let remainder = match divisor {
                1 => 0,
                _ => Divisor::new(divisor).divide(&mut quotient.limbs),
            };
            return (quotient.trimmed(), remainder.into());
        }
        let shift = u64::from(divisor.limbs[divisor.limbs.len() - 1].leading_zeros());
        let mut remainder = self << shift;
        remainder.limbs.push(0);
        let divisor = divisor << shift;
        let mut quotient = Self::zeros(remainder.limbs.len() - divisor.limbs.len());
        divide(&mut quotient.limbs, &mut remainder.limbs, &divisor.limbs);
        (quotient.trimmed(), &remainder.trimmed() >> shift)
    }
}

/// Divides by at least two limbs. Their highest bit is set. The highest limbs of the dividend must be below the
/// divisor. The dividend becomes the remainder.
fn divide(quotient: &mut [u64], dividend: &mut [u64], divisor: &[u64]) {
    let len = divisor.len();
    let (second, top) = (divisor[len - 2], Divisor::new(divisor[len - 1]));
    for (start, digit) in quotient.iter_mut().enumerate().rev() {
        let part = &mut dividend[start..=start + len];
        let mut estimate = estimate(&top, second, [part[len], part[len - 1], part[len - 2]]);
        if subtract_product(part, divisor, estimate) {
            estimate -= 1;
            add(part, divisor);
        }
        *digit = estimate;
    }
}

/// Returns the quotient of three limbs, the highest first, by two. The quotient of longer numbers that begin with these
/// limbs is the same or less by one.
fn estimate(top: &Divisor, second: u64, [high, middle, low]: [u64; 3]) -> u64 {
    let (mut quotient, mut rest) = if high < top.limb {
        top.divide_wide(high, middle)
    } else if let Some(rest) = middle.checked_add(top.limb) {
        // The quotient does not fit a limb, so the largest limb is a better estimate.
        (u64::MAX, rest)
    } else {
        return u64::MAX;
    };
    while u128::from(quotient) * u128::from(second) > u128::from(rest) << LIMB | u128::from(low) {
        quotient -= 1;
        match rest.checked_add(top.limb) {
            Some(sum) => rest = sum,
            None => break,
        }
    }
    quotient
}

/// Subtracts `divisor` × `factor` from limbs that are one more. Returns `true` if the product was larger.
fn subtract_product(limbs: &mut [u64], divisor: &[u64], factor: u64) -> bool {
    let mut carry = 0;
    for (limb, other) in limbs.iter_mut().zip(divisor) {
        let (low, high) = multiply_limb(*other, factor, 0, carry);
        let (rest, under) = limb.overflowing_sub(low);
        (*limb, carry) = (rest, high + u64::from(under));
    }
    let top = &mut limbs[divisor.len()];
    let (rest, under) = top.overflowing_sub(carry);
    *top = rest;
    under
}
