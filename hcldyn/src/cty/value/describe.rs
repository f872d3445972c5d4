//! A value in words: in a few for messages, and with all its parts for programmers.

use std::fmt;

use super::{Kind, Value};
use crate::cty::Mark;

/// Texts and numbers of more characters than this are cut in messages.
const MAX_SHOWN_CHARS: usize = 60;

impl Value {
    /// The value in a few words: `5`, `"text"`, `list of string with 2 elements`. What is marked is
    /// not shown, only that it is there.
    pub fn describe(&self) -> String {
        match self.kind() {
            Kind::Null(_) => "null".to_owned(),
            Kind::Unknown(..) => "not known yet".to_owned(),
            Kind::Bool(value) => value.to_string(),
            Kind::Number(value) => cut(&value.to_string(), str::to_owned),
            Kind::String(text) => cut(text, |text| format!("{text:?}")),
            Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Tuple(_) => {
                format!("{} with {}", self.ty().friendly_name(), count_elements(self))
            }
            Kind::Object(object) => match object.shape().len() {
                0 => "object without attributes".to_owned(),
                1 => format!("object with attribute {:?}", object.shape().names()[0]),
                count => format!("object with {count} attributes"),
            },
            Kind::Capsule(capsule) => capsule.ty().name().to_owned(),
            Kind::Marked(..) => "a hidden value".to_owned(),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Null(ty) => write!(f, "null({ty})"),
            Kind::Unknown(ty, None) => write!(f, "unknown({ty})"),
            Kind::Unknown(ty, Some(refinement)) => write!(f, "unknown({ty}, {refinement:?})"),
            Kind::Bool(value) => write!(f, "{value}"),
            Kind::Number(value) => write!(f, "{value}"),
            Kind::String(value) => write!(f, "{value:?}"),
            Kind::List(list) => write!(f, "list({:?})", list.elements()),
            Kind::Set(set) => write!(f, "set({:?})", set.elements()),
            Kind::Map(map) => f.debug_map().entries(map.iter()).finish(),
            Kind::Tuple(tuple) => f.debug_list().entries(tuple.elements()).finish(),
            Kind::Object(object) => {
                f.write_str("object")?;
                f.debug_map().entries(object.iter()).finish()
            }
            Kind::Capsule(capsule) => write!(f, "{capsule:?}"),
            Kind::Marked(value, marks) if marks.contains(&Mark::sensitive()) => {
                write!(f, "(sensitive {})", value.ty())
            }
            Kind::Marked(value, marks) => write!(f, "marked({value:?}, {marks:?})"),
        }
    }
}

fn count_elements(value: &Value) -> String {
    match value.elements().len() {
        0 => "no elements".to_owned(),
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    }
}

/// The text as it is shown, or its beginning where it is long.
fn cut(text: &str, show: impl Fn(&str) -> String) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        None => show(text),
        Some((end, _)) => show(&text[..end]) + " (cut)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::{Number, Type};

    #[test]
    fn values_in_words() {
        let list = Value::list(Type::String, vec!["a".into()]);
        assert_eq!(list.describe(), "list of string with 1 element");
        assert_eq!(Value::from("a\"b").describe(), r#""a\"b""#);
        assert_eq!(Value::from("x").mark(Mark::new("m")).describe(), "a hidden value");
    }

    #[test]
    fn long_texts_and_numbers_are_cut() {
        assert_eq!(Value::from("é".repeat(61)).describe(), format!("{:?} (cut)", "é".repeat(60)));
        let long = Value::number(Number::parse("1e70000").unwrap());
        assert_eq!(long.describe(), format!("1{} (cut)", "0".repeat(59)));
    }

    #[test]
    fn secrets_are_not_printed() {
        let secret = Value::from("hunter2").mark(Mark::sensitive());
        assert_eq!(format!("{secret:?}"), "(sensitive string)");
    }
}
