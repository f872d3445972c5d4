//! The requests of a client, and their answers.

use std::collections::HashMap;
use std::sync::Arc;

use gen_lsp_types::{
    CodeActionRequest, CompletionRequest, CompletionResolveRequest, DefinitionRequest,
    DocumentDiagnosticRequest, DocumentFormattingRequest, DocumentHighlightRequest,
    DocumentLinkRequest, DocumentRangeFormattingRequest, DocumentSymbolRequest,
    FoldingRangeRequest, HoverRequest, InlayHintRequest, InlayHintResolveRequest,
    PrepareRenameRequest, ReferencesRequest, RenameRequest, Request, SelectionRangeRequest,
    SemanticTokensDeltaRequest, SemanticTokensRangeRequest, SemanticTokensRequest,
    SignatureHelpRequest, TextDocumentIdentifier, TextDocumentPositionParams, Uri,
    WorkspaceSymbolRequest,
};
use hcldyn_core::Cancellation;
use serde::Deserialize;
use serde_json::Value;

use super::client::Client;
use super::position::Lines;
use super::settings::FolderSettings;
use super::tokens::SentTokens;
use super::uri;
use crate::ide::Snapshot;

/// The request for a file with its `dynamic` blocks written out. Its parameters have the document as `textDocument`, and its
/// result is the text.
const EXPANDED: &str = "hcldyn/expanded";

/// The parameters of [`EXPANDED`].
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExpandedParams {
    text_document: TextDocumentIdentifier,
}

/// The sources at the time of a request, as the client sees them.
#[derive(Clone)]
pub(crate) struct View {
    pub(crate) snapshot: Snapshot,
    pub(crate) client: Arc<Client>,
    /// The URIs of open documents by the names of their sources.
    pub(crate) uris: Arc<HashMap<String, String>>,
    pub(crate) sent: SentTokens,
    /// The settings of the folders of the client.
    pub(crate) settings: Arc<Vec<FolderSettings>>,
}

impl View {
    /// Returns the view with a flag that ends the evaluation for its answer.
    pub(crate) fn cancelled_by(self, cancellation: &Cancellation) -> Self {
        Self { snapshot: self.snapshot.cancelled_by(cancellation), ..self }
    }
}

/// The kind of a request, which decides about its thread, and what a later edit means for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// Its answer does not wait for any other, and has no meaning after an edit.
    Formatting,
    /// Its answer has no meaning after an edit.
    Positional,
    /// Its answer needs values, which may take long, and has no meaning after an edit.
    Evaluated,
    /// The client asks again after an edit.
    Diagnostics,
    /// Its answer has a meaning after an edit, too.
    Whole,
    /// The server does not know the method.
    Unknown,
}

/// The reason why a request has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    UnknownMethod,
    InvalidParams(String),
    /// The request can't be fulfilled, for a reason that the user sees.
    Rejected(String),
}

/// Returns the kind of a request.
pub(crate) fn kind(method: &str) -> RequestKind {
    match method {
        "textDocument/formatting" | "textDocument/rangeFormatting" => RequestKind::Formatting,
        "textDocument/diagnostic" => RequestKind::Diagnostics,
        EXPANDED
        | "inlayHint/resolve"
        | "textDocument/codeAction"
        | "textDocument/hover"
        | "textDocument/inlayHint" => RequestKind::Evaluated,
        "workspace/symbol" => RequestKind::Whole,
        "completionItem/resolve" => RequestKind::Positional,
        _ if method.starts_with("textDocument/") => RequestKind::Positional,
        _ => RequestKind::Unknown,
    }
}

/// Returns `true` for a request about names that other files can define or use.
pub(crate) fn needs_other_files(method: &str) -> bool {
    let of_document = method.strip_prefix("textDocument/");
    method == EXPANDED
        || of_document.is_some_and(|it| ["definition", "references", "rename"].contains(&it))
}

