//! Rules between fields that no configuration meets, or that every configuration meets.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::LitStr;

use super::body::is_named;
use super::literal::{Literal, expected_value};
use super::meets;
use crate::ast::Field;
use crate::attr::{Conversion, FieldKind, Group, GroupRule};
use crate::ctxt::Ctxt;
use crate::ty::{content, is_called, is_captured, is_collection, is_map, is_scalar, is_wrapper};

/// The presence of a field in configurations.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// Only the compiler knows, by the constants of the type's traits.
    OfType,
}

/// A field that an option requires to be optional: because other fields take its place, or because it is deprecated.
pub(crate) struct Omissible<'f, 'a> {
    pub(crate) field: &'f Field<'a>,
    /// The location for errors.
    pub(crate) tokens: TokenStream,
    pub(crate) message: String,
}

/// A string that a field must be able to have, at its location.
pub(crate) struct Keyword<'f, 'a> {
    pub(crate) field: &'f Field<'a>,
    pub(crate) literal: LitStr,
    pub(crate) message: String,
}

/// Returns the presence of a field.
pub(crate) fn presence(field: &Field<'_>) -> Presence {
    let (attrs, ty) = (&field.attrs, field.ty);
    if !attrs.can_be_left_out() || field.takes_default() || is_called(ty, "Option") {
        return Presence::Optional;
    }
    let required = |is_required| if is_required { Presence::Required } else { Presence::Optional };
    match (attrs.kind(), &attrs.source) {
        // The function may take an `Option`, and so may `Deserialize`.
        (_, Some((_, Conversion::With(_) | Conversion::Serde))) => Presence::Optional,
        (FieldKind::Attr, _) if is_scalar(ty) || is_collection(ty) => Presence::Required,
        (FieldKind::Attr, None) if !field.is_generic => Presence::OfType,
        (FieldKind::Block, None) if !is_wrapper(ty) && !field.is_generic => Presence::OfType,
        (FieldKind::Attrs, _) => required(is_map(ty)),
        (FieldKind::Expr | FieldKind::ExprClosure, _) => required(is_captured(ty)),
        _ => Presence::Optional,
    }
}

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, groups: &[Group], fields: &[Field<'_>]) {
    for omissible in omissible(groups, fields) {
        if presence(omissible.field) == Presence::Required {
            ctxt.error_at(omissible.tokens, omissible.message);
        }
    }
    check_contradictions(ctxt, groups, fields);
    for group in groups {
        check_condition(ctxt, group, fields);
    }
}

/// Returns the fields that must be optional.
pub(crate) fn omissible<'f, 'a>(
    groups: &[Group],
    fields: &'f [Field<'a>],
) -> Vec<Omissible<'f, 'a>> {
    let mut all = Vec::new();
    let mut add = |option: &str, field: &'f Field<'a>, tokens: TokenStream| {
        let name = &field.name;
        let message = format!(
            "`{option}` requires fields that can be left out, but `{name}` is always set; make `{name}` an `Option`, or \
             remove it from the rule"
        );
        all.push(Omissible { field, tokens, message });
    };
    for field in fields {
        let attrs = &field.attrs;
        if let Some(first) = attrs.conflicts_with.first() {
            add("conflicts_with", field, first.to_token_stream());
        }
        for (option, names) in
            [("conflicts_with", &attrs.conflicts_with), ("requires", &attrs.requires)]
        {
            for name in names {
                if let Some(other) = named(fields, name).filter(|other| other.name != field.name) {
                    add(option, other, name.to_token_stream());
                }
            }
        }
    }
    for group in groups {
        let is_compared = |field: &Field<'_>| match &group.rule {
            GroupRule::RequiresIf { name, .. } => field.name == name.value(),
            GroupRule::ExactlyOne | GroupRule::AtLeastOne => false,
        };
        for name in &group.names {
            if let Some(field) = named(fields, name).filter(|field| !is_compared(field)) {
                add(&group.tokens.to_string(), field, name.to_token_stream());
            }
        }
    }
    all.extend(fields.iter().filter_map(deprecated));
    all
}

