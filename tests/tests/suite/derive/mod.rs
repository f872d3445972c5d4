//! What the derives decode, and what they say of texts that are wrong.

#![allow(dead_code, reason = "many fields are decoded and only looked at as a whole")]

mod bodies;
mod defaults;
mod endless;
mod enums;
mod features;
mod kinds;
mod maps;
mod modifiers;
mod shapes;
mod spanned;
mod validation;
mod values;

use hcldyn::source::Source;
use hcldyn::{EvalContext, HclDecode};

/// What a good text decodes to.
#[track_caller]
fn good<T: HclDecode>(text: &str) -> T {
    good_in(text, &EvalContext::new())
}

/// What a good text decodes to in a context.
#[track_caller]
fn good_in<T: HclDecode>(text: &str, ctx: &EvalContext) -> T {
    hcldyn::from_source(&Source::new("t.hcl", text), ctx).unwrap_or_else(|diags| panic!("{diags}"))
}

/// What is said of a text that is wrong, one line for each problem.
#[track_caller]
fn problems<T: HclDecode>(text: &str) -> String {
    problems_in::<T>(text, &EvalContext::new())
}

/// What is said of a text that is wrong in a context.
#[track_caller]
fn problems_in<T: HclDecode>(text: &str, ctx: &EvalContext) -> String {
    match hcldyn::from_source::<T>(&Source::new("t.hcl", text), ctx) {
        Ok(_) => panic!("nothing is said of it"),
        Err(diags) => diags.to_string(),
    }
}
