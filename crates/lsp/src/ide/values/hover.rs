//! The description of a value in Markdown.

use hcldyn_core::cty::Value;
use hcldyn_core::cty::value_spec::ValueSpec;

use super::at::ValueAt;
use super::part::Outcome;
use super::{human, shown};

/// The maximum number of bytes of one of several values.
const MAX_EACH: usize = 60;

/// Returns the description of a value. `spec` is that of the attribute.
pub(in crate::ide) fn described(found: &ValueAt, spec: Option<&ValueSpec>) -> Option<String> {
    if found.is_secret {
        return Some("Value: sensitive\n".to_owned());
    }
    let text = match (&*found.outcomes, found.is_repeated) {
        ([], _) => return None,
        ([Outcome::TooLong, ..], _) => format!("Value: {TOO_LONG}\n"),
        ([Outcome::Panicked, ..], _) => format!("Value: {PANICKED}\n"),
        (all, _) if all.iter().all(|it| matches!(it, Outcome::Failed)) => return None,
        ([Outcome::Value(value)], false) => single(value, &found.attribute, spec),
        (several, _) => all(several, found.count),
    };
    Some(match &*found.waits_for {
        [] => text,
        names => {
            let names: Vec<_> = names.iter().map(|name| code(name)).collect();
            format!("{text}\nNot known before {}\n", names.join(", "))
        }
    })
}

/// The text in place of a value whose evaluation takes longer than that of an answer may.
pub(in crate::ide) const TOO_LONG: &str = "not evaluated within 200 ms";

/// The text in place of a value after a panic.
pub(in crate::ide) const PANICKED: &str = "not evaluated: a function of the program panicked";

fn single(value: &Value, name: &str, spec: Option<&ValueSpec>) -> String {
    let ty = shown::type_of(value);
    if shown::is_sensitive(value) {
        return format!("Value: sensitive ({ty})\n");
    }
    if !value.is_known() {
        return format!("Value: not known ({ty})\n");
    }
    let text = shown::full(value);
    let human = human::form(value, name, spec).map(|form| format!(", {form}")).unwrap_or_default();
    if text.contains(['\n', '`']) {
        let fence = fence(&text);
        return format!("Value ({ty}):\n\n{fence}hcl\n{text}\n{fence}\n");
    }
    format!("Value: `{text}` ({ty}){human}\n")
}

/// Returns the first of several values on one line.
fn all(outcomes: &[Outcome], count: Option<usize>) -> String {
    let each = |outcome: &Outcome| match outcome {
        Outcome::Value(value) if shown::is_sensitive(value) => "sensitive".to_owned(),
        Outcome::Value(value) if !value.is_known() => "not known".to_owned(),
        Outcome::Value(value) => code(&shown::line(value, MAX_EACH)),
        Outcome::Failed => "invalid".to_owned(),
        Outcome::TooLong => TOO_LONG.to_owned(),
        Outcome::Panicked => PANICKED.to_owned(),
    };
    let mut texts: Vec<_> = outcomes.iter().map(each).collect();
    let total = match count {
        Some(count) if count > outcomes.len() => {
            texts.push("…".to_owned());
            format!(" ({count} iterations)")
        }
        _ => String::new(),
    };
    format!("Values by iteration: {}{total}\n", texts.join(", "))
}

/// Returns a text as code in Markdown.
pub(in crate::ide) fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// Returns a fence that is not in a text.
fn fence(text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    fence
}
