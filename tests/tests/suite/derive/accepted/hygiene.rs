//! The generated code does not depend on the names in scope around the type.
#![allow(non_camel_case_types)]

use hcldyn::{HclDecode, HclValue};

use super::super::good;

struct Option;
struct Result;
struct Vec;
struct String;
struct Box;
struct Some;
struct None;
struct Ok;
struct Err;
struct Clone;
struct Self_;
struct str_;
trait Default {}
trait From {}
trait Into {}
mod core {}
mod std {}
mod hcl {}

#[derive(HclDecode)]
#[hcl(validate = check)]
struct Config {
    r#type: ::std::string::String,
    #[hcl(name = "some-name")]
    value: u16,
    #[hcl(default)]
    count: u64,
    #[hcl(default = "text")]
    text: ::std::string::String,
    #[hcl(dynamic)]
    nested: ::std::vec::Vec<Nested>,
    #[hcl(optional, alias = "x", deprecated = "Not any more.")]
    optional: ::std::string::String,
    #[hcl(from_str)]
    parsed: ::std::option::Option<u8>,
    #[hcl(with = make, sensitive, validate = look, optional)]
    made: u8,
    #[hcl(blocks)]
    steps: ::std::vec::Vec<Step>,
    #[hcl(flatten)]
    flat: Tagged,
    #[hcl(skip)]
    fields: u8,
    level: Level,
    point: Point,
}

#[derive(HclDecode)]
struct Nested {
    #[hcl(label)]
    diags: ::std::string::String,
    decoded: ::std::option::Option<u16>,
    fields: u8,
}

#[derive(HclDecode)]
enum Step {
    Some { value: u8 },
    None {},
    Ok(Nested),
}

#[derive(HclDecode)]
#[hcl(tag = "kind")]
enum Tagged {
    Err { r#fn: u8 },
}

#[derive(HclValue)]
#[hcl(validate = look_level)]
enum Level {
    Some,
    None,
}

#[derive(HclValue)]
struct Point {
    r#in: u8,
    #[hcl(default = 1)]
    out: u8,
}

fn check(_: &Config, _: &mut ::hcldyn::decode::Validation<'_>) {}

fn make(made: u8) -> ::std::result::Result<u8, &'static str> {
    ::std::result::Result::Ok(made)
}

fn look(_: &u8) -> ::std::result::Result<(), &'static str> {
    ::std::result::Result::Ok(())
}

fn look_level(_: &Level) -> ::std::result::Result<(), &'static str> {
    ::std::result::Result::Ok(())
}

#[test]
fn a_file_is_decoded() {
    let config = good::<Config>(
        r#"type = "t"
some-name = 1
made = 2
kind = "err"
fn = 3
level = "none"
point = { in = 4 }
nested "n" { fields = 5 }
some { value = 6 }
none {}
ok "o" {
  decoded = 7
  fields  = 8
}
"#,
    );
    assert_eq!((config.r#type.as_str(), config.value, config.count), ("t", 1, 0));
    assert_eq!((config.text.as_str(), config.optional.as_str()), ("text", ""));
    assert_eq!((config.parsed.is_none(), config.made, config.fields), (true, 2, 0));
    let Tagged::Err { r#fn } = config.flat;
    assert_eq!((r#fn, config.point.r#in, config.point.out), (3, 4, 1));
    assert!(matches!(config.level, Level::None));
    let nested = &config.nested[0];
    assert_eq!((nested.diags.as_str(), nested.decoded.is_none(), nested.fields), ("n", true, 5));
    let [Step::Some { value }, Step::None {}, Step::Ok(ok)] = &config.steps[..] else {
        panic!("other steps are decoded");
    };
    assert_eq!((*value, ok.diags.as_str(), ok.fields), (6, "o", 8));
    assert!(ok.decoded.is_some_and(|decoded| decoded == 7));
}
