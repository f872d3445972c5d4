//! Attributes of a field.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprPath, Lit, LitInt, LitStr};

use super::flag::SourceAttrs;
use super::scope::{self, ScopeVariable};
use super::{Constraint, Docs, FormAttrs, Setting, for_each_meta, not_read, read, set};
use crate::ctxt::Ctxt;
use crate::symbol::{Position, Symbol};

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// An attribute's value.
    Attr,
    /// A label of the block.
    Label,
    /// All remaining labels of the block.
    Labels,
    /// The label that is the key of a map.
    Key,
    /// The source location of the struct.
    Range,
    /// One block or several.
    Block,
    /// Blocks of several types.
    Blocks,
    /// A block of free attributes.
    Attrs,
    /// An attribute's expression.
    Expr,
    /// An attribute's expression with its context.
    ExprClosure,
    /// The fields of another type, from the same body.
    Flatten,
    /// The remaining items of the body.
    Remain,
    /// No part of the body: the field takes its `Default`.
    Skip,
}

/// The part of a struct's source location.
#[derive(Clone, Copy, std::default::Default, PartialEq, Eq)]
pub(crate) enum RangePart {
    #[default]
    Header,
    /// The block type.
    Name,
    /// The whole block.
    Block,
}

/// The default of an attribute.
pub(crate) enum Default {
    /// The type's own `Default`.
    Trait,
    /// A string that the type converts.
    Text(LitStr),
    /// The value of an expression.
    Expr(Box<Expr>),
}

/// The conversion of an attribute's value, in place of `FromValue`.
pub(crate) enum Conversion {
    With(Function),
    FromStr,
    Serde,
}

/// A function of the program that converts a field.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) path: ExprPath,
    pub(crate) scope: FunctionScope,
}

/// The values that a function converts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FunctionScope {
    /// This field.
    Field,
    /// All fields of a type.
    Type,
    /// All elements of a type. This field is a collection of them.
    Elements,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    kind: Setting<FieldKind>,
    pub(crate) range: RangePart,
    pub(crate) name: Setting<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) former_names: Vec<LitStr>,
    pub(crate) default: Setting<Default>,
    pub(crate) optional: Setting<()>,
    /// The prefix of the names of a flattened struct.
    pub(crate) prefix: Setting<LitStr>,
    pub(crate) dynamic: Setting<()>,
    /// The names of the attributes that repeat the blocks.
    pub(crate) for_each: Setting<LitStr>,
    pub(crate) count: Setting<LitStr>,
    pub(crate) matrix: Setting<LitStr>,
    /// The order of the combinations of the matrix.
    pub(crate) first_fastest: Setting<()>,
    /// The name of the attribute that lists the blocks from which a block inherits.
    pub(crate) inherits: Setting<LitStr>,
    pub(crate) forms: FormAttrs,
    pub(crate) min_items: Setting<LitInt>,
    pub(crate) max_items: Setting<LitInt>,
    pub(crate) source: Setting<Conversion>,
    /// The function that makes a value of the field, the inverse of `source`.
    pub(crate) encode_with: Setting<Function>,
    pub(crate) validate: Setting<ExprPath>,
    pub(crate) scope: Setting<Vec<ScopeVariable>>,
    pub(crate) deprecated: Setting<LitStr>,
    pub(crate) sensitive: Setting<()>,
    /// The flag on a command line, and the sources that may set the attribute.
    pub(crate) sources: SourceAttrs,
    pub(crate) conflicts_with: Vec<LitStr>,
    pub(crate) requires: Vec<LitStr>,
    /// The conditions on the value, with their options.
    pub(crate) constraints: Vec<(TokenStream, Constraint)>,
    pub(crate) docs: Docs,
    /// All options except the kind, with their paths.
    pub(crate) given: Vec<(Symbol, syn::Path)>,
}

