//! The text of a sample: paragraphs of comments and source, some of them commented out.

use hcldyn_core::syntax::format::format;

use super::Sample;

/// The maximum length in characters of a line of a comment, besides its indentation.
const WIDTH: usize = 78;

/// The maximum length in characters of an object on one line.
const LINE: usize = 60;

/// An item with its comment.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    /// The parts of the comment. Each begins a line.
    pub(super) comment: Vec<String>,
    /// The source of the item. A paragraph without any is a comment.
    pub(super) source: String,
    /// `true` if the item is part of the configuration, and not commented out.
    pub(super) is_active: bool,
}

impl Paragraph {
    /// Returns an item that is part of the configuration.
    pub(super) fn active(source: impl Into<String>) -> Self {
        Self { comment: Vec::new(), source: source.into(), is_active: true }
    }

    /// Returns an item that is commented out.
    pub(super) fn optional(source: impl Into<String>) -> Self {
        Self { is_active: false, ..Self::active(source) }
    }

    /// Returns a comment.
    pub(super) fn note(text: impl Into<String>) -> Self {
        Self { comment: vec![text.into()], ..Self::active("") }
    }

    /// Adds parts of the comment.
    pub(super) fn with_comment(mut self, parts: impl IntoIterator<Item = String>) -> Self {
        self.comment.extend(parts);
        self
    }

    /// Returns `true` if empty lines separate the paragraph from its neighbours.
    fn is_apart(&self) -> bool {
        !self.comment.is_empty() || self.source.trim_end().contains('\n')
    }

    /// Returns the paragraph as source text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        for line in self.comment.iter().flat_map(|part| wrapped(part)) {
            push_line(text, if line.is_empty() { "#" } else { "# " }, &line);
        }
        if self.source.is_empty() {
            return;
        }
        if self.is_active {
            push_line(text, "", &self.source);
        } else {
            format(&self.source).lines().for_each(|line| push_line(text, "#", line));
        }
    }
}

/// Returns paragraphs as the source of a body. It is not in the canonical layout yet.
pub(super) fn body(paragraphs: &[Paragraph], options: &Sample<'_>) -> String {
    let shown: Vec<_> = paragraphs.iter().filter_map(|it| options.shown(it)).collect();
    let mut text = String::new();
    for (index, paragraph) in shown.iter().enumerate() {
        let last = index.checked_sub(1).and_then(|last| shown.get(last));
        if last.is_some_and(|last| last.is_apart() || paragraph.is_apart()) {
            text.push('\n');
        }
        paragraph.write(&mut text);
    }
    text
}

/// Returns a block with a body.
pub(super) fn block(header: &str, paragraphs: &[Paragraph], options: &Sample<'_>) -> String {
    match body(paragraphs, options) {
        body if body.is_empty() => format!("{header} {{}}"),
        body => format!("{header} {{\n{body}}}"),
    }
}

/// Returns an object of attributes.
pub(super) fn object(paragraphs: &[Paragraph], options: &Sample<'_>) -> String {
    let body = body(paragraphs, options);
    let is_short = body.len() <= LINE && !body.contains('#');
    let are_lines = paragraphs.iter().all(|it| it.is_active && !it.source.contains('\n'));
    match body {
        body if body.is_empty() => "{}".to_owned(),
        body if is_short && are_lines => format!("{{ {} }}", body.trim_end().replace('\n', ", ")),
        body => format!("{{\n{body}}}"),
    }
}

fn push_line(text: &mut String, start: &str, line: &str) {
    text.push_str(start);
    text.push_str(line);
    text.push('\n');
}

/// Returns the lines of a part of a comment. Prose is wrapped; lists, tables and code stay as they are.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_prose = false;
    let mut is_code = false;
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        let line = line.trim_end();
        let is_fence = line.trim_start().starts_with("```");
        let starts_prose = !is_code
            && !is_fence
            && line.starts_with(|c: char| c.is_alphanumeric() || "\"`([".contains(c));
        is_code ^= is_fence;
        if !starts_prose {
            // The next line may continue an item of a list.
            is_prose = !is_code && line.trim_start().starts_with(['-', '*']);
            if is_prose {
                wrap(line, &mut lines);
            } else {
                lines.push(line.to_owned());
            }
            continue;
        }
        match lines.pop_if(|_| is_prose) {
            Some(last) => wrap(&format!("{last} {line}"), &mut lines),
            None => wrap(line, &mut lines),
        }
        is_prose = true;
    }
    lines
}

/// Adds the lines of a paragraph, each as long as it may be. A longer word is a line of its own.
fn wrap(text: &str, lines: &mut Vec<String>) {
    let mut rest = text;
    while let Some(limit) = rest.char_indices().nth(WIDTH).map(|(at, _)| at) {
        let start = rest.len() - rest.trim_start().len();
        let space = rest[..limit].rfind(' ').filter(|at| *at > start);
        let Some(at) = space.or_else(|| rest[limit..].find(' ').map(|at| limit + at)) else {
            break;
        };
        lines.push(rest[..at].to_owned());
        rest = rest[at..].trim_start();
    }
    lines.push(rest.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_wrapped() {
        let word = "abcdefghi";
        let text = format!("{}\n{word} {word}\n", [word; 9].join(" "));
        assert_eq!(wrapped(&text), [[word; 7].join(" "), [word; 4].join(" ")]);
        let long = "x".repeat(100);
        assert_eq!(wrapped(&format!("a {long} b {long}")), ["a", &long, "b", &long]);
        assert_eq!(wrapped("- a\n  b\n```\nc\nd\n```"), ["- a", "  b", "```", "c", "d", "```"]);
    }

    /// A line that was copied for each line after it would need 100 GB.
    #[test]
    fn long_prose_takes_linear_time() {
        let words = "word ".repeat(1 << 20);
        assert_eq!(wrapped(&words).len(), (1_usize << 20).div_ceil(15));
        let no_spaces = "x".repeat(4 << 20);
        assert_eq!(wrapped(&no_spaces), [no_spaces.as_str()]);
        let many_lines = "a\n".repeat(1 << 20);
        assert_eq!(wrapped(&many_lines).len(), (1_usize << 20).div_ceil(39));
    }
}
