//! Rendered messages, as snapshots and records of them have them, in plain English.

use std::fs;
use std::path::{Path, PathBuf};

/// Terms that messages do not contain, each with the words to write instead.
const BANNED: &[(&str, &str)] = &[
    (" acceptable", "Invalid value for …"),
    (" alike", "the same type"),
    (" behind ", "after"),
    (" comes up ", "appears"),
    (" gives ", "returns, produces"),
    (" go through ", "iterate over"),
    (" in front of ", "before"),
    (" in place of ", "instead of"),
    (" is named ", "is not defined"),
    (" is no ", "is not a"),
    (" is none", "is not"),
    (" is needed", "is required"),
    (" mistake", "error"),
    (" nobody", "no"),
    (" no such ", "unknown, unexpected"),
    (" none that ", "not"),
    (" so many", "at most"),
    (" somebody", "the program"),
    (" stand ", "is, appears"),
    (" stands ", "is, appears"),
    (" the text ", "the source, the string"),
    (" told ", "reported"),
    ("Too deep ", "… too deep"),
    ("Too large ", "… too large"),
    ("Unsuitable", "Invalid"),
    ("Unusable", "Invalid"),
];

/// The endings of files with rendered messages.
const RENDERED: [&str; 4] = [".snap", ".stderr", "mistakes.txt", "mistake/output.txt"];

const FOLDERS: [&str; 4] = ["crates", "examples", "hcldyn", "tests"];

/// Adds the files with rendered messages in a folder.
fn find_rendered(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy().replace('\\', "/");
        if path.is_dir() && !name.ends_with("/target") {
            find_rendered(&path, found);
        } else if RENDERED.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
}

/// Returns the words of a line of a report: a title, a note, a help or a label, but no source line.
fn words(line: &str) -> Option<&str> {
    let title = ["error", "warning", "note", "help"].iter().any(|level| line.starts_with(level));
    let (gutter, rest) = match line.split_once('|') {
        Some((gutter, rest)) => (gutter, rest.split_once(['^', '-']).map(|(_, label)| label)),
        None => (line, line.trim_start().strip_prefix("= ")),
    };
    match rest {
        _ if title => Some(line),
        Some(words) if !gutter.contains(|c: char| c.is_ascii_digit()) => Some(words),
        _ => None,
    }
}

#[test]
fn messages_are_in_plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for folder in FOLDERS {
        find_rendered(&root.join(folder), &mut files);
    }
    let (mut lines, mut wrong) = (0, Vec::new());
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for words in text.lines().filter_map(words) {
            lines += 1;
            for (banned, better) in BANNED.iter().filter(|(banned, _)| words.contains(banned)) {
                wrong
                    .push(format!("{}: {banned:?} in {words:?}; write {better:?}", file.display()));
            }
        }
    }
    assert!(lines > 1_000, "{lines}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_words_of_messages_are_looked_at() {
    assert_eq!(words("error: Invalid value"), Some("error: Invalid value"));
    assert_eq!(words("  = note: It is no number."), Some("note: It is no number."));
    assert_eq!(words("  | ^^^^ It is no number."), Some("^^^ It is no number."));
    assert_eq!(words("1 | a = \"it is no number\" - 1"), None);
    assert_eq!(words("expression: it is no number"), None);
}
