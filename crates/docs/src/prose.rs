//! Docs of the spec in HTML and in Markdown pages. Docs are Markdown; HTML in them has no meaning.

use std::ops::Range;

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};

/// The additions of GitHub's Markdown that docs may use.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

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
    Parser::new_ext(prose, OPTIONS).map(|event| match event {
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

/// Returns docs as a part of a Markdown page: HTML in them is text, and a code block ends with them.
pub(super) fn markdown(prose: &str) -> String {
    let mut prose = without_html(prose);
    if let Some(fence) = open_fence(&prose) {
        prose = format!("{}\n{fence}", prose.trim_end());
    }
    prose
}

/// Returns docs in one line as a part of a line in Markdown: HTML in them is text, and no code begins that does not end.
pub(super) fn markdown_line(line: &str) -> String {
    // Backticks at the start of a line would begin a block.
    let line = format!("x {}", without_html(line));
    let texts = Parser::new_ext(&line, OPTIONS).into_offset_iter();
    let texts = texts.filter(|(event, _)| matches!(event, Event::Text(_)));
    let open: Vec<_> = texts
        .flat_map(|(_, range)| positions(&line, range, '`'))
        .filter(|at| !line[..*at].ends_with('\\'))
        .collect();
    escaped(&line, &open).split_off("x ".len())
}

/// Returns docs whose HTML is text.
fn without_html(prose: &str) -> String {
    let mut text = prose.to_owned();
    loop {
        let events = Parser::new_ext(&text, OPTIONS).into_offset_iter();
        let html =
            events.filter(|(event, _)| matches!(event, Event::Html(_) | Event::InlineHtml(_)));
        let starts: Vec<_> = html.flat_map(|(_, range)| positions(&text, range, '<')).collect();
        if starts.is_empty() {
            return text;
        }
        // Without its HTML, the rest may be read differently.
        text = escaped(&text, &starts);
    }
}

/// Returns the positions of a character in a part of a text.
fn positions(text: &str, part: Range<usize>, wanted: char) -> impl Iterator<Item = usize> {
    text[part.clone()].match_indices(wanted).map(move |(at, _)| part.start + at)
}

/// Returns text with a backslash before some positions.
fn escaped(text: &str, positions: &[usize]) -> String {
    let mut escaped = String::with_capacity(text.len() + positions.len());
    let mut written = 0;
    for at in positions {
        escaped.push_str(&text[written..*at]);
        escaped.push('\\');
        written = *at;
    }
    escaped + &text[written..]
}

/// Returns the fence that ends the last code block, if text after the docs would be a part of it.
fn open_fence(prose: &str) -> Option<String> {
    const AFTER: &str = "after";
    let followed = format!("{}\n\n{AFTER}", prose.trim_end());
    let mut fence = None;
    for (event, range) in Parser::new_ext(&followed, OPTIONS).into_offset_iter() {
        if let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) = event
            && range.end == followed.len()
        {
            let marks = followed[range.start..].trim_start();
            let mark = marks.chars().next()?;
            fence = Some(marks.chars().take_while(|c| *c == mark).collect());
        }
    }
    fence
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
    fn code_blocks_end_with_the_docs() {
        for (prose, expected) in [
            ("a\n```\nb", "a\n```\nb\n```"),
            ("a\n~~~~ hcl\n```\nb\n", "a\n~~~~ hcl\n```\nb\n~~~~"),
            ("```\na\n```", "```\na\n```"),
            ("- a\n  ```\n  b", "- a\n  ```\n  b"),
            ("    ```\n    a", "    ```\n    a"),
            ("```", "```\n```"),
            ("<!--\n```\na", "\\<!--\n```\na\n```"),
        ] {
            assert_eq!(markdown(prose), expected, "{prose}");
        }
        for (line, expected) in [
            ("a `b` c", "a `b` c"),
            ("a ` b", "a \\` b"),
            ("``` a", "\\`\\`\\` a"),
            ("a \\` b `c`", "a \\` b `c`"),
            ("`<b>` <b>", "`<b>` \\<b>"),
        ] {
            assert_eq!(markdown_line(line), expected, "{line}");
        }
    }

    #[test]
    fn pages_have_no_html_of_docs() {
        let hostile =
            "<script>\nalert(1)\n</script>\n\na <b onclick=x>c</b> `<i>`\n\n<!-- <p>\n--> <?x ?>\n";
        let page = markdown(hostile);
        assert!(
            !Parser::new(&page).any(|event| matches!(event, Event::Html(_) | Event::InlineHtml(_))),
            "{page}"
        );
        assert!(page.contains("`<i>`"));
        assert_eq!(markdown("a < b, <https://a.b>"), "a < b, <https://a.b>");
    }

    #[test]
    fn html_in_docs_is_text() {
        assert_eq!(blocks("<b>a</b> & `c`"), "<p>&lt;b&gt;a&lt;/b&gt; &amp; <code>c</code></p>\n");
        assert_eq!(line("<script>\n"), "&lt;script&gt;\n");
        assert!(!blocks("[a](javascript:b)").contains("javascript"));
        assert!(blocks("[a](https://b)").contains("href=\"https://b\""));
        assert!(blocks("[a](c#d:e)").contains("href=\"c#d:e\""));
    }
}
