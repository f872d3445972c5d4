//! `#[derive(HclDecode)]` and `#[derive(HclValue)]`: values and errors.

#![allow(dead_code, reason = "many fields are decoded and only looked at as a whole")]

mod accepted;
mod block_types;
mod bodies;
mod captured;
mod combinations;
mod constraints;
mod conversions;
mod default_exprs;
mod defaults;
mod documents;
mod enums;
mod field_by_field;
mod groups;
mod kinds;
mod label_forms;
mod labels;
mod library_types;
mod maps;
mod modifiers;
mod program_errors;
mod recursive;
mod reports;
mod rest;
mod scopes;
mod shapes;
mod spanned;
mod struct_defaults;
mod validation;
mod value_enums;
mod value_options;
mod value_prefixes;
mod values;
mod with_str;

use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode};

/// Returns the value of a valid source.
#[track_caller]
fn good<T: HclDecode>(text: &str) -> T {
    good_in(text, &EvalContext::new())
}

/// Returns the value of a valid source in a context.
#[track_caller]
fn good_in<T: HclDecode>(text: &str, ctx: &EvalContext) -> T {
    hcldyn::from_source(&Source::new("t.hcl", text), ctx).unwrap_or_else(|diags| panic!("{diags}"))
}

/// Returns the errors of an invalid source, one on each line.
#[track_caller]
fn problems<T: HclDecode>(text: &str) -> String {
    problems_in::<T>(text, &EvalContext::new())
}

/// Returns the errors of an invalid source in a context, one on each line.
#[track_caller]
fn problems_in<T: HclDecode>(text: &str, ctx: &EvalContext) -> String {
    match hcldyn::from_source::<T>(&Source::new("t.hcl", text), ctx) {
        Ok(_) => panic!("the source is valid"),
        Err(diags) => diags.to_string(),
    }
}
