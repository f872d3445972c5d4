//! Errors of the evaluation, with a constructor for each.
//!
//! A constructor only provides the strings. The evaluator adds the source location and the values of variables.
//! Marked values are never shown.

use std::sync::Arc;

use super::EvalContext;
use super::cure::Cure;
use super::inner_errors::InnerErrors;
use super::offered::{ContextFunctions, ContextVariables};
use crate::cty::convert::ConversionError;
use crate::cty::function::{Function, FunctionError, Parameter};
use crate::cty::internal::{CollectVec, sort_by, with_article};
use crate::cty::{Kind, Str, Type, Value};
use crate::diag::{
    Code, Diagnostic, Diagnostics, Hint, Known, Offered, capitalised, cause_sentence, codes,
    counted, grouped, list_phrases, sentence,
};
use crate::source::Place;

/// The maximum number of types listed in a message.
const MAX_LISTED_TYPES: usize = 3;

/// An error without its source location.
#[derive(Debug)]
pub(crate) struct Problem {
    code: Code,
    detail: String,
    help: Box<str>,
    /// Additional help, which is composed only when it is needed.
    hint: Option<Box<Hint>>,
    cure: Option<Cure>,
    more: Option<Box<MoreOfProblem>>,
}

/// The parts of a problem that only few have, kept apart so that all others stay small.
#[derive(Debug, Default)]
struct MoreOfProblem {
    /// The description of the value if it is an object that may be shown: `an object with attribute "a"`.
    object: Option<String>,
    /// The errors inside the function that was called.
    inner: Vec<(Place, String)>,
}

impl Problem {
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        let (help, detail) = (Box::default(), detail.into());
        Self { code, detail, help, hint: None, cure: None, more: None }
    }

    /// Adds a sentence with the cure.
    pub(super) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: help.into().into(), ..self }
    }

    /// Names the attributes of an object, unless the values of variables name them.
    fn with_attributes(mut self, value: &Value) -> Self {
        let is_shown = value.is_known() && !value.is_null() && !value.is_marked();
        if is_shown && matches!(value.ty(), Type::Object(_)) {
            self.more.get_or_insert_default().object = Some(value.describe());
        }
        self
    }

    /// Adds the errors inside the function that was called.
    fn with_inner(mut self, inner: Vec<(Place, String)>) -> Self {
        if !inner.is_empty() {
            self.more.get_or_insert_default().inner = inner;
        }
        self
    }

    /// Suggests a name that the value has in place of a missing one.
    fn with_names(mut self, given: &Str, value: &Value, lead: &'static str) -> Self {
        let known = Known::Value(value.clone());
        self.hint = Some(Hint::new(given.clone(), known, lead));
        self
    }

    /// Suggests a defined name in place of an unknown one.
    fn with_offered(mut self, given: &str, offered: impl Offered + 'static) -> Self {
        let known = Known::Offered(Arc::new(offered));
        self.hint = Some(Hint::new(given, known, "Available here:"));
        self
    }

    /// Adds the cure for a call of `not`.
    fn with_operator(self) -> Self {
        Self { cure: Some(Cure::Not), ..self.with_help("For the operator, write !x.") }
    }

    /// Reports the error at its source location, with the values of variables.
    pub(crate) fn report(mut self, place: Place, values: Vec<String>, diags: &mut Diagnostics) {
        let MoreOfProblem { object, inner } = self.more.map(|more| *more).unwrap_or_default();
        let is_among = |object: &str| values.iter().any(|value| value.ends_with(object));
        if let Some(object) = object.filter(|object| !is_among(object))
            && let Some(attributes) = object.strip_prefix("an object with ")
        {
            self.detail =
                format!("{}; this one has {attributes}.", self.detail.trim_end_matches('.'));
        }
        let fix = self.cure.and_then(|cure| cure.fix(&place));
        if let (Some(Cure::Quotes), Some(_)) = (self.cure, &fix) {
            let help = format!("For a string, write \"{}\".", place.text()).into();
            match &mut self.hint {
                Some(hint) => hint.otherwise = help,
                None => self.help = help,
            }
        }
        let error = self.code.error(place, self.detail).with_fix(fix);
        let mut error = error.with_help(self.help).with_values(values);
        for (place, summary) in inner {
            error = error.with_related(place, summary);
        }
        match self.hint {
            Some(hint) => diags.push_with_hint(error, hint),
            None => diags.push(error),
        }
    }

    /// Returns the warning at its source location.
    pub(crate) fn warn_at(self, place: Place) -> Diagnostic {
        self.code.warning(place, self.detail).with_help(self.help)
    }
}