impl FieldAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut read = Self { docs: Docs::read(attrs), ..std::default::Default::default() };
        for_each_meta(ctxt, attrs, Position::Field, |symbol, meta| {
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
        match symbol {
            Symbol::Attr => return self.read_kind(ctxt, meta, FieldKind::Attr),
            Symbol::Label => return self.read_kind(ctxt, meta, FieldKind::Label),
            Symbol::Labels => return self.read_kind(ctxt, meta, FieldKind::Labels),
            Symbol::Key => return self.read_kind(ctxt, meta, FieldKind::Key),
            Symbol::Range => return self.read_range(ctxt, meta),
            Symbol::Block => return self.read_kind(ctxt, meta, FieldKind::Block),
            Symbol::Blocks => return self.read_kind(ctxt, meta, FieldKind::Blocks),
            Symbol::Attrs => return self.read_kind(ctxt, meta, FieldKind::Attrs),
            Symbol::Expr => return self.read_kind(ctxt, meta, FieldKind::Expr),
            Symbol::ExprClosure => return self.read_kind(ctxt, meta, FieldKind::ExprClosure),
            Symbol::Flatten => return self.read_kind(ctxt, meta, FieldKind::Flatten),
            Symbol::Remain => return self.read_kind(ctxt, meta, FieldKind::Remain),
            Symbol::Skip => return self.read_kind(ctxt, meta, FieldKind::Skip),
            Symbol::Length => self.add_constraint(ctxt, path, Constraint::length(ctxt, meta)?),
            Symbol::NonEmpty => self.add_constraint(ctxt, path, Constraint::non_empty(ctxt, meta)?),
            Symbol::Unique => self.add_constraint(ctxt, path, Constraint::unique(ctxt, meta)?),
            Symbol::Matches => self.add_constraint(ctxt, path, Constraint::matches(ctxt, meta)?),
            Symbol::OneOf => self.add_constraint(ctxt, path, Constraint::one_of(ctxt, meta)?),
            Symbol::Name => set(ctxt, path, &mut self.name, read::text(ctxt, meta)?),
            Symbol::Alias => self.aliases.extend(read::texts(ctxt, meta)?),
            Symbol::FormerName => self.former_names.extend(read::texts(ctxt, meta)?),
            Symbol::Default => set(ctxt, path, &mut self.default, read_default(ctxt, meta)?),
            Symbol::Prefix => set(ctxt, path, &mut self.prefix, read::text(ctxt, meta)?),
            Symbol::Dynamic | Symbol::FirstFastest | Symbol::Optional | Symbol::Sensitive => {
                self.read_flag(ctxt, symbol, meta)?;
            }
            Symbol::Count | Symbol::ForEach | Symbol::Inherits | Symbol::Matrix => {
                self.read_effect(ctxt, symbol, meta)?;
            }
            Symbol::LabelsAsBlocks | Symbol::OrAttr | Symbol::OrBlock => {
                self.forms.read(ctxt, symbol, meta)?;
            }
            Symbol::Merge => self.forms.read_merge(ctxt, meta)?,
            Symbol::MinItems => set(ctxt, path, &mut self.min_items, read::count(ctxt, meta)?),
            Symbol::MaxItems => set(ctxt, path, &mut self.max_items, read::count(ctxt, meta)?),
            Symbol::With | Symbol::FromStr | Symbol::Serde => {
                self.read_conversion(ctxt, symbol, meta)?;
            }
            Symbol::EncodeWith => {
                let function = read::path(ctxt, meta)?.map(Function::of_field);
                set(ctxt, path, &mut self.encode_with, function);
            }
            Symbol::Scope => set(ctxt, path, &mut self.scope, scope::read(ctxt, meta)?),
            Symbol::Validate => {
                let function = self.docs.read_validate(ctxt, meta)?;
                set(ctxt, path, &mut self.validate, function);
            }
            Symbol::Title | Symbol::Since | Symbol::Example | Symbol::Hide | Symbol::Restart => {
                self.docs.read_option(ctxt, symbol, meta)?;
            }
            Symbol::Deprecated => set(ctxt, path, &mut self.deprecated, read::text(ctxt, meta)?),
            Symbol::Flag | Symbol::From => self.sources.read(ctxt, symbol, meta)?,
            Symbol::ConflictsWith => self.conflicts_with.extend(read::texts(ctxt, meta)?),
            Symbol::Requires => self.requires.extend(read::texts(ctxt, meta)?),
            _ => return Err(not_read(meta)),
        }
        self.given.push((symbol, path.clone()));
        Ok(())
    }

    fn read_kind(
        &mut self,
        ctxt: &Ctxt,
        meta: &ParseNestedMeta<'_>,
        new: FieldKind,
    ) -> syn::Result<()> {
        if read::kind(ctxt, meta)?.is_some() {
            self.set_kind(ctxt, &meta.path, new);
        }
        Ok(())
    }

    /// Reads an option without a value.
    fn read_flag(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let flag = match symbol {
            Symbol::Dynamic => &mut self.dynamic,
            Symbol::FirstFastest => &mut self.first_fastest,
            Symbol::Optional => &mut self.optional,
            _ => &mut self.sensitive,
        };
        set(ctxt, &meta.path, flag, read::flag(ctxt, meta)?);
        Ok(())
    }

    /// Reads the name of an attribute with an effect on the blocks, by default that of the option.
    fn read_effect(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let attribute = match symbol {
            Symbol::Count => &mut self.count,
            Symbol::ForEach => &mut self.for_each,
            Symbol::Inherits => &mut self.inherits,
            _ => &mut self.matrix,
        };
        set(ctxt, &meta.path, attribute, read::text_or(ctxt, meta, symbol.name())?);
        Ok(())
    }

    fn read_conversion(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let new = match symbol {
            Symbol::With => {
                read::path(ctxt, meta)?.map(|path| Conversion::With(Function::of_field(path)))
            }
            Symbol::FromStr => read::flag(ctxt, meta)?.map(|()| Conversion::FromStr),
            _ => read::flag(ctxt, meta)?.map(|()| Conversion::Serde),
        };
        self.set_source(ctxt, &meta.path, new);
        Ok(())
    }

    fn add_constraint(&mut self, ctxt: &Ctxt, path: &syn::Path, new: Option<Constraint>) {
        let Some(new) = new else { return };
        let tokens = path.to_token_stream();
        let is_same = |(known, _): &(TokenStream, _)| known.to_string() == tokens.to_string();
        if self.constraints.iter().any(is_same) {
            ctxt.error_at(path, format!("duplicate attribute `{tokens}`"));
        } else {
            self.constraints.push((tokens, new));
        }
    }

    /// Reads a range of numbers, `range = 1..=9`; or, for a field with the location of the struct, `range` or the part
    /// of the location, `range = "name"`.
    fn read_range(&mut self, ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        const EXAMPLE: &str = "1..=9` or `range = \"block\"";
        let mut part = RangePart::Header;
        if read::has_value(meta) {
            match read::value(ctxt, meta, EXAMPLE)? {
                None => return Ok(()),
                Some(Expr::Range(range)) => {
                    self.given.push((Symbol::Range, meta.path.clone()));
                    self.add_constraint(ctxt, &meta.path, Constraint::range(ctxt, range));
                    return Ok(());
                }
                Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
                    part = match text.value().as_str() {
                        "header" => RangePart::Header,
                        "name" => RangePart::Name,
                        "block" => RangePart::Block,
                        _ => {
                            let message = "`range` must be \"header\", \"name\" or \"block\"";
                            ctxt.error_at(text, message);
                            return Ok(());
                        }
                    };
                }
                Some(other) => {
                    read::reject::<()>(ctxt, meta, other, EXAMPLE);
                    return Ok(());
                }
            }
        }
        self.range = part;
        self.set_kind(ctxt, &meta.path, FieldKind::Range);
        Ok(())
    }

    fn set_kind(&mut self, ctxt: &Ctxt, path: &syn::Path, new: FieldKind) {
        match self.kind {
            Some((_, old)) if old != new => {
                let message =
                    format!("a field cannot be both {} and {}", old.symbol(), new.symbol());
                ctxt.error_at(path, message);
            }
            _ => set(ctxt, path, &mut self.kind, Some(new)),
        }
    }

    fn set_source(&mut self, ctxt: &Ctxt, path: &syn::Path, new: Option<Conversion>) {
        let name = path.to_token_stream().to_string();
        match &self.source {
            Some((old, _)) if new.is_some() && old.to_string() != name => {
                let message =
                    format!("`{old}` and `{name}` both create the field; remove one of them");
                ctxt.error_at(path, message);
            }
            _ => set(ctxt, path, &mut self.source, new),
        }
    }

    /// Sets the function that creates the field, unless there is already a conversion.
    pub(crate) fn set_default_with(&mut self, function: Function) {
        if self.kind() == FieldKind::Attr && self.source.is_none() {
            let tokens = function.path.to_token_stream();
            self.source = Some((tokens, Conversion::With(function)));
        }
    }

    /// Sets the function that makes a value of the field, unless another one is given.
    pub(crate) fn set_default_encode_with(&mut self, function: Function) {
        if self.kind() == FieldKind::Attr && self.encode_with.is_none() {
            self.encode_with = Some((function.path.to_token_stream(), function));
        }
    }

    /// Returns `true` for an item of the body without a default of its own.
    pub(crate) fn can_be_left_out(&self) -> bool {
        let is_item = match self.kind() {
            FieldKind::Attr | FieldKind::Block | FieldKind::Blocks => true,
            FieldKind::Attrs | FieldKind::Expr | FieldKind::ExprClosure => true,
            FieldKind::Label | FieldKind::Labels | FieldKind::Key | FieldKind::Range => false,
            FieldKind::Flatten | FieldKind::Remain | FieldKind::Skip => false,
        };
        is_item && self.default.is_none() && self.optional.is_none()
    }

    /// Returns the kind of the field: the given one, or a block if `dynamic`, a repetition or `inherits` is given,
    /// or an attribute.
    pub(crate) fn kind(&self) -> FieldKind {
        match &self.kind {
            Some((_, kind)) => *kind,
            None if self.dynamic.is_some() || self.has_effects() => FieldKind::Block,
            None => FieldKind::Attr,
        }
    }

    /// Returns `true` if attributes may have an effect on the blocks. There may be several blocks then.
    pub(crate) fn has_effects(&self) -> bool {
        let is_repeated = self.for_each.is_some() || self.count.is_some() || self.matrix.is_some();
        is_repeated || self.inherits.is_some()
    }

    /// Returns the first option of the field, ignoring docs.
    pub(crate) fn any_tokens(&self) -> Option<TokenStream> {
        let given = self.given.first().map(|(_, path)| path.to_token_stream());
        self.kind_tokens().cloned().or(given)
    }

    /// Returns the tokens of the kind.
    pub(crate) fn kind_tokens(&self) -> Option<&TokenStream> {
        self.kind.as_ref().map(|(tokens, _)| tokens)
    }
}

impl Function {
    fn of_field(path: ExprPath) -> Self {
        Self { path, scope: FunctionScope::Field }
    }
}

impl FieldKind {
    /// Returns the option that selects the kind.
    pub(crate) fn symbol(self) -> Symbol {
        match self {
            Self::Attr => Symbol::Attr,
            Self::Label => Symbol::Label,
            Self::Labels => Symbol::Labels,
            Self::Key => Symbol::Key,
            Self::Range => Symbol::Range,
            Self::Block => Symbol::Block,
            Self::Blocks => Symbol::Blocks,
            Self::Attrs => Symbol::Attrs,
            Self::Expr => Symbol::Expr,
            Self::ExprClosure => Symbol::ExprClosure,
            Self::Flatten => Symbol::Flatten,
            Self::Remain => Symbol::Remain,
            Self::Skip => Symbol::Skip,
        }
    }
}

fn read_default(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Default>> {
    if !read::has_value(meta) {
        return Ok(Some(Default::Trait));
    }
    let value = read::value(ctxt, meta, "…")?;
    Ok(value.map(|value| match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Default::Text(text),
        expr => Default::Expr(Box::new(expr)),
    }))
}
