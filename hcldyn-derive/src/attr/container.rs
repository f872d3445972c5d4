//! Attributes of the struct or enum.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, WherePredicate};

use super::{Docs, FormAttrs, Group, GroupRule, Setting, for_each_meta, not_read, read, set};
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::symbol::{Position, Symbol};
use crate::ty::text;

type Predicates = syn::punctuated::Punctuated<WherePredicate, syn::Token![,]>;

/// The attributes of a struct or enum.
#[derive(Default)]
pub(crate) struct ContainerAttrs {
    /// The path of the `hcldyn` crate.
    krate: Setting<syn::Path>,
    pub(crate) bound: Setting<Bound>,
    /// Fields that are left out take the values of the struct's `Default`.
    pub(crate) default: Setting<()>,
    /// `Default` returns the struct that an empty body decodes to.
    pub(crate) derive_default: Setting<()>,
    pub(crate) dynamic: Setting<()>,
    pub(crate) forms: FormAttrs,
    pub(crate) rename_all: Setting<Case>,
    /// The case of the names of fields in variants.
    pub(crate) rename_all_fields: Setting<Case>,
    pub(crate) ignore_case: Setting<()>,
    pub(crate) into_value: Setting<()>,
    pub(crate) tag: Setting<VariantTag>,
    /// The type that the values are converted from.
    pub(crate) source: Setting<TypeSource>,
    /// The variant of `Unexpected`.
    pub(crate) unknown: Setting<syn::Ident>,
    pub(crate) untagged: Setting<()>,
    pub(crate) validate: Setting<ExprPath>,
    /// The rules between fields.
    pub(crate) groups: Vec<Group>,
    /// The functions for all fields of a type.
    pub(crate) with: Vec<TypeWith>,
    /// The functions that make values of all fields of a type.
    pub(crate) encode_with: Vec<TypeWith>,
    pub(crate) docs: Docs,
}

/// The type that values are converted from.
pub(crate) enum TypeSource {
    /// With `From`.
    From(syn::Type),
    /// With `TryFrom`.
    TryFrom(syn::Type),
}

/// A function for all fields of a type: `Duration = path`.
pub(crate) struct TypeWith {
    /// The name of the option.
    pub(crate) tokens: TokenStream,
    pub(crate) ty: syn::Type,
    pub(crate) function: ExprPath,
}

/// The selector of an enum's variants.
pub(crate) enum VariantTag {
    /// The label of the block.
    Label,
    /// An attribute.
    Attribute(LitStr),
}

/// Predicates of a `where` clause.
pub(crate) struct Bound(pub(crate) Predicates);

impl ContainerAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut read = Self { docs: Docs::read(attrs), ..Self::default() };
        for_each_meta(ctxt, attrs, Position::Type, |symbol, meta| {
            read.read_option(ctxt, symbol, meta)
        });
        read
    }

    fn read_option(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let path = &meta.path;
        let group = |rule| Group::of_names(ctxt, meta, rule);
        match symbol {
            Symbol::Crate => {
                set(ctxt, path, &mut self.krate, read::quoted(ctxt, meta, "\"path::to::hcldyn\"")?);
            }
            Symbol::Bound => {
                set(ctxt, path, &mut self.bound, read::quoted(ctxt, meta, "\"T: Trait\"")?);
            }
            Symbol::Dynamic => set(ctxt, path, &mut self.dynamic, read::flag(ctxt, meta)?),
            Symbol::LabelsAsBlocks | Symbol::Merge | Symbol::OrAttr | Symbol::OrBlock => {
                self.forms.read(ctxt, symbol, meta)?;
            }
            Symbol::RenameAll => set(ctxt, path, &mut self.rename_all, read_case(ctxt, meta)?),
            Symbol::Tag => set(ctxt, path, &mut self.tag, read_tag(ctxt, meta)?),
            Symbol::From => self.read_source(ctxt, meta, TypeSource::From)?,
            Symbol::TryFrom => self.read_source(ctxt, meta, TypeSource::TryFrom)?,
            Symbol::Unknown => set(ctxt, path, &mut self.unknown, read_unknown(ctxt, meta)?),
            Symbol::ExactlyOneOf => self.groups.extend(group(GroupRule::ExactlyOne)?),
            Symbol::AtLeastOneOf => self.groups.extend(group(GroupRule::AtLeastOne)?),
            Symbol::RequiresIf => self.groups.extend(Group::requires_if(ctxt, meta)?),
            Symbol::Default => set(ctxt, path, &mut self.default, read::flag(ctxt, meta)?),
            Symbol::DeriveDefault => {
                set(ctxt, path, &mut self.derive_default, read::flag(ctxt, meta)?);
            }
            Symbol::RenameAllFields => {
                set(ctxt, path, &mut self.rename_all_fields, read_case(ctxt, meta)?);
            }
            Symbol::With => self.with.extend(read_with(ctxt, meta)?),
            Symbol::EncodeWith => self.encode_with.extend(read_with(ctxt, meta)?),
            Symbol::Untagged => set(ctxt, path, &mut self.untagged, read::flag(ctxt, meta)?),
            Symbol::IgnoreCase => set(ctxt, path, &mut self.ignore_case, read::flag(ctxt, meta)?),
            Symbol::IntoValue => set(ctxt, path, &mut self.into_value, read::flag(ctxt, meta)?),
            Symbol::Validate => {
                let function = self.docs.read_validate(ctxt, meta)?;
                set(ctxt, path, &mut self.validate, function);
            }
            Symbol::Title | Symbol::Since | Symbol::Example => {
                self.docs.read_option(ctxt, symbol, meta)?;
            }
            _ => return Err(not_read(meta)),
        }
        Ok(())
    }

    fn read_source(
        &mut self,
        ctxt: &Ctxt,
        meta: &ParseNestedMeta<'_>,
        source: fn(syn::Type) -> TypeSource,
    ) -> syn::Result<()> {
        let new = read_owned(ctxt, meta)?.map(source);
        let name = meta.path.to_token_stream().to_string();
        match &self.source {
            Some((old, _)) if new.is_some() && old.to_string() != name => {
                let message =
                    format!("`{old}` and `{name}` both convert the value; remove one of them");
                ctxt.error_at(&meta.path, message);
            }
            _ => set(ctxt, &meta.path, &mut self.source, new),
        }
        Ok(())
    }

    /// Returns the path of the `hcldyn` crate.
    pub(crate) fn krate(&self) -> syn::Path {
        match &self.krate {
            Some((_, path)) => path.clone(),
            None => syn::parse_quote!(::hcldyn),
        }
    }
}

