//! Bodies and values as plain data, for types that implement serde's traits.

mod adapters;
mod blocks;
mod bodies;
mod conversions;
mod fields;
mod locations;
mod numbers;
mod random_bodies;
mod secrets;

use hcldyn::EvalContext;
use serde::de::DeserializeOwned;

/// Returns the data of a valid source.
fn good<T: DeserializeOwned>(text: &str) -> T {
    hcldyn::decode::serde::from_str(text, &EvalContext::new())
        .unwrap_or_else(|diags| panic!("{diags}"))
}

/// Returns the diagnostics of a source.
fn problems<T: DeserializeOwned>(text: &str) -> String {
    problems_in::<T>(text, &EvalContext::new())
}

fn problems_in<T: DeserializeOwned>(text: &str, ctx: &EvalContext) -> String {
    match hcldyn::decode::serde::from_str::<T>(text, ctx) {
        Ok(_) => String::new(),
        Err(diags) => diags.to_string(),
    }
}
