//! The evaluated names of a configuration, for programs that show values, such as a language server.

use std::mem;

use super::stages::ReadInputs;
use super::{Decoder, references};
use crate::decode::HclDecode;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::kit::Missing;
use crate::source::Source;
use crate::syntax::parse_values_by_name;

/// Evaluates the names that the blocks of a configuration define. Returns the context of its expressions, with the errors,
/// and with the secrets that must not be shown. The attributes of `values` are values for its variables; those without one
/// are unknown.
pub fn evaluated_names<T: HclDecode>(
    decoder: &Decoder,
    mut read: ReadInputs,
    values: &[Source],
) -> (EvalContext, Diagnostics) {
    let mut diags = mem::replace(&mut read.diags, decoder.empty_sink());
    read.variables = read.variables.map(|inputs| {
        values.iter().fold(inputs.missing(Missing::Unknown), |inputs, source| {
            inputs.body(&parse_values_by_name(source, &mut Diagnostics::new()))
        })
    });
    let _work = decoder.eval_context().limits().open_budget();
    let spec = T::spec();
    spec.hide_sensitive(&mut diags);
    diags.set_marks_secrets();
    let (context, found) = decoder.context_of(&read, &spec, &mut diags);
    references::add_unreported(found, &mut diags);
    (context, diags)
}
