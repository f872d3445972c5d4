//! Sentences and phrases of messages.

use crate::cty::function::Cause;

/// Returns a clause as a sentence: with a capital letter and a full stop.
pub(crate) fn sentence(clause: &str) -> String {
    ended(&capitalised(clause))
}

/// Returns a string with a full stop at its end, unless it already ends a sentence.
pub(crate) fn ended(text: &str) -> String {
    if text.ends_with(['.', '?', '!']) { text.to_owned() } else { format!("{text}.") }
}

pub(crate) fn capitalised(text: &str) -> String {
    let first = text.chars().next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(text.chars().skip(1)).collect()
}

/// Returns a number with its noun: `1 label`, `2 labels`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns a limit with separators: `10,000`.
pub fn grouped(limit: u64) -> String {
    let digits = limit.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a sentence about the cause of a failed call: `subject` with the unmet expectation, or `failure` with the
/// reason.
pub(crate) fn cause_sentence(cause: &Cause, subject: &str, failure: &str) -> String {
    ended(&match cause {
        Cause::Expectation(_) => format!("{subject} {cause}"),
        Cause::Hidden => format!("{failure}; {cause}"),
        _ => format!("{failure}: {cause}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_become_sentences() {
        assert_eq!(sentence("add a default"), "Add a default.");
        assert_eq!(ended("Is it \"port\"?"), "Is it \"port\"?");
    }

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(
            [0, 1, 2].map(|count| counted(count, "label")),
            ["0 labels", "1 label", "2 labels"]
        );
    }

    #[test]
    fn limits_are_grouped_by_thousands() {
        assert_eq!([7, 999, 1_000, 12_345_678].map(grouped), ["7", "999", "1,000", "12,345,678"]);
    }

    #[test]
    fn causes_become_sentences() {
        let sentence = |cause| cause_sentence(&cause, "The argument", "Invalid value");
        assert_eq!(sentence(Cause::Expectation("be even".into())), "The argument must be even.");
        assert_eq!(sentence(Cause::Reason("it is odd.".into())), "Invalid value: it is odd.");
        let hidden = "Invalid value; the details are hidden because the value is sensitive.";
        assert_eq!(sentence(Cause::Hidden), hidden);
    }
}
