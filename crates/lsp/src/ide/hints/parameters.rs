//! The names of parameters before arguments.

use std::ops::Range;

use hcldyn_core::syntax::Span;

use super::{Hint, HintKind, overlaps};
use crate::ide::tree::Call;
use crate::ide::workspace::File;

/// Adds the names of the parameters of all calls in a range. A function with one parameter needs none, and neither do the
/// arguments of a variadic parameter.
pub(super) fn add(file: &File, range: &Range<usize>, hints: &mut Vec<Hint>) {
    for Call { name, arguments } in &file.tree().calls {
        let Some(function) = file.language.context.function(file.source.slice(*name)) else {
            continue;
        };
        let count = function.params().len() + usize::from(function.variadic().is_some());
        for (parameter, argument) in function.params().iter().zip(arguments) {
            let is_needed = count > 1 && !is_named(file, *argument, parameter.name());
            if is_needed && overlaps(*argument, range) {
                let text = format!("{}:", parameter.name());
                let offset = argument.range().start;
                hints.push(Hint { offset, text, kind: HintKind::Parameter });
            }
        }
    }
}

/// Returns `true` for an argument whose last name is that of its parameter.
fn is_named(file: &File, argument: Span, parameter: &str) -> bool {
    let text = file.source.slice(argument);
    text.rsplit('.').next().is_some_and(|last| last == parameter)
}
