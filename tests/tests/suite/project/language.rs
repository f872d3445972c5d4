//! The language of comments and documents: forbidden openings and terms.

use crate::support::sources::{FOLDERS, files, read, rust_files};

/// Forbidden openings. The summary of an item opens with a noun phrase or a verb.
const OPENINGS: [&str; 17] = [
    "as many",
    "how",
    "none that",
    "nobody",
    "nothing that",
    "of which",
    "so many",
    "somebody",
    "that of",
    "the same",
    "there are no",
    "there is no",
    "what",
    "where",
    "whether",
    "which",
    "who",
];

/// Forbidden terms, and the terms to use instead.
const TERMS: [(&str, &str); 22] = [
    ("are no", "are not"),
    ("be it", "a list"),
    ("behind", "after"),
    ("in front of", "before"),
    ("is no", "is not a"),
    ("is none", "is not one"),
    ("kin", "similar"),
    ("line end", "line break"),
    ("line ends", "line breaks"),
    ("misspelt", "misspelled"),
    ("nobody", "the caller, the user, or a passive verb"),
    ("none that", "no … that"),
    ("of which", "a second sentence"),
    ("refuse", "reject"),
    ("refused", "rejected"),
    ("refuses", "rejects"),
    ("so many", "at most N"),
    ("somebody", "the caller or the user"),
    ("stand-in", "placeholder"),
    ("stands", "is, is written, or appears"),
    ("tangle", "strongly connected component"),
    ("that there can be", "valid"),
];

/// Allowed phrases with a forbidden term: plain English for something absent or past.
const ALLOWED: [&str; 4] = ["is no longer", "are no longer", "there is no", "there are no"];

#[test]
fn comments_are_in_plain_english() {
    let paths = FOLDERS.iter().flat_map(|folder| rust_files(folder));
    assert_none(paths.flat_map(|path| in_comments(&path, &read(&path))).collect());
}

#[test]
fn documents_are_in_plain_english() {
    let documents = files(".", ".md");
    for known in ["README.md", "docs/limits.md", "tests/derive-ui/cases.md"] {
        assert!(documents.contains(&format!("./{known}")), "{known} is not in {documents:?}");
    }
    assert_none(documents.iter().flat_map(|path| in_document(path, &read(path))).collect());
}

#[test]
fn findings_have_a_line_and_a_cure() {
    let source = "/// What stands here.\nfn a() {}\n\n// Fine.\n\n/// Returns `what` is refused.\n/// ```\n/// // so many\n/// ```\nfn b() {}\n";
    assert_eq!(
        in_comments("a.rs", source),
        [
            "a.rs:1: opens with \"what\": What stands here.",
            "a.rs:1: \"stands\" (write is, is written, or appears): What stands here.",
            "a.rs:6: \"refused\" (write rejected): Returns `what` is refused.",
        ]
    );
    let document = "It is no longer here.\n\n```\nIt is no block.\n```\n\nIt is no block.\n";
    let finding = "\"is no\" (write is not a): It is no block.";
    assert_eq!(in_document("a.md", document), [format!("a.md:7: {finding}")]);
}

fn assert_none(findings: Vec<String>) {
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

/// Returns the findings in the comments of a Rust file, except in code blocks.
fn in_comments(path: &str, source: &str) -> Vec<String> {
    let (mut found, mut previous, mut is_code) = (Vec::new(), None, false);
    for (index, line) in source.lines().enumerate() {
        let comment = comment_of(line);
        let kind = comment.map(|(kind, _)| kind);
        is_code &= kind == previous;
        if let Some((kind, comment)) = comment {
            is_code ^= comment.starts_with("```");
            if !is_code {
                let is_summary = kind != "//" && previous != Some(kind);
                found.extend(in_line(comment, is_summary).map(|it| located(path, index, &it)));
            }
        }
        previous = kind;
    }
    found
}

/// Returns the findings in a document, except in code blocks.
fn in_document(path: &str, text: &str) -> Vec<String> {
    let (mut found, mut is_code) = (Vec::new(), false);
    for (index, line) in text.lines().enumerate() {
        is_code ^= line.starts_with("```");
        if !is_code {
            found.extend(in_line(line, false).map(|it| located(path, index, &it)));
        }
    }
    found
}

fn located(path: &str, index: usize, finding: &str) -> String {
    format!("{path}:{}: {finding}", index + 1)
}

/// Returns the kind and the text of a comment on a line of its own.
fn comment_of(line: &str) -> Option<(&'static str, &str)> {
    let line = line.trim_start();
    ["///", "//!", "//"].into_iter().find_map(|kind| Some((kind, line.strip_prefix(kind)?.trim())))
}

/// Returns the findings in a line of prose. Only a summary is checked for its opening.
fn in_line(line: &str, is_summary: bool) -> impl Iterator<Item = String> {
    let prose = without_quotes(line).to_lowercase();
    let openings = OPENINGS.iter().filter(|it| is_summary && starts_with_words(&prose, it));
    let openings = openings.map(|it| format!("opens with {it:?}: {line}"));
    let unusual = ALLOWED.iter().fold(prose.clone(), |prose, it| prose.replace(it, ""));
    let terms = TERMS.iter().filter(|(term, _)| has_words(&unusual, term));
    let terms = terms.map(|(term, instead)| format!("{term:?} (write {instead}): {line}"));
    openings.chain(terms).collect::<Vec<_>>().into_iter()
}

/// Returns a line without the text in backticks or quotes.
fn without_quotes(line: &str) -> String {
    let outside = |text: &str, quote| text.split(quote).step_by(2).collect::<Vec<_>>().join("`");
    outside(&outside(line, '`'), '"')
}

fn starts_with_words(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        !text[..at].ends_with(char::is_alphanumeric) && starts_with_words(&text[at..], words)
    })
}
