//! Links: the files that calls such as `file("a.txt")` and includes name.

use std::path::Path;

use hcldyn_syntax::event::Event;
use hcldyn_syntax::source::Span;

use super::tree::Item;
use super::workspace::File;
use super::{Location, Snapshot};

/// The attribute of an include that names the files.
const INCLUDED: &str = "files";

/// The characters of a path that match others.
const WILDCARDS: [char; 3] = ['*', '?', '['];

/// The functions whose first argument is the path of a file, in most languages.
const FILE_FUNCTIONS: [&str; 9] = [
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "templatefile",
];

impl Snapshot {
    /// Returns the ranges of literal paths of files, each with the path, relative to the folder of the file.
    pub fn links(&self, file: &str) -> Vec<(Location, String)> {
        let Some(of) = self.file(file) else { return Vec::new() };
        let paths = arguments(of).into_iter().chain(included(of));
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let links = paths.filter_map(|span| {
            // In JSON syntax, the quotes are escape sequences.
            let path = of.source.slice(span).trim_matches(['"', '\\']);
            if path.is_empty() {
                return None;
            }
            let start = span.range().start + 1;
            let range = start..start + path.len();
            let target = folder.join(path).display().to_string();
            Some((Location { file: file.to_owned(), range }, target))
        });
        links.collect()
    }
}

/// Returns the literal first arguments of the functions that read files, with their quotes.
fn arguments(file: &File) -> Vec<Span> {
    let parts = &file.tree().parts;
    let calls = parts.iter().filter_map(|(event, span)| match event {
        Event::Call { name, .. } if FILE_FUNCTIONS.contains(&file.source.slice(*name)) => {
            Some((name.end, span.end))
        }
        _ => None,
    });
    let arguments = calls.filter_map(|(start, end)| {
        // The first argument is the first part after the parenthesis.
        let inside = |at: u32| start < at && at < end;
        let (event, span) = parts.iter().find(|(_, span)| inside(span.start))?;
        is_literal(event).then_some(*span)
    });
    arguments.collect()
}

/// Returns the literal paths of includes, with their quotes. A pattern is not a path.
fn included(file: &File) -> Vec<Span> {
    let tree = file.tree();
    let has_name = |item: &Item, name: &str| file.source.slice(item.name) == name;
    let blocks =
        file.language.include_blocks.iter().flat_map(|block_type| {
            tree.items.iter().filter(move |item| has_name(item, block_type))
        });
    let items = blocks.flat_map(|block| block.items.iter().flatten());
    let lists = items.filter(|item| item.items.is_none() && has_name(item, INCLUDED));
    let paths = lists.flat_map(|list| {
        let is_path = move |(event, span): &&(Event, Span)| {
            is_literal(event)
                && list.span.start <= span.start
                && span.end <= list.span.end
                && !file.source.slice(*span).contains(WILDCARDS)
        };
        tree.parts.iter().filter(is_path).map(|(_, span)| *span)
    });
    paths.collect()
}

fn is_literal(event: &Event) -> bool {
    matches!(event, Event::String { escaped: false })
}
