//! Attributes.

use super::items::Items;
use super::{Writer, reread};
use crate::cty::internal::sort_by_key;
use crate::cty::{Kind, Str, Value};
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::encode::natural;
use crate::spec::language::kinds::{ALIASES, DEPRECATED, FORMER_NAMES, REPLACED_BY};
use crate::spec::language::values::TYPE;
use crate::spec::{AttrSpec, DefaultSpec, ItemNames, Spec};
use crate::syntax::native::value_text;

use super::blocks::add_forms;

impl Writer {
    /// Returns the content of an `attr` block, with the source of its default.
    pub(super) fn attr(
        &mut self,
        attr: &AttrSpec,
        default: Option<String>,
        implied: Option<&Str>,
    ) -> Items {
        let mut items = Items::default();
        if implied != Some(&attr.names.name) {
            items.value("name", attr.names.name.clone());
        }
        match &attr.defaults {
            Some(defaults) => {
                let (ty, defaults) = (attr.ty.clone(), Some(defaults.clone()));
                let constraint = TypeConstraint { ty, defaults };
                items.source(TYPE, constraint.to_string());
            }
            None => items.0.extend(self.value(&attr.value, TYPE, &attr.names.name).0),
        }
        items.flag("required", attr.required);
        let mut docs = attr.docs.clone();
        match default {
            // The value says it all, so it is not written in words too.
            Some(default) => {
                docs.computed_default = None;
                items.source("default", default);
            }
            None => self.lose_default(&docs),
        }
        items.flag("sensitive", attr.sensitive);
        self.conditions(&attr.rules, &mut items);
        add_forms(attr.forms, &mut items);
        if !docs.variables.is_empty() {
            self.lose("the variables of an expression that is evaluated later");
        }
        add_names(&attr.names, &mut items);
        items.docs(&docs);
        if attr.decoder.is_some() {
            self.lose("the function that decodes the attribute");
        }
        // Blocks follow the arguments.
        sort_by_key(&mut items.0, |item| {
            matches!(item, crate::syntax::native::NewItem::Block { .. })
        });
        items
    }

    /// Returns the content of an `attr` block with a default, if one can express both.
    pub(super) fn attr_with_default(
        &mut self,
        specs: &DefaultSpec,
        implied: Option<&Str>,
    ) -> Option<Items> {
        let (Spec::Attr(attr), Spec::Literal(default)) = (&specs.primary, &specs.default) else {
            return None;
        };
        if attr.required || default.is_null() {
            return None;
        }
        if is_captured(default) {
            self.lose("the value of a default, which is written in words");
            let mut attr = attr.as_ref().clone();
            let text = || value_text(default).unwrap_or_else(|_| default.describe());
            attr.docs.default.get_or_insert_with(|| text().into());
            return Some(self.attr(&attr, None, implied));
        }
        let text = value_text(&natural(&attr.value, default)).ok()?;
        let is_same = convert(attr, reread(&text)?).is_some_and(|value| value == *default);
        is_same.then(|| self.attr(attr, Some(text), implied))
    }
}

/// Returns `true` if a part of a value is an expression or another capsule, which no literal can be.
pub(super) fn is_captured(value: &Value) -> bool {
    matches!(value.kind(), Kind::Capsule(_)) || value.elements().iter().any(is_captured)
}

/// Converts a default as the reader does.
fn convert(attr: &AttrSpec, value: Value) -> Option<Value> {
    match attr.value.plain_ty() {
        Some(ty) => {
            let (ty, defaults) = (ty.clone(), attr.defaults.clone());
            TypeConstraint { ty, defaults }.convert(value).ok()
        }
        None => attr.value.try_convert(value).ok(),
    }
}

/// Adds the other names and the deprecation of an attribute or a block type.
pub(super) fn add_names(names: &ItemNames, items: &mut Items) {
    items.names(ALIASES, &names.aliases);
    items.names(FORMER_NAMES, &names.former_names);
    if let Some(deprecation) = &names.deprecation {
        match (&deprecation.advice, &deprecation.replacement) {
            (Some(advice), _) => items.value(DEPRECATED, advice.clone()),
            (None, None) => items.flag(DEPRECATED, true),
            (None, Some(_)) => {}
        }
        if let Some(replacement) = &deprecation.replacement {
            items.value(REPLACED_BY, replacement.clone());
        }
    }
}
