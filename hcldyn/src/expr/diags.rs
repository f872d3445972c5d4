//! What evaluation reports: one constructor for each problem.
//!
//! A constructor gives the words only; the evaluator adds the place and the values of the variables
//! involved. What is marked is never shown.

use std::sync::Arc;

use super::EvalContext;
use super::offered::{ContextFunctions, ContextVariables};
use crate::cty::convert::ConversionError;
use crate::cty::function::{Cause, Function, FunctionError, Parameter};
use crate::cty::internal::with_article;
use crate::cty::{Kind, Str, Type, Value};
use crate::diag::{Diagnostic, Diagnostics, Hint, Known, Offered};
use crate::limits::{Limits, work};
use crate::source::Place;

/// At most this many types are listed in one message.
const MAX_LISTED_TYPES: usize = 3;

/// A problem in words, without its place.
#[derive(Debug)]
pub(crate) struct Problem {
    summary: &'static str,
    detail: String,
    help: String,
    /// More help, which is composed only if it is read.
    hint: Option<Box<Hint>>,
}

impl Problem {
    fn new(summary: &'static str, detail: impl Into<String>) -> Self {
        Self { summary, detail: detail.into(), help: String::new(), hint: None }
    }

    /// Adds a sentence that tells what to write instead.
    fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Adds what names a value has instead of one that it has not.
    fn with_names(mut self, given: &Str, value: &Value, lead: &'static str) -> Self {
        let known = Known::Value(value.clone());
        self.hint = Some(Box::new(Hint { given: given.clone(), known, lead }));
        self
    }

    /// Adds what names there are in the place of one that there is not.
    fn with_offered(mut self, given: &str, offered: impl Offered + 'static) -> Self {
        let known = Known::Offered(Arc::new(offered));
        self.hint = Some(Box::new(Hint { given: given.into(), known, lead: "Available here:" }));
        self
    }

    /// Reports the error at its place, with the values of variables.
    pub(crate) fn report(self, place: Place, values: Vec<String>, diags: &mut Diagnostics) {
        let error = Diagnostic::error(place, self.summary, self.detail);
        let error = error.with_help(self.help).with_values(values);
        match self.hint {
            Some(hint) => diags.push_with_hint(error, hint),
            None => diags.push(error),
        }
    }

    /// The warning at its place.
    pub(crate) fn warn_at(self, place: Place) -> Diagnostic {
        Diagnostic::warning(place, self.summary, self.detail).with_help(self.help)
    }
}

// Variables.

pub(super) fn no_variables_allowed(name: &str) -> Problem {
    let detail = format!("The variable {name:?} cannot be used here: no variables are available.");
    Problem::new("Variables not available", detail)
}

pub(super) fn unknown_variable(name: &str, ctx: EvalContext) -> Problem {
    let detail = format!("No variable is named {name:?}.");
    Problem::new("Undefined variable", detail).with_offered(name, ContextVariables(ctx))
}

// Attributes and elements.

pub(super) fn attribute_of_null(name: &str) -> Problem {
    let detail = format!(
        "This value is null, so it has no attribute {name:?}. Where it may be null, test that first, \
         as in x == null ? null : x.{name}."
    );
    Problem::new("Attribute of null", detail)
}

pub(super) fn no_such_attribute(name: &Str, value: &Value) -> Problem {
    let detail = format!("This object has no attribute {name:?}.");
    Problem::new("Unknown attribute", detail).with_names(name, value, "It has")
}

pub(super) fn no_such_key(key: &Value, value: &Value) -> Problem {
    let detail = format!("This map has no element with the {}.", key_phrase(key));
    let problem = Problem::new("Unknown key", detail);
    match key.kind() {
        Kind::String(name) => problem.with_names(name, value, "Its keys are"),
        // It is marked: what is near would tell what it is.
        _ => problem,
    }
}

pub(super) fn attribute_of_sequence(name: &str, ty: &Type) -> Problem {
    let detail = match ty {
        Type::Set(_) => format!(
            "A {} has no attribute {name:?}; its elements may have one. To take it from every \
             element write [*].{name}.",
            ty.friendly_name()
        ),
        _ => format!(
            "A {} has no attribute {name:?}; its elements may have one. Write [0].{name} for one \
             element or [*].{name} for all of them.",
            ty.friendly_name()
        ),
    };
    Problem::new("Unknown attribute", detail)
}

pub(super) fn no_attributes(name: &str, value: &Value) -> Problem {
    let subject = subject(value);
    Problem::new(
        "Unknown attribute",
        format!("{subject} has no attributes, so no {name:?} either."),
    )
}

