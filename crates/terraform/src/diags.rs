//! The diagnostics of modules.

use std::io;
use std::path::Path;

use hcldyn::Traversal;
use hcldyn::diag::{Diagnostic, codes, similar_name};
use hcldyn::syntax::Place;

use crate::folder::Declared;
use crate::language::Variable;

/// A folder that cannot be read.
pub(crate) fn unreadable_folder(path: &Path, error: &io::Error) -> Diagnostic {
    let code = match error.kind() {
        io::ErrorKind::NotFound => codes::DIRECTORY_NOT_FOUND,
        _ => codes::DIRECTORY_NOT_READABLE,
    };
    code.input_error(path.display().to_string(), format!("The directory can't be read: {error}."))
}

/// A folder without files of a module.
pub(crate) fn no_files(path: &Path) -> Diagnostic {
    let detail = "No .tf, .tf.json, .tofu or .tofu.json files found in this directory.";
    codes::NOTHING_TO_READ.input_error(path.display().to_string(), detail)
}

/// Two declarations of one name.
pub(crate) fn declared_twice(place: Place, name: &str, first: Place) -> Diagnostic {
    let detail = format!("The name {name:?} is declared twice in this module.");
    codes::DUPLICATE_DEFINITION.error(place, detail).with_related(first, "first declared here")
}

/// A name that is not an identifier.
pub(crate) fn invalid_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "A name consists of letters, digits, \"_\" and \"-\", and starts with a letter or \"_\"; this is {name:?}."
    );
    codes::INVALID_NAME_VALUE.error(place, detail)
}

/// A variable that cannot be set by a `module` block.
pub(crate) fn reserved_name(place: Place, name: &str) -> Diagnostic {
    let detail =
        format!("A variable can't be named {name:?}, which is an argument of all module blocks.");
    codes::INVALID_NAME_VALUE.error(place, detail)
}

/// A block of an override file without a block that it changes.
pub(crate) fn nothing_to_override(place: Place) -> Diagnostic {
    let detail = "No block with this type and these labels is declared outside override files.";
    codes::INVALID_OVERRIDE.error(place, detail)
}

/// A source that is not a literal string.
pub(crate) fn open_source(place: Place) -> Diagnostic {
    let detail =
        "The source must be a literal string, because modules are loaded before values are known.";
    codes::INVALID_MODULE_SOURCE.error(place, detail)
}

/// A source without a folder.
pub(crate) fn no_module_folder(place: Place, source: &str) -> Diagnostic {
    let detail = format!("The directory {source:?} does not exist.");
    codes::MODULE_NOT_FOUND
        .error(place, detail)
        .with_help("The path is relative to the directory of this file.")
}

/// A module that uses itself, also through others.
pub(crate) fn module_in_itself(place: Place, source: &str) -> Diagnostic {
    let detail = format!("The module {source:?} uses itself.");
    codes::MODULE_CYCLE.error(place, detail)
}

/// More modules than are loaded.
pub(crate) fn too_many_modules(place: Place, depth: usize, count: usize) -> Diagnostic {
    let detail = format!("A tree has at most {count} modules, nested at most {depth} levels deep.");
    codes::MODULE_CYCLE.error(place, detail)
}

/// More instances than are made.
pub(crate) fn too_many_instances(place: Place) -> Diagnostic {
    let detail = "All resources and modules together have too many instances.";
    codes::TOO_MANY_GENERATED_BLOCKS.error(place, detail)
}

/// A name without a declaration.
pub(crate) fn undefined(traversal: &Traversal, kind: &str, known: &[&str]) -> Diagnostic {
    let name = traversal.to_string();
    let detail = format!("The {kind} {name:?} is not declared in this module.");
    let error = codes::UNDEFINED_NAME.error(traversal.place().clone(), detail);
    let given = traversal.steps().iter().find_map(|step| match step {
        hcldyn::cty::Step::Attr(name) if kind != "resource" => Some(name.as_str()),
        _ => None,
    });
    match given.and_then(|given| similar_name(given, known.iter().copied())) {
        Some(near) => error.with_help(format!("Did you mean {near:?}?")),
        None => error,
    }
}

/// A reference to all names of a kind.
pub(crate) fn incomplete_reference(traversal: &Traversal) -> Diagnostic {
    let name = traversal.to_string();
    let (detail, help) = match traversal.root() {
        "var" | "local" | "module" => {
            (format!("{name:?} must be followed by a name."), format!("Write {name}.NAME."))
        }
        _ => (
            format!(
                "{name:?} refers to nothing: a resource is referred to by its type and its name."
            ),
            "For a string, add quotes. For a resource, write TYPE.NAME.".to_owned(),
        ),
    };
    codes::UNDEFINED_NAME.error(traversal.place().clone(), detail).with_help(help)
}

