//! Pages as manual pages.

use pulldown_cmark::{Event, Tag, TagEnd};
use roff::{Inline as Part, Roff, bold, italic, roman};

use super::html::plain;
use super::model::{Inline, Node, Sheet, one_line};
use super::prose;

/// The section of manuals for file formats.
const MANUAL_SECTION: &str = "5";

/// Returns a page as the source of a manual page.
pub(super) fn page(sheets: &[Sheet], sheet: usize) -> String {
    let sections = &sheets[sheet].sections;
    let title = sections.first().map(|section| plain(&section.title)).unwrap_or_default();
    let mut roff = Roff::new();
    roff.control("TH", [argument(&title.to_uppercase()).as_str(), MANUAL_SECTION]);
    for section in sections {
        let heading = if section.level < 3 { "SH" } else { "SS" };
        let title = plain(&section.title);
        let title = if section.level == 1 { title } else { title.to_uppercase() };
        roff.control(heading, [argument(&title).as_str()]);
        nodes(&mut roff, &section.nodes);
    }
    roff.to_roff()
}

fn nodes(roff: &mut Roff, all: &[Node]) {
    for node in all {
        match node {
            Node::Prose(text) => docs(roff, text),
            Node::Paragraph(line) => {
                roff.control("PP", []).text(parts(line));
            }
            Node::Code(code) => source(roff, code),
            Node::List(lines) => {
                for line in lines {
                    roff.control("IP", ["\\(bu", "2"]).text(parts(line));
                }
            }
            Node::Table { head, rows } => rows.iter().for_each(|row| entry(roff, head, row)),
            Node::Entry { term, nodes: inner, .. } => {
                roff.control("PP", []).text(parts(term));
                roff.control("RS", ["4"]);
                nodes(roff, inner);
                roff.control("RE", []);
            }
        }
    }
}

/// Writes a row of a table: the first cell, and the others below it.
fn entry(roff: &mut Roff, head: &[&str], row: &[Vec<Inline>]) {
    let Some((name, rest)) = row.split_first() else { return };
    roff.control("TP", []).text(parts(name));
    let mut line = Vec::new();
    let last = head.len().saturating_sub(2);
    for (index, (cell, column)) in rest.iter().zip(head.iter().skip(1)).enumerate() {
        if cell.is_empty() {
            continue;
        }
        if index == last {
            line.extend(parts(cell));
        } else {
            line.push(italic(format!("{column}: ")));
            line.extend(parts(cell));
            line.push(roman(". "));
        }
    }
    roff.text(line);
}

fn source(roff: &mut Roff, code: &str) {
    roff.control("PP", []).control("RS", ["4"]).control("nf", []);
    for line in code.trim_end().lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []).control("RE", []);
}

/// Returns text as the argument of a request, which has escapes for quotes and backslashes.
fn argument(text: &str) -> String {
    one_line(text).replace('\\', "\\e").replace('"', "\\(dq")
}

fn parts(line: &[Inline]) -> Vec<Part> {
    let part = |part: &Inline| match part {
        Inline::Text(text) => vec![roman(one_line(text))],
        Inline::Strong(text) => vec![bold(one_line(text))],
        Inline::Code(name) | Inline::Link { name, .. } | Inline::Anchored { name, .. } => {
            vec![bold(one_line(name))]
        }
        Inline::Prose(text) => text_of(text),
    };
    line.iter().flat_map(part).collect()
}

/// Returns docs of one paragraph.
fn text_of(docs: &str) -> Vec<Part> {
    prose::events(docs).filter_map(|event| in_line(&event)).collect()
}

fn in_line(event: &Event<'_>) -> Option<Part> {
    match event {
        Event::Text(text) => Some(roman(one_line(text))),
        Event::Code(code) => Some(bold(code.to_string())),
        Event::SoftBreak | Event::HardBreak => Some(roman(" ")),
        _ => None,
    }
}

/// Writes docs of several paragraphs.
fn docs(roff: &mut Roff, text: &str) {
    let mut line = Vec::new();
    let mut is_code = false;
    for event in prose::events(text) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::Start(Tag::Paragraph | Tag::Heading { .. }) => {
                roff.control("PP", []);
            }
            Event::Start(Tag::Item) => {
                roff.control("IP", ["\\(bu", "2"]);
            }
            Event::Text(code) if is_code => source(roff, &code),
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableRow,
            ) => {
                roff.text(std::mem::take(&mut line));
            }
            event => line.extend(in_line(&event)),
        }
    }
    if !line.is_empty() {
        roff.text(line);
    }
}
