//! Options with kinds and types of fields. Every combination that the derive accepts compiles, has a valid spec, decodes
//! a sample, and writes one that decodes to the same. The unit tests of the derive write the files of this module.

use std::fmt::Debug;

use hcldyn::cty::FromValue;
use hcldyn::decode::Validation;
use hcldyn::spec::Encoder;
use hcldyn::{EvalContext, HclDecode, HclEncode, HclValue};
use hcldyn_tests::spec_files::round_trip;
use serde::{Deserialize, Serialize};

/// The types of the fields.
mod types {
    pub(super) use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

    pub(super) use hcldyn::body::Body;
    pub(super) use hcldyn::cty::Value;
    pub(super) use hcldyn::syntax::Place;
    pub(super) use hcldyn::{
        Deferred, Expression, ExpressionClosure, HclDecode, HclEncode, HclValue, Spanned,
    };
    pub(super) use indexmap::IndexMap;

    pub(super) use super::{
        Level, NotDecoded, Object, Server, Step, Tagged, copy, same, valid, valid_body,
    };
}

macro_rules! combinations {
    ($derives:tt, $decode:ident; $($name:ident { $(#$option:tt)* field: $ty:ty } $($text:literal => $decoded:literal),*;)*) => {
        $(mod $name {
            #[allow(unused_imports, reason = "each combination names some of the types")]
            use super::super::types::*;

            #[derive(Debug)]
            #[derive $derives]
            pub(super) struct Item {
                $(#$option)*
                pub(super) field: $ty,
                pub(super) extra: Option<u8>,
            }
        })*

        #[test]
        fn decode() {
            let mut failed = Vec::new();
            $({
                let combination = stringify!($(#$option)* $ty);
                $(
                    let decoded =
                        super::$decode($text, |item: &$name::Item| format!("{:?}", item.field));
                    if !super::is_expected(&decoded, $decoded) {
                        failed.push(format!("{combination}\n  {}\n  {decoded}", $text));
                    }
                )*
            })*
            assert!(failed.is_empty(), "{} combinations:\n{}", failed.len(), failed.join("\n"));
        }
    };
}

/// Types with all their options, as `combinations` for fields. The argument of a generic type follows the type.
macro_rules! whole_types {
    ($decode:ident; $($name:ident { $($item:item)+ } ($($argument:tt)*) $text:literal => $decoded:literal;)*) => {
        $(mod $name {
            #[allow(unused_imports, reason = "each combination names some of the types")]
            use super::super::types::*;

            $(#[allow(dead_code, reason = "only printed")] $item)+
        })*

        #[test]
        fn decode() {
            let mut failed = Vec::new();
            $({
                let decoded = super::$decode(
                    $text,
                    |item: &$name::Item $($argument)*| format!("{item:?}"),
                );
                if !super::is_expected(&decoded, $decoded) {
                    failed.push(format!("{}\n  {}\n  {decoded}", stringify!($name), $text));
                }
            })*
            assert!(failed.is_empty(), "{} combinations:\n{}", failed.len(), failed.join("\n"));
        }
    };
}

mod of_attr;
mod of_attrs;
mod of_block;
mod of_blocks;
mod of_expr;
mod of_expr_closure;
mod of_flatten;
mod of_key;
mod of_label;
mod of_labels;
mod of_range;
mod of_remain;
mod of_skip;
mod of_types;
mod of_value_attr;
mod of_value_flatten;
mod of_value_remain;
mod of_value_skip;
mod of_value_types;

#[derive(Debug, HclDecode, HclEncode)]
struct Outer<T> {
    #[hcl(block)]
    item: T,
}

#[derive(Debug, HclDecode, HclEncode, Deserialize, Serialize)]
struct Server {
    x: u8,
}

#[derive(Debug, HclDecode, HclEncode, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    Run {},
}

#[derive(Debug, HclDecode, HclEncode)]
#[hcl(tag = "type")]
enum Tagged {
    Run {},
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, HclValue)]
enum Level {
    Five,
}

#[derive(Clone, Debug, HclValue, Deserialize, Serialize)]
#[hcl(into_value)]
struct Object {
    x: u8,
}

#[derive(Debug, HclDecode)]
struct OuterValue<T: FromValue> {
    item: T,
}

#[derive(Debug)]
struct NotDecoded;

/// A function for `with`.
fn same<T>(value: T) -> Result<T, String> {
    Ok(value)
}

/// A function for `encode_with`.
fn copy<T: Clone>(value: &T) -> T {
    value.clone()
}

/// A function for `validate`.
fn valid<T>(_: &T) -> Result<(), String> {
    Ok(())
}

/// A function for `validate` of a block's type.
fn valid_body<T>(_: &T, _: &mut Validation<'_>) {}

/// Decodes a block, writes it, and decodes that. Returns the errors if it is invalid.
fn decoded<T: HclDecode + HclEncode>(text: &str, print: impl Fn(&T) -> String) -> String {
    if let Err(mistakes) = Outer::<T>::spec().check() {
        return format!("invalid spec: {mistakes}");
    }
    if let Err(error) = round_trip(&Outer::<T>::spec()) {
        return format!("error: {error}");
    }
    let read = |text: &str| hcldyn::from_str::<Outer<T>>(text, &EvalContext::new());
    let outer = match read(text) {
        Ok(outer) => outer,
        Err(diags) => return format!("error: {diags}"),
    };
    let write = |outer: &Outer<T>| Encoder::new().reveal_sensitive().to_string(outer);
    let written = match write(&outer) {
        Ok(written) => written,
        Err(error) => return format!("error: {error}"),
    };
    let again = match read(&written) {
        Ok(again) => again,
        Err(diags) => return format!("error: {diags} in {written}"),
    };
    let (decoded, shown) = (print(&outer.item), print(&again.item));
    let is_of_source = decoded.starts_with("Body(") || decoded.starts_with("Place(");
    let is_equal = is_of_source || without_places(&shown) == without_places(&decoded);
    if !is_equal || write(&again).ok().as_ref() != Some(&written) {
        return format!("error: {shown} from {written}");
    }
    decoded
}

/// Decodes an object. Returns the errors if it is invalid.
fn decoded_object<T: FromValue>(attributes: &str, print: impl Fn(&T) -> String) -> String {
    decoded_value(&format!("item = {{\n{attributes}\n}}\n"), print)
}

/// Decodes the value of the attribute `item`. Returns the errors if it is invalid.
fn decoded_value<T: FromValue>(text: &str, print: impl Fn(&T) -> String) -> String {
    if let Err(mistakes) = OuterValue::<T>::spec().check() {
        return format!("invalid spec: {mistakes}");
    }
    if let Err(error) = round_trip(&OuterValue::<T>::spec()) {
        return format!("error: {error}");
    }
    match hcldyn::from_str::<OuterValue<T>>(text, &EvalContext::new()) {
        Ok(outer) => print(&outer.item),
        Err(diags) => format!("error: {diags}"),
    }
}

/// Compares what `Debug` prints, without the locations of spanned values. Any value matches `_`.
fn is_expected(decoded: &str, expected: &str) -> bool {
    let is_error = decoded.starts_with("error: ") || decoded.starts_with("invalid spec: ");
    if expected == "invalid spec" {
        return decoded.starts_with(expected);
    }
    if expected == "_" {
        return !is_error;
    }
    without_places(decoded) == expected
}

fn without_places(decoded: &str) -> String {
    let mut parts = decoded.split(" at <text>:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| {
        plain + part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':')
    })
}
