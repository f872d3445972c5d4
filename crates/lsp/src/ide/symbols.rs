//! Symbols: the items of a file, and of all files.

use std::ops::Range;

use super::Snapshot;
use super::tree::Item;
use super::workspace::File;

/// An attribute or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Symbol {
    /// The name of an attribute, or the type and the labels of a block.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The whole item.
    pub range: Range<usize>,
    /// The name, or the type with the labels.
    pub selection: Range<usize>,
    /// The items inside a block.
    pub children: Vec<Self>,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// An attribute.
    Attribute,
    /// A block.
    Block,
}

impl Snapshot {
    /// Returns the items of a file in source order.
    pub fn symbols(&self, file: &str) -> Vec<Symbol> {
        self.file(file).map(|file| symbols(file, &file.tree().items)).unwrap_or_default()
    }

    /// Returns the blocks and the attributes outside of blocks in all files whose names contain the characters of a query
    /// in their order, in any case; at most `most` of them. Each has the name of its file.
    pub fn workspace_symbols(&self, query: &str, most: usize) -> Vec<(String, Symbol)> {
        let all = self.files().flat_map(|file| {
            let is_found = |symbol: &&Symbol| contains(&symbol.name, query);
            let found = file.symbols().iter().filter(is_found);
            found.map(|symbol| (file.source.name().to_owned(), symbol.clone()))
        });
        all.take(most).collect()
    }
}

/// Returns the blocks, and the attributes outside of blocks, without those inside them.
pub(super) fn outer(file: &File) -> Vec<Symbol> {
    let items = file.tree().all_items().into_iter();
    let is_outer = |(item, depth): &(&Item, usize)| *depth == 0 || !item.labels.is_empty();
    items.filter(is_outer).map(|(item, _)| symbol(file, item)).collect()
}

/// Returns the items of a body. Blocks are nested at most as deep as the parser allows.
fn symbols(file: &File, items: &[Item]) -> Vec<Symbol> {
    let with_children = |item: &Item| {
        let children = item.items.as_deref().map(|items| symbols(file, items));
        Symbol { children: children.unwrap_or_default(), ..symbol(file, item) }
    };
    items.iter().map(with_children).collect()
}

fn symbol(file: &File, item: &Item) -> Symbol {
    let kind = if item.items.is_some() { SymbolKind::Block } else { SymbolKind::Attribute };
    let words = std::iter::once(&item.name).chain(&item.labels);
    let words: Vec<_> = words.map(|span| file.source.slice(*span).trim_matches('"')).collect();
    Symbol {
        name: words.join(" "),
        kind,
        range: item.span.range(),
        selection: item.header().range(),
        children: Vec::new(),
    }
}

/// Returns `true` if a name contains the characters of a query in their order, in any case.
fn contains(name: &str, query: &str) -> bool {
    let mut rest = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| rest.any(|c| c == wanted))
}
