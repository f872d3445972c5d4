//! Random values of Rust types.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;
use std::time::Duration;

use hcldyn::Spanned;
use hcldyn::cty::ByteSize;

use crate::random::Random;

/// Strings that are easy to take for something else: numbers, expressions, separators and escapes.
const STRINGS: [&str; 16] = [
    "", "a", "5", "true", "null", "a=b", "--x", "-1", "a b", "[1]", "${x}", "\"q\"", "x\ny", "é",
    "\\", "%{",
];

const WORDS: [&str; 4] = ["one", "two", "three-4", "five_6"];

/// A type with random values.
pub(super) trait Sample {
    fn sample(random: &mut Random) -> Self;
}

/// Defines structs with random values. A field may have a function for its values.
macro_rules! records {
    (
        derive $derive:tt;
        $(
            $(#[$attr:meta])*
            $vis:vis struct $name:ident {
                $($(#[$field_attr:meta])* $field:ident: $ty:ty $(= $value:expr)?,)*
            }
        )*
    ) => {
        $(
            #[derive(Clone, Debug, PartialEq)]
            #[derive $derive]
            $(#[$attr])*
            $vis struct $name {
                $($(#[$field_attr])* $field: $ty,)*
            }

            impl Sample for $name {
                fn sample(random: &mut Random) -> Self {
                    Self { $($field: records!(@value random $ty $(= $value)?),)* }
                }
            }
        )*
    };
    (@value $random:ident $ty:ty) => { <$ty as Sample>::sample($random) };
    (@value $random:ident $ty:ty = $value:expr) => {{
        let value: fn(&mut Random) -> $ty = $value;
        value($random)
    }};
}

pub(super) use records;

/// Returns one of several strings.
pub(super) fn one_of(random: &mut Random, texts: &[&str]) -> String {
    (*random.pick(texts)).to_owned()
}

/// Returns a string that is easy to find in a message.
pub(super) fn secret(random: &mut Random) -> String {
    format!("hunter{}", random.below(9))
}

macro_rules! numbers {
    ($($ty:ty: $($value:expr),+;)*) => {
        $(impl Sample for $ty {
            fn sample(random: &mut Random) -> Self {
                *random.pick(&[$($value),+])
            }
        })*
    };
}

numbers! {
    u8: 1, 2, 5, 9;
    u16: 0, 1, 80, 65535;
    i64: 0, -1, 7, i64::MAX, i64::MIN;
    f64: 0.0, -1.5, 0.1, 1e21;
    bool: true, false;
}

impl Sample for String {
    fn sample(random: &mut Random) -> Self {
        one_of(random, &STRINGS)
    }
}

impl Sample for PathBuf {
    fn sample(random: &mut Random) -> Self {
        Self::from(one_of(random, &["a.pem", "/x/y z", "../k"]))
    }
}

impl Sample for Duration {
    fn sample(random: &mut Random) -> Self {
        Self::from_millis(*random.pick(&[0, 1, 1500, 90_000, 86_400_000]))
    }
}

impl Sample for ByteSize {
    fn sample(random: &mut Random) -> Self {
        Self::new(*random.pick(&[0, 1, 1000, 1536, 10 << 20, 3 << 40]))
    }
}

impl Sample for IpAddr {
    fn sample(random: &mut Random) -> Self {
        *random.pick(&[Self::V4(Ipv4Addr::LOCALHOST), Self::V6(Ipv6Addr::LOCALHOST)])
    }
}

impl<T: Sample> Sample for Spanned<T> {
    fn sample(random: &mut Random) -> Self {
        T::sample(random).into()
    }
}

impl<T: Sample> Sample for Box<T> {
    fn sample(random: &mut Random) -> Self {
        Self::new(T::sample(random))
    }
}

impl<T: Sample> Sample for Option<T> {
    fn sample(random: &mut Random) -> Self {
        random.percent(60).then(|| T::sample(random))
    }
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(4)).map(|_| T::sample(random)).collect()
    }
}

impl<T: Sample + Ord> Sample for BTreeSet<T> {
    fn sample(random: &mut Random) -> Self {
        Vec::sample(random).into_iter().collect()
    }
}

impl<T: Sample> Sample for BTreeMap<String, T> {
    fn sample(random: &mut Random) -> Self {
        (0..random.below(3)).map(|_| (one_of(random, &WORDS), T::sample(random))).collect()
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(random: &mut Random) -> Self {
        std::array::from_fn(|_| T::sample(random))
    }
}

impl<A: Sample, B: Sample> Sample for (A, B) {
    fn sample(random: &mut Random) -> Self {
        (A::sample(random), B::sample(random))
    }
}

impl<A: Sample, B: Sample, C: Sample> Sample for (A, B, C) {
    fn sample(random: &mut Random) -> Self {
        (A::sample(random), B::sample(random), C::sample(random))
    }
}
