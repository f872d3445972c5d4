//! The items of a configuration, and their lines.

use std::ops::Range;

/// An attribute or a block.
#[derive(Clone, Debug)]
pub(super) struct MistakenItem {
    /// The type and labels of a block, or the name of an attribute.
    pub(super) head: String,
    pub(super) content: Content,
    /// The mistake in the item.
    pub(super) mistake: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Value(String),
    Items(Vec<MistakenItem>),
    /// A line with a syntax error.
    Line(String),
}

/// The lines of a configuration, and those of each mistake.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) text: String,
    line: u32,
    pub(super) mistakes: Vec<Range<u32>>,
}

impl MistakenItem {
    pub(super) fn attr(name: &str, value: impl Into<String>) -> Self {
        Self { head: name.to_owned(), content: Content::Value(value.into()), mistake: None }
    }

    pub(super) fn block(head: impl Into<String>, items: Vec<Self>) -> Self {
        Self { head: head.into(), content: Content::Items(items), mistake: None }
    }

    /// Returns the type of a block, or the name of an attribute.
    pub(super) fn name(&self) -> &str {
        self.head.split(' ').next().unwrap_or_default()
    }

    pub(super) fn items(&self) -> &[Self] {
        match &self.content {
            Content::Items(items) => items,
            Content::Value(_) | Content::Line(_) => &[],
        }
    }

    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.content {
            Content::Items(items) => Some(items),
            Content::Value(_) | Content::Line(_) => None,
        }
    }

    pub(super) fn has_mistakes(&self) -> bool {
        self.mistake.is_some() || self.items().iter().any(Self::has_mistakes)
    }
}

impl Written {
    /// Writes items, with a number of mistakes.
    pub(super) fn of(items: &[MistakenItem], mistakes: usize) -> Self {
        // Grows to the lines of the item.
        let no_lines = Range { start: u32::MAX, end: 0 };
        let mut written = Self { line: 1, mistakes: vec![no_lines; mistakes], ..Self::default() };
        written.items(items, 0);
        written
    }

    fn items(&mut self, items: &[MistakenItem], depth: usize) {
        for item in items {
            let start = self.line;
            match &item.content {
                Content::Value(value) => self.write(depth, &format!("{} = {value}", item.head)),
                Content::Line(line) => self.write(depth, line),
                Content::Items(inner) => {
                    self.write(depth, &format!("{} {{", item.head));
                    self.items(inner, depth + 1);
                    self.write(depth, "}");
                }
            }
            if let Some(lines) = item.mistake.and_then(|mistake| self.mistakes.get_mut(mistake)) {
                *lines = lines.start.min(start)..lines.end.max(self.line);
            }
        }
    }

    fn write(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
        self.line += 1;
    }
}