// Variables.

pub(super) fn no_variables_allowed(name: &str) -> Problem {
    let detail = format!("No variables are available here, so {name:?} can't be used.");
    Problem { cure: Some(Cure::Quotes), ..Problem::new(codes::VARIABLES_NOT_AVAILABLE, detail) }
}

pub(super) fn unknown_variable(name: &str, ctx: EvalContext) -> Problem {
    let detail = format!("The variable {name:?} is not defined.");
    let problem = Problem::new(codes::UNDEFINED_VARIABLE, detail);
    Problem { cure: Some(Cure::Quotes), ..problem.with_offered(name, ContextVariables(ctx)) }
}

// Attributes and elements.

pub(super) fn attribute_of_null(name: &str) -> Problem {
    Problem::new(codes::ATTRIBUTE_OF_NULL, format!("A null value has no attribute {name:?}."))
        .with_help(format!("If the value may be null, write x == null ? null : x.{name}."))
}

pub(super) fn no_such_attribute(name: &Str, value: &Value) -> Problem {
    let detail = format!("This object has no attribute {name:?}.");
    Problem::new(codes::UNKNOWN_ATTRIBUTE, detail).with_names(name, value, "Available attributes:")
}

pub(super) fn no_such_key(key: &Value, value: &Value) -> Problem {
    match key.kind() {
        Kind::String(name) => Problem::new(
            codes::UNKNOWN_KEY,
            format!("This map has no key {name:?}."),
        )
        .with_names(name, value, "Available keys:"),
        _ if key.is_marked() => Problem::new(
            codes::UNKNOWN_KEY,
            "This map does not have this key; the key is hidden because it is sensitive.",
        ),
        _ => Problem::new(codes::UNKNOWN_KEY, format!("This map has no key {}.", key.describe())),
    }
}

pub(super) fn attribute_of_sequence(name: &str, ty: &Type) -> Problem {
    let detail = format!("A {} has no attribute {name:?}.", ty.friendly_name());
    let every = format!("[*].{name} for the attribute of every element");
    let problem = Problem::new(codes::UNKNOWN_ATTRIBUTE, detail).with_help(match ty {
        Type::Set(_) => format!("Write {every}."),
        _ => format!("Write [0].{name} for the attribute of one element, or {every}."),
    });
    Problem { cure: Some(Cure::Splat), ..problem }
}

pub(super) fn no_attributes(name: &str, value: &Value) -> Problem {
    let detail = format!("{} has no attribute {name:?}{}.", subject(value), actual(value));
    Problem::new(codes::UNKNOWN_ATTRIBUTE, detail)
}

pub(super) fn index_of_null() -> Problem {
    Problem::new(codes::INDEX_OF_NULL, "A null value has no elements.")
        .with_help("If the value may be null, write x == null ? null : x[0].")
}

pub(super) fn null_index() -> Problem {
    Problem::new(codes::INVALID_INDEX, "An index must be a number or a key, not null.")
}

pub(super) fn wrong_index_type(collection: &Type, error: &ConversionError) -> Problem {
    let collection = with_article(&collection.friendly_name());
    Problem::new(codes::INVALID_INDEX, format!("Invalid index for {collection}: {error}."))
}

pub(super) fn fractional_index(index: &Value) -> Problem {
    let detail = format!("An index must be a whole number, not {}.", index.describe());
    Problem::new(codes::INVALID_INDEX, detail).with_help("Round it with floor or ceil.")
}

