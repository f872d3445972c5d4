//! Hover: the description of the item, the function or the value at an offset.

use std::ops::Range;

use hcldyn_core::cty::Function;
use hcldyn_core::cty::value_spec::ValueSpec;
use hcldyn_docs::entry;

use super::Snapshot;
use super::cursor::{Cursor, Place, ValuePlace};
use super::names::Names;
use super::outline::{Scope, ScopeItem, part};
use super::tree::Item;
use super::values::{self, ValueAt};
use super::workspace::File;

/// A description in Markdown, with the range that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hover {
    /// The description.
    pub markdown: String,
    /// The range of the name.
    pub range: Range<usize>,
}

impl Snapshot {
    /// Returns the description of the name at an offset, and the value of the expression there. No description shows a
    /// sensitive value.
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        let file = self.file(file)?;
        let cursor = Cursor::of(file, offset);
        let about = (!cursor.word.is_empty())
            .then(|| described(file, &cursor).or_else(|| defined(self, file, &cursor)))
            .flatten();
        let value = self.value_of_hover(file, offset, &cursor);
        let is_item = cursor.place == Place::Item && !cursor.word.is_empty();
        let layers = is_item.then(|| self.layers_of_attribute(file, offset)).flatten();
        let range = match (&about, &value) {
            (None, Some((_, range))) => range.clone(),
            _ => cursor.word,
        };
        let value = value.map(|(text, _)| text);
        let layers = layers.map(|text| text + "\n");
        let parts: Vec<_> = about.into_iter().chain(value).chain(layers).collect();
        (!parts.is_empty()).then(|| Hover { markdown: parts.join("\n"), range })
    }

    /// Returns the value at an offset in Markdown, with the range of its expression.
    fn value_of_hover(
        &self,
        file: &File,
        offset: usize,
        cursor: &Cursor<'_>,
    ) -> Option<(String, Range<usize>)> {
        if !matches!(cursor.place, Place::Item | Place::Value(_)) {
            return None;
        }
        let found = self.value_at(file, offset)?;
        let outline = file.language.outline.as_ref();
        let scope = outline.and_then(|outline| Scope::inside(outline, &cursor.blocks));
        let spec = scope.and_then(|scope| scope.value(&found.attribute));
        Some((values::described(&found, spec)?, found.range))
    }
}

impl Snapshot {
    /// Returns the description of the value of an attribute.
    pub(super) fn value_of_attribute(&self, file: &File, attribute: &Item) -> Option<String> {
        // In JSON syntax, the name is in quotes.
        let offset = attribute.name.range().start + usize::from(file.is_json());
        let value = self.value_of_hover(file, offset, &Cursor::of(file, offset));
        value.map(|(text, _)| text)
    }
}

fn described(file: &File, cursor: &Cursor<'_>) -> Option<String> {
    let word = &file.text()[cursor.word.clone()];
    if let Place::Value(_) = cursor.place
        && file.text()[cursor.word.end..].starts_with('(')
    {
        let function = file.language.context.function(word);
        return function.map(|function| of_function(word, function));
    }
    let scope = Scope::inside(file.language.outline.as_ref()?, &cursor.blocks)?;
    match &cursor.place {
        Place::Item => of_item(&scope, word),
        Place::Label(header) => {
            let tags = scope.tags(header);
            let (tag, docs) = tags.into_iter().find(|(tag, _)| **tag == *word)?;
            let text = docs.text.as_ref().map(|text| format!("\n\n{text}")).unwrap_or_default();
            Some(format!("`{tag}`{text}\n"))
        }
        Place::Value(place) => of_part(&scope, place, word),
        Place::Other => None,
    }
}

/// Returns the place where a name is defined that an expression refers to. A variable also has the place where it is set and,
/// at its definition, its value.
fn defined(snapshot: &Snapshot, file: &File, cursor: &Cursor<'_>) -> Option<String> {
    if matches!(cursor.place, Place::Other) {
        return None;
    }
    let names = Names::around(snapshot, file);
    let (definition, _) = names.at(file.source.name(), cursor.word.start)?;
    let definition = names.definitions[definition];
    let mut text = format!("`{}`\n\nDefined at {}.", definition.name(), definition.place);
    if let Some(origin) = snapshot.origin_of_variable(file, definition) {
        text = format!("{text} {origin}");
    }
    text.push('\n');
    if let Place::Label(_) = cursor.place
        && let Some(value) = snapshot.value_of_variable(file, definition)
    {
        let value = ValueAt::of_name(value, cursor.word.clone());
        text.extend(values::described(&value, None).map(|value| format!("\n{value}")));
    }
    Some(text)
}

fn of_item(scope: &Scope<'_>, name: &str) -> Option<String> {
    Some(match scope.item(name)? {
        ScopeItem::Attribute(attribute) => entry::attribute(attribute),
        ScopeItem::Block(block, ty) => entry::block(scope.outline, block, ty),
    })
}

/// Returns the description of a key of an object, or of a keyword.
fn of_part(scope: &Scope<'_>, place: &ValuePlace<'_>, word: &str) -> Option<String> {
    let specs = part(scope.value(place.attribute)?, place.path.as_deref()?);
    specs.iter().find_map(|spec| match spec {
        ValueSpec::Object(object) if place.is_key => {
            let attribute = object.attributes().iter().find(|it| it.names.contains(word))?;
            Some(entry::part(attribute))
        }
        ValueSpec::Variants(variants) if !place.is_key => {
            let (_, variant) = variants.named(word).filter(|(_, variant)| !variant.other)?;
            let text = variant.docs.text.as_deref().unwrap_or_default();
            Some(format!("`{word}`\n\n{text}").trim_end().to_owned() + "\n")
        }
        _ => None,
    })
}

/// Returns the description of a function.
pub(super) fn of_function(name: &str, function: &Function) -> String {
    format!("`{}`\n\n{}\n", signature(name, function), function.description())
}

/// Returns a function with its parameters and their types.
pub(super) fn signature(name: &str, function: &Function) -> String {
    format!("{name}({})", parameters(function).join(", "))
}

/// Returns the parameters of a function with their types.
pub(super) fn parameters(function: &Function) -> Vec<String> {
    let params = function.params().iter().map(|it| {
        let mark = if it.is_optional() { "?" } else { "" };
        format!("{}{mark}: {}", it.name(), it.ty())
    });
    let more = function.variadic().map(|it| format!("{}…: {}", it.name(), it.ty()));
    params.chain(more).collect()
}
