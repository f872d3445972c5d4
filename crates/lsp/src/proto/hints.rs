//! Hints as those of the protocol.

use std::path::Path;

use gen_lsp_types::{
    InlayHint, InlayHintKind, InlayHintOptions, InlayHintParams, InlayHintProvider, MarkupContent,
    MarkupKind,
};
use serde::{Deserialize, Serialize};

use super::requests::View;
use super::uri;
use crate::ide::{Hint, HintKind, HintKinds};

/// The place of a hint, which a client sends back to get its details.
#[derive(Deserialize, Serialize)]
struct Origin {
    file: String,
    offset: usize,
    /// The position among [`KINDS`].
    kind: usize,
}

const KINDS: [HintKind; 3] = [HintKind::Value, HintKind::Blocks, HintKind::Parameter];

/// Returns the capability of the server.
pub(super) fn provider() -> InlayHintProvider {
    InlayHintOptions { resolve_provider: Some(true), ..Default::default() }.into()
}

impl View {
    pub(super) fn hints(&self, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
        let file = uri::name_of(&params.text_document.uri);
        let lines = self.lines(&file)?;
        let range = lines.bytes(params.range);
        let hints = self.snapshot.hints(&file, range, self.kinds_of_hints(&file));
        let hint = |hint: Hint| {
            let data = self.client.resolves_hints.then(|| {
                let kind = KINDS.iter().position(|kind| *kind == hint.kind).unwrap_or_default();
                Origin { file: file.clone(), offset: hint.offset, kind }
            });
            let is_parameter = hint.kind == HintKind::Parameter;
            InlayHint {
                position: lines.range(hint.offset..hint.offset).start,
                label: hint.text.into(),
                kind: is_parameter.then_some(InlayHintKind::Parameter),
                text_edits: None,
                tooltip: None,
                padding_left: None,
                padding_right: is_parameter.then_some(true),
                data: data.and_then(|data| serde_json::to_value(data).ok()),
            }
        };
        Some(hints.into_iter().map(hint).collect())
    }

    /// Adds the details of a hint.
    pub(super) fn resolved_hint(&self, hint: InlayHint) -> InlayHint {
        let origin = hint.data.clone().and_then(|data| serde_json::from_value(data).ok());
        let docs = origin.and_then(|Origin { file, offset, kind }| {
            self.snapshot.hint_docs(&file, offset, *KINDS.get(kind)?)
        });
        let tooltip = docs.map(|value| {
            let is_markdown = self.client.markdown.hover;
            let kind = if is_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
            MarkupContent { kind, value }.into()
        });
        InlayHint { tooltip, ..hint }
    }

    /// Returns the kinds of hints by the settings of the innermost folder around a file.
    fn kinds_of_hints(&self, file: &str) -> HintKinds {
        let around = self.settings.iter().filter(|it| Path::new(file).starts_with(&it.folder));
        around.max_by_key(|it| it.folder.len()).map(|it| it.hints).unwrap_or_default()
    }
}
