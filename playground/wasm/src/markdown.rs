//! Descriptions as HTML.

use pulldown_cmark::{Event, Options, Parser, Tag, html};

/// Returns Markdown as HTML. HTML in it is shown as text, and images and links are left out: descriptions come from specs
/// that anyone may have written.
pub(crate) fn html(markdown: &str) -> String {
    let events =
        Parser::new_ext(markdown, Options::ENABLE_TABLES).filter_map(|event| match event {
            Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
            Event::Start(Tag::Image { .. } | Tag::Link { .. }) => None,
            Event::End(end) if is_reference(end) => None,
            other => Some(other),
        });
    let mut written = String::new();
    html::push_html(&mut written, events);
    written
}

fn is_reference(end: pulldown_cmark::TagEnd) -> bool {
    matches!(end, pulldown_cmark::TagEnd::Image | pulldown_cmark::TagEnd::Link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_element_of_a_description_runs() {
        let written = html("`a` <script>x</script> [b](javascript:c) ![d](e)\n\n<img src=f>\n");
        assert!(written.contains("<code>a</code> &lt;script&gt;x&lt;/script&gt; b d"), "{written}");
        assert!(!written.contains("<img") && !written.contains("href"), "{written}");
    }
}
