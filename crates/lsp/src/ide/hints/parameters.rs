//! The names of parameters before arguments.

use std::ops::Range;

use hcldyn_core::cty::Function;
use hcldyn_core::syntax::Span;

use super::{Hint, HintKind, overlaps};
use crate::ide::Snapshot;
use crate::ide::functions::VARIADIC;
use crate::ide::names::Names;
use crate::ide::tree::Call;
use crate::ide::workspace::File;

/// Adds the names of the parameters of all calls in a range. A function with one parameter needs none, and neither do the
/// arguments of a variadic parameter.
pub(super) fn add(snapshot: &Snapshot, file: &File, range: &Range<usize>, hints: &mut Vec<Hint>) {
    let is_in_range = |call: &&Call| call.arguments.iter().any(|it| overlaps(*it, range));
    let mut names = None;
    for Call { name, arguments } in file.tree().calls.iter().filter(is_in_range) {
        let name = file.source.slice(*name);
        let parameters = file.language.context.function(name).map(parameters).or_else(|| {
            let names = names.get_or_insert_with(|| Names::around(snapshot, file));
            names.function(name).map(|(_, parameters)| parameters.to_vec())
        });
        let Some(parameters) = parameters else { continue };
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let is_needed = parameters.len() > 1 && !is_named(file, *argument, parameter);
            let is_variadic = parameter.ends_with(VARIADIC);
            if is_needed && !is_variadic && overlaps(*argument, range) {
                let (text, offset) = (format!("{parameter}:"), argument.range().start);
                hints.push(Hint { offset, text, kind: HintKind::Parameter });
            }
        }
    }
}

/// Returns the names of the parameters of a function, with an ellipsis after a variadic one.
fn parameters(function: &Function) -> Vec<String> {
    let names = function.params().iter().map(|it| it.name().to_owned());
    names.chain(function.variadic().map(|it| format!("{}{VARIADIC}", it.name()))).collect()
}

/// Returns `true` for an argument whose last name is that of its parameter.
fn is_named(file: &File, argument: Span, parameter: &str) -> bool {
    let text = file.source.slice(argument);
    text.rsplit('.').next().is_some_and(|last| last == parameter)
}
