//! The checks of reference pages.

use hcldyn::docs::Reference;
use hcldyn::spec::outline::Outline;

use super::parts::{Document, OutlinePart};
use super::words::{has, words};

/// Checks that everything in an outline is on its pages, in each format.
#[track_caller]
pub(super) fn check(outline: &Outline, about: &str) {
    let reference = Reference::new(outline.clone());
    let pages =
        [without_tags(&reference.html()), reference.markdown(), without_requests(&reference.man())];
    for (page, format) in pages.iter().zip(["HTML", "Markdown", "man"]) {
        let text = words(&without_markup(page));
        for part in Document::Page.parts(outline) {
            assert!(is_shown(&part, &text), "{about}, {format}: {part:?} in\n{page}");
        }
    }
}

fn is_shown(part: &OutlinePart, page: &str) -> bool {
    match part {
        OutlinePart::Attribute(name) | OutlinePart::Block(name) | OutlinePart::OtherName(name) => {
            has(page, name)
        }
        OutlinePart::Tag(_, text) | OutlinePart::Keyword(text) => has(page, text),
        OutlinePart::Example(text) | OutlinePart::Pattern(text) => {
            page.contains(&words(&without_markup(text)))
        }
        OutlinePart::Prose(text) | OutlinePart::Words(text) => {
            page.contains(&words(&without_markup(text)))
        }
        OutlinePart::Value(value) => has(page, &words(&without_markup(&value.describe()))),
        OutlinePart::Bound(number) => has(page, number),
        OutlinePart::AnyNames => page.contains("may have any names"),
        OutlinePart::Secret(text) => !has(page, text),
    }
}

/// Returns a text without characters that the formats have a meaning for, so that escaped ones are equal to others.
fn without_markup(text: &str) -> String {
    text.replace(['`', '*', '\\', '|'], "")
}

fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let (_, body) = html.split_once("</style>").unwrap_or_default();
    for part in body.split('<') {
        let (tag, rest) = part.split_once('>').unwrap_or(("", part));
        let is_inside_a_line = ["a", "code", "em", "strong", "span"]
            .contains(&tag.trim_start_matches('/').split(' ').next().unwrap_or_default());
        text.push_str(if is_inside_a_line { "" } else { " " });
        text.push_str(rest);
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

/// Returns a man page without requests and changes of the font.
fn without_requests(man: &str) -> String {
    let text =
        [("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\fP", ""), ("\\(aq", "'"), ("\\-", "-")];
    let text = text.iter().fold(man.to_owned(), |text, (from, to)| text.replace(from, to));
    let lines =
        text.lines().map(|line| match line.strip_prefix(".SH ").or(line.strip_prefix(".SS ")) {
            Some(heading) => heading.trim_matches('"'),
            None if line.starts_with('.') => "",
            None => line,
        });
    lines.collect::<Vec<_>>().join("\n")
}