/// Returns the answer of a request.
pub(crate) fn answer(view: &View, method: &str, params: Value) -> Result<Value, Failure> {
    match method {
        "completionItem/resolve" => {
            of::<CompletionResolveRequest>(params, |it| view.resolved_completion(it))
        }
        "inlayHint/resolve" => of::<InlayHintResolveRequest>(params, |it| view.resolved_hint(it)),
        "textDocument/codeAction" => of::<CodeActionRequest>(params, |it| view.code_actions(&it)),
        "textDocument/completion" => of::<CompletionRequest>(params, |it| view.completion(&it)),
        "textDocument/definition" => of::<DefinitionRequest>(params, |it| view.definition(&it)),
        "textDocument/diagnostic" => {
            of::<DocumentDiagnosticRequest>(params, |it| view.diagnostics(&it))
        }
        "textDocument/documentHighlight" => {
            of::<DocumentHighlightRequest>(params, |it| view.highlights(&it))
        }
        "textDocument/documentLink" => of::<DocumentLinkRequest>(params, |it| view.links(&it)),
        "textDocument/documentSymbol" => {
            of::<DocumentSymbolRequest>(params, |it| view.symbols(&it))
        }
        "textDocument/foldingRange" => of::<FoldingRangeRequest>(params, |it| view.folds(&it)),
        "textDocument/formatting" => {
            of::<DocumentFormattingRequest>(params, |it| view.formatting(&it))
        }
        "textDocument/hover" => of::<HoverRequest>(params, |it| view.hover(&it)),
        "textDocument/inlayHint" => of::<InlayHintRequest>(params, |it| view.hints(&it)),
        "textDocument/prepareRename" => {
            of::<PrepareRenameRequest>(params, |it| view.prepare_rename(&it))
        }
        "textDocument/rangeFormatting" => {
            of::<DocumentRangeFormattingRequest>(params, |it| view.range_formatting(&it))
        }
        "textDocument/references" => of::<ReferencesRequest>(params, |it| view.references(&it)),
        "textDocument/rename" => fallible::<RenameRequest>(params, |it| view.rename(&it)),
        "textDocument/selectionRange" => {
            of::<SelectionRangeRequest>(params, |it| view.selections(&it))
        }
        "textDocument/semanticTokens/full" => {
            of::<SemanticTokensRequest>(params, |it| view.tokens(&it))
        }
        "textDocument/semanticTokens/full/delta" => {
            of::<SemanticTokensDeltaRequest>(params, |it| view.changed_tokens(&it))
        }
        "textDocument/semanticTokens/range" => {
            of::<SemanticTokensRangeRequest>(params, |it| view.tokens_in(&it))
        }
        "textDocument/signatureHelp" => {
            of::<SignatureHelpRequest>(params, |it| view.signature_help(&it))
        }
        "workspace/symbol" => {
            of::<WorkspaceSymbolRequest>(params, |it| view.workspace_symbols(&it))
        }
        EXPANDED => view.expanded(params),
        _ => Err(Failure::UnknownMethod),
    }
}

/// Returns the answer of a request of a type.
fn of<R: Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> R::Result,
) -> Result<Value, Failure> {
    fallible::<R>(params, |params| Ok(answer(params)))
}

fn fallible<R: Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, Failure>,
) -> Result<Value, Failure> {
    let invalid = |error: serde_json::Error| Failure::InvalidParams(error.to_string());
    let params = serde_json::from_value(params).map_err(invalid)?;
    serde_json::to_value(answer(params)?).map_err(invalid)
}

impl View {
    /// Returns the name of a source, and the offset of a position in it; `None` for an unknown document.
    pub(super) fn at(&self, params: &TextDocumentPositionParams) -> Option<(String, usize)> {
        let file = uri::name_of(&params.text_document.uri);
        let offset = self.lines(&file)?.offset(params.position);
        Some((file, offset))
    }

    fn expanded(&self, params: Value) -> Result<Value, Failure> {
        let params: ExpandedParams = serde_json::from_value(params)
            .map_err(|error| Failure::InvalidParams(error.to_string()))?;
        let file = uri::name_of(&params.text_document.uri);
        self.snapshot.expanded(&file).map(Value::from).map_err(Failure::Rejected)
    }

    /// Returns the lines of a source.
    pub(super) fn lines(&self, file: &str) -> Option<Lines<'_>> {
        let source = self.snapshot.source(file)?;
        Some(Lines::new(source.text(), self.client.encoding))
    }

    /// Returns the URI of a source: that of the client for an open document.
    pub(super) fn uri(&self, file: &str) -> Uri {
        self.uris.get(file).map_or_else(|| uri::of_name(file), |uri| Uri(uri.clone()))
    }
}