pub(super) fn negative_index(index: &Value) -> Problem {
    let detail = format!("An index must be at least 0, not {}.", index.describe());
    Problem::new(codes::INVALID_INDEX, detail)
        .with_help("For the last element of x, write x[length(x) - 1].")
}

pub(super) fn index_out_of_range(index: &Value, value: &Value) -> Problem {
    let name = value.ty().friendly_name();
    let hidden = "The hidden index";
    let (given, subject, not) = if index.is_marked() {
        (hidden.to_owned(), hidden, String::new())
    } else {
        let index = index.describe();
        (format!("The index {index}"), "The index", format!(", not {index}"))
    };
    let length = match value.ty() {
        Type::Tuple(elements) => elements.len(),
        _ => value.elements().len(),
    };
    let detail = match length {
        _ if value.is_marked() => format!("{given} is after the last element."),
        0 => format!("{given} is out of range: this {name} is empty."),
        1 => format!("{subject} must be 0{not}: this {name} has 1 element."),
        _ => format!(
            "{subject} must be from 0 to {}{not}: this {name} has {length} elements.",
            length - 1
        ),
    };
    Problem::new(codes::INDEX_OUT_OF_RANGE, detail)
}

pub(super) fn object_by_number(index: &Value) -> Problem {
    let detail = format!("This object has no attribute {}.", index.describe());
    Problem::new(codes::UNKNOWN_ATTRIBUTE, detail)
        .with_help("Look up an attribute by its name, not by a number.")
}

pub(super) fn hidden_attribute() -> Problem {
    let detail =
        "This object has no attribute with this name; the name is hidden because it is sensitive.";
    Problem::new(codes::UNKNOWN_ATTRIBUTE, detail)
}

pub(super) fn index_of_set() -> Problem {
    Problem::new(codes::INDEX_OF_A_SET, "The elements of a set have no indexes.")
        .with_help("Use a for expression, or convert the set to a list first.")
}

pub(super) fn not_indexable(value: &Value) -> Problem {
    let detail = format!("{} has no elements{}.", subject(value), actual(value));
    Problem::new(codes::INVALID_INDEX, detail)
}

// Operators.

pub(super) fn wrong_operand(symbol: &str, value: &Value, error: &ConversionError) -> Problem {
    let is_of_bools = matches!(symbol, "&&" | "||" | "!");
    let required = format!("{} is required", if is_of_bools { "a bool" } else { "a number" });
    let error = error.to_string();
    let reason = match value.ty() {
        Type::String if error.starts_with(&required) && value.is_marked() => {
            format!("{required}, not a string")
        }
        Type::String if error.starts_with(&required) => {
            format!("{required}, not {}", value.describe())
        }
        _ => error + &actual(value),
    };
    let problem =
        Problem::new(codes::INVALID_OPERAND, format!("Invalid operand of \"{symbol}\": {reason}."))
            .with_attributes(value);
    match symbol {
        "+" if value.ty() == Type::String => {
            problem.with_help("To join strings, write \"${a}${b}\".")
        }
        _ if is_of_bools => problem.with_help(to_bool(value)),
        _ => problem,
    }
}

pub(super) fn null_operand(symbol: &str, operand: &str) -> Problem {
    let default = if matches!(symbol, "&&" | "||" | "!") { "false" } else { "0" };
    Problem::new(codes::NULL_OPERAND, format!("The {operand} of \"{symbol}\" is null."))
        .with_help(format!("If it may be null, write x == null ? {default} : x."))
}

pub(super) fn failed_operation(symbol: &str, error: &dyn std::fmt::Display) -> Problem {
    Problem::new(codes::INVALID_OPERATION, format!("The operation \"{symbol}\" failed: {error}."))
}

// Conditions.

pub(super) fn null_condition() -> Problem {
    Problem::new(codes::NULL_CONDITION, "The condition must be a bool, not null.")
        .with_help("If it may be null, write x == true.")
}

pub(super) fn wrong_condition(value: &Value, error: &ConversionError) -> Problem {
    let ty = with_article(&value.ty().friendly_name());
    let detail = format!("The condition must be a bool, not {ty}{}.", details(value, error));
    Problem::new(codes::INVALID_CONDITION, detail).with_help(to_bool(value)).with_attributes(value)
}

