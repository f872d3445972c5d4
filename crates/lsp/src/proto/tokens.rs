//! Semantic tokens: one for each line, as differences from the one before.

use std::ops::Range;

use gen_lsp_types::{
    SemanticToken, SemanticTokenTypes, SemanticTokens, SemanticTokensParams,
    SemanticTokensRangeParams,
};

use super::position::Lines;
use super::requests::View;
use super::uri;
use crate::ide::SemanticKind;

impl View {
    pub(super) fn tokens(&self, params: &SemanticTokensParams) -> Option<SemanticTokens> {
        self.encoded(&uri::name_of(&params.text_document.uri), None)
    }

    pub(super) fn tokens_in(&self, params: &SemanticTokensRangeParams) -> Option<SemanticTokens> {
        let file = uri::name_of(&params.text_document.uri);
        let range = self.lines(&file)?.bytes(params.range);
        self.encoded(&file, Some(range))
    }

    /// Returns the tokens of a range, or of the whole file.
    fn encoded(&self, file: &str, range: Option<Range<usize>>) -> Option<SemanticTokens> {
        let text = self.snapshot.source(file)?.text();
        let lines = self.lines(file)?;
        let mut encoder = Encoder { lines, last: (0, 0), data: Vec::new() };
        for token in self.snapshot.semantic_tokens(file, range.unwrap_or(0..text.len())) {
            let mut start = token.range.start;
            for line in text[token.range].split_inclusive('\n') {
                encoder.push(start..start + line.trim_end_matches(['\r', '\n']).len(), token.kind);
                start += line.len();
            }
        }
        Some(SemanticTokens { result_id: None, data: encoder.data })
    }
}

struct Encoder<'t> {
    lines: Lines<'t>,
    /// The line and the character of the last token.
    last: (u32, u32),
    data: Vec<SemanticToken>,
}

impl Encoder<'_> {
    fn push(&mut self, bytes: Range<usize>, kind: SemanticKind) {
        let range = self.lines.range(bytes);
        let (line, start) = (range.start.line, range.start.character);
        let length = range.end.character.saturating_sub(start);
        if length == 0 {
            return;
        }
        let (last_line, last_start) = std::mem::replace(&mut self.last, (line, start));
        let delta_line = line - last_line;
        self.data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { start - last_start } else { start },
            length,
            token_type: SemanticKind::ALL.iter().position(|it| *it == kind).unwrap_or(0) as u32,
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
