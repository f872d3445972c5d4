//! Docs of the spec in HTML. Docs are Markdown; other text in them has no meaning.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// Returns docs as HTML.
pub(super) fn blocks(prose: &str) -> String {
    let mut text = String::new();
    html::push_html(&mut text, events(prose));
    text
}

/// Returns docs of one paragraph as HTML.
pub(super) fn line(prose: &str) -> String {
    let mut text = String::new();
    let is_paragraph = |event: &Event<'_>| {
        matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph))
    };
    html::push_html(&mut text, events(prose).filter(|event| !is_paragraph(event)));
    text
}

/// Returns the parts of docs: HTML as text, headings at a low level, and only safe links.
pub(super) fn events(prose: &str) -> impl Iterator<Item = Event<'_>> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(prose, options).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Heading { id, classes, attrs, .. }) => {
            Event::Start(Tag::Heading { level: HeadingLevel::H5, id, classes, attrs })
        }
        Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Heading(HeadingLevel::H5)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: safe(dest_url), title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Image { link_type, dest_url: safe(dest_url), title, id })
        }
        event => event,
    })
}

/// Returns the address of a link, or nothing if a click would run it.
fn safe(address: CowStr<'_>) -> CowStr<'_> {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        None | Some("http" | "https" | "mailto") => address,
        Some(other) if other.contains(['/', '#', '?']) => address,
        Some(_) => "".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_in_docs_is_text() {
        assert_eq!(blocks("<b>a</b> & `c`"), "<p>&lt;b&gt;a&lt;/b&gt; &amp; <code>c</code></p>\n");
        assert_eq!(line("<script>\n"), "&lt;script&gt;\n");
        assert!(!blocks("[a](javascript:b)").contains("javascript"));
        assert!(blocks("[a](https://b)").contains("href=\"https://b\""));
        assert!(blocks("[a](c#d:e)").contains("href=\"c#d:e\""));
    }
}
