//! Random sources: soups of tokens, valid HCL, and valid HCL with a few changes.

mod valid;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use hcldyn_syntax::lexer::Lexer;

pub(crate) use self::valid::{body, expression, template};

/// Pieces of all kinds of tokens, and of their surroundings.
const PIECES: &[&str] = &[
    " ",
    "\t",
    "  ",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\u{feff}",
    "# c",
    "// c\n",
    "/* c */",
    "/*",
    "a",
    "b",
    "größe",
    "a-b",
    "null",
    "true",
    "for",
    "in",
    "if",
    "else",
    "endif",
    "endfor",
    "0",
    "12.5",
    "1e5",
    "1.2.3",
    "1e",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "=",
    "=>",
    ":",
    "::",
    ",",
    ".",
    "...",
    "?",
    "+",
    "-",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "!",
    "\"",
    "\"",
    "<<E\n",
    "<<-E\n",
    "<<E x\n",
    "<< E",
    "\nE\n",
    "\n  E\n",
    "x y",
    "\\n",
    "\\",
    "\\u00e9",
    "\\q",
    "$${",
    "%%{",
    "${",
    "${~",
    "%{",
    "%{~",
    "~}",
    "%{ if a }",
    "%{ else }",
    "%{ endif }",
    "%{ for a in b }",
    "%{ endfor }",
    "'",
    "`",
    "“",
    "”",
    ";",
    "&",
    "|",
    "^",
    "~",
    "$",
    "€",
    "e\u{301}",
    "😀",
    "\0",
    "a = ",
    "b {\n",
    "b \"l\" {\n",
    "[*]",
    ".*",
    "[0]",
    "f(",
    "[for a in b : ",
    "{ a = ",
    "\n}\n",
];

/// Four times the default number of cases. Failures are not stored.
pub(crate) fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: 4 * default.cases, failure_persistence: None, ..default }
}

/// Any pieces in any order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    vec(select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

/// Any source: a soup, random characters, or valid HCL with or without changes.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![3 => soup(), 1 => any::<String>(), 1 => body(), 4 => changed(body())]
}

/// A change of one token of a source.
#[derive(Clone, Debug)]
enum Change {
    Delete(Index),
    Duplicate(Index),
    Swap(Index, Index),
    Insert(Index, &'static str),
    Truncate(Index),
}

/// Sources with one to three changes.
pub(crate) fn changed(texts: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let change = prop_oneof![
        4 => any::<Index>().prop_map(Change::Delete),
        1 => any::<Index>().prop_map(Change::Duplicate),
        1 => any::<(Index, Index)>().prop_map(|(a, b)| Change::Swap(a, b)),
        2 => (any::<Index>(), select(PIECES)).prop_map(|(at, piece)| Change::Insert(at, piece)),
        1 => any::<Index>().prop_map(Change::Truncate),
    ];
    (texts, vec(change, 1..4))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, change| change.apply(&text)))
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut at = 0;
        let mut tokens: Vec<&str> = Lexer::new(text)
            .map(|token| &text[std::mem::replace(&mut at, token.end as usize)..token.end as usize])
            .collect();
        if tokens.is_empty() {
            return text.to_owned();
        }
        match self {
            Self::Delete(at) => drop(tokens.remove(at.index(tokens.len()))),
            Self::Duplicate(at) => {
                let at = at.index(tokens.len());
                tokens.insert(at, tokens[at]);
            }
            Self::Swap(a, b) => {
                let (a, b) = (a.index(tokens.len()), b.index(tokens.len()));
                tokens.swap(a, b);
            }
            Self::Insert(at, piece) => tokens.insert(at.index(tokens.len()), piece),
            Self::Truncate(at) => tokens.truncate(at.index(tokens.len())),
        }
        tokens.concat()
    }
}
