//! Possible secrets outside the syntax tree: in comments and in sources with syntax errors.

use std::collections::HashSet;
use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::names::{Matcher, SensitiveNames, is_in_name};
use super::secrets::Secret;

/// The items of a `dynamic` block. They do not count as items of the spec, because a sensitive attribute may be
/// written as a block.
const OF_DYNAMIC: [&str; 4] = ["for_each", "iterator", "labels", "content"];

/// Finds the text after each sensitive name, up to the next line that starts like an item of the spec. Lines at its end
/// that only close brackets are left out.
pub(super) fn after_names(text: &str, names: &SensitiveNames) -> Vec<Range<usize>> {
    after_names_in(text, 0..text.len(), &mut Matcher::new(names)).collect()
}

fn after_names_in<'m>(
    text: &'m str,
    within: Range<usize>,
    names: &'m mut Matcher<'_>,
) -> impl Iterator<Item = Range<usize>> + 'm {
    let text = &text[..within.end];
    let mut at = within.start;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find(is_in_name)?;
            at = text[start..].find(|c| !is_in_name(c)).map_or(text.len(), |len| start + len);
            if names.is_sensitive(&text[start..at]) {
                let end = next_item(text, at, names);
                let value =
                    text[at..end].trim_start_matches([' ', '\t', '\r', '\n', '"', '=', ':']);
                let start = end - value.len();
                at = end;
                let value = without_closing_lines(value);
                if !value.is_empty() {
                    return Some(start..start + value.len());
                }
            }
        }
    })
}

/// Returns a text without the lines at its end that have nothing but spaces, commas and closing brackets.
fn without_closing_lines(text: &str) -> &str {
    let is_closing = |c: char| c.is_whitespace() || [',', '}', ']', ')'].contains(&c);
    let end = text.trim_end_matches(is_closing).len();
    text[end..].find('\n').map_or(text, |at| &text[..end + at])
}

/// Finds whole comments on the lines of secrets, and the text after sensitive names in other comments.
pub(super) fn in_comments(
    text: &str,
    secrets: &[Secret],
    names: &SensitiveNames,
) -> Vec<Range<usize>> {
    let newlines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let lines = |range: &Range<usize>| {
        [range.start, range.end].map(|at| newlines.partition_point(|newline| *newline < at))
    };
    let secret: HashSet<usize> = secrets.iter().flat_map(|it| lines(&it.range)).collect();
    let mut names = Matcher::new(names);
    let mut found = Vec::new();
    for comment in comments(text) {
        if lines(&comment).iter().any(|line| secret.contains(line)) {
            found.push(comment);
        } else {
            found.extend(after_names_in(text, comment, &mut names));
        }
    }
    found
}

fn comments(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    Lexer::new(text).filter_map(move |token| {
        let range = start..token.end as usize;
        start = range.end;
        match token.kind {
            TokenKind::LineComment | TokenKind::BlockComment | TokenKind::UnclosedComment => {
                Some(range)
            }
            _ => None,
        }
    })
}

/// Returns the start of the next line that starts like an item of the spec, or the end of the source.
fn next_item(text: &str, from: usize, names: &Matcher<'_>) -> usize {
    let mut lines = text[from..].match_indices('\n').map(|(at, _)| from + at + 1);
    let is_item = |line: &usize| {
        let line = text[*line..].trim_start_matches([' ', '\t']);
        let quoted = line.strip_prefix('"');
        let line = quoted.unwrap_or(line);
        let name = line.find(|c| !is_in_name(c)).unwrap_or(line.len());
        let (name, rest) = line.split_at(name);
        let rest = quoted.and(rest.strip_prefix('"')).unwrap_or(rest);
        let is_known = names.is_known(name) && !OF_DYNAMIC.contains(&name);
        is_known && rest.trim_start_matches([' ', '\t']).starts_with(['=', ':', '{', '"'])
    };
    lines.find(is_item).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::super::secrets;
    use super::*;
    use crate::diag::hidden::names::samples;

    /// Pieces of random sources, including unmatched brackets and quotes.
    const PARTS: [&str; 34] = [
        "user", "=", ":", "\"", "\"a\"", "${", "%{", "{", "}", "(", ")", "[", "]", ",", ".", "\n",
        "\r\n", " ", "<<EOT\n", "EOT\n", "/*", "*/", "# ", "//", "\\", "'", "password", "pasword",
        "dynamic", "0", "é", "$$", "?", "=>",
    ];

    fn slices(text: &str, ranges: Vec<Range<usize>>) -> Vec<&str> {
        ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn text_after_sensitive_names_is_found() {
        let found = |text| slices(text, after_names(text, &samples()));
        assert_eq!(found("password # = 1 }\nuser = 2"), ["# = 1 }"]);
        assert_eq!(found("{\"password\"\":\"a\",\n\"user\": 2"), ["a\","]);
        assert_eq!(found("password = \"a\"\n}\n\n}]"), ["a\""]);
        assert_eq!(found("password = 1 2\nuser \"label\"\n{"), ["1 2"]);
        assert_eq!(found("user = 1 2\npass = 3"), [""; 0]);
    }

    #[test]
    fn comments_that_may_contain_a_secret_are_found() {
        let found = |text| {
            slices(text, in_comments(text, &secrets::find(text, &samples()).values, &samples()))
        };
        assert_eq!(found("password = a # 1\n# 2\n"), ["# 1"]);
        assert_eq!(
            found("password = /* 1 */ [ // 2\n a, # 3\n b /* 4\n */ ]"),
            ["/* 1 */", "// 2", "/* 4\n */"]
        );
        assert_eq!(found("# password ,= 1\nuser = 2 # 3\n"), [",= 1"]);
        assert_eq!(found("/* password: 1\nuser = 2 */ # 3"), ["1"]);
    }

    /// Checks that a secret on its own line is hidden after any source text.
    #[test]
    fn secrets_after_random_text_are_hidden() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..state >> 60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += PARTS[(state >> 33) as usize % PARTS.len()];
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            assert_hidden_after(text);
        }
    }

    fn assert_hidden_after(mut text: String) {
        text += "\npassword = \"hunter\"\n}";
        let found = secrets::find(&text, &samples());
        assert!(found.values.is_sorted_by(|a, b| a.range.end <= b.range.start), "{text}");
        let at = text.rfind("hunter").unwrap_or_default();
        let hidden = found.values.iter().filter(|it| !it.is_reference).map(|it| it.range.clone());
        let suspects = if found.is_broken { after_names(&text, &samples()) } else { Vec::new() };
        let comments = in_comments(&text, &found.values, &samples());
        let mut hidden = hidden.chain(suspects).chain(comments);
        assert!(hidden.any(|range| range.contains(&at)), "{text}\n{:?}", found.values);
    }

    /// Takes minutes if the end of each value is searched for separately.
    #[test]
    fn secrets_after_many_repeated_parts_are_hidden() {
        for part in [
            "password = [\nuser = 1\n",
            "password = {\nuser = {\n",
            "password = \"${\n",
            "password = <<A\n",
            "a = <<A\n",
            "/* ",
            "/**/ ",
            "# password\n",
            "a = \"${",
            "password = 1\n\n\n",
            "password, ",
            "password )",
            "{ ) ",
            "'password",
        ] {
            assert_hidden_after(part.repeat(30_000));
        }
    }
}
