//! The capabilities of a client, and those of the server.

use gen_lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProvider, CompletionOptions,
    DiagnosticOptions, DiagnosticProvider, DocumentLinkOptions, InitializeParams, InitializeResult,
    MarkupKind, PositionEncodingKind, RenameOptions, SemanticTokensFullDelta, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensOptionsRange, ServerCapabilities, ServerInfo,
    SignatureHelpOptions, TextDocumentSyncKind, TextDocumentSyncOptions, WorkspaceFolders,
};
use serde_json::Value;

use super::position::Encoding;
use super::{commands, hints, tokens, uri};

/// The capabilities of a client that the server uses, and its folders.
#[derive(Debug)]
pub(crate) struct Client {
    pub(super) encoding: Encoding,
    pub(super) has_snippets: bool,
    pub(super) markdown: Markdown,
    /// `true` if the client shows actions that are not possible, with the reason.
    pub(super) shows_disabled: bool,
    /// `true` if the client asks for diagnostics. Otherwise they are pushed.
    pub(crate) pulls: bool,
    /// `true` if the server can make the client ask for diagnostics again.
    pub(crate) refreshes: bool,
    /// `true` if the server can make the client ask for hints again.
    pub(crate) refreshes_hints: bool,
    /// `true` if the client asks for the details of a hint that its user looks at.
    pub(super) resolves_hints: bool,
    /// `true` if the client can report changes of files.
    pub(crate) watches: bool,
    /// `true` if the server can ask for settings.
    pub(crate) configures: bool,
    /// `true` if the client reports changes of settings once it is asked to.
    pub(super) registers_settings: bool,
    /// The paths of its folders.
    pub(crate) folders: Vec<String>,
    /// The options of `initialize`.
    pub(super) initialization: Value,
}

/// The answers whose descriptions may be in Markdown. The others are shown as plain text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Markdown {
    pub(super) hover: bool,
    pub(super) completion: bool,
    pub(super) signature: bool,
}

