//! Selection: the parts of a source around an offset.

use std::ops::Range;

use hcldyn_syntax::event::Event;
use hcldyn_syntax::json;
use hcldyn_syntax::lexer::Lexer;
use hcldyn_syntax::source::Span;

use super::Snapshot;
use super::workspace::File;

impl Snapshot {
    /// Returns the ranges around an offset, from a token to the whole file, each inside the next one.
    pub fn selections(&self, file: &str, offset: usize) -> Vec<Range<usize>> {
        let Some(file) = self.file(file) else { return Vec::new() };
        let mut ranges = if file.is_json() { ranges_of_json(file) } else { ranges(file) };
        ranges.push(0..file.text().len());
        ranges.retain(|range| range.start <= offset && offset <= range.end);
        // A name comes before the punctuation beside it.
        let is_name =
            |range: &Range<usize>| file.text()[range.clone()].starts_with(char::is_alphanumeric);
        ranges.sort_by_key(|range| (range.len(), !is_name(range), range.start));
        // Of ranges that only overlap, such as two tokens beside the offset, the first is kept.
        let mut around: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            let is_inside = |last: &Range<usize>| {
                range != *last && range.start <= last.start && last.end <= range.end
            };
            if !range.is_empty() && around.last().is_none_or(is_inside) {
                around.push(range);
            }
        }
        around
    }
}

fn ranges(file: &File) -> Vec<Range<usize>> {
    let tree = file.tree();
    let mut start = 0;
    let tokens = Lexer::new(file.text()).map(|token| {
        let range = start..token.end as usize;
        start = range.end;
        range
    });
    let tokens = tokens.filter(|range| !file.text()[range.clone()].trim().is_empty());
    let is_whole = |event: &Event| !matches!(event, Event::BlockStart { .. } | Event::BlockEnd);
    let parts = tree.parts.iter().filter(|(event, _)| is_whole(event));
    let items = tree.all_items().into_iter().flat_map(|(item, _)| [item.header(), item.span]);
    tokens.chain(parts.map(|(_, span)| span.range())).chain(items.map(Span::range)).collect()
}

fn ranges_of_json(file: &File) -> Vec<Range<usize>> {
    let (mut ranges, mut open) = (Vec::new(), Vec::new());
    for token in json::Lexer::new(file.text(), 0) {
        ranges.push(token.range());
        if token.kind.opens() {
            open.push(token.start);
        } else if token.kind.closes() {
            ranges.extend(open.pop().map(|start| start..token.end));
        }
    }
    ranges
}
