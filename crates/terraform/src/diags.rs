//! The diagnostics of modules.

use std::io;
use std::path::Path;

use hcldyn::Traversal;
use hcldyn::diag::{Code, Diagnostic, Fix, codes, similar_name};
use hcldyn::syntax::Place;

use crate::files::is_json;
use crate::folder::Declared;
use crate::language::{Output, Variable};

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
    let near = given.and_then(|given| similar_name(given, known.iter().copied()));
    let Some(near) = near else { return error };
    let fix = traversal.part_places().nth(1).map(|place| renaming(&place, near));
    error.with_help(format!("Did you mean {near:?}?")).with_fix(fix)
}

/// The fix of a step `.NAME` with another name.
fn renaming(step: &Place, name: &str) -> Fix {
    let text = step.text();
    let (dot, old) = text.split_at(text.len() - text.trim_start_matches('.').len());
    Fix::uncertain(format!("Change {old:?} to {name:?}"))
        .replace(step.clone(), format!("{dot}{name}"))
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
    let error = codes::UNDECLARED_VARIABLE.error(place.clone(), detail);
    match similar_name(name, known) {
        Some(near) => error
            .with_help(format!("Did you mean {near:?}?"))
            .with_fix(Fix::uncertain(format!("Change {name:?} to {near:?}")).replace(place, near)),
        None => error,
    }
}

/// A sensitive value of an output of the root module.
pub(crate) fn sensitive_output(output: &Declared<Output>) -> Diagnostic {
    let detail = format!("The value of the output {:?} is sensitive.", output.name.as_str());
    let value = output.content.value.place();
    let is_open = output.body.attribute("sensitive").is_none() && !is_json(&output.place);
    let fix = Fix::uncertain("Add sensitive = true").insert_after(&value, "\n  sensitive = true");
    codes::SENSITIVE_OUTPUT
        .error(output.place.clone(), detail)
        .with_help("Add sensitive = true.")
        .with_fix(is_open.then_some(fix))
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

/// A value of `enabled` that is not a bool.
pub(crate) fn no_bool(place: Place) -> Diagnostic {
    codes::WRONG_TYPE.error(place, "\"enabled\" must be a bool.")
}

/// A condition that is not a bool.
pub(crate) fn no_condition(place: Place) -> Diagnostic {
    codes::INVALID_VALIDATION_CONDITION.error(place, "The condition must be a bool.")
}

/// A `depends_on` without brackets.
pub(crate) fn no_references(place: Place) -> Diagnostic {
    codes::REFERENCE_REQUIRED
        .error(place, "The value of \"depends_on\" must be a list of references.")
        .with_help("Write depends_on = [ … ].")
}

/// An element of `depends_on` that is not a reference.
pub(crate) fn no_reference(place: Place) -> Diagnostic {
    codes::REFERENCE_REQUIRED
        .error(place, "The elements of \"depends_on\" must be references.")
        .with_help("Write the name as in an expression.")
}

/// An argument of `lifecycle` in a data source.
pub(crate) fn only_in_resources(place: Place, name: &str) -> Diagnostic {
    let detail = format!("Only the lifecycle of a managed resource has the argument {name:?}.");
    codes::UNEXPECTED_ATTRIBUTE.error(place, detail)
}

/// An unknown argument of a provisioner.
pub(crate) fn unknown_argument(place: Place, kind: &str, name: &str, known: &[&str]) -> Diagnostic {
    let detail = format!("A provisioner {kind:?} has no argument {name:?}.");
    let error = codes::UNEXPECTED_ATTRIBUTE.error(place.clone(), detail);
    match similar_name(name, known.iter().copied()) {
        Some(near) => error
            .with_help(format!("Did you mean {near:?}?"))
            .with_fix(Fix::safe(format!("Change {name:?} to {near:?}")).replace(place, near)),
        None => error.with_help(format!("Its arguments are {}.", known.join(", "))),
    }
}

/// A variable without references.
pub(crate) fn unused_variable(place: Place, name: &str) -> Diagnostic {
    unused(codes::UNUSED_VARIABLE, place, name)
}

/// A local value without references.
pub(crate) fn unused_local(place: Place, name: &str) -> Diagnostic {
    unused(codes::UNUSED_LOCAL, place, name)
}

/// A data source without references.
pub(crate) fn unused_data(place: Place, name: &str) -> Diagnostic {
    unused(codes::UNUSED_DATA, place, name)
}

fn unused(code: Code, place: Place, name: &str) -> Diagnostic {
    code.warning(place, format!("{name} is never used.")).with_help("Remove it, or refer to it.")
}

/// A reference in quotes.
pub(crate) fn quoted_reference(place: Place, text: &str) -> Diagnostic {
    let fix = Fix::safe("Remove the quotes").replace(place.clone(), text);
    codes::QUOTED_REFERENCE
        .warning(place, "A reference is written without quotes; the form in quotes is an old one.")
        .with_help(format!("Write {text}."))
        .with_fix(fix)
}

/// A requirement of a provider without a version.
pub(crate) fn provider_without_version(place: Place, name: &str) -> Diagnostic {
    codes::MISSING_PROVIDER_VERSION
        .warning(place, format!("The provider {name:?} is required in any version."))
        .with_help("Add version = \"…\" with the versions that the module works with.")
}

/// A provider that is used and not required.
pub(crate) fn unrequired_provider(place: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "The provider {name:?} is not in required_providers, so any version may be installed."
    );
    codes::MISSING_PROVIDER_VERSION
        .warning(place, detail)
        .with_help("Add it to required_providers in the terraform block, with source and version.")
}

/// A module that accepts any version of Terraform.
pub(crate) fn no_required_version(place: Place) -> Diagnostic {
    codes::MISSING_REQUIRED_VERSION
        .warning(place, "The module accepts any version of Terraform.")
        .with_help("Add required_version = \"…\" to the terraform block.")
}
