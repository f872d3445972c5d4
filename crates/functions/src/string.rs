//! Functions on strings.
//!
//! A character is a grapheme cluster, which readers perceive as one character. Letters change case one by one, as
//! in Go: `ß` stays `ß` in `upper`.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation;

use super::Named;
use super::arguments::{count, string, text, whole};
use super::limits::{check_bytes, check_elements};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Str, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("chomp", mapping("The string without the line breaks at its end.", |s| chomp(s).into())),
        (
            "endswith",
            predicate("`true` if a string ends with a suffix.", "suffix", |a, b| a.ends_with(b)),
        ),
        ("indent", indent()),
        ("join", join()),
        (
            "lower",
            mapping("The string in lower case.", |text| {
                let ascii = text.with_ascii(str::make_ascii_lowercase);
                ascii.unwrap_or_else(|| by_letter(text, lower))
            }),
        ),
        ("replace", replace()),
        ("split", split()),
        (
            "startswith",
            predicate("`true` if a string starts with a prefix.", "prefix", |a, b| {
                a.starts_with(b)
            }),
        ),
        (
            "strcontains",
            predicate("`true` if a string contains another one.", "part", |a, b| a.contains(b)),
        ),
        (
            "strrev",
            mapping("The string with its characters in reverse order.", |text| {
                backwards(text).into()
            }),
        ),
        ("substr", substr()),
        ("title", mapping("The string with each word capitalised.", |s| title(s).into())),
        (
            "trim",
            cutting("The string without the given characters at its ends.", "characters", trim),
        ),
        ("trimprefix", cutting("The string without a prefix.", "prefix", trim_prefix)),
        ("trimspace", mapping("The string without whitespace at its ends.", |s| s.trim().into())),
        ("trimsuffix", cutting("The string without a suffix.", "suffix", trim_suffix)),
        (
            "upper",
            mapping("The string in upper case.", |text| {
                let ascii = text.with_ascii(str::make_ascii_uppercase);
                ascii.unwrap_or_else(|| by_letter(text, upper))
            }),
        ),
    ]
}

fn mapping(
    description: &'static str,
    map: impl Fn(&Str) -> Str + Send + Sync + 'static,
) -> Function {
    Function::builder(description)
        .param(Parameter::new("string", Type::String).allow_dynamic())
        .returning(Type::String, move |args, _| Ok(map(string(args, 0)?).into()))
}

fn by_letter(text: &str, change: fn(char) -> char) -> Str {
    Str::of_text(text.chars().map(change).collect())
}

fn backwards(text: &str) -> String {
    text.graphemes(true).rev().collect()
}

fn cutting(
    description: &'static str,
    cutset: &'static str,
    cut: for<'a> fn(&'a str, &str) -> &'a str,
) -> Function {
    Function::builder(description)
        .param(Parameter::new("string", Type::String))
        .param(Parameter::new(cutset, Type::String))
        .returning(Type::String, move |args, _| Ok(cut(text(args, 0)?, text(args, 1)?).into()))
}

fn predicate(
    description: &'static str,
    part: &'static str,
    holds: fn(&str, &str) -> bool,
) -> Function {
    Function::builder(description)
        .param(Parameter::new("string", Type::String))
        .param(Parameter::new(part, Type::String))
        .returning(Type::Bool, move |args, _| Ok(holds(text(args, 0)?, text(args, 1)?).into()))
}

fn indent() -> Function {
    Function::builder("The string with spaces added before each line but the first.")
        .param(Parameter::new("spaces", Type::Number))
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, |args, _| {
            let (spaces, text) = (count(args, 0)?, text(args, 1)?);
            let added = text.matches('\n').count().saturating_mul(spaces);
            check_bytes(added)?;
            Ok(match added {
                0 => text.into(),
                _ => text.replace('\n', &format!("\n{}", " ".repeat(spaces))).into(),
            })
        })
}

