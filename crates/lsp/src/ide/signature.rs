//! Signature help: the parameters of the call around an offset.

use super::Snapshot;
use super::cursor::{Cursor, Place};
use super::hover::{parameters, signature};
use super::members::Members;
use super::names::{Definition, Names};
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
        let last = parameters.len().checked_sub(1);
        // All further arguments belong to a variadic parameter.
        let active = last
            .map(|last| if function.variadic().is_some() { argument.min(last) } else { argument });
        Some(Signature {
            label: signature(name, function),
            active: active.filter(|active| *active < parameters.len()),
            parameters,
            markdown: function.description().to_owned(),
        })
    }
}

/// Returns the signature of a function that the configuration defines.
fn defined(snapshot: &Snapshot, file: &File, name: &str, argument: usize) -> Option<Signature> {
    let names = Names::around(snapshot, file);
    let is_called = |it: &&&Definition| it.is_function && it.parts == [name];
    let definition = names.definitions.iter().find(is_called)?;
    let Members::Parameters(parameters) = &definition.members else { return None };
    Some(Signature {
        label: definition.name(),
        active: Some(argument).filter(|it| *it < parameters.len()),
        parameters: parameters.clone(),
        markdown: format!("Defined at {}.\n", definition.place),
    })
}
