//! Answers about one text: completion, descriptions, colours and layout.

use hcldyn_lsp::ide::{
    Completion, CompletionKind, Hint, HintKind, HintKinds, SemanticKind, Snapshot,
};
use serde::Serialize;

use crate::markdown;
use crate::offsets::{Offsets, Units};
use crate::session::{Pane, Session};

/// The names of the roles of tokens, in the order of [`SemanticKind::ALL`].
pub(crate) const ROLES: [&str; SemanticKind::ALL.len()] = [
    "block",
    "label",
    "property",
    "variable",
    "parameter",
    "function",
    "keyword",
    "string",
    "number",
    "operator",
    "comment",
];

/// The names of the kinds of completions, in the order of [`CompletionKind::ALL`].
const KINDS: [&str; CompletionKind::ALL.len()] =
    ["attribute", "block", "keyword", "variable", "function"];

/// The answers about a text.
pub(crate) struct Editing<'s> {
    snapshot: Snapshot,
    file: &'s str,
    text: &'s str,
    offsets: Offsets,
}

/// A completion.
#[derive(Debug, Serialize)]
pub(crate) struct CompletionAnswer {
    #[serde(flatten)]
    range: Units,
    label: String,
    kind: &'static str,
    insert: String,
    snippet: Option<String>,
    detail: String,
}

/// A description, which is HTML.
#[derive(Debug, Serialize)]
pub(crate) struct Description {
    detail: String,
    html: String,
}

/// The description of a name.
#[derive(Debug, Serialize)]
pub(crate) struct HoverAnswer {
    #[serde(flatten)]
    range: Units,
    html: String,
}

/// A text that is shown beside a source.
#[derive(Debug, Serialize)]
pub(crate) struct HintAnswer {
    at: u32,
    text: String,
    /// `true` if it is shown before the text at its offset.
    before: bool,
}

/// The replacement of a range.
#[derive(Debug, Serialize)]
pub(crate) struct TextEdit {
    #[serde(flatten)]
    range: Units,
    insert: String,
}

impl<'s> Editing<'s> {
    pub(crate) fn new(session: &'s Session, pane: Pane) -> Self {
        let source = session.source(pane);
        let (snapshot, offsets) = (session.snapshot(), Offsets::new(source.text()));
        Self { snapshot, file: source.name(), text: source.text(), offsets }
    }

    pub(crate) fn completions(&self, offset: u32) -> Vec<CompletionAnswer> {
        let found = self.snapshot.completions(self.file, self.offsets.byte(offset));
        let answer = |it: Completion| CompletionAnswer {
            range: self.offsets.units(it.range),
            label: it.label,
            kind: KINDS[it.kind as usize],
            insert: it.text,
            snippet: it.snippet,
            detail: it.detail,
        };
        found.into_iter().map(answer).collect()
    }

    pub(crate) fn describe(&self, offset: u32, label: &str, kind: &str) -> Option<Description> {
        let kind = CompletionKind::ALL[KINDS.iter().position(|it| *it == kind)?];
        let offset = self.offsets.byte(offset);
        let docs = self.snapshot.completion_docs(self.file, offset, label, kind)?;
        Some(Description { detail: docs.detail, html: markdown::html(&docs.markdown) })
    }

    pub(crate) fn hover(&self, offset: u32) -> Option<HoverAnswer> {
        let hover = self.snapshot.hover(self.file, self.offsets.byte(offset))?;
        let range = self.offsets.units(hover.range);
        Some(HoverAnswer { range, html: markdown::html(&hover.markdown) })
    }

    pub(crate) fn hints(&self) -> Vec<HintAnswer> {
        let all = 0..self.text.len();
        let found = self.snapshot.hints(self.file, all, HintKinds::default());
        let answer = |hint: Hint| HintAnswer {
            at: self.offsets.unit(hint.offset),
            text: hint.text,
            before: hint.kind == HintKind::Parameter,
        };
        found.into_iter().map(answer).collect()
    }

    pub(crate) fn format(&self) -> Vec<TextEdit> {
        let edits = self.snapshot.format(self.file).into_iter();
        let answer = |range, insert| TextEdit { range: self.offsets.units(range), insert };
        edits.map(|edit| answer(edit.span.range(), edit.text)).collect()
    }

    /// Returns the start, the end and the role of each token.
    pub(crate) fn tokens(&self) -> Vec<u32> {
        let tokens = self.snapshot.semantic_tokens(self.file, 0..self.text.len());
        let numbers = tokens.into_iter().flat_map(|token| {
            let Units { from, to } = self.offsets.units(token.range);
            [from, to, token.kind as u32]
        });
        numbers.collect()
    }
}
