//! The documents that are made of a spec: a sample, reference pages, a JSON Schema and a spec file. All that the spec says
//! is in each of them.

mod pages;
mod parts;
mod sample;
mod schema;
mod uncomment;
mod words;

use hcldyn::EvalContext;
use hcldyn::spec::Spec;

use crate::spec_files::round_trip;

/// Checks the documents of a spec, and decodes its sample in a context, with many choices of optional items. Returns the
/// number of choices.
///
/// # Panics
///
/// Panics if a part of the spec is missing in a document, if a sample does not decode, or if the spec that is read from a
/// spec file is another one, unless the file tells what it lacks.
#[track_caller]
pub fn check(spec: &Spec, ctx: &EvalContext, about: &str) -> usize {
    let outline = spec.outline();
    pages::check(&outline, about);
    schema::check(&outline, about);
    if let Err(error) = round_trip(spec) {
        panic!("{about}: {error}");
    }
    sample::check(spec, &outline, ctx, about)
}
