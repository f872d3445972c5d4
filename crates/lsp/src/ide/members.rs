//! The members of the things that names refer to: attributes of blocks, keys of objects, those of iterators.

use hcldyn_core::Expression;
use hcldyn_core::body::Block;

use super::cursor::Header;
use super::language::Language;
use super::names::{Names, parts_of};
use super::outline::Scope;

/// The maximum depth of objects whose keys are known.
const MAX_DEPTH: usize = 16;

/// The maximum number of objects and references between a name and its members. A name can refer to itself.
const MAX_VISITS: usize = 200;

/// The functions whose result has the keys of their arguments.
const KEEPING_KEYS: [&str; 7] =
    ["coalesce", "defaults", "merge", "nonsensitive", "sensitive", "tomap", "try"];

/// The members of a name, as far as they are known without evaluation.
#[derive(Clone, Debug)]
pub(super) enum Members {
    Unknown,
    /// The keys of an object, with the members of their values.
    Keys(Vec<(String, Self)>),
    /// Elements with any keys.
    Elements(Box<Self>),
    AnyOf(Vec<Self>),
    /// The members of another name, by the parts of that name.
    Reference(Vec<String>),
    /// The items of a block by the spec, with its type and its labels.
    Block(String, Vec<String>),
    /// `key` and `value`.
    Iterator,
    /// The parameters of a function, for its signature: a variadic one ends with an ellipsis.
    Parameters(Vec<String>),
}

impl Members {
    /// Returns the members of a block. A variable has those of its type and its default.
    pub(super) fn of_block(block: &Block) -> Self {
        if block.ty != *"variable" {
            let labels = block.labels.iter().map(|label| label.value.to_string());
            return Self::Block(block.ty.to_string(), labels.collect());
        }
        let ty = block.body.attribute("type").map(|it| Self::of_type(&it.expr, MAX_DEPTH));
        let default = block.body.attribute("default").map(|it| Self::of_value(&it.expr));
        Self::AnyOf(ty.into_iter().chain(default).collect())
    }

    /// Returns the members of the value of an expression.
    pub(super) fn of_value(expr: &Expression) -> Self {
        Self::of_part(expr, MAX_DEPTH)
    }

    fn of_part(expr: &Expression, most: usize) -> Self {
        let Some(most) = most.checked_sub(1) else { return Self::Unknown };
        if let Some(items) = expr.as_map() {
            let key = |(key, value): &(_, _)| Some((name_of(key)?, Self::of_part(value, most)));
            return Self::Keys(items.iter().filter_map(key).collect());
        }
        if let Some(call) = expr.as_call() {
            let arguments = call.arguments.iter().filter(|_| KEEPING_KEYS.contains(&&*call.name));
            return Self::AnyOf(arguments.map(|it| Self::of_part(it, most)).collect());
        }
        let path = expr.as_traversal().map(|traversal| parts_of(&traversal).collect());
        path.map_or(Self::Unknown, Self::Reference)
    }

    /// Returns the members of the values of a type, such as `object({ name = string })`.
    fn of_type(ty: &Expression, most: usize) -> Self {
        let Some(most) = most.checked_sub(1) else { return Self::Unknown };
        let Some(call) = ty.as_call() else { return Self::Unknown };
        let Some(first) = call.arguments.first() else { return Self::Unknown };
        let key = |(key, ty): &(_, _)| Some((name_of(key)?, Self::of_type(ty, most)));
        match &*call.name {
            "object" => Self::Keys(first.as_map().iter().flatten().filter_map(key).collect()),
            "map" | "list" | "set" => Self::Elements(Self::of_type(first, most).into()),
            "optional" => Self::of_type(first, most),
            _ => Self::Unknown,
        }
    }

    /// Returns the names of the members after some steps.
    pub(super) fn names(
        &self,
        steps: &[String],
        names: &Names<'_>,
        language: &Language,
    ) -> Vec<String> {
        let (mut found, mut open, mut left) =
            (Vec::new(), vec![(self, steps.to_vec())], MAX_VISITS);
        while let Some((members, steps)) = open.pop().filter(|_| left > 0) {
            left -= 1;
            match (members, &*steps) {
                (Self::Keys(keys), []) => found.extend(keys.iter().map(|(name, _)| name.clone())),
                (Self::Keys(keys), [step, rest @ ..]) => {
                    let inside = keys.iter().find(|(name, _)| name == step);
                    open.extend(inside.map(|(_, inside)| (inside, rest.to_vec())));
                }
                (Self::Elements(element), [_, rest @ ..]) => open.push((element, rest.to_vec())),
                (Self::AnyOf(several), _) => {
                    open.extend(several.iter().take(left).map(|it| (it, steps.clone())));
                }
                (Self::Reference(path), _) => {
                    let Some((definition, parts)) = names.prefix_of(path) else { continue };
                    let members = &names.definitions[definition].members;
                    open.push((members, [&path[parts..], &steps].concat()));
                }
                (Self::Block(ty, labels), []) => found.extend(items(ty, labels, language)),
                (Self::Iterator, []) => found.extend(["key", "value"].map(str::to_owned)),
                _ => {}
            }
        }
        found
    }
}

/// Returns the names of the items in a block by its spec.
fn items(ty: &str, labels: &[String], language: &Language) -> Vec<String> {
    let header = Header { ty, labels: labels.iter().map(String::as_str).collect() };
    let scope = language.outline.as_ref().and_then(|it| Scope::inside(it, &[header]));
    let items = scope.iter().flat_map(Scope::items);
    let items = items.filter(|item| item.names().deprecation.is_none());
    items.map(|item| item.names().name.to_string()).collect()
}

/// Returns the name of a key that needs no evaluation.
fn name_of(key: &Expression) -> Option<String> {
    let literal = key.as_literal().and_then(|value| value.as_str().map(str::to_owned));
    literal.or_else(|| key.as_keyword().map(|name| name.to_string()))
}
