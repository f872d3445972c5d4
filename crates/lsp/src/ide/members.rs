//! The members of the things that names refer to: attributes of blocks, keys of objects, those of iterators.

use hcldyn_core::Expression;
use hcldyn_core::body::Block;

use super::cursor::Header;
use super::language::Language;
use super::names::Names;
use super::outline::Scope;

/// The maximum number of references and calls between a name and an object.
const MAX_STEPS: usize = 16;

/// The functions whose result has the keys of their arguments.
const KEEPING_KEYS: [&str; 7] =
    ["coalesce", "merge", "nonsensitive", "sensitive", "tomap", "try", "defaults"];

/// The source of the members of a name.
#[derive(Clone, Debug)]
pub(super) enum Members {
    Unknown,
    Expression(Expression),
    Block(Block),
    /// `key` and `value`.
    Iterator,
    /// Those of a function, which are not members of it.
    Parameters(Vec<String>),
}

impl Members {
    /// Returns the names of the members after some steps.
    pub(super) fn names(
        &self,
        steps: &[String],
        names: &Names<'_>,
        language: &Language,
    ) -> Vec<String> {
        match self {
            Self::Unknown | Self::Parameters(_) => Vec::new(),
            Self::Expression(expr) => keys(expr, steps, names, MAX_STEPS),
            Self::Block(block) => of_block(block, steps, names, language),
            Self::Iterator if steps.is_empty() => vec!["key".to_owned(), "value".to_owned()],
            Self::Iterator => Vec::new(),
        }
    }
}

/// Returns the names of the items in a block by its spec. A variable has the attributes of its type or its default.
fn of_block(
    block: &Block,
    steps: &[String],
    names: &Names<'_>,
    language: &Language,
) -> Vec<String> {
    if block.ty == *"variable" {
        let ty = block.body.attribute("type");
        let default = block.body.attribute("default");
        let of_type = ty.map(|ty| attributes(&ty.expr, steps)).unwrap_or_default();
        let of_default = default.map(|it| keys(&it.expr, steps, names, MAX_STEPS));
        return of_type.into_iter().chain(of_default.into_iter().flatten()).collect();
    }
    let labels = block.labels.iter().map(|label| label.value.as_str()).collect();
    let header = Header { ty: &block.ty, labels };
    let scope = language.outline.as_ref().and_then(|it| Scope::inside(it, &[header]));
    match (scope, steps) {
        (Some(scope), []) => {
            let items = scope.items().filter(|item| item.names().deprecation.is_none());
            items.map(|item| item.names().name.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the attributes of a type expression, such as `object({ name = string })`.
fn attributes(ty: &Expression, steps: &[String]) -> Vec<String> {
    let Some(call) = ty.as_call() else { return Vec::new() };
    let Some(first) = call.arguments.first() else { return Vec::new() };
    if &*call.name != "object" {
        let is_element = matches!(&*call.name, "map" | "list" | "set");
        return match (is_element, &*call.name, steps) {
            (true, _, [_, rest @ ..]) => attributes(first, rest),
            (false, "optional", steps) => attributes(first, steps),
            _ => Vec::new(),
        };
    }
    let items = first.as_map().unwrap_or_default();
    let Some((step, rest)) = steps.split_first() else {
        return items.iter().filter_map(|(key, _)| name_of(key)).collect();
    };
    let item = items.iter().find(|(key, _)| name_of(key).as_ref() == Some(step));
    item.map(|(_, ty)| attributes(ty, rest)).unwrap_or_default()
}

/// Returns the keys of the object at some steps into an expression, as far as they are known without evaluation.
fn keys(expr: &Expression, steps: &[String], names: &Names<'_>, most: usize) -> Vec<String> {
    let Some(most) = most.checked_sub(1) else { return Vec::new() };
    if let Some(items) = expr.as_map() {
        let Some((step, rest)) = steps.split_first() else {
            return items.iter().filter_map(|(key, _)| name_of(key)).collect();
        };
        let item = items.iter().find(|(key, _)| name_of(key).as_ref() == Some(step));
        return item.map(|(_, value)| keys(value, rest, names, most)).unwrap_or_default();
    }
    if let Some(call) = expr.as_call() {
        let keeps = KEEPING_KEYS.contains(&&*call.name);
        let arguments = call.arguments.iter().filter(|_| keeps);
        return arguments.flat_map(|it| keys(it, steps, names, most)).collect();
    }
    let Some(traversal) = expr.as_traversal() else { return Vec::new() };
    let Some((definition, rest)) = names.find(&traversal) else { return Vec::new() };
    match &names.definitions[definition].members {
        Members::Expression(expr) => keys(expr, &[&rest, steps].concat(), names, most),
        _ => Vec::new(),
    }
}

/// Returns the name of a key that needs no evaluation.
fn name_of(key: &Expression) -> Option<String> {
    let literal = key.as_literal().and_then(|value| value.as_str().map(str::to_owned));
    literal.or_else(|| key.as_keyword().map(|name| name.to_string()))
}
