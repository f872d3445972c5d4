//! The names in a source, by their kinds.

use std::ops::Range;

use hcldyn_lsp::ide::{SemanticKind, Snapshot, Symbol, SymbolKind};

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameKind {
    Attribute,
    Block,
    Reference,
    Function,
    Keyword,
    ObjectKey,
}

/// Returns the names in a file that the spec, the configuration or the functions of the language describe, in source order.
pub(super) fn names(snapshot: &Snapshot, file: &str) -> Vec<(NameKind, Range<usize>)> {
    let text = snapshot.source(file).unwrap().text();
    let mut found = items(snapshot, file);
    let known: Vec<_> = found.iter().map(|(_, range)| range.start).collect();
    let mut previous = 0..0;
    for token in snapshot.semantic_tokens(file, 0..text.len()) {
        let range = token.range;
        let is_step = text[..range.start].ends_with('.');
        let kind = match token.kind {
            SemanticKind::Variable => Some(NameKind::Reference),
            SemanticKind::Property if is_step => {
                let is_member = ["key", "value", "index"].contains(&&text[range.clone()])
                    && (["each", "count"].contains(&&text[previous.clone()])
                        || snapshot.definition(file, previous.start).is_some());
                let is_known = is_member || snapshot.definition(file, range.start).is_some();
                is_known.then_some(NameKind::Reference)
            }
            SemanticKind::Property if known.binary_search(&range.start).is_err() => {
                is_described(snapshot, file, range.start).then_some(NameKind::ObjectKey)
            }
            SemanticKind::Function => Some(NameKind::Function),
            SemanticKind::Keyword if ["true", "false", "null"].contains(&&text[range.clone()]) => {
                Some(NameKind::Keyword)
            }
            SemanticKind::String if is_keyword(snapshot, file, &range) => Some(NameKind::Keyword),
            _ => None,
        };
        found.extend(kind.map(|kind| (kind, range.clone())));
        previous = range;
    }
    found.sort_by_key(|(_, range)| range.start);
    found
}

/// Returns the names of the attributes and the block types that the spec describes.
fn items(snapshot: &Snapshot, file: &str) -> Vec<(NameKind, Range<usize>)> {
    let (mut open, mut found) = (snapshot.symbols(file), Vec::new());
    while let Some(Symbol { name, kind, range, children, .. }) = open.pop() {
        open.extend(children);
        let name = name.split(' ').next().unwrap();
        if name == "dynamic" || name == "content" || !is_described(snapshot, file, range.start) {
            continue;
        }
        let kind = match kind {
            SymbolKind::Attribute => NameKind::Attribute,
            SymbolKind::Block => NameKind::Block,
        };
        found.push((kind, range.start..range.start + name.len()));
    }
    found.sort_by_key(|(_, range)| range.start);
    found
}

/// Returns `true` if the spec describes a name. The configuration itself chooses the names of its local values.
fn is_described(snapshot: &Snapshot, file: &str, at: usize) -> bool {
    let hover = snapshot.hover(file, at);
    let is_about_value = |text: &str| text.starts_with("Value") || text.contains("Defined at");
    hover.is_some_and(|it| !is_about_value(&it.markdown))
}

/// Returns `true` for a whole string that the description of its attribute lists.
fn is_keyword(snapshot: &Snapshot, file: &str, range: &Range<usize>) -> bool {
    let text = snapshot.source(file).unwrap().text();
    let is_whole = text[..range.start].ends_with("= \"") && text[range.end..].starts_with('"');
    if !is_whole || range.len() < 2 {
        return false;
    }
    let name = text[..range.start].trim_end_matches([' ', '=', '"']).len() - 1;
    let hover = snapshot.hover(file, name);
    let listed = format!("\"{}\"", &text[range.clone()]);
    hover.is_some_and(|it| {
        let first = it.markdown.lines().next().unwrap();
        first.split(", default").next().unwrap().contains(&listed)
    })
}
