//! The struct or enum of a derive.

use syn::ext::IdentExt;
use syn::{DeriveInput, Fields};

use crate::attr::{ContainerAttrs, FieldAttrs, VariantAttrs};
use crate::case::Case;
use crate::ctxt::Ctxt;

/// A struct or enum with its attributes.
pub(crate) struct Container<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) attrs: ContainerAttrs,
    pub(crate) data: Data<'a>,
}

/// The contents of a container.
pub(crate) enum Data<'a> {
    Struct(FieldsShape<'a>),
    Enum(Vec<Variant<'a>>),
}

/// A variant with its attributes.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a syn::Ident,
    pub(crate) attrs: VariantAttrs,
    pub(crate) shape: FieldsShape<'a>,
    /// The name in HCL.
    pub(crate) name: String,
}

/// The fields of a struct or a variant.
pub(crate) enum FieldsShape<'a> {
    Named(Vec<Field<'a>>),
    /// Exactly one field without a name.
    Newtype(Box<Field<'a>>),
    /// Any other number of unnamed fields.
    Tuple,
    Unit,
}

/// A field with its attributes.
pub(crate) struct Field<'a> {
    /// The name in Rust, if it has one.
    pub(crate) ident: Option<&'a syn::Ident>,
    pub(crate) ty: &'a syn::Type,
    pub(crate) attrs: FieldAttrs,
    /// The name in HCL.
    pub(crate) name: String,
}

impl<'a> Container<'a> {
    /// Reads a struct or enum. Returns `None` for a union, which is reported.
    pub(crate) fn from_input(ctxt: &Ctxt, input: &'a DeriveInput) -> Option<Self> {
        let attrs = ContainerAttrs::read(ctxt, &input.attrs);
        let case = attrs.rename_all.as_ref().map(|(_, case)| *case);
        let data = match &input.data {
            syn::Data::Struct(data) => {
                Data::Struct(FieldsShape::from_syn(ctxt, &data.fields, case))
            }
            syn::Data::Enum(data) => {
                let variants = data.variants.iter();
                Data::Enum(variants.map(|it| Variant::from_syn(ctxt, it, case)).collect())
            }
            syn::Data::Union(data) => {
                ctxt.error_at(data.union_token, "expected a struct or an enum");
                return None;
            }
        };
        Some(Self { input, attrs, data })
    }

    /// Returns the fields of the struct, or of all variants.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field<'a>> {
        let shapes: Vec<_> = match &self.data {
            Data::Struct(shape) => vec![shape],
            Data::Enum(variants) => variants.iter().map(|variant| &variant.shape).collect(),
        };
        shapes.into_iter().flat_map(FieldsShape::fields)
    }
}

impl<'a> Variant<'a> {
    fn from_syn(ctxt: &Ctxt, variant: &'a syn::Variant, case: Option<Case>) -> Self {
        let attrs = VariantAttrs::read(ctxt, &variant.attrs);
        let name = match &attrs.name {
            Some((_, name)) => name.value(),
            None => case.unwrap_or(Case::Snake).apply(&variant.ident.unraw().to_string()),
        };
        // `rename_all` of an enum applies to its variants.
        let shape = FieldsShape::from_syn(ctxt, &variant.fields, None);
        Self { ident: &variant.ident, attrs, shape, name }
    }
}

impl<'a> FieldsShape<'a> {
    fn from_syn(ctxt: &Ctxt, fields: &'a Fields, case: Option<Case>) -> Self {
        match fields {
            Fields::Named(fields) => {
                let fields = fields.named.iter();
                Self::Named(fields.map(|field| Field::from_syn(ctxt, field, case)).collect())
            }
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                Self::Newtype(Box::new(Field::from_syn(ctxt, &fields.unnamed[0], None)))
            }
            Fields::Unnamed(_) => Self::Tuple,
            Fields::Unit => Self::Unit,
        }
    }

    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match self {
            Self::Named(fields) => fields,
            Self::Newtype(field) => std::slice::from_ref(field),
            Self::Tuple | Self::Unit => &[],
        }
    }
}

impl<'a> Field<'a> {
    fn from_syn(ctxt: &Ctxt, field: &'a syn::Field, case: Option<Case>) -> Self {
        let attrs = FieldAttrs::read(ctxt, &field.attrs);
        let ident = field.ident.as_ref();
        let rust = ident.map(|ident| ident.unraw().to_string()).unwrap_or_default();
        let name = match (&attrs.name, case) {
            (Some((_, name)), _) => name.value(),
            (None, Some(case)) => case.apply(&rust),
            (None, None) => rust,
        };
        Self { ident, ty: &field.ty, attrs, name }
    }
}
