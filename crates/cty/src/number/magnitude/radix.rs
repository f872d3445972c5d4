//! Digits in a radix. Several digits at a time, as many as fit a limb, are one chunk.

use super::division::Divisor;
use super::{Magnitude, without_zeros};

/// The number of limbs up to which decimal chunks are split off one by one.
const FEW_LIMBS: usize = 24;

/// The radix raised to the number of digits of a chunk, and that number.
const DECIMAL: (u64, usize) = chunk(10);
const DECIMAL_DIVISOR: Divisor = Divisor::new(DECIMAL.0);

const fn chunk(radix: u8) -> (u64, usize) {
    let (mut power, mut digits) = (1u64, 0);
    while let Some(next) = power.checked_mul(radix as u64) {
        (power, digits) = (next, digits + 1);
    }
    (power, digits)
}

impl Magnitude {
    /// Returns the magnitude with these digits, the highest first. All are below the radix, which is at least 2.
    #[must_use]
    pub fn from_radix(digits: &[u8], radix: u8) -> Self {
        let (power, width) = if radix == 10 { DECIMAL } else { chunk(radix) };
        let mut magnitude = Self::default();
        for digits in digits.rchunks(width).rev() {
            let mut value = 0;
            for digit in digits {
                value = value * u64::from(radix) + u64::from(*digit);
            }
            magnitude.multiply_add(power, value);
        }
        magnitude
    }

    /// Returns the digits in a radix of at most 2^4, a power of two. Letters are in lower case.
    #[must_use]
    pub fn to_digits_of_bits(&self, bits: u32) -> String {
        let mut digits = Vec::with_capacity(self.bits() as usize / bits as usize + 1);
        for position in (0..self.bits()).step_by(bits as usize) {
            let digit = self.limb_at(position) % (1 << bits);
            digits.push(b"0123456789abcdef"[digit as usize]);
        }
        reversed(digits)
    }

    /// Returns the decimal digits.
    #[must_use]
    pub fn to_decimal(&self) -> String {
        let mut powers = Vec::new();
        if self.limbs.len() > FEW_LIMBS {
            let mut power = Self::from(DECIMAL.0);
            // The square of the last power is greater than the magnitude.
            while 2 * power.limbs.len() <= self.limbs.len() + 1 {
                let square = &power * &power;
                powers.push(power);
                power = square;
            }
            powers.push(power);
        }
        let mut chunks = Vec::with_capacity(self.limbs.len() + 1);
        self.clone().split_off_chunks(&powers, &mut chunks);
        let mut digits = Vec::with_capacity(chunks.len() * DECIMAL.1);
        for (index, chunk) in without_zeros(&chunks).iter().enumerate() {
            digits.resize(index * DECIMAL.1, b'0');
            let mut rest = *chunk;
            while rest > 0 {
                digits.push(b'0' + (rest % 10) as u8);
                rest /= 10;
            }
        }
        reversed(digits)
    }

    /// Appends the decimal chunks, the lowest first. The first power is the one of a chunk, and each of the others the
    /// square of the one before.
    fn split_off_chunks(mut self, powers: &[Self], chunks: &mut Vec<u64>) {
        let Some((power, smaller)) = powers.split_last().filter(|_| self.limbs.len() > FEW_LIMBS)
        else {
            while !self.is_zero() {
                chunks.push(DECIMAL_DIVISOR.divide(&mut self.limbs));
                self.trim();
            }
            return;
        };
        let (high, low) = self.div_rem(power);
        let end = chunks.len() + (1 << smaller.len());
        low.split_off_chunks(smaller, chunks);
        chunks.resize(end, 0);
        high.split_off_chunks(smaller, chunks);
    }
}

/// Returns digits, the lowest first, as a string, and one digit for zero.
fn reversed(mut digits: Vec<u8>) -> String {
    if digits.is_empty() {
        digits.push(b'0');
    }
    digits.reverse();
    String::from_utf8(digits).unwrap_or_default()
}
