//! Actions and edits of several files.

use std::collections::HashMap;

use gen_lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionParams, CodeActionResponse, TextEdit,
    WorkspaceEdit,
};

use super::diagnostics::ShownFile;
use super::requests::View;
use super::uri;
use crate::ide::{FileEdit, Refactoring, RefactoringKind};

impl View {
    pub(super) fn code_actions(
        &self,
        params: &CodeActionParams,
    ) -> Option<Vec<CodeActionResponse>> {
        let file = uri::name_of(&params.text_document.uri);
        let range = self.lines(&file)?.bytes(params.range);
        let (start, around) = (range.start, range.clone());
        let only = params.context.only.as_deref();
        let is_wanted = |kind: &CodeActionKind| {
            only.is_none_or(|only| only.iter().any(|wanted| includes(wanted, kind)))
        };
        let mut actions = Vec::new();
        if is_wanted(&CodeActionKind::QuickFix) {
            let shown = ShownFile::new(self, &file)?;
            for fix in self.snapshot.fixes(&file, range) {
                actions.push(CodeAction {
                    title: fix.title,
                    kind: Some(CodeActionKind::QuickFix),
                    diagnostics: Some(vec![
                        shown.diagnostic(&fix.diagnostic, fix.diagnostic.place()),
                    ]),
                    is_preferred: Some(fix.is_safe),
                    edit: Some(self.workspace_edit(fix.edits)),
                    ..Default::default()
                });
            }
        }
        if is_wanted(&CodeActionKind::RefactorRewrite)
            && let Some(edit) = self.snapshot.add_missing(&file, start)
        {
            actions.push(CodeAction {
                title: "Add all missing required items".to_owned(),
                kind: Some(CodeActionKind::RefactorRewrite),
                edit: Some(self.workspace_edit([edit])),
                ..Default::default()
            });
        }
        for refactoring in self.snapshot.refactorings(&file, around) {
            let kind = match refactoring.kind {
                RefactoringKind::Extract => CodeActionKind::RefactorExtract,
                RefactoringKind::Inline => CodeActionKind::RefactorInline,
                RefactoringKind::Rewrite => CodeActionKind::RefactorRewrite,
            };
            if is_wanted(&kind) {
                actions.extend(self.refactoring(refactoring, kind));
            }
        }
        // An editor asks for it by its kind, also when it saves a file.
        if only.is_some()
            && is_wanted(&CodeActionKind::SourceFixAll)
            && let Some(edit) = self.snapshot.fix_all(&file)
        {
            actions.push(CodeAction {
                title: "Apply all safe fixes".to_owned(),
                kind: Some(CodeActionKind::SourceFixAll),
                edit: Some(self.workspace_edit([edit])),
                ..Default::default()
            });
        }
        Some(actions.into_iter().map(CodeActionResponse::CodeAction).collect())
    }

    /// Returns the action of a change; `None` if it is not possible, and the client does not show why.
    fn refactoring(&self, refactoring: Refactoring, kind: CodeActionKind) -> Option<CodeAction> {
        let action =
            CodeAction { title: refactoring.title, kind: Some(kind), ..Default::default() };
        match refactoring.edits {
            Ok(edits) => Some(CodeAction { edit: Some(self.workspace_edit(edits)), ..action }),
            Err(reason) => {
                let disabled = Some(CodeActionDisabled { reason });
                self.client.shows_disabled.then_some(CodeAction { disabled, ..action })
            }
        }
    }

    pub(super) fn workspace_edit(
        &self,
        edits: impl IntoIterator<Item = FileEdit>,
    ) -> WorkspaceEdit {
        let mut changes: HashMap<_, Vec<_>> = HashMap::new();
        for edit in edits {
            let Some(lines) = self.lines(&edit.file) else { continue };
            let text_edit = TextEdit { range: lines.range(edit.range), new_text: edit.text };
            changes.entry(self.uri(&edit.file)).or_default().push(text_edit);
        }
        WorkspaceEdit { changes: Some(changes), ..Default::default() }
    }
}

/// Returns `true` if a kind is another one or a part of it: `source` includes `source.fixAll`.
fn includes(wanted: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let (wanted, kind) = (String::from(wanted.clone()), String::from(kind.clone()));
    let rest = kind.strip_prefix(&wanted);
    rest.is_some_and(|rest| wanted.is_empty() || rest.is_empty() || rest.starts_with('.'))
}
