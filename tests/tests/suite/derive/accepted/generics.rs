//! Types with parameters of every kind, with bounds that are inferred or given.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use hcldyn::cty::FromValue;
use hcldyn::decode::HclBlocks;
use hcldyn::{HclDecode, HclValue};

use super::super::good;

#[derive(HclDecode)]
struct Every<T, B, E, const N: usize> {
    #[hcl(label)]
    label: T,
    value: Option<T>,
    #[hcl(default)]
    default: T,
    array: [T; N],
    #[hcl(block)]
    block: Box<B>,
    #[hcl(block)]
    map: BTreeMap<String, B>,
    #[hcl(blocks)]
    blocks: Vec<E>,
    #[hcl(skip)]
    skipped: Vec<T>,
}

#[derive(HclDecode)]
#[hcl(bound = "T: FromValue + Clone")]
struct Bound<T> {
    value: T,
}

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(bound = "T: FromStr<Err: Display> + From<u8>")]
struct Converted<T> {
    #[hcl(from_str)]
    parsed: T,
    #[hcl(with = made)]
    made: T,
}

fn made<T: From<u8>>(number: u8) -> Result<T, String> {
    Ok(number.into())
}

#[test]
fn conversions_with_a_bound() {
    let converted = good::<Converted<u16>>("parsed = \"1\"\nmade = 2");
    assert_eq!(converted, Converted { parsed: 1, made: 2 });
}

#[derive(HclDecode)]
struct Where<T>
where
    T: HclBlocks,
{
    #[hcl(flatten)]
    all: T,
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
enum Either<A, B> {
    A(A),
    B { value: B },
}

#[derive(HclValue)]
struct Pair<T> {
    a: T,
    #[hcl(optional)]
    b: Vec<T>,
}

#[derive(HclValue)]
struct Newtype<T>(T);

#[derive(HclDecode)]
struct Empty {}

#[derive(HclDecode)]
enum Step {
    Run {},
}

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    every: Every<u16, Empty, Step, 3>,
    #[hcl(block)]
    either: Either<Empty, Newtype<u8>>,
    pair: Pair<String>,
}

#[test]
fn every_kind_of_field_is_decoded() {
    let config: Config = good(
        r#"every "7" {
  array = [1, 2, 3]
  block {}
  map "a" {}
  run {}
}
either {
  type  = "b"
  value = 4
}
pair = { a = "x" }
"#,
    );
    let every = &config.every;
    assert_eq!((every.label, every.value, every.default, every.array), (7, None, 0, [1, 2, 3]));
    assert_eq!((every.map.len(), every.blocks.len(), every.skipped.len()), (1, 1, 0));
    assert!(matches!(config.either, Either::B { value: Newtype(4) }));
    assert_eq!((config.pair.a.as_str(), config.pair.b.len()), ("x", 0));
}
