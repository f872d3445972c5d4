//! Pages as plain data: the parts of text that all formats write.

/// A page of the reference.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// The name of the file without its ending.
    pub(super) name: String,
    pub(super) sections: Vec<Section>,
}

/// A part of a page under a heading.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    /// The level of the heading, from 1.
    pub(super) level: usize,
    pub(super) title: Vec<Inline>,
    pub(super) anchor: String,
    pub(super) nodes: Vec<Node>,
}

/// A paragraph, or another block of text.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Docs of the spec, in Markdown.
    Prose(String),
    Paragraph(Vec<Inline>),
    /// Source text in HCL.
    Code(String),
    List(Vec<Vec<Inline>>),
    Table {
        head: &'static [&'static str],
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// Details about an item, under its name.
    Entry {
        term: Vec<Inline>,
        anchor: String,
        nodes: Vec<Self>,
    },
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String),
    Strong(String),
    /// Source text, or a name in it.
    Code(String),
    /// Docs of the spec in one paragraph, in Markdown.
    Prose(String),
    /// A name that leads to a section or an entry.
    Link {
        name: String,
        target: Target,
    },
    /// A name to which links lead.
    Anchored {
        name: String,
        anchor: String,
    },
}

impl Inline {
    /// Returns the length of the text in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Text(text) | Self::Strong(text) | Self::Code(text) | Self::Prose(text) => {
                text.len()
            }
            Self::Link { name, .. } | Self::Anchored { name, .. } => name.len(),
        }
    }
}

/// The location of a section or an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Target {
    /// The index of the page.
    pub(super) sheet: usize,
    pub(super) anchor: String,
}

/// Returns plain text.
pub(super) fn text(text: impl Into<String>) -> Inline {
    Inline::Text(text.into())
}

/// Returns source text.
pub(super) fn code(text: impl Into<String>) -> Inline {
    Inline::Code(text.into())
}

/// Returns phrases as a list, each made of parts: `a`, `a and b`, `a, b and c`.
pub(super) fn joined(phrases: Vec<Inline>, conjunction: &str) -> Vec<Inline> {
    let count = phrases.len();
    let mut line = Vec::new();
    for (index, phrase) in phrases.into_iter().enumerate() {
        match index {
            0 => {}
            _ if index + 1 == count => line.push(text(format!(" {conjunction} "))),
            _ => line.push(text(", ")),
        }
        line.push(phrase);
    }
    line
}

/// Returns text in one line. Spaces around it are kept as one space, which separates it from its neighbors.
pub(super) fn one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let space = |is_space: bool| if is_space { " " } else { "" };
    let has_words = !words.is_empty();
    let start = space(text.starts_with(char::is_whitespace));
    let end = space(has_words && text.ends_with(char::is_whitespace));
    format!("{start}{words}{end}")
}