pub(super) fn index_of_null() -> Problem {
    let detail = "This value is null, so it has no elements. Where it may be null, test that first, \
                  as in x == null ? null : x[0].";
    Problem::new("Index of null", detail)
}

pub(super) fn null_index() -> Problem {
    Problem::new("Unusable index", "The index is null. Give a number or a key.")
}

pub(super) fn wrong_index_type(collection: &Type, error: &ConversionError) -> Problem {
    let name = collection.friendly_name();
    Problem::new("Unusable index", format!("This is not an index into a {name}: {error}."))
}

pub(super) fn fractional_index(index: &Value) -> Problem {
    let detail = format!(
        "Elements are counted in whole numbers, and the index is {}. Round it with floor or ceil.",
        index.describe()
    );
    Problem::new("Unusable index", detail)
}

pub(super) fn negative_index(index: &Value) -> Problem {
    let detail = format!(
        "Elements are counted from 0, and the index is {}. The last element of x is \
         x[length(x) - 1].",
        index.describe()
    );
    Problem::new("Unusable index", detail)
}

pub(super) fn index_out_of_range(index: &Value, value: &Value) -> Problem {
    let name = value.ty().friendly_name();
    let index = index.describe();
    let length = match value.ty() {
        Type::Tuple(elements) => elements.len(),
        _ => value.elements().len(),
    };
    let detail = match length {
        _ if value.is_marked() => {
            format!("The index is {index}, which is beyond the last element.")
        }
        0 => format!("This {name} has no elements, so none with the index {index}."),
        1 => format!("The index is {index}, and this {name} has one element, [0]."),
        _ => format!(
            "The index is {index}, and this {name} has {length} elements, [0] to [{}].",
            length - 1
        ),
    };
    Problem::new("Index out of range", detail)
}

pub(super) fn object_by_number(index: &Value) -> Problem {
    let detail = format!(
        "This object has no attribute {}. Attributes are looked up by name, not by number.",
        index.describe()
    );
    Problem::new("Unknown attribute", detail)
}

pub(super) fn hidden_attribute() -> Problem {
    Problem::new("Unknown attribute", "This object has no attribute of the name that is given.")
}

pub(super) fn index_of_set() -> Problem {
    let detail = "The elements of a set have no index; they are known only by their values. Go \
                  through them with a for expression, or turn the set into a list first.";
    Problem::new("Index of a set", detail)
}

pub(super) fn not_indexable(value: &Value) -> Problem {
    let detail = format!("{} has no elements that could be picked by an index.", subject(value));
    Problem::new("Unusable index", detail)
}

// Operators.

pub(super) fn wrong_operand(symbol: &str, value: &Value, error: &ConversionError) -> Problem {
    let hint = match symbol {
        "+" if value.ty() == Type::String => " Texts are joined in a template: \"${a}${b}\".",
        _ => "",
    };
    let detail = format!("{} cannot be an operand of \"{symbol}\": {error}.{hint}", subject(value));
    Problem::new("Unusable operand", detail)
}

pub(super) fn null_operand(symbol: &str, side: &str) -> Problem {
    let default = if matches!(symbol, "&&" | "||" | "!") { "false" } else { "0" };
    let detail = format!(
        "The {side} of \"{symbol}\" is null. Where it may be null, give it a default, as in \
         x == null ? {default} : x."
    );
    Problem::new("Null as operand", detail)
}

pub(super) fn failed_operation(symbol: &str, error: &dyn std::fmt::Display) -> Problem {
    Problem::new(
        "Impossible operation",
        format!("The result of \"{symbol}\" is undefined: {error}."),
    )
}

// Conditions.

pub(super) fn null_condition() -> Problem {
    let detail = "The condition is null. It must be true or false. Where it may be null, write \
                  x == true.";
    Problem::new("Null as condition", detail)
}

pub(super) fn wrong_condition(value: &Value, error: &ConversionError) -> Problem {
    let detail = format!(
        "{} is no condition: {error}. Compare it with something, as in x != null.",
        subject(value)
    );
    Problem::new("Unusable condition", detail)
}

pub(super) fn mismatched_arms(difference: &str) -> Problem {
    let detail = format!("Both results of a conditional must be of one type, but {difference}.");
    Problem::new("Mismatched conditional", detail)
}

pub(super) fn unfit_arm(ty: &Type, error: &ConversionError) -> Problem {
    let detail = format!(
        "Both results of a conditional must be of one type, which is {} here: {error}.",
        ty.friendly_name()
    );
    Problem::new("Mismatched conditional", detail)
}

// Templates.

pub(super) fn null_in_template() -> Problem {
    let detail = "This is null and has no text. Give it a default, as in x == null ? \"\" : x.";
    Problem::new("Null in a template", detail)
}

