//! Fixes of values of the wrong type.

use crate::cty::convert::convert;
use crate::cty::{Number, Type, Value};
use crate::diag::Fix;
use crate::expr::Expression;
use crate::source::Span;
use crate::syntax::native::ends_with_heredoc;

/// Words that are meant as a bool, with their values. The first two are certain.
const BOOLS: [(&str, bool); 6] =
    [("true", true), ("false", false), ("yes", true), ("no", false), ("on", true), ("off", false)];

/// Returns the fix that writes a literal value in the form of its type, in native or JSON syntax.
pub(super) fn to_type(expr: &Expression, wanted: &Type) -> Option<Fix> {
    let place = expr.place();
    if let Some(literal) = expr.as_literal() {
        return match (wanted, literal.as_str()) {
            (Type::Bool, Some(text)) => {
                let is_word = |(word, _): &&(&str, bool)| text.trim().eq_ignore_ascii_case(word);
                let position = BOOLS.iter().position(|entry| is_word(&entry))?;
                let value = BOOLS[position].1;
                let title = format!("Write {value}");
                let fix = if position < 2 { Fix::safe(title) } else { Fix::uncertain(title) };
                Some(fix.replace(place, value.to_string()))
            }
            (Type::Number, Some(text)) => {
                let number = text.trim();
                Number::parse(number).ok()?;
                Some(Fix::safe("Write the number without quotes").replace(place, number))
            }
            _ => {
                let element = wanted.element().filter(|_| !matches!(wanted, Type::Map(_)))?;
                let close = if ends_with_heredoc(place.text()) { "\n]" } else { "]" };
                is_convertible(literal, element).then(|| {
                    Fix::safe("Write the value as a list")
                        .insert_before(&place, "[")
                        .insert_after(&place, close)
                })
            }
        };
    }
    // The only element in place of its list.
    let elements = expr.as_list()?;
    let [only] = &*elements else { return None };
    let is_wanted = wanted.is_primitive() && is_convertible(only.as_literal()?, wanted);
    let title = "Write the element without the brackets";
    let (list, element) = (place.span(), only.place().span());
    let part = |start, end| place.source().place(Span::new(start, end));
    let (open, close) = if ends_with_heredoc(only.text()) { ("(", "\n)") } else { ("", "") };
    is_wanted.then(|| {
        Fix::uncertain(title)
            .replace(part(list.start, element.start), open)
            .replace(part(element.end, list.end), close)
    })
}

fn is_convertible(value: &Value, ty: &Type) -> bool {
    !value.is_null() && convert(value.clone(), ty).is_ok()
}
