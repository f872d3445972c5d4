//! The sections of the document, and their parts for a terminal.

use super::WIDTH;

const DOCUMENT: &str = include_str!("diagnostics.md");

/// The section of a code, in Markdown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// The heading above it: the stage that reports the code.
    pub(crate) stage: &'static str,
    pub(crate) code: &'static str,
    pub(crate) markdown: &'static str,
}

/// Returns all sections, in the order of the document.
pub(crate) fn sections() -> Vec<Section> {
    let stages = DOCUMENT.split("\n## ").skip(1);
    let of_stage = |stage: &'static str| {
        let title = stage.lines().next().unwrap_or_default();
        stage.split("\n### ").skip(1).map(move |section| {
            let (code, markdown) = section.split_once('\n').unwrap_or((section, ""));
            Section { stage: title, code, markdown: markdown.trim() }
        })
    };
    stages.flat_map(of_stage).collect()
}

/// Returns the section of a code.
pub(crate) fn section(code: &str) -> Option<Section> {
    sections().into_iter().find(|section| section.code == code)
}

impl Section {
    /// Returns the paragraphs before the first code block, each on one line.
    pub(crate) fn description(&self) -> String {
        let text = self.markdown.split("```").next().unwrap_or_default();
        let paragraphs = text.trim().split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
        paragraphs.collect::<Vec<_>>().join("\n\n")
    }

    /// Returns `true` if the code is one of warnings.
    pub(crate) fn is_of_warnings(&self) -> bool {
        self.markdown.starts_with("A warning")
    }

    /// Returns the paragraphs and code blocks as lines for a terminal.
    pub(crate) fn parts(&self) -> Vec<String> {
        let mut parts = Vec::new();
        for (index, part) in self.markdown.split("```").enumerate() {
            // Every second part is inside a fence.
            if index % 2 == 1 {
                parts.push(code_block(part));
            } else {
                let paragraphs = part.trim().split("\n\n").filter(|it| !it.is_empty());
                parts.extend(paragraphs.map(wrapped));
            }
        }
        parts
    }
}

/// Returns a code block with a title, indented.
fn code_block(block: &str) -> String {
    let (kind, code) = block.split_once('\n').unwrap_or((block, ""));
    let mut text = match kind.split(' ').collect::<Vec<_>>()[..] {
        [_, "spec"] => "Spec file:\n".to_owned(),
        [_, "variables"] => "Variables:\n".to_owned(),
        [_, word] if word.starts_with("file=") => format!("{}:\n", &word["file=".len()..]),
        ["rust"] => "Program:\n".to_owned(),
        ["console"] => "Command:\n".to_owned(),
        _ => "Example:\n".to_owned(),
    };
    text.push('\n');
    for line in code.lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        text += &format!("{indent}{line}\n");
    }
    if code.is_empty() { text + "    (empty)\n" } else { text }
}

/// Returns a paragraph in lines of limited width.
fn wrapped(paragraph: &str) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            column = 0;
        }
        if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text + "\n"
}
