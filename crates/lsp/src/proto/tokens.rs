//! Semantic tokens: one for each line, as differences from the one before.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use gen_lsp_types::{
    SemanticToken, SemanticTokenTypes, SemanticTokens, SemanticTokensDelta,
    SemanticTokensDeltaParams, SemanticTokensDeltaResponse, SemanticTokensEdit,
    SemanticTokensParams, SemanticTokensRangeParams,
};

use super::position::Lines;
use super::requests::View;
use super::uri;
use crate::ide::SemanticKind;

/// The tokens that the client has of each document, for answers with only what has changed.
#[derive(Clone, Default)]
pub(crate) struct SentTokens(Arc<Mutex<HashMap<String, SemanticTokens>>>);

impl SentTokens {
    /// Stores the tokens that are sent. Returns those before.
    fn replace(&self, file: &str, tokens: &SemanticTokens) -> Option<SemanticTokens> {
        let mut sent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.insert(file.to_owned(), tokens.clone())
    }

    /// Forgets a document, which was closed.
    pub(crate) fn forget(&self, file: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(file);
    }
}

impl View {
    pub(super) fn tokens(&self, params: &SemanticTokensParams) -> Option<SemanticTokens> {
        let file = uri::name_of(&params.text_document.uri);
        let tokens = self.encoded(&file, None)?;
        self.sent.replace(&file, &tokens);
        Some(tokens)
    }

    pub(super) fn changed_tokens(
        &self,
        params: &SemanticTokensDeltaParams,
    ) -> Option<SemanticTokensDeltaResponse> {
        let file = uri::name_of(&params.text_document.uri);
        let tokens = self.encoded(&file, None)?;
        let before = self.sent.replace(&file, &tokens);
        let known = Some(&params.previous_result_id);
        Some(match before.filter(|before| before.result_id.as_ref() == known) {
            Some(before) => SemanticTokensDelta {
                edits: change(&before.data, &tokens.data).into_iter().collect(),
                result_id: tokens.result_id,
            }
            .into(),
            None => tokens.into(),
        })
    }

    pub(super) fn tokens_in(&self, params: &SemanticTokensRangeParams) -> Option<SemanticTokens> {
        let file = uri::name_of(&params.text_document.uri);
        let range = self.lines(&file)?.bytes(params.range);
        let tokens = self.encoded(&file, Some(range))?;
        Some(SemanticTokens { result_id: None, ..tokens })
    }

    /// Returns the tokens of a range, or of the whole file.
    fn encoded(&self, file: &str, range: Option<Range<usize>>) -> Option<SemanticTokens> {
        let text = self.snapshot.source(file)?.text();
        let lines = self.lines(file)?;
        let mut encoder = Encoder { lines: &lines, last: (0, 0), data: Vec::new() };
        for token in self.snapshot.semantic_tokens(file, range.unwrap_or(0..text.len())) {
            for (line, part) in lines.split(token.range, encoder.last.0 as usize) {
                encoder.push(line, part, token.kind);
            }
        }
        Some(SemanticTokens { result_id: Some(identity(text)), data: encoder.data })
    }
}

/// Returns the edit that turns tokens into others; `None` if they are equal. It counts numbers: five for each token.
fn change(before: &[SemanticToken], after: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    if before == after {
        return None;
    }
    let same = |(a, b): &(&SemanticToken, &SemanticToken)| a == b;
    let start = before.iter().zip(after).take_while(same).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(same).count();
    Some(SemanticTokensEdit {
        start: 5 * start as u32,
        delete_count: 5 * (before.len() - end) as u32,
        data: Some(after[..after.len() - end].iter().flat_map(numbers).collect()),
    })
}

fn numbers(it: &SemanticToken) -> [u32; 5] {
    [it.delta_line, it.delta_start, it.length, it.token_type, it.token_modifiers_bitset]
}

/// Returns the identity of the tokens of a text, which is the same for equal texts.
fn identity(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}

struct Encoder<'l, 't> {
    lines: &'l Lines<'t>,
    /// The line and the character of the last token.
    last: (u32, u32),
    data: Vec<SemanticToken>,
}

impl Encoder<'_, '_> {
    fn push(&mut self, line: usize, bytes: Range<usize>, kind: SemanticKind) {
        let (line, start) = (line as u32, self.lines.character(line, bytes.start));
        let length = self.lines.length(bytes);
        let (last_line, last_start) = std::mem::replace(&mut self.last, (line, start));
        let delta_line = line - last_line;
        self.data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { start - last_start } else { start },
            length,
            token_type: kind as u32,
            token_modifiers_bitset: 0,
        });
    }
}

/// Returns the names of all kinds, in their order.
pub(super) fn types() -> Vec<String> {
    let name = |kind: &SemanticKind| match kind {
        SemanticKind::BlockType => SemanticTokenTypes::Type,
        SemanticKind::Label => SemanticTokenTypes::EnumMember,
        SemanticKind::Property => SemanticTokenTypes::Property,
        SemanticKind::Variable => SemanticTokenTypes::Variable,
        SemanticKind::Parameter => SemanticTokenTypes::Parameter,
        SemanticKind::Function => SemanticTokenTypes::Function,
        SemanticKind::Keyword => SemanticTokenTypes::Keyword,
        SemanticKind::String => SemanticTokenTypes::String,
        SemanticKind::Number => SemanticTokenTypes::Number,
        SemanticKind::Operator => SemanticTokenTypes::Operator,
        SemanticKind::Comment => SemanticTokenTypes::Comment,
    };
    SemanticKind::ALL.iter().map(|kind| name(kind).to_string()).collect()
}
