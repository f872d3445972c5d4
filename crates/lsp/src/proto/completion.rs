//! Completion, and the documentation of one completion.

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    InsertTextFormat, TextEdit,
};
use serde::{Deserialize, Serialize};

use super::answers::documentation;
use super::position::Lines;
use super::requests::View;
use crate::ide::{Completion, CompletionDocs, CompletionKind};

/// The place of a completion, which a client sends back to get its documentation.
#[derive(Clone, Deserialize, Serialize)]
struct Origin {
    file: String,
    offset: usize,
}

impl View {
    pub(super) fn completion(&self, params: &CompletionParams) -> Option<CompletionResponse> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let lines = self.lines(&file)?;
        let completions = self.snapshot.completions(&file, offset).into_iter();
        let origin = serde_json::to_value(Origin { file: file.clone(), offset }).ok();
        let items = completions.enumerate().map(|(index, completion)| CompletionItem {
            sort_text: Some(format!("{index:06}")),
            data: origin.clone(),
            ..self.completion_item(completion, &lines)
        });
        Some(CompletionList { items: items.collect(), ..Default::default() }.into())
    }

    fn completion_item(&self, completion: Completion, lines: &Lines<'_>) -> CompletionItem {
        let snippet = completion.snippet.filter(|_| self.client.has_snippets);
        let format = snippet.is_some().then_some(InsertTextFormat::Snippet);
        let new_text = snippet.unwrap_or(completion.text);
        let edit = TextEdit { range: lines.range(completion.range), new_text };
        CompletionItem {
            label: completion.label,
            kind: Some(kind_of(completion.kind)),
            detail: Some(completion.detail).filter(|detail| !detail.is_empty()),
            insert_text_format: format,
            text_edit: Some(edit.into()),
            ..Default::default()
        }
    }

    /// Adds the documentation of a completion.
    pub(super) fn resolved_completion(&self, item: CompletionItem) -> CompletionItem {
        let docs = self.completion_docs(&item).unwrap_or_default();
        let markdown = Some(docs.markdown).filter(|docs| !docs.is_empty());
        let written = |docs| documentation(docs, self.client.markdown.completion);
        CompletionItem {
            detail: Some(docs.detail).filter(|detail| !detail.is_empty()).or(item.detail),
            documentation: markdown.map(written),
            ..item
        }
    }

    fn completion_docs(&self, item: &CompletionItem) -> Option<CompletionDocs> {
        let Origin { file, offset } = serde_json::from_value(item.data.clone()?).ok()?;
        let kinds = CompletionKind::ALL.into_iter();
        let kind = kinds.into_iter().find(|kind| Some(kind_of(*kind)) == item.kind)?;
        self.snapshot.completion_docs(&file, offset, &item.label, kind)
    }
}

const fn kind_of(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Attribute => CompletionItemKind::Property,
        CompletionKind::Block => CompletionItemKind::Class,
        CompletionKind::Keyword => CompletionItemKind::EnumMember,
        CompletionKind::Variable => CompletionItemKind::Variable,
        CompletionKind::Function => CompletionItemKind::Function,
    }
}
