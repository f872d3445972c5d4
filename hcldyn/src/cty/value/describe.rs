//! A value in a few words, for messages.

use super::{Kind, Value};

/// Texts longer than this many characters are cut in messages.
const MAX_SHOWN_CHARS: usize = 60;

impl Value {
    /// The value in a few words: `5`, `"text"`, `list of string with 2 elements`. What is marked is
    /// not shown, only that it is there.
    pub fn describe(&self) -> String {
        match self.kind() {
            Kind::Null(_) => "null".to_owned(),
            Kind::Unknown(..) => "not known yet".to_owned(),
            Kind::Bool(value) => value.to_string(),
            Kind::Number(value) => value.to_string(),
            Kind::String(text) => quote(text),
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

    /// A key in a path: a number as it is, a text in quotes.
    pub(crate) fn describe_key(&self) -> String {
        self.describe()
    }
}

fn count_elements(value: &Value) -> String {
    match value.elements().len() {
        0 => "no elements".to_owned(),
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    }
}

fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?} (cut)", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::{Mark, Type};

    #[test]
    fn values_in_words() {
        let list = Value::list(Type::String, vec!["a".into()]);
        assert_eq!(list.describe(), "list of string with 1 element");
        assert_eq!(Value::from("a\"b").describe(), r#""a\"b""#);
        assert_eq!(Value::from("x").mark(Mark::new("m")).describe(), "a hidden value");
    }
}
