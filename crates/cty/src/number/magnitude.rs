//! Unsigned integers of any size: mantissas, and exact values before they are rounded.

mod division;
mod radix;
#[cfg(test)]
pub(super) mod tests;

use std::cmp::Ordering;
use std::ops::{Add, Mul, Shl, Shr};

use smallvec::{SmallVec, smallvec};

use super::TEXT_PRECISION;

/// The number of bits of a limb.
pub(super) const LIMB: usize = u64::BITS as usize;
/// The number of limbs of the longest mantissa. Magnitudes of at most this many limbs are not allocated.
const INLINE: usize = TEXT_PRECISION as usize / LIMB;

/// An unsigned integer of any size: its limbs, the lowest first, without zeros at the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Magnitude {
    limbs: SmallVec<[u64; INLINE]>,
}

impl Magnitude {
    /// Returns the magnitude with these limbs. The highest may be zero.
    pub(super) fn from_limbs(limbs: &[u64]) -> Self {
        Self { limbs: SmallVec::from_slice(without_zeros(limbs)) }
    }

    /// Returns `base` raised to a power.
    pub(super) fn power(base: u64, exponent: u32) -> Self {
        let mut power = Self::from(1u64);
        for bit in (0..u32::BITS - exponent.leading_zeros()).rev() {
            power = &power * &power;
            if (exponent >> bit) & 1 == 1 {
                power.multiply_add(base, 0);
            }
        }
        power
    }

    pub(super) fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// Returns `true` for zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Returns the number of bits without leading zeros.
    #[must_use]
    pub fn bits(&self) -> u64 {
        bits(&self.limbs)
    }

    /// Returns `true` if the bit at this position is set.
    pub(super) fn bit(&self, position: u64) -> bool {
        self.limb_at(position) & 1 == 1
    }

    /// Returns the 64 bits from this position on.
    pub(super) fn limb_at(&self, position: u64) -> u64 {
        let (index, bit) = split(position);
        let limb = |index: usize| u128::from(self.limbs.get(index).copied().unwrap_or_default());
        ((limb(index) | limb(index + 1) << LIMB) >> bit) as u64
    }

    /// Returns the number of zeros below the lowest set bit. Zero has none.
    pub(super) fn trailing_zeros(&self) -> u64 {
        trailing_zeros(&self.limbs)
    }

    pub(super) fn to_u64(&self) -> Option<u64> {
        match *self.limbs {
            [] => Some(0),
            [limb] => Some(limb),
            _ => None,
        }
    }

    pub(super) fn to_u128(&self) -> Option<u128> {
        match *self.limbs {
            [low, high] => Some(u128::from(low) | u128::from(high) << LIMB),
            _ => self.to_u64().map(u128::from),
        }
    }

    /// Sets the lowest bit of a magnitude other than zero.
    pub(super) fn set_lowest_bit(&mut self) {
        self.limbs[0] |= 1;
    }

    /// Multiplies by a factor other than zero, then adds.
    fn multiply_add(&mut self, factor: u64, addend: u64) {
        let mut carry = addend;
        for limb in &mut self.limbs {
            (*limb, carry) = multiply_limb(*limb, factor, 0, carry);
        }
        if carry > 0 {
            self.limbs.push(carry);
        }
    }

    /// Returns the distance of two magnitudes.
    pub(super) fn abs_diff(&self, other: &Self) -> Self {
        let (larger, smaller) = if self >= other { (self, other) } else { (other, self) };
        let mut difference = larger.clone();
        subtract(&mut difference.limbs, &smaller.limbs);
        difference.trim();
        difference
    }

    fn zeros(len: usize) -> Self {
        Self { limbs: smallvec![0; len] }
    }

    /// Removes the zeros at the top.
    fn trim(&mut self) {
        let len = without_zeros(&self.limbs).len();
        self.limbs.truncate(len);
    }

    fn trimmed(mut self) -> Self {
        self.trim();
        self
    }
}

impl From<u64> for Magnitude {
    fn from(value: u64) -> Self {
        u128::from(value).into()
    }
}

impl From<u128> for Magnitude {
    fn from(value: u128) -> Self {
        let mut limbs = [0; INLINE];
        (limbs[0], limbs[1]) = (value as u64, (value >> LIMB) as u64);
        let len = without_zeros(&limbs[..2]).len();
        Self { limbs: SmallVec::from_buf_and_len(limbs, len) }
    }
}

impl Ord for Magnitude {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut ordering = self.limbs.len().cmp(&other.limbs.len());
        let mut rest = self.limbs.len();
        while ordering.is_eq() && rest > 0 {
            rest -= 1;
            ordering = self.limbs[rest].cmp(&other.limbs[rest]);
        }
        ordering
    }
}

impl PartialOrd for Magnitude {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add<u64> for Magnitude {
    type Output = Self;

    fn add(mut self, other: u64) -> Self {
        self.multiply_add(1, other);
        self
    }
}

impl Mul for &Magnitude {
    type Output = Magnitude;

    fn mul(self, other: Self) -> Magnitude {
        product(&self.limbs, &other.limbs)
    }
}

impl Shl<u64> for &Magnitude {
    type Output = Magnitude;