/// Returns a deprecated field, which users must be able to remove.
pub(crate) fn deprecated<'f, 'a>(field: &'f Field<'a>) -> Option<Omissible<'f, 'a>> {
    let (tokens, advice) = field.attrs.deprecated.as_ref()?;
    let mut at = tokens.clone();
    at.extend(quote::quote!(= #advice));
    let message = format!(
        "a deprecated field can be left out, but `{}` is required; make it an `Option`, or add a `default`",
        field.name
    );
    Some(Omissible { field, tokens: at, message })
}

/// Rejects fields that must and must not be set together.
fn check_contradictions(ctxt: &Ctxt, groups: &[Group], fields: &[Field<'_>]) {
    let conflicts = conflicts(groups, fields);
    let is_conflict =
        |a: &str, b: &str| conflicts.iter().any(|(x, y)| (x == a && y == b) || (x == b && y == a));
    for field in fields {
        let (needed, mut seen) = (&field.attrs.requires, vec![field.name.clone()]);
        for literal in needed {
            let found = reached(fields, &literal.value(), &mut seen);
            if let Some(other) = found.iter().find(|other| is_conflict(&field.name, other)) {
                let (name, literal_name) = (&field.name, literal.value());
                let through = if *other == literal_name {
                    String::new()
                } else {
                    format!(" (which requires `{other}`)")
                };
                let message = format!(
                    "`{name}` requires `{literal_name}`{through} and conflicts with `{other}`, so it can never be set; remove \
                     one of the rules"
                );
                ctxt.error_at(literal, message);
            }
        }
    }
    for group in groups {
        let GroupRule::RequiresIf { name, .. } = &group.rule else { continue };
        let mut needed = vec![name];
        for literal in &group.names {
            if let Some(other) =
                needed.iter().find(|other| is_conflict(&other.value(), &literal.value()))
            {
                let message = format!(
                    "`requires_if` requires `{}` beside `{}`, which conflict with each other; remove one of the rules",
                    literal.value(),
                    other.value()
                );
                ctxt.error_at(literal, message);
            }
            needed.push(literal);
        }
    }
}

/// Returns the names that a field requires, directly or through other fields.
fn reached(fields: &[Field<'_>], name: &str, seen: &mut Vec<String>) -> Vec<String> {
    if seen.iter().any(|known| known == name) {
        return Vec::new();
    }
    seen.push(name.to_owned());
    let mut all = vec![name.to_owned()];
    for field in fields.iter().filter(|field| is_named(field) && field.name == name) {
        for next in &field.attrs.requires {
            all.extend(reached(fields, &next.value(), seen));
        }
    }
    all
}

/// Returns the pairs of names that are never set together.
fn conflicts(groups: &[Group], fields: &[Field<'_>]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for field in fields {
        let others = field.attrs.conflicts_with.iter();
        all.extend(others.map(|other| (field.name.clone(), other.value())));
    }
    for group in groups.iter().filter(|group| matches!(group.rule, GroupRule::ExactlyOne)) {
        for (index, first) in group.names.iter().enumerate() {
            let others = group.names[index + 1..].iter();
            all.extend(others.map(|other| (first.value(), other.value())));
        }
    }
    all
}

/// Rejects a value in `requires_if` that the field never has.
fn check_condition(ctxt: &Ctxt, group: &Group, fields: &[Field<'_>]) {
    let GroupRule::RequiresIf { name, value } = &group.rule else { return };
    let Some(field) = named(fields, name) else { return };
    if field.attrs.kind() != FieldKind::Attr {
        let message = format!(
            "`requires_if` compares the value of an attribute, but `{}` is {}; write `requires = \"…\"` on the field",
            field.name,
            field.attrs.kind().symbol()
        );
        return ctxt.error_at(name, message);
    }
    let Some(literal) = Literal::of_lit(&value.lit) else {
        let message = "`requires_if` compares with a string, a number or a bool";
        return ctxt.error_at(value, message);
    };
    let ty = content(field.ty);
    let expected = match &field.attrs.source {
        Some((_, Conversion::With(_) | Conversion::Serde)) => return,
        Some((_, Conversion::FromStr)) if !is_collection(ty) => {
            (!matches!(literal, Literal::Text(_))).then(|| "a string".to_owned())
        }
        Some((_, Conversion::FromStr)) | None => expected_value(ty, &literal),
    };
    let (name, shown) = (&field.name, literal.shown());
    if let Some(expected) = expected {
        let message = format!(
            "`{name}` never has the value {shown}: its type accepts {expected}; write such a value"
        );
        return ctxt.error_at(value, message);
    }
    for (_, constraint) in &field.attrs.constraints {
        if let Some(broken) = meets::broken_by(constraint, &literal) {
            let message = format!(
                "`{name}` never has the value {shown}, because it must {broken}; write an allowed value"
            );
            ctxt.error_at(value, message);
        }
    }
}

/// Returns the strings that the keywords of a type must contain, at their locations: those in `requires_if`, in
/// `one_of` and in examples.
pub(crate) fn keywords<'f, 'a>(groups: &[Group], fields: &'f [Field<'a>]) -> Vec<Keyword<'f, 'a>> {
    let mut all = Vec::new();
    let mut add = |field: &'f Field<'a>, literal: LitStr, start: &str| {
        let is_plain = field.attrs.source.is_none() && field.attrs.kind() == FieldKind::Attr;
        if is_plain && !field.is_generic && !is_scalar(content(field.ty)) {
            let message = format!(
                "{start}: {:?} is not the name of a variant of `{}`",
                literal.value(),
                crate::ty::text(content(field.ty))
            );
            all.push(Keyword { field, literal, message });
        }
    };
    for group in groups {
        let GroupRule::RequiresIf { name, value } = &group.rule else { continue };
        if let (Some(field), syn::Lit::Str(text)) = (named(fields, name), &value.lit) {
            add(field, text.clone(), &format!("`{}` never has this value", field.name));
        }
    }
    for field in fields {
        for (_, constraint) in &field.attrs.constraints {
            let crate::attr::Constraint::OneOf(values) = constraint else { continue };
            for value in values {
                if let syn::Lit::Str(text) = &value.lit {
                    add(field, text.clone(), "`one_of` lists a value that the field never has");
                }
            }
        }
    }
    all
}

/// Returns the field with a name in HCL.
fn named<'f, 'a>(fields: &'f [Field<'a>], name: &LitStr) -> Option<&'f Field<'a>> {
    let name = name.value();
    fields.iter().find(|field| is_named(field) && field.name == name)
}