impl syn::parse::Parse for Bound {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        Predicates::parse_terminated(input).map(Self)
    }
}

impl TypeWith {
    fn read(option: &syn::Path, input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let ty = input.parse()?;
        input.parse::<syn::Token![=]>()?;
        Ok(Self { tokens: option.to_token_stream(), ty, function: input.parse()? })
    }
}

/// Reads `with(Duration = path, …)` or `encode_with(…)`.
fn read_with(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Vec<TypeWith>> {
    if !meta.input.peek(syn::token::Paren) {
        let name = meta.path.to_token_stream();
        let message = format!(
            "`{name}` on a struct must name the type of the fields; write `{name}(Type = path::to::function)`"
        );
        ctxt.error_at(&meta.path, message);
        read::skip_value(meta)?;
        return Ok(Vec::new());
    }
    let content;
    syn::parenthesized!(content in meta.input);
    let mut all = Vec::new();
    while !content.is_empty() {
        all.push(TypeWith::read(&meta.path, &content)?);
        if !content.is_empty() {
            content.parse::<syn::Token![,]>()?;
        }
    }
    Ok(all)
}

/// Reads the type that values are converted from, which owns its value.
fn read_owned(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<syn::Type>> {
    let ty = read::quoted(ctxt, meta, "\"Type\"")?;
    let Some(syn::Type::Reference(reference)) = &ty else { return Ok(ty) };
    let owned = match &*reference.elem {
        syn::Type::Slice(slice) => format!("Vec<{}>", text(&slice.elem)),
        other => match text(other).as_str() {
            "str" => "String".to_owned(),
            "Path" => "PathBuf".to_owned(),
            other => other.to_owned(),
        },
    };
    let name = meta.path.to_token_stream();
    let message =
        format!("values are converted from a type that owns them; write `{name} = \"{owned}\"`");
    ctxt.error_at(&meta.path, message);
    Ok(None)
}

fn read_case(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Case>> {
    let Some(value) = read::value(ctxt, meta, "\"kebab-case\"")? else { return Ok(None) };
    let given = match &value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => match Case::of(&text.value()) {
            Some(case) => return Ok(Some(case)),
            None => text.value(),
        },
        other => other.to_token_stream().to_string(),
    };
    let name = meta.path.to_token_stream();
    let message = match Case::similar(&given) {
        Some(case) => format!("invalid value for `{name}`; write `{name} = {case:?}`"),
        None => format!("`{name}` must be one of {}", Case::names()),
    };
    ctxt.error_at(value, message);
    Ok(None)
}

fn read_tag(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<VariantTag>> {
    match read::value(ctxt, meta, "label` or `tag = \"…\"")? {
        None => Ok(None),
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
            Ok(Some(VariantTag::Attribute(text)))
        }
        Some(Expr::Path(path)) if path.path.is_ident(Symbol::Label.name()) => {
            Ok(Some(VariantTag::Label))
        }
        Some(other) => {
            let message =
                "a tag must be the label, `tag = label`, or an attribute, `tag = \"type\"`";
            ctxt.error_at(other, message);
            Ok(None)
        }
    }
}

fn read_unknown(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<syn::Ident>> {
    let Some(text) = read::text(ctxt, meta)? else { return Ok(None) };
    let variant = match text.value().as_str() {
        "warn" => "Warn",
        "ignore" => "Ignore",
        "capture" => {
            let message = "`unknown` must be \"warn\" or \"ignore\"; a field captures the items without a field: write \
                           `#[hcl(remain)] rest: BTreeMap<String, Value>`";
            ctxt.error_at(&text, message);
            return Ok(None);
        }
        _ => {
            let message = "`unknown` must be \"warn\" or \"ignore\"; by default, an item without a \
                           field is an error";
            ctxt.error_at(&text, message);
            return Ok(None);
        }
    };
    Ok(Some(syn::Ident::new(variant, text.span())))
}