    fn shl(self, shift: u64) -> Magnitude {
        let mut shifted = Magnitude::zeros(self.limbs.len() + split(shift).0 + 1);
        shift_left(&mut shifted.limbs, &self.limbs, shift);
        shifted.trim();
        shifted
    }
}

impl Shr<u64> for &Magnitude {
    type Output = Magnitude;

    fn shr(self, shift: u64) -> Magnitude {
        let (start, bits) = split(shift);
        let mut shifted = Magnitude::from_limbs(self.limbs.get(start..).unwrap_or_default());
        shift_right(&mut shifted.limbs, bits);
        shifted.trim();
        shifted
    }
}

/// Returns the index of the limb with a bit, and the position of the bit in it.
pub(super) fn split(bit: u64) -> (usize, usize) {
    (bit as usize / LIMB, bit as usize % LIMB)
}

/// Returns the limbs up to the highest that is not zero.
fn without_zeros(limbs: &[u64]) -> &[u64] {
    let mut rest = limbs;
    while let [below @ .., 0] = rest {
        rest = below;
    }
    rest
}

pub(super) fn bits(limbs: &[u64]) -> u64 {
    match without_zeros(limbs) {
        [] => 0,
        [below @ .., top] => ((below.len() + 1) * LIMB) as u64 - u64::from(top.leading_zeros()),
    }
}

pub(super) fn trailing_zeros(limbs: &[u64]) -> u64 {
    let mut zeros = 0;
    for limb in limbs {
        zeros += u64::from(limb.trailing_zeros());
        if *limb != 0 {
            return zeros;
        }
    }
    0
}

/// Adds a number that is not longer. Returns `true` if there is a carry out of the highest limb.
pub(super) fn add(limbs: &mut [u64], addend: &[u64]) -> bool {
    let (low, high) = limbs.split_at_mut(addend.len());
    let mut carry = false;
    for (limb, other) in low.iter_mut().zip(addend) {
        let (partial, over) = limb.overflowing_add(*other);
        let (total, over_again) = partial.overflowing_add(carry.into());
        (*limb, carry) = (total, over | over_again);
    }
    carry && increment(high, 1)
}

/// Adds to the lowest limb. Returns `true` if there is a carry out of the highest.
pub(super) fn increment(limbs: &mut [u64], by: u64) -> bool {
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

/// Subtracts a number that is not longer, modulo the power of two above the highest limb. Returns `true` if that
/// number was larger.
pub(super) fn subtract(limbs: &mut [u64], subtrahend: &[u64]) -> bool {
    let (low, high) = limbs.split_at_mut(subtrahend.len());
    let mut borrow = false;
    for (limb, other) in low.iter_mut().zip(subtrahend) {
        let (partial, under) = limb.overflowing_sub(*other);
        let (rest, under_again) = partial.overflowing_sub(borrow.into());
        (*limb, borrow) = (rest, under | under_again);
    }
    for limb in high {
        if !borrow {
            return false;
        }
        (*limb, borrow) = limb.overflowing_sub(1);
    }
    borrow
}

fn product(a: &[u64], b: &[u64]) -> Magnitude {
    let mut product = Magnitude::zeros(a.len() + b.len());
    multiply(&mut product.limbs, a, b);
    product.trim();
    product
}

/// Writes a product to limbs that are zero, as many as both factors have.
pub(super) fn multiply(product: &mut [u64], a: &[u64], b: &[u64]) {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    for (start, factor) in short.iter().enumerate() {
        let (row, above) = product[start..].split_at_mut(long.len());
        let mut carry = 0;
        for (limb, other) in row.iter_mut().zip(long) {
            (*limb, carry) = multiply_limb(*factor, *other, *limb, carry);
        }
        above[0] = carry;
    }
}

/// Returns the lower and the upper limb of `a` × `b` + `addend` + `carry`.
#[inline]
fn multiply_limb(a: u64, b: u64, addend: u64, carry: u64) -> (u64, u64) {
    let wide = u128::from(a) * u128::from(b) + u128::from(addend) + u128::from(carry);
    (wide as u64, (wide >> LIMB) as u64)
}

/// Writes `limbs` × 2^`shift` to limbs that are zero, enough for one more than the product may have.
pub(super) fn shift_left(shifted: &mut [u64], limbs: &[u64], shift: u64) {
    let (start, bits) = split(shift);
    let mut below = 0;
    for (to, limb) in shifted[start..].iter_mut().zip(limbs.iter().chain(&[0])) {
        let wide = u128::from(*limb) << LIMB | u128::from(below);
        *to = ((wide << bits) >> LIMB) as u64;
        below = *limb;
    }
}

/// Divides by 2^`bits`, which is less than a limb, without the remainder.
pub(super) fn shift_right(limbs: &mut [u64], bits: usize) {
    let mut above = 0;
    for limb in limbs.iter_mut().rev() {
        let wide = u128::from(above) << LIMB | u128::from(*limb);
        above = *limb;
        *limb = (wide >> bits) as u64;
    }
}
