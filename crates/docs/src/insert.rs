//! Pages between markers in an existing Markdown file.

use std::fmt;

/// The line before the inserted text.
pub const START: &str = "<!-- hcldyn docs: start -->";

/// The line after the inserted text.
pub const END: &str = "<!-- hcldyn docs: end -->";

/// The start of both markers.
const MARKER: &str = "<!-- hcldyn docs:";

/// The reason that a page can't be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InsertError {
    /// The file lacks a marker, or has them in the wrong order.
    MissingMarker,
    /// The file has a marker twice.
    RepeatedMarker,
}

impl std::error::Error for InsertError {}

impl fmt::Display for InsertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingMarker => {
                write!(
                    f,
                    "the file must contain the lines \"{START}\" and \"{END}\", in this order"
                )
            }
            Self::RepeatedMarker => f.write_str("the file contains a marker twice"),
        }
    }
}

/// Returns a Markdown file with a page between its markers, [`START`] and [`END`]. The rest of the file stays.
///
/// ```
/// use hcldyn::docs::{END, START, insert};
///
/// let file = format!("# App\n\n{START}\nold\n{END}\n\nMore.\n");
/// let expected = format!("# App\n\n{START}\n\nnew\n\n{END}\n\nMore.\n");
/// assert_eq!(insert(&file, "new\n")?, expected);
/// assert_eq!(insert(&expected, "new\n")?, expected);
/// # Ok::<(), hcldyn::docs::InsertError>(())
/// ```
///
/// # Errors
///
/// Fails unless the file contains each marker once, in this order.
pub fn insert(file: &str, page: &str) -> Result<String, InsertError> {
    let (before, rest) = file.split_once(START).ok_or(InsertError::MissingMarker)?;
    let (old, after) = rest.split_once(END).ok_or(InsertError::MissingMarker)?;
    if [before, old, after].iter().any(|part| part.contains(START) || part.contains(END)) {
        return Err(InsertError::RepeatedMarker);
    }
    let end = if file.contains("\r\n") { "\r\n" } else { "\n" };
    // A marker in the docs would be one more the next time.
    let page = page.replace(MARKER, "<!-- hcldyn docs :");
    let page = page.trim_end().lines().collect::<Vec<_>>().join(end);
    Ok(format!("{before}{START}{end}{end}{page}{end}{end}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_required_once() {
        let all = [
            (String::new(), InsertError::MissingMarker),
            (format!("{END}\n{START}\n"), InsertError::MissingMarker),
            (format!("{START}\n{START}\n{END}\n"), InsertError::RepeatedMarker),
            (format!("{START}\n{END}\n{END}\n"), InsertError::RepeatedMarker),
        ];
        for (file, error) in all {
            assert_eq!(insert(&file, "a"), Err(error), "{file}");
        }
    }

    #[test]
    fn markers_in_the_page_are_no_markers() {
        let file = format!("{START}\n{END}\n");
        let page = format!("```\n{END}\n{START}\n```\n");
        let once = insert(&file, &page).unwrap();
        assert_eq!(insert(&once, &page), Ok(once.clone()));
        assert_eq!(once.matches(END).count(), 1, "{once}");
    }

    #[test]
    fn line_breaks_of_the_file_stay() {
        let file = format!("a\r\n{START}\r\n{END}\r\n");
        let expected = format!("a\r\n{START}\r\n\r\nb\r\nc\r\n\r\n{END}\r\n");
        assert_eq!(insert(&file, "b\nc\n"), Ok(expected));
    }
}
