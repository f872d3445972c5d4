//! Rules of enums whose variants are distinguished by the forms of their values.

use syn::Type;

use crate::ast::{FieldsShape, Variant};
use crate::ctxt::Ctxt;
use crate::ty::{content, is_called, is_captured, is_collection, is_map, is_scalar};

/// The form of a value, as far as its type is visible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeForm {
    Bool,
    Number,
    String,
    List,
    Object,
    Any,
}

/// Rejects variants that no value selects, since a previous one has the same form.
pub(super) fn check(ctxt: &Ctxt, variants: &[Variant<'_>]) {
    let mut first: Vec<(TypeForm, &Variant<'_>)> = Vec::new();
    for variant in variants.iter().filter(|variant| variant.attrs.skip.is_none()) {
        if let FieldsShape::Newtype(field) = &variant.shape
            && is_captured(content(field.ty))
        {
            let message = "`untagged` distinguishes variants by the forms of their values, but an expression is not \
                           evaluated; write `tag = \"type\"`";
            ctxt.error_at(field.ty, message);
            continue;
        }
        let Some(form) = form_of(&variant.shape) else { continue };
        match first.iter().find(|(known, _)| *known == form) {
            Some((_, other)) => {
                let (form, other) = (form.describe(), other.ident);
                let message = format!(
                    "no value selects this variant, because {form} selects `{other}`; write `tag = \"type\"` on the enum"
                );
                ctxt.error_at(variant.ident, message);
            }
            None => first.push((form, variant)),
        }
    }
}

fn form_of(shape: &FieldsShape<'_>) -> Option<TypeForm> {
    match shape {
        FieldsShape::Named(_) => Some(TypeForm::Object),
        FieldsShape::Newtype(field) => form_of_type(content(field.ty)),
        // The variant is selected by its name.
        FieldsShape::Unit | FieldsShape::Tuple => None,
    }
}

fn form_of_type(ty: &Type) -> Option<TypeForm> {
    match ty {
        _ if is_map(ty) => Some(TypeForm::Object),
        _ if is_collection(ty) => Some(TypeForm::List),
        _ if is_called(ty, "bool") => Some(TypeForm::Bool),
        _ if is_called(ty, "String") || is_called(ty, "PathBuf") || is_called(ty, "char") => {
            Some(TypeForm::String)
        }
        _ if is_scalar(ty) => Some(TypeForm::Number),
        _ if is_called(ty, "Value") => Some(TypeForm::Any),
        _ => None,
    }
}

impl TypeForm {
    fn describe(self) -> &'static str {
        match self {
            Self::Bool => "a bool",
            Self::Number => "a number",
            Self::String => "a string",
            Self::List => "a list",
            Self::Object => "an object",
            Self::Any => "any other value",
        }
    }
}
