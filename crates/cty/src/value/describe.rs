//! Descriptions of values: short ones for messages, and complete ones for programmers.

use std::fmt;

use super::{Kind, Value};
use crate::collect::CollectVec;
use crate::convert::with_article;
use crate::{Mark, Str, Type};

/// The maximum number of characters of a string or number in messages. Longer ones are cut.
const MAX_SHOWN_CHARS: usize = 60;

/// The maximum number of attributes of an object that are named, if their names together are not longer than a
/// string may be.
const MAX_NAMED_ATTRIBUTES: usize = 4;

impl Value {
    /// Returns a short description for messages: `5`, `"http"`, `a list of strings with 2 elements`, `an object
    /// with attributes "a" and "b"`. A marked value is not shown.
    pub fn describe(&self) -> String {
        match self.kind() {
            Kind::Null(_) => "null".to_owned(),
            Kind::Unknown(..) => "not known yet".to_owned(),
            Kind::Bool(value) => value.to_string(),
            Kind::Number(value) => cut(&value.to_string(), str::to_owned),
            Kind::String(text) => cut(text, |text| format!("{text:?}")),
            Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Tuple(_) => {
                let name = with_article(&self.ty().friendly_name());
                format!("{name} with {}", count_elements(self))
            }
            Kind::Object(object) => {
                format!("an object {}", name_attributes(object.shape().names()))
            }
            Kind::Capsule(capsule) => with_article(capsule.ty().name()),
            Kind::Marked(..) => "a hidden value".to_owned(),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Null(ty) => write!(f, "null({})", Outline(ty)),
            Kind::Unknown(ty, None) => write!(f, "unknown({})", Outline(ty)),
            Kind::Unknown(ty, Some(known)) => write!(f, "unknown({}, {known:?})", Outline(ty)),
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
            Kind::Marked(_, marks) if marks.contains(&Mark::sensitive()) => {
                f.write_str("(sensitive)")
            }
            Kind::Marked(inner, marks) if marks.iter().all(Mark::is_reported) => inner.fmt(f),
            Kind::Marked(_, marks) => {
                let names = marks.iter().filter(|it| !it.is_reported()).map(Mark::name);
                write!(f, "(marked {})", names.collect_vec().join(", "))
            }
        }
    }
}

/// A type without the names of attributes. The names may come from a marked value, because a null takes the type of
/// its neighbors.
struct Outline<'t>(&'t Type);

impl fmt::Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::List(element) => write!(f, "list({})", Outline(element)),
            Type::Set(element) => write!(f, "set({})", Outline(element)),
            Type::Map(element) => write!(f, "map({})", Outline(element)),
            Type::Tuple(types) => {
                f.write_str("tuple([")?;
                for (index, ty) in types.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", Outline(ty))?;
                }
                f.write_str("])")
            }
            Type::Object(_) => f.write_str("object"),
            ty => write!(f, "{ty}"),
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

/// Returns the names of the attributes of an object, or their number if there are too many.
fn name_attributes(names: &[Str]) -> String {
    let chars = || names.iter().map(|name| name.chars().count()).sum::<usize>();
    let are_short = names.len() <= MAX_NAMED_ATTRIBUTES && chars() <= MAX_SHOWN_CHARS;
    match names {
        [] => "without attributes".to_owned(),
        [only] if are_short => format!("with attribute {:?}", &**only),
        [_] => "with 1 attribute".to_owned(),
        [first @ .., last] if are_short => {
            let first: Vec<_> = first.iter().map(|name| format!("{:?}", &**name)).collect_vec();
            format!("with attributes {} and {:?}", first.join(", "), &**last)
        }
        _ => format!("with {} attributes", names.len()),
    }
}

/// Returns a string as it is shown, or the start of a long one.
fn cut(text: &str, show: impl Fn(&str) -> String) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        None => show(text),
        Some((end, _)) => show(&text[..end]) + " (cut)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Number;

    #[test]
    fn values_in_words() {
        let list = Value::list(Type::String, vec!["a".into()]);
        assert_eq!(list.describe(), "a list of strings with 1 element");
        assert_eq!(Value::from("a\"b").describe(), r#""a\"b""#);
        assert_eq!(Value::from("x").mark(Mark::new("m")).describe(), "a hidden value");
    }

    #[test]
    fn objects_in_words() {
        let object = |names: &[&str]| {
            let secret = || Value::from("hunter2").mark(Mark::sensitive());
            Value::object(names.iter().map(|name| (*name, secret()))).describe()
        };
        assert_eq!(object(&[]), "an object without attributes");
        assert_eq!(object(&["a"]), r#"an object with attribute "a""#);
        assert_eq!(object(&["b", "a"]), r#"an object with attributes "a" and "b""#);
        assert_eq!(
            object(&["a", "b", "c", "d"]),
            r#"an object with attributes "a", "b", "c" and "d""#
        );
        assert_eq!(object(&["a", "b", "c", "d", "e"]), "an object with 5 attributes");
        let long = "é".repeat(59);
        assert_eq!(object(&["a", &long]), format!(r#"an object with attributes "a" and "{long}""#));
        assert_eq!(object(&["ab", &long]), "an object with 2 attributes");
        assert_eq!(object(&["é".repeat(61).as_str()]), "an object with 1 attribute");
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
        assert_eq!(format!("{secret:?}"), "(sensitive)");
        let of_type = Value::unknown(Type::list(Type::object([("hunter2", Type::Number)])));
        assert_eq!(format!("{of_type:?}"), "unknown(list(object))");
        let keyed = Value::object([("hunter2", Value::from(1))]);
        let marked = keyed.mark(Mark::new("b")).mark(Mark::new("a"));
        assert_eq!(format!("{marked:?}"), "(marked a, b)");
    }
}
