//! Rules of names in HCL.

use std::collections::HashMap;

use quote::ToTokens;
use syn::{Ident, LitStr};

use crate::ast::Field;
use crate::ctxt::Ctxt;
use crate::name::is_name;

/// The names of the fields of a body, or of the variants of an enum, with the first one of each name.
pub(super) struct Names<'a> {
    kind: &'static str,
    first: HashMap<String, &'a Ident>,
    /// Returns the form of a name that equal names share.
    key: fn(&str) -> String,
}

impl<'a> Names<'a> {
    /// Creates names of things of a kind, such as `field`.
    pub(super) fn new(kind: &'static str) -> Self {
        Self { kind, first: HashMap::new(), key: str::to_owned }
    }

    /// Creates names that are equal if they only differ in case.
    pub(super) fn ignoring_case(kind: &'static str) -> Self {
        Self { key: str::to_lowercase, ..Self::new(kind) }
    }

    /// Adds the name of an item. Reports, at the literal of the name or at the item, a name that is already used.
    pub(super) fn add(
        &mut self,
        ctxt: &Ctxt,
        name: String,
        item: &'a Ident,
        literal: Option<&LitStr>,
    ) {
        let key = (self.key)(&name);
        match self.first.get(&key) {
            None => {
                self.first.insert(key, item);
            }
            Some(other) => {
                let kind = self.kind;
                let case = if (self.key)("A") == "a" { " in another case" } else { "" };
                let message =
                    format!("the name `{name}` is already used by the {kind} `{other}`{case}");
                ctxt.error_at(written(literal, item), message);
            }
        }
    }
}

/// Returns the location of a name: its literal, or the item that it is derived from.
pub(super) fn written<'t>(
    literal: Option<&'t LitStr>,
    item: &'t impl ToTokens,
) -> &'t dyn ToTokens {
    literal.map_or(item, |literal| literal)
}

/// Checks that every name of a field is a valid identifier.
pub(super) fn check_of_field(ctxt: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let name = attrs.name.as_ref().map(|(_, name)| name);
    for name in name.into_iter().chain(&attrs.aliases).chain(&attrs.former_names) {
        check(ctxt, name);
    }
}

/// Checks that a name is a valid identifier.
pub(super) fn check(ctxt: &Ctxt, name: &LitStr) {
    let text = name.value();
    if is_name(&text) {
        return;
    }
    // A tag of the reference, `name,kind`.
    if let Some((plain, kind)) = text.split_once(',')
        && is_name(plain)
    {
        let message =
            format!("invalid name in HCL; write `{plain:?}`, and `{kind}` as an option of its own");
        return ctxt.error_at(name, message);
    }
    let message = "invalid name in HCL; write letters, digits, `_` and `-`, starting with a letter";
    ctxt.error_at(name, message);
}
