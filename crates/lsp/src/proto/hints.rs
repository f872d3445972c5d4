//! Hints as those of the protocol.

use std::path::Path;

use gen_lsp_types::{InlayHint, InlayHintKind, InlayHintParams};

use super::requests::View;
use super::uri;
use crate::ide::{Hint, HintKind, HintKinds};

impl View {
    pub(super) fn hints(&self, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
        let file = uri::name_of(&params.text_document.uri);
        let lines = self.lines(&file)?;
        let range = lines.bytes(params.range);
        let hints = self.snapshot.hints(&file, range, self.kinds_of_hints(&file));
        let hint = |hint: Hint| {
            let is_parameter = hint.kind == HintKind::Parameter;
            InlayHint {
                position: lines.range(hint.offset..hint.offset).start,
                label: hint.text.into(),
                kind: is_parameter.then_some(InlayHintKind::Parameter),
                text_edits: None,
                tooltip: None,
                padding_left: None,
                padding_right: is_parameter.then_some(true),
                data: None,
            }
        };
        Some(hints.into_iter().map(hint).collect())
    }

    /// Returns the kinds of hints by the settings of the innermost folder around a file.
    fn kinds_of_hints(&self, file: &str) -> HintKinds {
        let around = self.settings.iter().filter(|it| Path::new(file).starts_with(&it.folder));
        around.max_by_key(|it| it.folder.len()).map(|it| it.hints).unwrap_or_default()
    }
}