/// Returns the help for a value that is used as a bool.
fn to_bool(value: &Value) -> String {
    match value.as_str().map(str::to_lowercase).as_deref() {
        Some(word @ ("true" | "false")) => format!("Write {word} in lowercase."),
        _ => "Compare the value with another one, as in x != null.".to_owned(),
    }
}

pub(super) fn mismatched_arms(difference: &str) -> Problem {
    let detail = format!("Both results must have a common type, but {difference}.");
    Problem::new(codes::MISMATCHED_CONDITIONAL_RESULTS, detail)
}

pub(super) fn unfit_arm(ty: &Type, error: &ConversionError) -> Problem {
    let ty = ty.friendly_name();
    let detail = format!("Both results must have a common type, which is {ty} here: {error}.");
    Problem::new(codes::MISMATCHED_CONDITIONAL_RESULTS, detail)
}

// Templates.

pub(super) fn null_in_template() -> Problem {
    Problem::new(codes::NULL_IN_TEMPLATE, "A null value can't be included in a string.")
        .with_help("If it may be null, write x == null ? \"\" : x.")
}

pub(super) fn no_text(value: &Value, error: &ConversionError) -> Problem {
    let detail =
        format!("{} can't be included in a string{}.", subject(value), details(value, error));
    Problem::new(codes::INVALID_VALUE_IN_TEMPLATE, detail).with_attributes(value)
}

// Loops.

pub(super) fn loop_over_null() -> Problem {
    Problem::new(codes::ITERATION_OVER_NULL, "A null value has no elements to iterate over.")
        .with_help("If it may be null, write x == null ? [] : x.")
}

pub(super) fn not_iterable(value: &Value) -> Problem {
    let detail = format!("{} has no elements to iterate over{}.", subject(value), actual(value));
    Problem::new(codes::VALUE_NOT_ITERABLE, detail)
        .with_help("Use a list, a set, a map, a tuple or an object.")
}

pub(super) fn null_key() -> Problem {
    Problem::new(codes::NULL_KEY, "A key must be a string, not null.")
}

pub(super) fn ambiguous_key(text: &str) -> Problem {
    let help = format!(
        "Write \"{text}\" for a key with a dot, or ({text}) for the value of the expression."
    );
    Problem::new(codes::AMBIGUOUS_KEY, "An unquoted key must be a single name.").with_help(help)
}

pub(super) fn wrong_key(value: &Value, error: &ConversionError) -> Problem {
    let ty = with_article(&value.ty().friendly_name());
    let detail = format!("A key must be a string, not {ty}{}.", details(value, error));
    Problem::new(codes::INVALID_KEY, detail).with_attributes(value)
}

pub(super) fn duplicate_key(key: &Value) -> Problem {
    let detail = format!("{} appears more than once.", key_subject(key));
    Problem::new(codes::DUPLICATE_KEY, detail)
        .with_help("To group the values of equal keys, write \"...\" after the value.")
}

pub(super) fn overwritten_key(key: &Value) -> Problem {
    let key = key_subject(key);
    let detail = format!("{key} appears more than once in this object; the last value is used.");
    Problem::new(codes::OVERWRITTEN_KEY, detail)
}

pub(super) fn splat_of_null(ty: &Type) -> Problem {
    Problem::new(codes::SPLAT_OF_NULL, format!("A null {} has no elements.", ty.friendly_name()))
        .with_help("If it may be null, write x == null ? [] : x.")
}

pub(super) fn mixed_splat(types: &[Type]) -> Problem {
    let mut names = types.iter().map(ToString::to_string).collect_vec();
    sort_by(&mut names, Ord::cmp);
    names.dedup();
    names.truncate(MAX_LISTED_TYPES);
    let detail = format!(
        "A splat of a list produces a list, whose elements must have the same type; their types include {}.",
        list_phrases(&names, "and")
    );
    Problem::new(codes::MIXED_ELEMENT_TYPES, detail)
        .with_help("Use a for expression, which produces a tuple.")
}

// Limits.

