//! The generated code does not depend on the names in scope around the type.
#![allow(non_camel_case_types)]

use hcldyn::{HclDecode, HclValue};

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

fn check(_: &Config, _: &mut ::hcldyn::Validation<'_>) {}

fn make(made: u8) -> ::std::result::Result<u8, &'static str> {
    ::std::result::Result::Ok(made)
}

fn look(_: &u8) -> ::std::result::Result<(), &'static str> {
    ::std::result::Result::Ok(())
}

fn look_level(_: &Level) -> ::std::result::Result<(), &'static str> {
    ::std::result::Result::Ok(())
}
