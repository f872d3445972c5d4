//! The parts of a source that an edit keeps.

use std::ops::Range;

use hcldyn::body::Body;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};
use hcldyn_syntax::lexer::{Lexer, TokenKind};

/// The attributes and comments outside an edited range, in source order.
#[derive(Debug)]
pub(super) struct Kept {
    /// The values of attributes.
    values: Vec<String>,
    comments: Vec<String>,
}

impl Kept {
    /// Returns the attributes that are not in a range or around it, and the comments outside the range that are not
    /// after it in its last line.
    pub(super) fn besides(text: &str, range: &Range<usize>) -> Self {
        let is_apart = |other: &Range<usize>| other.end <= range.start || other.start >= range.end;
        let is_empty = range.is_empty();
        let values = attributes(text).into_iter();
        let values = values.filter(|(place, _)| is_empty || is_apart(place)).map(|(_, it)| it);
        let line_end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
        let is_kept = |at: &usize| is_empty || *at < range.start || *at > line_end;
        let comments = comments(text).into_iter().filter(|(at, _)| is_kept(at));
        Self { values: values.collect(), comments: comments.map(|(_, it)| it).collect() }
    }

    /// Returns the broken rule if a part is missing in a source.
    pub(super) fn missing_in(&self, text: &str) -> Option<&'static str> {
        let values: Vec<_> = attributes(text).into_iter().map(|(_, value)| value).collect();
        let comments: Vec<_> = comments(text).into_iter().map(|(_, comment)| comment).collect();
        if !is_subsequence(&self.values, &values) {
            return Some("another attribute changed");
        }
        (!is_subsequence(&self.comments, &comments)).then_some("a comment is gone")
    }
}

pub(super) fn is_subsequence(part: &[String], whole: &[String]) -> bool {
    let mut whole = whole.iter();
    part.iter().all(|wanted| whole.any(|it| it == wanted))
}

/// Returns the ranges and values of all attributes in a source, in source order.
fn attributes(text: &str) -> Vec<(Range<usize>, String)> {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("<edited>", text), &mut diags);
    let mut found = Vec::new();
    add_attributes(&body, "", &mut found);
    found.sort_by_key(|(range, _): &(Range<usize>, String)| range.start);
    found
}

fn add_attributes(body: &Body, path: &str, found: &mut Vec<(Range<usize>, String)>) {
    let content = body.everything();
    for attribute in &content.attributes {
        let value = format!("{path}{} = {}", &*attribute.name, attribute.expr.text());
        found.push((attribute.place().span().range(), value));
    }
    for block in &content.blocks {
        add_attributes(&block.body, &format!("{path}{} ", &*block.ty), found);
    }
}

/// Returns the comments of a source with their offsets.
pub(super) fn comments(text: &str) -> Vec<(usize, String)> {
    let mut at = 0;
    let mut found = Vec::new();
    for token in Lexer::new(text) {
        let start = std::mem::replace(&mut at, token.end as usize);
        if matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment) {
            found.push((start, text[start..at].to_owned()));
        }
    }
    found
}

/// Returns `true` if two sources are equal except for whitespace.
pub(super) fn is_same_but_spaces(a: &str, b: &str) -> bool {
    let visible = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    visible(a) == visible(b)
}

/// Returns the range of a text that another one has not, between the longest common start, up to an offset, and the
/// longest common end.
pub(super) fn middle(text: &str, other: &str, most: usize) -> Range<usize> {
    let same = |(a, b): &(u8, u8)| a == b;
    let start = text.bytes().zip(other.bytes()).take(most).take_while(same).count();
    let most = text.len().min(other.len()) - start;
    let end = text.bytes().rev().zip(other.bytes().rev()).take(most).take_while(same).count();
    let (mut start, mut end) = (start, text.len() - end);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}
