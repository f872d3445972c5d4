//! Random requests of every kind.

use serde_json::{Value, json};

use super::positions::Units;
use crate::random::Random;

/// The requests of a document.
pub(crate) const METHODS: [&str; 22] = [
    "hcldyn/expanded",
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentHighlight",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
    "workspace/symbol",
];

/// The new names of renamings.
const NAMES: [&str; 6] = ["renamed", "a", "x", "1", "", "server"];

/// Returns parameters for any of the methods at random offsets of a document.
pub(crate) fn params(random: &mut Random, units: Units, uri: &str, text: &str) -> Value {
    let (first, second) = (offset(random, text), offset(random, text));
    let position = units.position(text, first);
    let mut params = json!({
        "textDocument": {"uri": uri},
        "position": position,
        "positions": [position, units.position(text, second)],
        "range": units.range(text, first.min(second), first.max(second)),
        "context": {
            "diagnostics": [],
            "triggerKind": 1,
            "includeDeclaration": random.percent(50),
            "isRetrigger": false,
        },
        "options": {"tabSize": 2, "insertSpaces": true},
        "newName": random.pick(&NAMES),
        "query": random.pick(&["", "", "a", "server"]),
        "previousResultId": random.pick(&["", "x"]),
    });
    if random.percent(20) {
        params["context"]["only"] =
            json!([random.pick(&["source.fixAll", "quickfix", "source", "refactor"])]);
    }
    params
}

/// Returns an offset that no character and no line break is around.
pub(crate) fn offset(random: &mut Random, text: &str) -> usize {
    let at = random.below(text.len() + 1);
    let is_free = |at: &usize| {
        let is_inside = text[..*at].ends_with('\r') && text[*at..].starts_with('\n');
        !is_inside
    };
    let mut ends = (at..=text.len()).filter(|at| text.is_char_boundary(*at));
    ends.find(is_free).unwrap_or(text.len())
}
