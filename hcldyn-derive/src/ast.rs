//! The struct that is derived for.

use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields};

use crate::attr::{ContainerAttrs, FieldAttrs};
use crate::ctxt::Ctxt;

/// A struct with what is said about it.
pub(crate) struct Container<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) attrs: ContainerAttrs,
    pub(crate) fields: Vec<Field<'a>>,
}

/// A field with what is said about it.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a syn::Ident,
    pub(crate) ty: &'a syn::Type,
    pub(crate) attrs: FieldAttrs,
}

impl<'a> Container<'a> {
    /// Reads a struct; `None` where it is not one with named fields, which is then reported.
    pub(crate) fn from_input(ctxt: &Ctxt, input: &'a DeriveInput) -> Option<Self> {
        let attrs = ContainerAttrs::read(ctxt, &input.attrs);
        let Data::Struct(data) = &input.data else {
            ctxt.error_at(&input.ident, "`HclDecode` can only be derived for a struct");
            return None;
        };
        let named = match &data.fields {
            Fields::Named(named) => &named.named,
            Fields::Unnamed(_) | Fields::Unit => {
                let message = "`HclDecode` needs named fields, since blocks hold names";
                ctxt.error_at(&input.ident, message);
                return None;
            }
        };
        let fields = named.iter().filter_map(|field| Field::from_syn(ctxt, field)).collect();
        Some(Self { input, attrs, fields })
    }
}

impl<'a> Field<'a> {
    fn from_syn(ctxt: &Ctxt, field: &'a syn::Field) -> Option<Self> {
        let attrs = FieldAttrs::read(ctxt, &field.attrs);
        Some(Self { ident: field.ident.as_ref()?, ty: &field.ty, attrs })
    }

    /// The name that the field goes by in HCL.
    pub(crate) fn hcl_name(&self) -> String {
        match &self.attrs.name {
            Some((_, name)) => name.value(),
            None => self.ident.unraw().to_string(),
        }
    }
}
