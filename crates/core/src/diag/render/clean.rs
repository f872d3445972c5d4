//! Preparation of messages for a report.

use crate::source::escape_controls;

/// Returns a message with control characters escaped and tabs replaced with spaces. Line breaks stay.
pub(super) fn clean(text: &str) -> String {
    escape_controls(text).replace('\t', " ")
}

/// Breaks lines of more than `width` characters between words.
pub(super) fn wrap(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut width_used = 0;
        let mut current = String::new();
        for (index, word) in line.trim_end().split(' ').enumerate() {
            let word_width = word.chars().count();
            if index > 0 && width_used + 1 + word_width > width {
                lines.push(std::mem::take(&mut current));
                width_used = 0;
            } else if index > 0 {
                current.push(' ');
                width_used += 1;
            }
            current.push_str(word);
            width_used += word_width;
        }
        lines.push(current);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrap("one two three", 7), "one two\nthree");
        assert_eq!(wrap("aaaaaaaaaa b", 4), "aaaaaaaaaa\nb");
        assert_eq!(wrap("kept\n  lines", 20), "kept\n  lines");
    }
}
