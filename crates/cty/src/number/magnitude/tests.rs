//! Each operation has the result of `num-bigint`.

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;

use super::Magnitude;
use super::division::Divisor;

pub(in super::super) fn to_big(magnitude: &Magnitude) -> BigUint {
    let halves = magnitude.limbs().iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]);
    BigUint::new(halves.collect())
}

pub(in super::super) fn from_big(big: &BigUint) -> Magnitude {
    let magnitude = Magnitude::from_limbs(&big.iter_u64_digits().collect::<Vec<_>>());
    assert_eq!(magnitude.limbs().len() as u64, big.bits().div_ceil(64));
    magnitude
}

/// Limbs at the edges of carries, borrows and estimated quotients.
fn limb() -> impl Strategy<Value = u64> {
    prop_oneof![
        Just(0),
        Just(1),
        Just(u64::MAX),
        Just(u64::MAX - 1),
        Just(1 << 63),
        Just((1 << 63) - 1),
        any::<u64>(),
    ]
}

fn limbs(longest: usize) -> impl Strategy<Value = BigUint> {
    let ones = (0..longest * 64).prop_map(|bits| (BigUint::from(1u8) << bits) - 1u8);
    let power = (0..longest * 64).prop_map(|bits| BigUint::from(1u8) << bits);
    let random = vec(any::<u64>(), 0..=longest);
    let mixed = vec(limb(), 0..=longest);
    let of_limbs =
        prop_oneof![random, mixed].prop_map(|limbs| to_big(&Magnitude::from_limbs(&limbs)));
    prop_oneof![1 => ones, 1 => power, 6 => of_limbs]
}

fn big() -> impl Strategy<Value = BigUint> {
    limbs(40)
}

fn divisor() -> impl Strategy<Value = BigUint> {
    big().prop_map(|divisor| if divisor == BigUint::ZERO { 1u8.into() } else { divisor })
}

/// Checks a division by its quotient and remainder.
fn check_division(dividend: &BigUint, divisor: &BigUint) {
    let (quotient, remainder) = from_big(dividend).div_rem(&from_big(divisor));
    assert_eq!(quotient, from_big(&(dividend / divisor)), "{dividend} / {divisor}");
    assert_eq!(remainder, from_big(&(dividend % divisor)), "{dividend} % {divisor}");
}

