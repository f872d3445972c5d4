//! Changes of a source that can be made together.

use std::ops::Range;

use serde_json::Value;

/// The change of a source for one mutant: text at one or two positions of the range that it claims.
pub struct Edit {
    pub id: Value,
    /// The bytes of the source that belong to this mutant alone.
    pub claimed: Range<usize>,
    pub inserts: Vec<(usize, String)>,
}

/// The position of a mutant in the changed source.
pub struct Planted {
    pub id: Value,
    pub start: usize,
    pub end: usize,
}

/// Returns the changed source, the positions of the mutants in it, and the mutants that overlap with others.
pub fn apply(source: &str, mut edits: Vec<Edit>) -> (String, Vec<Planted>, Vec<Value>) {
    edits.sort_by_key(|edit| (edit.claimed.start, edit.claimed.end));
    let (mut changed, mut planted, mut overlapping) = (String::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for edit in edits {
        if edit.claimed.start < at {
            overlapping.push(edit.id);
            continue;
        }
        changed.push_str(&source[at..edit.claimed.start]);
        let start = changed.len();
        at = edit.claimed.start;
        for (position, text) in edit.inserts {
            changed.push_str(&source[at..position]);
            changed.push_str(&text);
            at = position;
        }
        changed.push_str(&source[at..edit.claimed.end]);
        at = edit.claimed.end;
        planted.push(Planted { id: edit.id, start, end: changed.len() });
    }
    changed.push_str(&source[at..]);
    (changed, planted, overlapping)
}
