//! Options with kinds and types of fields. Every combination that the derive accepts compiles, has a valid spec, and decodes
//! a sample. The unit tests of the derive write the files of this module.

use std::fmt::Debug;

use hcldyn::{EvalContext, HclDecode, HclValue};
use serde::Deserialize;

/// The types of the fields.
mod types {
    pub(super) use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

    pub(super) use hcldyn::source::Place;
    pub(super) use hcldyn::{
        Body, Deferred, Expression, ExpressionClosure, HclDecode, Spanned, Value,
    };

    pub(super) use super::{Level, NotDecoded, Server, Step, Tagged, same, valid};
}

macro_rules! combinations {
    ($($name:ident { $(#$option:tt)* field: $ty:ty } $($text:literal => $decoded:literal),*;)*) => {
        $(mod $name {
            #[allow(unused_imports, reason = "each combination names some of the types")]
            use super::super::types::*;

            #[derive(Debug, HclDecode)]
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
                    let decoded = super::decoded($text, |item: $name::Item| format!("{:?}", item.field));
                    if !super::is_expected(&decoded, $decoded) {
                        failed.push(format!("{combination}\n  {}\n  {decoded}", $text));
                    }
                )*
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

#[derive(Debug, HclDecode)]
struct Outer<T> {
    #[hcl(block)]
    item: T,
}

#[derive(Debug, HclDecode, Deserialize)]
struct Server {
    x: u8,
}

#[derive(Debug, HclDecode, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    Run {},
}

#[derive(Debug, HclDecode)]
#[hcl(tag = "type")]
enum Tagged {
    Run {},
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, HclValue)]
enum Level {
    Five,
}

#[derive(Debug)]
struct NotDecoded;

/// A function for `with`.
fn same<T>(value: T) -> Result<T, String> {
    Ok(value)
}

/// A function for `validate`.
fn valid<T>(_: &T) -> Result<(), String> {
    Ok(())
}

/// Decodes a block. Returns the errors if it is invalid.
fn decoded<T: HclDecode>(text: &str, print: impl Fn(T) -> String) -> String {
    if let Err(mistakes) = Outer::<T>::spec().check() {
        return format!("invalid spec: {mistakes}");
    }
    match hcldyn::from_str::<Outer<T>>(text, &EvalContext::new()) {
        Ok(outer) => print(outer.item),
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
    let mut parts = decoded.split(" at <text>:");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    }
    plain == expected
}