proptest! {
    #[test]
    fn bits(a in big(), position in 0..3000u64) {
        let magnitude = from_big(&a);
        prop_assert_eq!(magnitude.is_zero(), a == BigUint::ZERO);
        prop_assert_eq!(magnitude.bits(), a.bits());
        prop_assert_eq!(magnitude.bit(position), a.bit(position));
        let limb = (&a >> position).iter_u64_digits().next().unwrap_or(0);
        prop_assert_eq!(magnitude.limb_at(position), limb);
        prop_assert_eq!(magnitude.trailing_zeros(), a.trailing_zeros().unwrap_or(0));
        prop_assert_eq!(magnitude.to_u64(), u64::try_from(&a).ok());
        prop_assert_eq!(magnitude.to_u128(), u128::try_from(&a).ok());
    }

    #[test]
    fn integers(small in any::<u64>(), shift in 0..128u32, wide in any::<u128>()) {
        let wide = wide >> shift;
        prop_assert_eq!(to_big(&small.into()), small.into());
        prop_assert_eq!(to_big(&wide.into()), wide.into());
        prop_assert_eq!(Magnitude::from(small).to_u64(), Some(small));
        prop_assert_eq!(Magnitude::from(wide).to_u128(), Some(wide));
    }

    #[test]
    fn the_lowest_bit(mut a in divisor()) {
        let mut magnitude = from_big(&a);
        magnitude.set_lowest_bit();
        a.set_bit(0, true);
        prop_assert_eq!(magnitude, from_big(&a));
    }

    #[test]
    fn order(a in big(), b in big()) {
        let (x, y) = (from_big(&a), from_big(&b));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x == y, a == b);
        prop_assert!(x.cmp(&x).is_eq());
    }

    #[test]
    fn sums_and_differences(a in big(), b in big(), small in limb()) {
        let (x, y) = (from_big(&a), from_big(&b));
        let difference = if a > b { &a - &b } else { &b - &a };
        prop_assert_eq!(x.abs_diff(&y), from_big(&difference));
        prop_assert_eq!(x.abs_diff(&x), Magnitude::default());
        prop_assert_eq!(x + small, from_big(&(a + small)));
    }

    #[test]
    fn products(a in big(), b in big(), factor in limb(), addend in limb()) {
        let mut x = from_big(&a);
        prop_assert_eq!(&x * &from_big(&b), from_big(&(&a * b)));
        if factor != 0 {
            x.multiply_add(factor, addend);
            prop_assert_eq!(x, from_big(&(a * factor + addend)));
        }
    }

    #[test]
    fn powers(base in 2..u64::MAX, exponent in 0..40u32) {
        prop_assert_eq!(Magnitude::power(base, exponent), from_big(&BigUint::from(base).pow(exponent)));
    }

    #[test]
    fn shifts(a in big(), shift in 0..3000u64) {
        let magnitude = from_big(&a);
        prop_assert_eq!(&magnitude << shift, from_big(&(&a << shift)));
        prop_assert_eq!(&magnitude >> shift, from_big(&(a >> shift)));
    }

    #[test]
    fn divisions(a in big(), b in divisor()) {
        check_division(&a, &b);
    }

    /// Dividends close to a multiple of the divisor, by quotients that are hard to estimate.
    #[test]
    fn divisions_with_corrections(quotient in limbs(8), b in divisor(), offset in limbs(2)) {
        let multiple = quotient * &b;
        check_division(&(&multiple + &offset), &b);
        if multiple >= offset {
            check_division(&(multiple - offset), &b);
        }
    }

    #[test]
    fn divisions_by_one_limb(a in big(), b in limb()) {
        if b != 0 {
            let mut quotient = from_big(&a);
            let remainder = Divisor::new(b).divide(&mut quotient.limbs);
            prop_assert_eq!(quotient.trimmed(), from_big(&(&a / b)));
            prop_assert_eq!(BigUint::from(remainder), a % b);
        }
    }

    #[test]
    fn digits(a in limbs(120), radix in 2..=36u8, bits in 1..=4u32) {
        let magnitude = from_big(&a);
        prop_assert_eq!(magnitude.to_decimal(), a.to_string());
        prop_assert_eq!(magnitude.to_digits_of_bits(bits), a.to_str_radix(1 << bits));
        prop_assert_eq!(Magnitude::from_radix(&a.to_radix_be(10), 10), from_big(&a));
        prop_assert_eq!(Magnitude::from_radix(&a.to_radix_be(radix.into()), radix), magnitude);
    }
}

/// The estimate of a limb of the quotient is too large by one, so that the divisor is added back; and the highest limbs
/// of the dividend and of the divisor are equal.
#[test]
fn rare_steps_of_long_division() {
    const TOP: u64 = 1 << 63;
    let of = |limbs: &[u64]| to_big(&Magnitude::from_limbs(limbs));
    check_division(&of(&[0, 0, TOP, TOP - 1]), &of(&[1, 0, TOP]));
    check_division(&of(&[3, 0, TOP]), &of(&[1, 0, TOP >> 2]));
    check_division(&of(&[0, u64::MAX - 1, TOP]), &of(&[u64::MAX, TOP]));
    check_division(&of(&[0, 0, TOP, TOP]), &of(&[u64::MAX, 0, TOP + 1]));
    check_division(&of(&[u64::MAX, u64::MAX - 1, u64::MAX]), &of(&[u64::MAX, u64::MAX]));
}

#[test]
fn numbers_of_many_digits() {
    for length in [455, 456, 457, 912, 913, 914, 10_000, 20_000] {
        let one = BigUint::from(10u8).pow(length);
        for big in [one.clone(), one - 1u8] {
            let magnitude = from_big(&big);
            assert!(magnitude.to_decimal() == big.to_string());
            assert!(Magnitude::from_radix(&big.to_radix_be(10), 10) == magnitude);
        }
    }
    assert_eq!(Magnitude::default().to_decimal(), "0");
    assert_eq!(Magnitude::from_radix(&[0; 50], 10), Magnitude::default());
}
