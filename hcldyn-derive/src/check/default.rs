//! Rules of defaults, and of other ways to make a field optional.

use syn::{LitStr, Type};

use crate::ast::Field;
use crate::attr::{Default, FieldKind};
use crate::ctxt::Ctxt;
use crate::ty::{arguments, content, is_called, is_captured, is_collection, is_map, last_name};

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, field: &Field<'_>) {
    check_left_out(ctxt, field);
    if let (Some((_, Default::Text(text))), None) = (&field.attrs.default, &field.attrs.source)
        && !is_called(field.ty, "Option")
    {
        check_text(ctxt, field, text);
    }
}

/// Rejects several options that all make the field optional.
fn check_left_out(ctxt: &Ctxt, field: &Field<'_>) {
    let is_option = is_called(field.ty, "Option");
    if let Some((tokens, _)) = &field.attrs.default
        && is_option
        && field.attrs.kind() == FieldKind::Attr
    {
        let message = "an `Option` is `None` when not set; remove the `Option` or the `default`";
        ctxt.error_at(tokens, message);
    }
    let Some((tokens, ())) = &field.attrs.optional else { return };
    let is_vec = field.attrs.kind() != FieldKind::Attr && is_called(field.ty, "Vec");
    if field.attrs.default.is_some() {
        ctxt.error_at(
            tokens,
            "an attribute with a `default` is already optional; remove `optional`",
        );
    } else if is_option {
        ctxt.error_at(tokens, "an `Option` is already optional; remove `optional`");
    } else if is_vec {
        ctxt.error_at(tokens, "a `Vec` of blocks can already be empty; remove `optional`");
    }
}

/// Rejects a string as the default of a type that it does not convert to.
fn check_text(ctxt: &Ctxt, field: &Field<'_>, literal: &LitStr) {
    let text = literal.value();
    let whole = content(field.ty);
    let cure = if is_captured(whole) && !is_called(whole, "Deferred") {
        Some("an expression has no default; write an `Option` of it".to_owned())
    } else if is_map(whole) {
        Some("a string is not a map; write `default = [(\"…\", …)]`".to_owned())
    } else if matches!(whole, Type::Tuple(_)) {
        Some("a string is not a tuple; write `default = (…)`".to_owned())
    } else if is_collection(whole) {
        Some(format!("a string is not a list; write `default = [{text:?}]`"))
    } else {
        None
    };
    if let Some(cure) = cure {
        return ctxt.error_at(literal, cure);
    }
    let deferred = arguments(whole).next().filter(|_| is_called(whole, "Deferred"));
    let whole = deferred.unwrap_or(whole);
    let Some(ty) = last_name(whole).map(ToString::to_string) else { return };
    let Some(expected) = expected(&ty, &text) else { return };
    let mut message = format!("invalid default for `{ty}`: {expected} is required, not {text:?}");
    if is_function(&text) {
        message += &format!("; for the result of a function, write `default = {text}()`");
    }
    ctxt.error_at(literal, message);
}

/// Returns `true` if the string is probably a path to a function, as in the attributes of serde.
fn is_function(text: &str) -> bool {
    let is_lowercase = text.chars().all(|c| c.is_ascii_lowercase() || "_:".contains(c));
    is_lowercase && text.contains('_') && syn::parse_str::<syn::Path>(text).is_ok()
}

/// Returns the values that a type accepts, if a string does not convert to one of them.
fn expected(ty: &str, text: &str) -> Option<String> {
    let range = match ty {
        "bool" if matches!(text, "true" | "false" | "1" | "0") => return None,
        "bool" => return Some("\"true\" or \"false\"".to_owned()),
        "f32" | "f64" if number(text).is_some() => return None,
        "f32" | "f64" => return Some("a number".to_owned()),
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        "u128" => (0, u128::MAX),
        "i8" => (u128::from(i8::MIN.unsigned_abs()), i8::MAX.unsigned_abs().into()),
        "i16" => (u128::from(i16::MIN.unsigned_abs()), i16::MAX.unsigned_abs().into()),
        "i32" => (u128::from(i32::MIN.unsigned_abs()), i32::MAX.unsigned_abs().into()),
        "i64" | "isize" => (u128::from(i64::MIN.unsigned_abs()), i64::MAX.unsigned_abs().into()),
        "i128" => (i128::MIN.unsigned_abs(), i128::MAX.unsigned_abs()),
        _ => return None,
    };
    let (below, above) = range;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let limit = if digits.len() < text.len() { below } else { above };
    let fits = match digits.parse::<u128>() {
        Ok(number) => number <= limit,
        // Written with a fraction or an exponent; its size is left to the first use.
        Err(_) => number(text).is_some_and(|number| number.fract() == 0.0),
    };
    let sign = if below > 0 { "-" } else { "" };
    (!fits).then(|| format!("a whole number from {sign}{below} to {above}"))
}

/// Returns the number that a string converts to.
fn number(text: &str) -> Option<f64> {
    // `parse` also accepts names such as `inf`, and a leading plus.
    let is_plain =
        text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E'));
    text.parse().ok().filter(|_| is_plain && !text.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn strings_that_convert() {
        for (ty, text) in [
            ("u16", "8080"),
            ("u16", "65535"),
            ("i8", "-128"),
            ("u8", "1e2"),
            ("u8", "3.0"),
            ("f64", "-0.5"),
            ("u128", "340282366920938463463374607431768211455"),
            ("bool", "true"),
            ("String", "default_name"),
        ] {
            assert_eq!(expected(ty, text), None, "{ty} {text}");
        }
    }

    #[test]
    fn strings_that_do_not_convert() {
        for (ty, text, range) in [
            ("u16", "65536", "a whole number from 0 to 65535"),
            ("u8", "-1", "a whole number from 0 to 255"),
            ("i8", "-129", "a whole number from -128 to 127"),
            ("u8", "2.5", "a whole number from 0 to 255"),
            ("u8", "", "a whole number from 0 to 255"),
            ("f64", "inf", "a number"),
            ("f32", "default_share", "a number"),
            ("bool", "yes", "\"true\" or \"false\""),
        ] {
            assert_eq!(expected(ty, text).as_deref(), Some(range), "{ty} {text}");
        }
    }
}