impl Client {
    /// Reads the parameters of `initialize`. What can't be read counts as missing.
    #[expect(deprecated, reason = "older clients only have a root")]
    pub(crate) fn of(params: Value) -> Self {
        let params: InitializeParams = serde_json::from_value(params).unwrap_or_default();
        let folders = match params.workspace_folders_initialize_params.workspace_folders {
            Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
                folders.into_iter().map(|folder| folder.uri).collect()
            }
            _ => Vec::from_iter(params.root_uri),
        };
        let ClientCapabilities { text_document, workspace, general, .. } = params.capabilities;
        let encodings = general.and_then(|general| general.position_encodings);
        let completion = text_document.as_ref().and_then(|it| it.completion.as_ref());
        let item = completion.and_then(|it| it.completion_item.as_ref());
        let hover = text_document.as_ref().and_then(|it| it.hover.as_ref());
        let signature = text_document.as_ref().and_then(|it| it.signature_help.as_ref());
        let signature = signature.and_then(|it| it.signature_information.as_ref());
        let markdown = Markdown {
            hover: has_markdown(hover.and_then(|it| it.content_format.as_deref())),
            completion: has_markdown(item.and_then(|it| it.documentation_format.as_deref())),
            signature: has_markdown(signature.and_then(|it| it.documentation_format.as_deref())),
        };
        let actions = text_document.as_ref().and_then(|it| it.code_action.as_ref());
        let resolved = text_document.as_ref().and_then(|it| it.inlay_hint.as_ref());
        let resolved = resolved.and_then(|it| it.resolve_support.as_ref());
        let refreshed = workspace.as_ref().and_then(|it| it.diagnostics);
        let hints = workspace.as_ref().and_then(|it| it.inlay_hint);
        let configures = workspace.as_ref().and_then(|it| it.configuration) == Some(true);
        let settings = workspace.as_ref().and_then(|it| it.did_change_configuration);
        let watched = workspace.and_then(|it| it.did_change_watched_files);
        Self {
            encoding: best_encoding(&encodings.unwrap_or_default()),
            has_snippets: item.and_then(|it| it.snippet_support) == Some(true),
            markdown,
            shows_disabled: actions.and_then(|it| it.disabled_support) == Some(true),
            pulls: text_document.as_ref().is_some_and(|it| it.diagnostic.is_some()),
            refreshes: refreshed.and_then(|it| it.refresh_support) == Some(true),
            refreshes_hints: hints.and_then(|it| it.refresh_support) == Some(true),
            resolves_hints: resolved
                .is_some_and(|it| it.properties.iter().any(|it| it == "tooltip")),
            watches: watched.and_then(|it| it.dynamic_registration) == Some(true),
            configures,
            registers_settings: settings.and_then(|it| it.dynamic_registration) == Some(true),
            folders: folders.iter().map(uri::name_of).collect(),
            initialization: params.initialization_options.unwrap_or_default(),
        }
    }

    /// Returns the result of `initialize`.
    pub(crate) fn initialize_result(&self) -> Value {
        let info = ServerInfo {
            name: "hcldyn".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        };
        let result =
            InitializeResult { capabilities: self.capabilities(), server_info: Some(info) };
        serde_json::to_value(result).unwrap_or_default()
    }

    fn capabilities(&self) -> ServerCapabilities {
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(true.into()),
            ..Default::default()
        };
        let diagnostics = DiagnosticOptions {
            identifier: Some("hcldyn".to_owned()),
            inter_file_dependencies: true,
            ..Default::default()
        };
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(sync.into()),
            completion_provider: Some(completion_options()),
            execute_command_provider: Some(commands::options()),
            hover_provider: Some(true.into()),
            inlay_hint_provider: Some(hints::provider()),
            signature_help_provider: Some(SignatureHelpOptions {
                trigger_characters: Some(["(", ","].map(str::to_owned).into()),
                ..Default::default()
            }),
            definition_provider: Some(true.into()),
            references_provider: Some(true.into()),
            document_highlight_provider: Some(true.into()),
            document_link_provider: Some(DocumentLinkOptions::default()),
            rename_provider: Some(
                RenameOptions { prepare_provider: Some(true), ..Default::default() }.into(),
            ),
            document_symbol_provider: Some(true.into()),
            workspace_symbol_provider: Some(true.into()),
            code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QuickFix,
                    CodeActionKind::RefactorExtract,
                    CodeActionKind::RefactorInline,
                    CodeActionKind::RefactorRewrite,
                    CodeActionKind::SourceFixAll,
                ]),
                ..Default::default()
            })),
            document_formatting_provider: Some(true.into()),
            document_range_formatting_provider: Some(true.into()),
            folding_range_provider: Some(true.into()),
            selection_range_provider: Some(true.into()),
            semantic_tokens_provider: Some(semantic_tokens_options().into()),
            diagnostic_provider: self
                .pulls
                .then_some(DiagnosticProvider::DiagnosticOptions(diagnostics)),
            ..Default::default()
        }
    }
}

fn semantic_tokens_options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend { token_types: tokens::types(), token_modifiers: Vec::new() },
        range: Some(SemanticTokensOptionsRange::Bool(true)),
        full: Some(SemanticTokensFullDelta { delta: Some(true) }.into()),
        ..Default::default()
    }
}

fn completion_options() -> CompletionOptions {
    CompletionOptions {
        trigger_characters: Some([".", "\"", "{"].map(str::to_owned).into()),
        resolve_provider: Some(true),
        ..Default::default()
    }
}

fn has_markdown(formats: Option<&[MarkupKind]>) -> bool {
    formats.unwrap_or_default().contains(&MarkupKind::Markdown)
}

/// Returns the first encoding that the client names and the server knows.
fn best_encoding(offered: &[PositionEncodingKind]) -> Encoding {
    offered.iter().find_map(Encoding::of).unwrap_or_default()
}