pub(super) fn too_much_work(limit: u64) -> Problem {
    let detail = format!(
        "The expressions and generated blocks of this configuration exceed the limit of {} steps.",
        grouped(limit)
    );
    Problem::new(codes::TOO_MUCH_WORK, detail)
        .with_help("Check for nested loops, and for large values that are built again and again.")
}

pub(super) fn out_of_time() -> Problem {
    let detail =
        "The time limit of the program is over, and the configuration is not evaluated to its end.";
    Problem::new(codes::TIME_LIMIT_EXCEEDED, detail)
        .with_help("Check for nested loops, and for large values that are built again and again.")
}

pub(super) fn cancelled() -> Problem {
    let detail = "The program cancelled the evaluation of the configuration before its end.";
    Problem::new(codes::EVALUATION_CANCELLED, detail)
        .with_help("Start it again for a complete result.")
}

pub(super) fn too_deep() -> Problem {
    Problem::new(codes::EVALUATION_TOO_DEEP, "The evaluation is nested deeper than the limit.")
        .with_help("Check for a function that calls itself without end.")
}

pub(super) fn value_too_large() -> Problem {
    let detail = format!(
        "A value can have at most {} levels and {} values, including nested ones.",
        Value::MAX_DEPTH,
        grouped(Value::MAX_SIZE as u64)
    );
    Problem::new(codes::VALUE_TOO_LARGE, detail)
        .with_help("Check for a value that is repeated again and again.")
}

// Function calls.

pub(super) fn no_functions_allowed(name: &str) -> Problem {
    let detail = format!("No functions are available here, so {name:?} can't be called.");
    let problem = Problem::new(codes::FUNCTIONS_NOT_AVAILABLE, detail);
    if is_not(name) { problem.with_operator() } else { problem }
}

pub(super) fn unknown_function(name: &str, ctx: &EvalContext) -> Problem {
    let not_defined = |kind, name| format!("The {kind} {name:?} is not defined.");
    let (detail, given, offered) = match name.rsplit_once("::") {
        None => (not_defined("function", name), name, ContextFunctions::all(ctx)),
        Some((namespace, local)) => {
            let offered = ContextFunctions::in_namespace(ctx, namespace);
            if offered.are_namespaces() {
                (not_defined("namespace", namespace), namespace, offered)
            } else {
                let detail = format!("The namespace {namespace:?} has no function {local:?}.");
                (detail, local, offered)
            }
        }
    };
    let problem = Problem::new(codes::UNKNOWN_FUNCTION, detail);
    if is_not(name) { problem.with_operator() } else { problem.with_offered(given, offered) }
}

/// Returns `true` for the operator of other languages, which reads as a function before a parenthesis.
fn is_not(name: &str) -> bool {
    matches!(name, "not" | "NOT")
}

pub(super) fn missing_argument(name: &str, function: &Function, given: usize) -> Problem {
    let missing = function.param(given).map_or("", Parameter::name);
    Problem::new(codes::MISSING_ARGUMENT, format!("The argument {missing:?} of {name} is missing."))
        .with_help(usage(name, function))
}

pub(super) fn extra_argument(name: &str, function: &Function, given: usize) -> Problem {
    let at_most =
        if function.params().iter().any(Parameter::is_optional) { "at most " } else { "" };
    let detail = match function.params().len() {
        0 => format!("The function {name} takes no arguments, but this call has {given}."),
        most => {
            let most = counted(most, "argument");
            format!("The function {name} takes {at_most}{most}, not {given}.")
        }
    };
    Problem::new(codes::TOO_MANY_ARGUMENTS, detail).with_help(usage(name, function))
}

pub(super) fn wrong_argument(function: &str, param: &str, error: &ConversionError) -> Problem {
    failed_call(function, Some(param), &FunctionError::new(error.to_string()))
}

/// An invalid argument among those that `...` takes from a collection.
pub(super) fn wrong_expanded_argument(
    function: &str,
    param: &str,
    value: &Value,
    error: &ConversionError,
) -> Problem {
    let failure = format!("Invalid value for the argument {param:?} of {function}");
    let detail = format!("{failure}, expanded from \"...\": {error}{}.", actual(value));
    Problem::new(codes::INVALID_ARGUMENT, detail).with_attributes(value)
}

