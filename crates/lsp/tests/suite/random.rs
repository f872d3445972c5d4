//! Random edits: no panic, one answer for each request, and the state of a server that was started afresh.

use serde_json::{Value, json};

use crate::client::{Client, range};
use crate::fixture::language;

const URI: &str = "file:///main.hcl";

const EDITS: usize = 400;

/// The texts that are inserted.
const PIECES: [&str; 24] = [
    "a",
    "port = 80\n",
    "server \"a\" {\n",
    "}",
    "{",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "${",
    "%{ if x }",
    "<<E\nx\nE\n",
    "# c\n",
    "/*",
    "*/",
    ".",
    "var.a",
    "variable \"a\" {}\n",
    "é😀",
    "\r\n",
    "\n",
    " = ",
    "upper(\"b\", ",
];

const METHODS: [&str; 13] = [
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/references",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/signatureHelp",
];

/// A generator of numbers, the same in each run (Knuth, MMIX).
struct Numbers(u64);

impl Numbers {
    /// Returns a number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Returns an offset between two characters.
    fn offset(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap()
    }
}

/// Returns the position of an offset, in UTF-8.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count(), offset - start)
}

fn params(at: (usize, usize)) -> Value {
    let position = json!({"line": at.0, "character": at.1});
    json!({
        "textDocument": {"uri": URI},
        "position": position,
        "positions": [position],
        "range": range(at, at),
        "context": {"diagnostics": [], "triggerKind": 1, "includeDeclaration": true, "isRetrigger": false},
        "options": {"tabSize": 2, "insertSpaces": true},
    })
}

#[test]
fn random_edits() {
    let mut numbers = Numbers(7);
    let mut client = Client::new(language());
    let mut text = "port = 80\nserver \"a\" {\n  host = \"b\"\n}\n".to_owned();
    client.open(URI, &text);
    for version in 2..EDITS + 2 {
        let (a, b) = (numbers.offset(&text), numbers.offset(&text));
        let near = (a..=b.min(a + 12).max(a)).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        let (end, piece) = match numbers.below(3) {
            0 => (near, ""),
            _ => (a, PIECES[numbers.below(PIECES.len())]),
        };
        // A line break of two characters is one, so no edit divides it.
        if text[..a].ends_with('\r') || text[..end].ends_with('\r') || piece.is_empty() && a == end
        {
            continue;
        }
        let edited = range(position(&text, a), position(&text, end));
        client.change(URI, version as i32, Some(edited), piece);
        text.replace_range(a..end, piece);
        let at = position(&text, numbers.offset(&text));
        let method = METHODS[numbers.below(METHODS.len())];
        let id = client.send(method, params(at));
        if numbers.below(4) == 0 {
            client.notify("$/cancelRequest", json!({"id": id}));
        }
        let error = client.answer(&id).err().map(|error| error.code);
        assert!([None, Some(-32800)].contains(&error), "{method} {error:?}: {text:?}");
        if version % 50 == 0 {
            let mut fresh = Client::new(language());
            fresh.open(URI, &text);
            for method in METHODS {
                let answer = client.request(method, params(at));
                assert_eq!(answer, fresh.request(method, params(at)), "{method}: {text:?}");
            }
        }
    }
}
