//! Rules of defaults, and of other ways to make a field optional.

use syn::{Expr, LitStr, Type};

use super::literal::expected;
use super::meets;
use crate::ast::Field;
use crate::attr::{Conversion, Default, FieldKind};
use crate::ctxt::Ctxt;
use crate::ty::{arguments, content, is_called, is_captured, is_collection, is_map, last_name};

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, field: &Field<'_>) {
    let errors = ctxt.count();
    check_left_out(ctxt, field);
    match &field.attrs.default {
        Some((_, Default::Text(text))) if !is_called(field.ty, "Option") => {
            match &field.attrs.source {
                None => check_text(ctxt, field, text),
                Some((_, Conversion::FromStr)) => check_convertible(ctxt, field.ty, text),
                Some((_, Conversion::With(_) | Conversion::Serde)) => {}
            }
        }
        _ => {}
    }
    // One error for each default.
    if ctxt.count() == errors {
        check_conditions(ctxt, field);
    }
}

/// Rejects a default that does not meet the conditions of its field, which every configuration without the attribute
/// would then break.
fn check_conditions(ctxt: &Ctxt, field: &Field<'_>) {
    if matches!(field.attrs.source, Some((_, Conversion::With(_) | Conversion::Serde))) {
        return;
    }
    let text: Expr;
    let default = match &field.attrs.default {
        Some((_, Default::Text(literal))) => {
            text = syn::parse_quote!(#literal);
            &text
        }
        Some((_, Default::Expr(expr))) => expr,
        Some((_, Default::Trait)) | None => return,
    };
    for (_, constraint) in &field.attrs.constraints {
        if let Some(broken) = meets::broken(constraint, default) {
            let message = format!("the default must {broken}; change the default or the condition");
            ctxt.error_at(default, message);
        }
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
        let value = if is_function(&text) { format!("{text}()") } else { format!("[{text:?}]") };
        Some(format!("a string is not a list; write `default = {value}`"))
    } else {
        None
    };
    if let Some(cure) = cure {
        return ctxt.error_at(literal, cure);
    }
    let deferred = arguments(whole).next().filter(|_| is_called(whole, "Deferred"));
    let whole = deferred.unwrap_or(whole);
    if is_called(whole, "String") && is_named_as_default(&text) {
        let message = format!(
            "expected a default, but {text:?} is the name of a function, as serde takes it; for its result, write \
             `default = {text}()`; for the string, write `default = String::from({text:?})`"
        );
        return ctxt.error_at(literal, message);
    }
    check_convertible(ctxt, whole, literal);
}

/// Rejects a string that a visible type does not convert.
fn check_convertible(ctxt: &Ctxt, ty: &Type, literal: &LitStr) {
    let text = literal.value();
    let Some(ty) = last_name(ty).map(ToString::to_string) else { return };
    let Some(expected) = expected(&ty, &text) else { return };
    let mut message = format!("invalid default for `{ty}`: {expected} is required, not {text:?}");
    if is_function(&text) {
        message += &format!("; for the result of a function, write `default = {text}()`");
    } else if ty == "Duration" && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        message += &format!("; for seconds, write \"{text}s\"");
    }
    ctxt.error_at(literal, message);
}

/// Returns `true` if the string is probably a path to a function, as in the attributes of serde.
fn is_function(text: &str) -> bool {
    let is_path = text.contains('_') || text.contains("::");
    is_path && syn::parse_str::<syn::Path>(text).is_ok()
}

/// Returns `true` if the string is the path of a function with the name of a default, as programs with serde write it:
/// `default_name`, `Config::default_name`, `String::new`. Any other string may be the value of a string.
fn is_named_as_default(text: &str) -> bool {
    let Ok(path) = syn::parse_str::<syn::Path>(text) else { return false };
    let Some(last) = path.segments.last().map(|segment| segment.ident.to_string()) else {
        return false;
    };
    last.starts_with("default_")
        || (path.segments.len() > 1 && (last == "default" || last == "new"))
}
