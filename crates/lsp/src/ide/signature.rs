//! Signature help: the parameters of the call around an offset.

use super::Snapshot;
use super::cursor::{Cursor, Place};
use super::functions::VARIADIC;
use super::hover::{parameters, signature};
use super::names::Names;
use super::workspace::File;

/// The function of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// The function with its parameters: `max(numbers…: number)`.
    pub label: String,
    /// The parameters, as they appear in the label.
    pub parameters: Vec<String>,
    /// The index of the parameter for the argument at the offset.
    pub active: Option<usize>,
    /// The description.
    pub markdown: String,
}

impl Snapshot {
    /// Returns the function whose arguments are around an offset.
    pub fn signature(&self, file: &str, offset: usize) -> Option<Signature> {
        let file = self.file(file)?;
        let Place::Value(place) = Cursor::of(file, offset).place else { return None };
        let (name, argument) = place.call?;
        let Some(function) = file.language.context.function(name) else {
            return defined(self, file, name, argument);
        };
        let parameters = parameters(function);
        Some(Signature {
            label: signature(name, function),
            active: active(argument, parameters.len(), function.variadic().is_some()),
            parameters,
            markdown: function.description().to_owned(),
        })
    }
}

/// Returns the signature of a function that the configuration defines.
fn defined(snapshot: &Snapshot, file: &File, name: &str, argument: usize) -> Option<Signature> {
    let (definition, parameters) = Names::around(snapshot, file).function(name)?;
    let is_variadic = parameters.last().is_some_and(|it| it.ends_with(VARIADIC));
    Some(Signature {
        label: definition.name(),
        active: active(argument, parameters.len(), is_variadic),
        parameters: parameters.to_vec(),
        markdown: format!("Defined at {}.\n", definition.place),
    })
}

/// Returns the index of the parameter for an argument. All further arguments belong to a variadic parameter.
fn active(argument: usize, parameters: usize, is_variadic: bool) -> Option<usize> {
    let last = parameters.checked_sub(1)?;
    let active = if is_variadic { argument.min(last) } else { argument };
    (active <= last).then_some(active)
}
