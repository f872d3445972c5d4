//! The generated code needs neither the prelude nor the primitive types by their short names, and does not try to
//! allow lints.
#![no_implicit_prelude]
#![allow(non_camel_case_types)]
#![forbid(unused_variables, unused_mut, deprecated, unsafe_code)]

use ::hcldyn::{HclDecode, HclEncode, HclValue};
use ::std::{assert, assert_eq};

use super::super::good;

struct bool;
struct str;
struct usize;

#[derive(HclDecode, HclEncode)]
#[hcl(requires_if("level" = "high", "made"), dynamic)]
struct Config {
    #[hcl(matches = "^[a-z]+$", default = "name")]
    name: ::std::string::String,
    #[hcl(range = 1..=9, default = 3)]
    count: u8,
    #[hcl(default = ["a", "b"])]
    list: ::std::vec::Vec<::std::string::String>,
    #[hcl(with = made, encode_with = written, conflicts_with = "optional")]
    made: ::std::option::Option<u8>,
    #[hcl(from_str)]
    optional: ::std::option::Option<u8>,
    #[hcl(default = "high")]
    level: Level,
    point: Point,
    #[hcl(block)]
    empty: ::std::option::Option<Empty>,
    #[hcl(blocks)]
    steps: ::std::vec::Vec<Step>,
    #[hcl(flatten)]
    tagged: Tagged,
}

#[derive(HclDecode, HclEncode)]
struct Empty {}

#[derive(HclDecode, HclEncode)]
enum Step {
    Run { command: ::std::string::String },
    Wait {},
}

#[derive(HclDecode, HclEncode)]
#[hcl(tag = "kind")]
enum Tagged {
    A { a: u8 },
    B,
}

#[derive(HclValue)]
enum Level {
    High,
    Low,
}

#[derive(HclValue)]
#[hcl(into_value)]
struct Point {
    x: u8,
    #[hcl(default = 1)]
    y: u8,
    form: Form,
}

#[derive(HclValue)]
#[hcl(untagged, into_value)]
enum Form {
    Number(u8),
    Object { a: u8 },
    Keyword,
}

fn made(text: &::core::primitive::str) -> ::std::result::Result<u8, ::std::num::ParseIntError> {
    ::core::primitive::str::parse(text)
}

fn written(made: &u8) -> ::std::string::String {
    ::std::string::ToString::to_string(made)
}

#[test]
fn a_file_is_decoded() {
    let text = r#"made  = "2"
point = { x = 1, form = { a = 1 } }
kind  = "a"
a     = 4

empty {}

run {
  command = "ls"
}
"#;
    let config = good::<Config>(text);
    assert_eq!(config.made, ::std::option::Option::Some(2));
    assert_eq!((config.point.x, config.point.y, config.count), (1, 1, 3));
    assert!(::std::matches!(config.point.form, Form::Object { a: 1 }));
    assert!(::std::matches!(config.level, Level::High));
    assert!(::std::matches!(config.tagged, Tagged::A { a: 4 }));
    assert!(::std::matches!(&*config.steps, [Step::Run { .. }]));
    let written = ::hcldyn::to_string(&config).unwrap();
    assert!(written.contains("made = \"2\""), "{written}");
}