fn join() -> Function {
    Function::builder("The strings of all lists, with a separator between each two.")
        .param(Parameter::new("separator", Type::String))
        .variadic(Parameter::new("lists", Type::list(Type::String)))
        .returning(Type::String, |args, ty| {
            let (separator, lists) = (text(args, 0)?, &args[1..]);
            if lists.is_empty() {
                return Err(FunctionError::new(
                    "at least one list is required after the separator",
                ));
            }
            if !lists.iter().all(Value::is_wholly_known) {
                return Ok(Value::unknown(ty.clone()));
            }
            let mut texts = Vec::new();
            for (list, argument) in lists.iter().zip(1..) {
                for (index, element) in list.elements().iter().enumerate() {
                    texts.push(element.as_str().ok_or_else(|| {
                        let found = element.describe();
                        let message =
                            format!("contain only strings, but element {index} is {found}");
                        FunctionError::must(argument, message)
                    })?);
                }
            }
            let lengths = texts.iter().map(|text| text.len() + separator.len());
            check_bytes(lengths.fold(0, usize::saturating_add))?;
            Ok(texts.join(separator).into())
        })
}

fn replace() -> Function {
    Function::builder(
        "The string with each occurrence of a part replaced. A part between slashes is a regular \
         expression, and the replacement may then name its groups as `$1` or `${name}`.",
    )
    .param(Parameter::new("string", Type::String))
    .param(Parameter::new("part", Type::String))
    .param(Parameter::new("replacement", Type::String))
    .returning(Type::String, |args, _| {
        let (text, part, replacement) = (text(args, 0)?, text(args, 1)?, text(args, 2)?);
        let expression = part.strip_prefix('/').and_then(|part| part.strip_suffix('/'));
        match expression {
            Some(expression) => replace_matches(text, expression, replacement),
            None => {
                let added = text.matches(part).count().saturating_mul(replacement.len());
                check_bytes(added)?;
                Ok(text.replace(part, replacement).into())
            }
        }
    })
}

#[cfg(feature = "regex")]
fn replace_matches(
    text: &str,
    expression: &str,
    replacement: &str,
) -> Result<Value, FunctionError> {
    super::pattern::Pattern::new(expression, 1)?.replace(text, replacement)
}

#[cfg(not(feature = "regex"))]
fn replace_matches(_: &str, _: &str, _: &str) -> Result<Value, FunctionError> {
    let expectation = "be a plain string: this program was built without regular expressions";
    Err(FunctionError::must(1, expectation))
}

fn split() -> Function {
    Function::builder("The parts of a string between separators.")
        .param(Parameter::new("separator", Type::String))
        .param(Parameter::new("string", Type::String))
        .returning(Type::list(Type::String), |args, _| {
            let (separator, text) = (text(args, 0)?, text(args, 1)?);
            check_elements(text.matches(separator).count())?;
            let parts = match separator {
                "" => text.chars().map(|char| char.to_string().into()).collect(),
                _ => text.split(separator).map(Value::from).collect(),
            };
            Ok(Value::list(Type::String, parts))
        })
}

fn substr() -> Function {
    Function::builder(
        "A part of a string: `length` characters from `offset`. A negative offset counts from the \
         end; a negative length means all remaining characters.",
    )
    .param(Parameter::new("string", Type::String).allow_dynamic())
    .param(Parameter::new("offset", Type::Number).allow_dynamic())
    .param(Parameter::new("length", Type::Number).allow_dynamic())
    .returning(Type::String, |args, _| {
        let (text, offset, length) = (text(args, 0)?, whole(args, 1)?, whole(args, 2)?);
        let from_end = || text.graphemes(true).count().saturating_sub(clamp(offset.unsigned_abs()));
        let start = if offset < 0 { from_end() } else { clamp(offset.unsigned_abs()) };
        let length = if length < 0 { usize::MAX } else { clamp(length.unsigned_abs()) };
        Ok(text.graphemes(true).skip(start).take(length).collect::<String>().into())
    })
}

fn clamp(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn chomp(text: &str) -> &str {
    text.trim_end_matches(['\r', '\n'])
}

fn trim<'a>(text: &'a str, characters: &str) -> &'a str {
    let characters: HashSet<char> = characters.chars().collect();
    text.trim_matches(|char| characters.contains(&char))
}

fn trim_prefix<'a>(text: &'a str, prefix: &str) -> &'a str {
    text.strip_prefix(prefix).unwrap_or(text)
}

fn trim_suffix<'a>(text: &'a str, suffix: &str) -> &'a str {
    text.strip_suffix(suffix).unwrap_or(text)
}

/// Capitalises each letter that does not follow a letter, a digit or `_`. Beyond ASCII, only whitespace separates
/// words (reference: Go's `strings.Title`).
fn title(text: &str) -> String {
    let mut after_separator = true;
    let capitalise = |char: char| {
        let starts_word = std::mem::replace(&mut after_separator, is_separator(char));
        if starts_word { title_case(char) } else { char }
    };
    text.chars().map(capitalise).collect()
}

