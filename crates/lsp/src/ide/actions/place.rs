//! The items around a range, and those whose values are sensitive.

use std::collections::HashSet;
use std::ops::Range;

use hcldyn_core::cty::value_spec::ItemNames;
use hcldyn_core::spec::outline::{AttributeEvaluation, Outline, OutlineContent};

use crate::ide::missing::header;
use crate::ide::outline::{Scope, ScopeItem};
use crate::ide::tree::Item;
use crate::ide::workspace::File;

/// The attributes that the programs of many languages read without evaluating them.
const META: [&str; 11] = [
    "depends_on",
    "error_message",
    "ignore_changes",
    "lifecycle",
    "provider",
    "providers",
    "replace_triggered_by",
    "source",
    "triggers_replace",
    "type",
    "version",
];

/// The attributes by which a block is repeated.
const REPEATING: [&str; 3] = ["count", "for_each", "matrix"];

/// The blocks around a range, the outermost first, and the attribute around it.
pub(super) struct Around<'f> {
    pub(super) blocks: Vec<&'f Item>,
    pub(super) attribute: Option<&'f Item>,
}

impl<'f> Around<'f> {
    pub(super) fn of(file: &'f File, range: &Range<usize>) -> Self {
        let mut around = Self { blocks: Vec::new(), attribute: None };
        let mut items = &file.tree().items;
        let is_around = |item: &&Item| {
            let own = item.span.range();
            own.start <= range.start && range.end <= own.end
        };
        while let Some(item) = items.iter().find(is_around) {
            match &item.items {
                Some(inside) => {
                    around.blocks.push(item);
                    items = inside;
                }
                None => {
                    around.attribute = Some(item);
                    break;
                }
            }
        }
        around
    }

    /// Returns `true` if the attribute has a value that the whole expression determines, in a context with all names of the
    /// configuration.
    pub(super) fn is_evaluated(&self, file: &File) -> bool {
        let text = |item: &Item| file.source.slice(item.name);
        let Some(attribute) = self.attribute.map(text) else { return false };
        let first = self.blocks.first().map(|block| text(block)).unwrap_or_default();
        let is_included = file.language.include_blocks.as_deref() == Some(first);
        if first == "variable" || first == &*file.language.functions || is_included {
            return false;
        }
        let is_header = self.blocks.last().is_some_and(|block| text(block) == "dynamic");
        if is_header && ["iterator", "labels"].contains(&attribute) {
            return false;
        }
        if is_header && attribute == "for_each" || first == "locals" {
            return true;
        }
        let Some(outline) = &file.language.outline else {
            return first != "terraform" && !META.contains(&attribute);
        };
        let headers: Vec<_> = self.blocks.iter().map(|block| header(file, block)).collect();
        let Some(scope) = Scope::inside(outline, &headers) else { return false };
        match scope.item(attribute) {
            Some(ScopeItem::Attribute(attribute)) => {
                attribute.evaluation == AttributeEvaluation::Value
            }
            _ => scope.value(attribute).is_some(),
        }
    }

    /// Returns `true` if blocks around the range decide how often an expression is evaluated.
    pub(super) fn is_repeated(&self, file: &File) -> bool {
        let text = |item: &Item| file.source.slice(item.name);
        let is_own = self.attribute.is_some_and(|it| ["for_each", "count"].contains(&text(it)));
        let count = self.blocks.len() - usize::from(is_own && !self.blocks.is_empty());
        self.blocks[..count].iter().any(|block| {
            let inside = block.items.iter().flatten();
            text(block) == "dynamic"
                || inside.filter(|it| it.items.is_none()).any(|it| REPEATING.contains(&text(it)))
        })
    }

    /// Returns `true` if the value of an item around the range is, or may be, sensitive.
    pub(super) fn is_sensitive(&self, file: &File) -> bool {
        let marks_itself = |block: &&Item| {
            let named = |it: &&Item| file.source.slice(it.name) == "sensitive";
            block.items.iter().flatten().any(|item| named(&item))
        };
        let mut names = self.blocks.iter().chain(&self.attribute);
        self.blocks.iter().any(marks_itself)
            || names.any(|item| is_sensitive(file, file.source.slice(item.name)))
    }
}

/// Returns `true` if an item with a name is sensitive anywhere in the spec of a file.
pub(super) fn is_sensitive(file: &File, name: &str) -> bool {
    let outline = file.language.outline.as_ref();
    outline.is_some_and(|it| sensitive_items(it).any(|names| names.contains(name)))
}

/// Returns the names of the sensitive items of a spec.
pub(super) fn sensitive_names(outline: &Outline) -> HashSet<String> {
    sensitive_items(outline).flat_map(ItemNames::all).map(ToString::to_string).collect()
}

fn sensitive_items(outline: &Outline) -> impl Iterator<Item = &ItemNames> {
    outline.bodies().flat_map(|(_, body)| {
        let attributes = body.attributes.iter();
        let attributes = attributes.filter(|it| it.is_sensitive || it.value.has_sensitive());
        let types = body.blocks.iter().flat_map(|block| &block.types);
        let types = types.filter(|ty| match &ty.content {
            OutlineContent::Attributes(values) => values.has_sensitive(),
            OutlineContent::Body(_) => false,
        });
        attributes.map(|it| &it.names).chain(types.map(|it| &it.names))
    })
}
