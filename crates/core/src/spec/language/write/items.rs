//! The items of the blocks of a spec file.

use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Str, Value};
use crate::spec::language::kinds::{
    CONDITIONS, DEFAULT_TEXT, DOCS, EXAMPLES, HIDDEN, SINCE, TITLE,
};
use crate::syntax::native::{NewItem, value_text};

/// The content of a block. Items that are as a reader expects them without an argument are left out.
#[derive(Default)]
pub(super) struct Items(pub(super) Vec<NewItem>);

impl Items {
    /// Adds an argument with the source of its expression.
    pub(super) fn source(&mut self, name: &str, expr: String) {
        self.0.push(NewItem::Attribute { name: name.into(), expr, is_sensitive: false });
    }

    /// Adds an argument with a value that always has a source form.
    pub(super) fn value(&mut self, name: &str, value: impl Into<Value>) {
        self.source(name, value_text(&value.into()).unwrap_or_else(|_| "null".to_owned()));
    }

    /// Adds an argument that is true.
    pub(super) fn flag(&mut self, name: &str, is_set: bool) {
        if is_set {
            self.value(name, true);
        }
    }

    /// Adds an argument that is a list of strings, unless it is empty.
    pub(super) fn names<'a>(&mut self, name: &str, names: impl IntoIterator<Item = &'a Str>) {
        let names: Vec<Value> = names.into_iter().cloned().map(Value::from).collect_vec();
        if !names.is_empty() {
            self.value(name, Value::tuple(names));
        }
    }

    /// Adds an argument that is a number, unless it is 0.
    pub(super) fn count(&mut self, name: &str, count: usize) {
        if count > 0 {
            self.value(name, Value::from(count as u64));
        }
    }

    /// Adds documentation.
    pub(super) fn docs(&mut self, docs: &ItemDocs) {
        let default = docs.default.clone().or_else(|| computed_default(docs));
        let texts = [
            (TITLE, &docs.title),
            (DOCS, &docs.text),
            (SINCE, &docs.since),
            (DEFAULT_TEXT, &default),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                self.value(name, text.clone());
            }
        }
        self.names(EXAMPLES, &docs.examples);
        self.names(CONDITIONS, &docs.conditions);
        self.flag(HIDDEN, docs.is_hidden);
    }

    /// Adds a block.
    pub(super) fn block(&mut self, ty: &str, label: Option<&str>, body: Self) {
        self.0.push(block(ty, label, body));
    }
}

/// Returns a default that the program computes, in words.
fn computed_default(docs: &ItemDocs) -> Option<Str> {
    let value = docs.computed_value()?;
    Some(value_text(&value).unwrap_or_else(|_| value.describe()).into())
}

/// Returns a block.
pub(super) fn block(ty: &str, label: Option<&str>, body: Items) -> NewItem {
    NewItem::Block {
        ty: ty.into(),
        labels: label.map(Str::from).into_iter().collect_vec(),
        body: body.0,
    }
}
