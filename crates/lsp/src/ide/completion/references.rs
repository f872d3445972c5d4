//! Completion of references: the names that blocks define, and the attributes of variables.

use hcldyn_core::cty::{Kind, Type, Value};
use hcldyn_syntax::lexer::{is_name, is_name_part};

use super::{Completion, CompletionKind, Site};
use crate::ide::names::Names;

/// Returns the local names at the cursor, and the first parts of the names that blocks define, such as `var`.
pub(super) fn roots(site: &Site<'_>) -> Vec<String> {
    let names = Names::around(site.snapshot, site.file);
    let (file, offset) = (site.file.source.name(), site.cursor.word.start);
    let known = names.definitions.into_iter().filter(|it| it.is_known_at(file, offset));
    known.filter_map(|it| it.parts.first().cloned()).collect()
}

/// Returns the names that may follow the path before the cursor, such as `var.`.
pub(super) fn parts(site: &Site<'_>) -> Vec<Completion> {
    let path = path_before(site.before());
    let names = Names::around(site.snapshot, site.file);
    let defined = names.definitions.iter().filter_map(|definition| {
        let rest = definition.parts.strip_prefix(&*path)?;
        rest.first().cloned()
    });
    let parts = defined.chain(attributes(site, &path)).filter(|name| is_name(name));
    parts.map(|name| site.completion(name, CompletionKind::Variable, 0)).collect()
}

/// Returns the attributes of a variable of the program. Those of a marked value may be secret, so they are left out.
fn attributes(site: &Site<'_>, path: &[String]) -> Vec<String> {
    let Some((root, steps)) = path.split_first() else { return Vec::new() };
    let root = site.file.language.context.variable(root).cloned();
    let step = |value: Option<Value>, name: &String| {
        value.filter(|value| !value.is_marked())?.get(name.as_str()).cloned()
    };
    let Some(value) = steps.iter().fold(root, step).filter(|value| !value.is_marked()) else {
        return Vec::new();
    };
    match (value.kind(), value.ty()) {
        (Kind::Map(map), _) => map.iter().map(|(key, _)| key.to_string()).collect(),
        (_, Type::Object(object)) => object.iter().map(|(name, _)| name.to_string()).collect(),
        _ => Vec::new(),
    }
}

/// Returns the names before a dot at the end of a text, the outermost first.
fn path_before(text: &str) -> Vec<String> {
    let start = text.trim_end_matches(|c| is_name_part(c) || c == '.').len();
    let names = text[start..].split('.').map(str::to_owned);
    let mut names: Vec<_> = names.collect();
    // After the last dot is the cursor.
    names.pop();
    names
}