/// A failed call. `param` is the parameter of the invalid argument, if there is one.
pub(super) fn failed_call(function: &str, param: Option<&str>, error: &FunctionError) -> Problem {
    let (code, subject, failure) = match param {
        Some(param) => {
            let argument = format!("argument {param:?} of {function}");
            let failure = format!("Invalid value for the {argument}");
            (codes::INVALID_ARGUMENT, format!("The {argument}"), failure)
        }
        None => {
            let subject = format!("The arguments of {function}");
            (codes::FUNCTION_CALL_FAILED, subject, format!("The call to {function} failed"))
        }
    };
    let help = error.help.as_deref().map(sentence).unwrap_or_default();
    let code = if error.code.is_empty() { code } else { Code::new(error.code, code.summary()) };
    let inner = error.details().into_iter().flat_map(InnerErrors::places);
    Problem::new(code, cause_sentence(&error.cause, &subject, &failure))
        .with_help(help)
        .with_inner(inner.collect_vec())
}

pub(super) fn null_expansion() -> Problem {
    let detail = "The value before \"...\" must be a list, a set or a tuple, not null.";
    Problem::new(codes::INVALID_ARGUMENT, detail)
}

pub(super) fn wrong_expansion(value: &Value) -> Problem {
    let ty = with_article(&value.ty().friendly_name());
    let detail = format!(
        "The value before \"...\" must be a list, a set or a tuple, not {ty}{}.",
        actual(value)
    );
    Problem::new(codes::INVALID_ARGUMENT, detail)
}

/// An error of the program in a custom decoder, reported at the expression.
pub(super) fn wrong_decoder(ty: &Type, found: &Type) -> Problem {
    let detail = format!(
        "This is an error in the program, not in the configuration: the decoder of the type {} returned {}.",
        ty.friendly_name(),
        with_article(&found.friendly_name())
    );
    Problem::new(codes::INVALID_DECODER, detail)
}

/// Returns the type of a value as the subject of a sentence: `A list of strings`.
fn subject(value: &Value) -> String {
    let name = with_article(&value.ty().friendly_name());
    if value.is_known() || value.is_marked() {
        capitalised(&name)
    } else {
        format!("{} that is not known yet", capitalised(&name))
    }
}

/// Returns the actual value as an addition to a sentence, if it is short and may be shown: `; this is 80`.
fn actual(value: &Value) -> String {
    let is_shown = value.is_known() && !value.is_null() && !value.is_marked();
    if is_shown && value.ty().is_primitive() {
        format!("; this is {}", value.describe())
    } else if is_shown && is_empty(value) {
        "; this one is empty".to_owned()
    } else {
        String::new()
    }
}

/// Returns `true` for a list, a set, a map or a tuple without elements.
fn is_empty(value: &Value) -> bool {
    let ty = value.ty();
    (ty.is_collection() || matches!(ty, Type::Tuple(_))) && value.elements().is_empty()
}

/// Returns an addition to a sentence: the reason given by a custom type, or the actual value if it may be shown.
fn details(value: &Value, error: &ConversionError) -> String {
    match value.unmarked().ty() {
        Type::Capsule(_) => format!(": {error}"),
        _ => actual(value),
    }
}

/// Returns a key as the subject of a sentence: `The key "a"`.
fn key_subject(key: &Value) -> String {
    if key.is_marked() { "A hidden key".to_owned() } else { format!("The key {}", key.describe()) }
}

/// Returns the form of a call: `Usage: upper(string).` Optional arguments are in brackets.
fn usage(name: &str, function: &Function) -> String {
    let variadic = function.variadic().map(|param| format!("{}...", param.name()));
    let params = function.params().iter().map(|param| {
        if param.is_optional() { format!("[{}]", param.name()) } else { param.name().to_owned() }
    });
    let params = params.chain(variadic).collect_vec();
    format!("Usage: {name}({}).", params.join(", "))
}
