//! JSON text.

/// A JSON value to write.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// A number, a bool or null, as it is written.
    Word(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Self>),
    /// An object, in which each name occurs once.
    Object(Vec<(String, Self)>),
}

/// The maximum length of an array on one line.
const MAX_LINE: usize = 80;

impl Json {
    /// Returns the text, with two spaces for each level and a line break at its end.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(0, &mut text);
        text.push('\n');
        text
    }

    fn write(&self, level: usize, text: &mut String) {
        match self {
            Self::Word(word) => text.push_str(word),
            Self::String(string) => text.push_str(&quoted(string)),
            Self::Array(elements) if self.fits_on_one_line() => {
                text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    text.push_str(if index > 0 { ", " } else { "" });
                    element.write(level, text);
                }
                text.push(']');
            }
            Self::Array(elements) => {
                lines(['[', ']'], elements, level, text, |element, text| {
                    element.write(level + 1, text);
                });
            }
            Self::Object(properties) if properties.is_empty() => text.push_str("{}"),
            Self::Object(properties) => {
                lines(['{', '}'], properties, level, text, |(name, value), text| {
                    text.extend([&*quoted(name), ": "]);
                    value.write(level + 1, text);
                });
            }
        }
    }

    /// Returns `true` for an array without arrays and objects that is short.
    fn fits_on_one_line(&self) -> bool {
        let Self::Array(elements) = self else { return false };
        let lengths = elements.iter().map(|element| match element {
            Self::Word(text) | Self::String(text) => text.len() + 4,
            Self::Array(_) | Self::Object(_) => MAX_LINE,
        });
        lengths.sum::<usize>() < MAX_LINE
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Json {
    fn from(word: bool) -> Self {
        Self::Word(word.to_string())
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Self {
        Self::Word(number.to_string())
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Writes each part on its own line.
fn lines<T>(
    [open, close]: [char; 2],
    parts: &[T],
    level: usize,
    text: &mut String,
    write: impl Fn(&T, &mut String),
) {
    let indent = |level: usize, text: &mut String| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", level));
    };
    text.push(open);
    for (index, part) in parts.iter().enumerate() {
        text.push_str(if index > 0 { "," } else { "" });
        indent(level + 1, text);
        write(part, text);
    }
    indent(level, text);
    text.push(close);
}
