//! The generated code does not depend on what names mean where the struct stands.
#![allow(dead_code, non_camel_case_types)]

use hcldyn::HclDecode;

struct Option;
struct Result;
struct Vec;
struct String;
struct Some;
struct Clone;
trait Default {}
trait From {}
mod core {}
mod std {}

#[derive(HclDecode)]
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
}

#[derive(HclDecode)]
struct Nested {
    #[hcl(label)]
    diags: ::std::string::String,
    decoded: ::std::option::Option<u16>,
}

fn main() {}