pub(super) fn no_text(value: &Value, error: &ConversionError) -> Problem {
    let detail = format!("{} cannot be part of a text: {error}.", subject(value));
    Problem::new("Unusable template part", detail)
}

// Loops.

pub(super) fn loop_over_null() -> Problem {
    let detail = "This is null, so there is nothing to go through. Where it may be null, write \
                  x == null ? [] : x.";
    Problem::new("Loop over null", detail)
}

pub(super) fn not_iterable(value: &Value) -> Problem {
    let detail = format!(
        "{} has no elements to go through. A list, set, map, tuple or object is required.",
        subject(value)
    );
    Problem::new("Loop over a single value", detail)
}

pub(super) fn null_key() -> Problem {
    Problem::new("Null as key", "The key of an attribute is null. It must be a text.")
}

pub(super) fn ambiguous_key(text: &str) -> Problem {
    let detail = format!(
        "An unquoted key must be a single name. Write \"{text}\" for a key with a dot in it, or \
         ({text}) for the value of an expression."
    );
    Problem::new("Ambiguous key", detail)
}

pub(super) fn wrong_key(value: &Value, error: &ConversionError) -> Problem {
    Problem::new("Unusable key", format!("{} cannot be a key: {error}.", subject(value)))
}

pub(super) fn duplicate_key(key: &Value) -> Problem {
    let detail = format!(
        "The {} comes up more than once. To gather the values of equal keys write \"...\" \
         after the value.",
        key_phrase(key)
    );
    Problem::new("Duplicate key", detail)
}

pub(super) fn overwritten_key(key: &Value) -> Problem {
    let detail = format!(
        "The {} occurs more than once in this object. The last value counts.",
        key_phrase(key)
    );
    Problem::new("Duplicate key", detail)
}

pub(super) fn splat_of_null(ty: &Type) -> Problem {
    let detail = format!(
        "This {} is null, so there are no elements to go through. Where it may be null, write \
         x == null ? [] : x.",
        ty.friendly_name()
    );
    Problem::new("Splat of null", detail)
}

pub(super) fn mixed_splat(types: &[Type]) -> Problem {
    let mut names: Vec<_> = types.iter().map(ToString::to_string).collect();
    names.sort();
    names.dedup();
    names.truncate(MAX_LISTED_TYPES);
    let detail = format!(
        "A splat over a list gives a list, and the elements would be of different types, among them {}. Use a \
         for expression, which gives a tuple.",
        names.join(", ")
    );
    Problem::new("Mixed element types", detail)
}

pub(super) fn too_much_work(limits: &Limits) -> Problem {
    let detail = format!(
        "The expressions and generated blocks of this configuration take more than {} steps, which is \
         the limit. Loops inside loops and large values that are made again and again are the usual reason.",
        limits.work
    );
    Problem::new("Too much work", detail)
}

/// Reports, once for a decoding, that it has no work left for what is at a place.
pub(crate) fn report_too_much_work(place: &Place, limits: &Limits, diags: &mut Diagnostics) {
    if work::is_to_be_reported() {
        too_much_work(limits).report(place.clone(), Vec::new(), diags);
    }
}

pub(super) fn too_deep() -> Problem {
    let detail = "Evaluating this goes deeper than the limit. A function that calls itself without \
                  end is the usual reason.";
    Problem::new("Too deep an evaluation", detail)
}

pub(super) fn value_too_large() -> Problem {
    let detail = format!(
        "A value of these parts would have more than the {} levels or {} values that a value can have, \
         parts of parts included. A value that is repeated again and again is the usual reason.",
        Value::MAX_DEPTH,
        Value::MAX_SIZE
    );
    Problem::new("Too large a value", detail)
}

// Function calls.

pub(super) fn no_functions_allowed(name: &str) -> Problem {
    let detail =
        format!("The function {name:?} cannot be called here: no functions are available.");
    Problem::new("Functions not available", detail)
}

pub(super) fn unknown_function(name: &str, ctx: &EvalContext) -> Problem {
    let (detail, given, offered) = match name.rsplit_once("::") {
        None => (format!("No function is named {name:?}."), name, ContextFunctions::all(ctx)),
        Some((namespace, local)) => {
            let offered = ContextFunctions::in_namespace(ctx, namespace);
            if offered.are_namespaces() {
                (format!("No namespace is named {namespace:?}."), namespace, offered)
            } else {
                let detail =
                    format!("No function in the namespace {namespace:?} is named {local:?}.");
                (detail, local, offered)
            }
        }
    };
    Problem::new("Unknown function", detail).with_offered(given, offered)
}

