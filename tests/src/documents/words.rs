//! Text without layout and markup.

/// Returns the words of a text, separated by one space.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns `true` if a text has a part between characters that names do not have.
pub(super) fn has(text: &str, part: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let joins = |outside: Option<char>, inside: Option<char>| {
        outside.is_some_and(is_name) && inside.is_some_and(is_name)
    };
    text.match_indices(part).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + part.len()..]);
        !joins(before.chars().next_back(), part.chars().next())
            && !joins(after.chars().next(), part.chars().next_back())
    })
}