/// A name that other blocks give to their expressions.
pub(crate) fn not_given(traversal: &Traversal) -> Diagnostic {
    let detail = match traversal.root() {
        "each" => "\"each\" is available only in blocks with for_each.",
        "count" => "\"count\" is available only in resource and module blocks with count.",
        _ => "\"self\" is available only in provisioners, connections and postconditions.",
    };
    codes::UNDEFINED_NAME.error(traversal.place().clone(), detail)
}

/// An unknown attribute of a given object.
pub(crate) fn not_an_attribute(traversal: &Traversal, names: &[&str]) -> Diagnostic {
    let root = traversal.root();
    let known: Vec<_> = names.iter().map(|name| format!("{root}.{name}")).collect();
    let detail =
        format!("{:?} is not defined. Expected {}.", traversal.to_string(), known.join(" or "));
    codes::UNDEFINED_NAME.error(traversal.place().clone(), detail)
}

/// Declarations that depend on each other.
pub(crate) fn cycle(steps: &[(String, Place)]) -> Diagnostic {
    let names: Vec<_> = steps.iter().chain(steps.first()).map(|(name, _)| name.as_str()).collect();
    let detail = format!("These values depend on each other: {}.", names.join(" -> "));
    let mut places = steps.iter();
    let first = places.next().map(|(_, place)| place.clone());
    let Some(first) = first else { return codes::REFERENCE_CYCLE.input_error("", detail) };
    let error = codes::REFERENCE_CYCLE.error(first, detail);
    places.take(8).fold(error, |error, (name, place)| {
        error.with_related(place.clone(), format!("{name} is declared here"))
    })
}

/// A default that is null for a variable that may not be null.
pub(crate) fn null_default(place: Place, name: &str) -> Diagnostic {
    let detail = format!("The variable {name:?} is not nullable, so its default can't be null.");
    codes::INVALID_DEFAULT.error(place, detail)
}

/// A default of another type. `reason` is part of a sentence.
pub(crate) fn wrong_default(place: Place, name: &str, reason: &str) -> Diagnostic {
    let detail = format!("The default of the variable {name:?} has the wrong type: {reason}.");
    codes::INVALID_DEFAULT.error(place, detail)
}

/// A variable of a module without a value.
pub(crate) fn missing_input(place: Place, variable: &Declared<Variable>) -> Diagnostic {
    let name = &variable.name;
    codes::MISSING_VARIABLE_VALUE
        .error(place, format!("The module requires a value for the variable {name:?}."))
        .with_related(variable.place.clone(), "declared here")
        .with_help(format!("Add {name} = …"))
}

/// Null for a variable that may not be null.
pub(crate) fn null_input(place: Place, name: &str) -> Diagnostic {
    let detail = format!("The variable {name:?} of the module can't be null.");
    codes::NULL_VARIABLE_VALUE.error(place, detail)
}

/// A value of another type. `reason` is part of a sentence.
pub(crate) fn wrong_input(place: Place, name: &str, reason: &str) -> Diagnostic {
    let detail = format!("The value for the variable {name:?} has the wrong type: {reason}.");
    codes::WRONG_TYPE.error(place, detail)
}

/// An argument of a `module` block without a variable.
pub(crate) fn undeclared_input<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let detail = format!("The module does not declare a variable {name:?}.");
    let error = codes::UNDECLARED_VARIABLE.error(place, detail);
    match similar_name(name, known) {
        Some(near) => error.with_help(format!("Did you mean {near:?}?")),
        None => error,
    }
}

/// A sensitive value of an output of the root module.
pub(crate) fn sensitive_output(place: Place, name: &str) -> Diagnostic {
    codes::SENSITIVE_OUTPUT
        .error(place, format!("The value of the output {name:?} is sensitive."))
        .with_help("Add sensitive = true.")
}

/// A condition that is false. `message` is that of the configuration, unless it may not be shown.
pub(crate) fn false_condition(place: Place, message: Option<&str>) -> Diagnostic {
    let message = message.unwrap_or("The message can't be shown.");
    codes::FAILED_VALIDATION.error(place, format!("The condition is false: {message}"))
}

/// An assertion of a `check` block that is false.
pub(crate) fn false_assertion(place: Place, message: Option<&str>) -> Diagnostic {
    let message = message.unwrap_or("The message can't be shown.");
    codes::FAILED_VALIDATION.warning(place, format!("The assertion is false: {message}"))
}

/// A condition that is not a bool.
pub(crate) fn no_condition(place: Place) -> Diagnostic {
    codes::INVALID_VALIDATION_CONDITION.error(place, "The condition must be a bool, not null.")
}