pub(super) fn missing_argument(name: &str, function: &Function, given: usize) -> Problem {
    let missing = function.param(given).map_or("", Parameter::name);
    let detail = format!("The argument {missing:?} is missing. {}", usage(name, function));
    Problem::new("Missing argument", detail)
}

pub(super) fn extra_argument(name: &str, function: &Function, given: usize) -> Problem {
    let most = match function.params().len() {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        count => format!("{count} arguments"),
    };
    let at_most =
        if function.params().iter().any(Parameter::is_optional) { "at most " } else { "" };
    let detail =
        format!("{name} takes {at_most}{most}, but is given {given}. {}", usage(name, function));
    Problem::new("Too many arguments", detail)
}

pub(super) fn wrong_argument(function: &str, param: &str, error: &ConversionError) -> Problem {
    failed_call(function, Some(param), &FunctionError::new(error.to_string()))
}

/// An argument that does not stand in the text by itself.
pub(super) fn wrong_expanded_argument(
    function: &str,
    param: &str,
    value: &Value,
    error: &ConversionError,
) -> Problem {
    let detail = format!(
        "{} comes from \"...\" and is not valid for the argument {param:?} of {function}: {error}.",
        subject(value)
    );
    Problem::new("Invalid argument", detail)
}

/// Reports a call that failed, for the argument of a parameter or as a whole.
pub(super) fn failed_call(function: &str, param: Option<&str>, error: &FunctionError) -> Problem {
    let (summary, subject, failure) = match param {
        Some(param) => {
            let argument = format!("argument {param:?} of {function}");
            (
                "Invalid argument",
                format!("The {argument}"),
                format!("Invalid value for the {argument}"),
            )
        }
        None => {
            let subject = format!("The arguments of {function}");
            ("Function call failed", subject, format!("The call of {function} failed"))
        }
    };
    let help = error.help.as_deref().map(sentence).unwrap_or_default();
    Problem::new(summary, cause_sentence(&error.cause, &subject, &failure)).with_help(help)
}

/// Returns the sentence about a failed call: `subject` does not meet an expectation, or `failure` has a reason.
pub(crate) fn cause_sentence(cause: &Cause, subject: &str, failure: &str) -> String {
    match cause {
        Cause::Expectation(_) => format!("{subject} {}.", cause.to_string().trim_end_matches('.')),
        Cause::Hidden => format!("{failure}; {cause}."),
        _ => format!("{failure}: {}.", cause.to_string().trim_end_matches('.')),
    }
}

/// Returns a clause as a sentence.
pub(crate) fn sentence(clause: &str) -> String {
    format!("{}.", capitalised(clause.trim_end_matches('.')))
}

pub(super) fn null_expansion() -> Problem {
    let detail = "The value before \"...\" is null. It must be a list, set or tuple of arguments.";
    Problem::new("Invalid argument", detail)
}

pub(super) fn wrong_expansion(value: &Value) -> Problem {
    let detail = format!(
        "{} cannot be expanded with \"...\" into arguments. A list, set or tuple is required.",
        subject(value)
    );
    Problem::new("Invalid argument", detail)
}

/// A mistake of the program in a custom decoder, told where the expression stands.
pub(super) fn wrong_decoder(ty: &Type, found: &Type) -> Problem {
    let detail = format!(
        "This is a mistake in the program, not in the text: the decoder of the type {} gave a value \
         of type {}.",
        ty.friendly_name(),
        found.friendly_name()
    );
    Problem::new("Invalid decoder", detail)
}

/// What a value is, as the subject of a sentence: `"abc" (string)`, `A list of string`.
fn subject(value: &Value) -> String {
    let name = value.ty().friendly_name();
    if value.is_marked() || value.is_null() {
        return format!("A value of type {name}");
    }
    match value.is_known() {
        false => format!("{} that is not known yet", capitalised(&with_article(&name))),
        true if value.ty().is_primitive() => format!("{} ({name})", value.describe()),
        true => capitalised(&with_article(&value.describe())),
    }
}

/// A key in a sentence, after an article.
fn key_phrase(key: &Value) -> String {
    if key.is_marked() { "hidden key".to_owned() } else { format!("key {}", key.describe()) }
}

fn capitalised(text: &str) -> String {
    let first = text.chars().next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(text.chars().skip(1)).collect()
}

/// How a function is called: `Write upper(text).` What may be left out is in brackets.
fn usage(name: &str, function: &Function) -> String {
    let variadic = function.variadic().map(|param| format!("{}...", param.name()));
    let params = function.params().iter().map(|param| {
        if param.is_optional() { format!("[{}]", param.name()) } else { param.name().to_owned() }
    });
    let params: Vec<_> = params.chain(variadic).collect();
    format!("Write {name}({}).", params.join(", "))
}