fn is_separator(char: char) -> bool {
    match char {
        '_' => false,
        _ if char.is_ascii() => !char.is_ascii_alphanumeric(),
        _ => char.is_whitespace(),
    }
}

/// Returns the lower case of a letter as a single letter, unlike Rust's own mapping.
fn lower(char: char) -> char {
    if char.is_ascii() {
        return char.to_ascii_lowercase();
    }
    char.to_lowercase().next().unwrap_or(char)
}

/// Returns the upper case of a letter, or the letter itself if its upper case has several letters.
fn upper(char: char) -> char {
    if char.is_ascii() {
        return char.to_ascii_uppercase();
    }
    let mut mapped = char.to_uppercase();
    match (mapped.next(), mapped.next()) {
        (Some(upper), None) => upper,
        _ => greek_with_iota(char).unwrap_or(char),
    }
}

/// Returns the capital of a Greek letter with iota subscript, which Rust maps to two letters.
fn greek_with_iota(char: char) -> Option<char> {
    let distance = match char {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return None,
    };
    char::from_u32(u32::from(char) + distance)
}

/// Returns the title case of a letter: the upper case, except for double letters and Georgian.
fn title_case(char: char) -> char {
    match char {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        'ა'..='ჿ' => char,
        _ => upper(char),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, strings};
    use hcldyn_cty::{Type, Value};

    #[test]
    fn letters_change_case_one_by_one() {
        assert_eq!(call("upper", [Value::from("straße ᾳ")]), "STRAßE ᾼ".into());
        assert_eq!(call("lower", [Value::from("İΑΣ")]), "iασ".into());
        assert_eq!(call("title", [Value::from("don't ǆ_x ა")]), "Don'T ǅ_x ა".into());
    }

    #[test]
    fn parts_of_a_string() {
        let substr = |offset: i64, length: i64| {
            call("substr", [Value::from("window"), offset.into(), length.into()])
        };
        assert_eq!(substr(1, 3), "ind".into());
        assert_eq!(substr(-2, 0), "".into());
        assert_eq!(substr(-9, 2), "wi".into());
        assert_eq!(substr(i64::MIN, i64::MAX), "window".into());
        assert_eq!(substr(i64::MAX, -1), "".into());
    }

    #[test]
    fn strings_and_patterns_are_replaced() {
        let replace = |part: &str, with: &str| {
            call("replace", [Value::from("a.b.c"), part.into(), with.into()])
        };
        assert_eq!(replace(".", "/"), "a/b/c".into());
        assert_eq!(replace("/[ab]\\./", "x"), "xxc".into());
        assert_eq!(replace("/(\\w)\\.(?P<next>\\w)/", "${next}$1"), "ba.c".into());
    }

    #[test]
    fn prefixes_suffixes_and_substrings_are_found() {
        assert_eq!(call("startswith", [Value::from("abc"), "ab".into()]), true.into());
        assert_eq!(call("endswith", [Value::from("abc"), "ab".into()]), false.into());
        assert_eq!(call("strcontains", [Value::from("abc"), "b".into()]), true.into());
    }

    #[test]
    fn many_characters_are_trimmed_at_once() {
        let unlike: String = ('\u{4e00}'..='\u{9fff}').collect();
        let (text, characters) = ("a".repeat(1_000_000), unlike + "a");
        assert_eq!(call("trim", [Value::from(text), Value::from(characters)]), "".into());
    }

    #[test]
    fn large_results_are_rejected() {
        let lines = Value::from("\n\n");
        assert!(error("indent", [Value::from(i64::MAX), lines.clone()]).contains("bytes"));
        assert_eq!(call("indent", [Value::from(i64::MAX), "one".into()]), "one".into());
        assert_eq!(error("indent", [Value::from(-1), lines]), "must be at least 0, not -1");
        let long = "x".repeat(1 << 20);
        let message =
            error("replace", [Value::from(long.as_str()), "".into(), long.as_str().into()]);
        assert!(message.contains("bytes"), "{message}");
    }

    #[test]
    fn join_names_the_invalid_element() {
        let list = Value::list(Type::String, vec![Value::null(Type::String)]);
        let message = error("join", [Value::from(","), strings(["a"]), list]);
        assert_eq!(message, "must contain only strings, but element 0 is null");
    }
}
