//! The struct or enum of a derive.

use std::cell::Cell;
use std::collections::HashSet;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Fields};

use crate::attr::{ContainerAttrs, FieldAttrs, Function, FunctionScope, TypeWith, VariantAttrs};
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::ty::{arguments, element, is_called, is_list, is_map, last_name, mentions, text};

/// A struct or enum with its attributes.
pub(crate) struct Container<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) attrs: ContainerAttrs,
    pub(crate) data: Data<'a>,
    /// `true` if its attributes or its shape are wrong, so that it cannot be expanded.
    pub(crate) is_broken: Cell<bool>,
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
    /// The location of the struct's `default`, if the field takes the value of its `Default` when it is left out.
    pub(crate) struct_default: Option<Span>,
    /// `true` if its type contains type parameters of the container.
    pub(crate) is_generic: bool,
    /// `true` if its attributes are wrong, so that only the other fields are expanded.
    pub(crate) is_broken: Cell<bool>,
}

/// The properties of a container that its fields and variants depend on.
#[derive(Clone)]
struct Context<'c> {
    ctxt: &'c Ctxt,
    case: Option<Case>,
    /// The case of the names of fields in variants.
    fields_case: Option<Case>,
    /// The location of the option by which fields that are left out take the values of the struct's `Default`.
    default: Option<Span>,
    /// The names of the type parameters.
    parameters: HashSet<String>,
    /// The functions for all fields of a type.
    with: &'c [TypeWith],
    /// Their inverses.
    encode_with: &'c [TypeWith],
}

impl<'a> Container<'a> {
    /// Reads a struct or enum. A union is reported, and has no fields here.
    pub(crate) fn from_input(ctxt: &Ctxt, input: &'a DeriveInput) -> Self {
        let errors = ctxt.count();
        let attrs = ContainerAttrs::read(ctxt, &input.attrs);
        let is_broken = Cell::new(ctxt.count() > errors);
        let parameters = input.generics.type_params();
        let context = &Context {
            ctxt,
            case: attrs.rename_all.as_ref().map(|(_, case)| *case),
            fields_case: attrs.rename_all_fields.as_ref().map(|(_, case)| *case),
            default: match (&attrs.default, &input.data) {
                (Some((tokens, ())), syn::Data::Struct(_)) => Some(tokens.span()),
                _ => None,
            },
            parameters: parameters.map(|parameter| parameter.ident.to_string()).collect(),
            with: &attrs.with,
            encode_with: &attrs.encode_with,
        };
        let data = match &input.data {
            syn::Data::Struct(data) => Data::Struct(FieldsShape::from_syn(context, &data.fields)),
            syn::Data::Enum(data) => {
                let variants = data.variants.iter();
                Data::Enum(variants.map(|it| Variant::from_syn(context, it)).collect())
            }
            syn::Data::Union(data) => {
                ctxt.error_at(data.union_token, "expected a struct or an enum, not a union");
                is_broken.set(true);
                Data::Struct(FieldsShape::Named(Vec::new()))
            }
        };
        Self { input, attrs, data, is_broken }
    }

    /// Returns `true` for an enum whose variants are all without content.
    pub(crate) fn is_keyword(&self) -> bool {
        match &self.data {
            Data::Struct(_) => false,
            Data::Enum(variants) => {
                let is_unit = |variant: &Variant<'_>| matches!(variant.shape, FieldsShape::Unit);
                !variants.is_empty() && variants.iter().all(is_unit)
            }
        }
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
    fn from_syn(context: &Context<'_>, variant: &'a syn::Variant) -> Self {
        let attrs = VariantAttrs::read(context.ctxt, &variant.attrs);
        let name = match &attrs.name {
            Some((_, name)) => name.value(),
            None => context.case.unwrap_or(Case::Snake).apply(&variant.ident.unraw().to_string()),
        };
        // `rename_all` of an enum applies to its variants.
        let context = Context { case: context.fields_case, ..context.clone() };
        let shape = FieldsShape::from_syn(&context, &variant.fields);
        Self { ident: &variant.ident, attrs, shape, name }
    }
}

impl<'a> FieldsShape<'a> {
    fn from_syn(context: &Context<'_>, fields: &'a Fields) -> Self {
        match fields {
            Fields::Named(fields) => {
                let fields = fields.named.iter();
                Self::Named(fields.map(|field| Field::from_syn(context, field)).collect())
            }
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                Self::Newtype(Box::new(Field::from_syn(context, &fields.unnamed[0])))
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
    fn from_syn(context: &Context<'_>, field: &'a syn::Field) -> Self {
        let ctxt = context.ctxt;
        let errors = ctxt.count();
        let mut attrs = FieldAttrs::read(ctxt, &field.attrs);
        let ident = field.ident.as_ref();
        let of_type = |all: &'_ [TypeWith]| {
            let mut all = all.iter().filter(|_| ident.is_some());
            all.find_map(|with| {
                let scope = part_of(&field.ty, &with.ty)?;
                Some(Function { path: with.function.clone(), scope })
            })
        };
        if let Some(function) = of_type(context.with) {
            attrs.set_default_with(function);
        }
        if let Some(function) = of_type(context.encode_with) {
            attrs.set_default_encode_with(function);
        }
        let is_broken = Cell::new(ctxt.count() > errors);
        let rust = ident.map(|ident| ident.unraw().to_string()).unwrap_or_default();
        let name = match (&attrs.name, context.case) {
            (Some((_, name)), _) => name.value(),
            (None, Some(case)) => case.apply(&rust),
            (None, None) => rust,
        };
        let is_generic = mentions(&field.ty, &context.parameters);
        let struct_default = context.default.filter(|_| attrs.can_be_left_out());
        Self { ident, ty: &field.ty, attrs, name, struct_default, is_generic, is_broken }
    }

    /// Returns `true` if the field takes the value of the struct's `Default` when it is left out.
    pub(crate) fn takes_default(&self) -> bool {
        self.struct_default.is_some()
    }
}

/// Returns the part of a field that a function for a type converts: the field, the content of its `Option`, or the
/// elements of a list or a map. A type without a path also names the types with paths that end in its name.
pub(crate) fn part_of(field: &syn::Type, ty: &syn::Type) -> Option<FunctionScope> {
    let is_same = |field: &syn::Type| {
        let is_plain = |ty| arguments(ty).next().is_none();
        let is_called = last_name(field).zip(last_name(ty)).is_some_and(|(a, b)| a == b);
        text(field) == text(ty) || (is_called && is_plain(field) && is_plain(ty))
    };
    let whole = if is_called(field, "Option") { element(field)? } else { field };
    if is_same(field) || is_same(whole) {
        return Some(FunctionScope::Type);
    }
    let has_elements = is_list(whole) || is_map(whole);
    (has_elements && element(whole).is_some_and(is_same)).then_some(FunctionScope::Elements)
}
