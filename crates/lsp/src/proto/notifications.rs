//! The notifications of a client, and those of the server.

use gen_lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWatchedFilesRegistrationOptions, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, FileSystemWatcher, GlobPattern, Id,
    MessageType, Registration, RegistrationParams, ShowMessageParams,
    TextDocumentContentChangeEvent,
};
use lsp_server::RequestId;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::client::Client;
use super::position::Lines;
use super::{settings, uri};

/// The patterns of the files that the server reads.
const WATCHED: [&str; 6] =
    ["**/*.hcl", "**/*.tf", "**/*.hcl.json", "**/*.tf.json", "**/*.hcldec", "**/*.vars.json"];

/// A notification of a client. A document has the name of its source.
pub(crate) enum Notification {
    Open {
        uri: String,
        name: String,
        version: i32,
        text: String,
    },
    Change {
        name: String,
        version: i32,
        changes: Changes,
    },
    Close {
        name: String,
    },
    /// A document was saved, or other files may have changed. It has the names of the files that did.
    Files(Vec<String>),
    /// Settings have changed. The parameters have them, unless the client is to be asked.
    Settings(Value),
    Cancel(RequestId),
    Exit,
    /// One that needs nothing, or can't be read.
    Other,
}

/// The changes of a document, each in the text after the previous one.
pub(crate) struct Changes(Vec<TextDocumentContentChangeEvent>);

impl Notification {
    pub(crate) fn of(method: &str, params: Value) -> Self {
        let read = match method {
            "textDocument/didOpen" => read(params).map(|it: DidOpenTextDocumentParams| {
                let document = it.text_document;
                let name = uri::name_of(&document.uri);
                let (uri, version, text) = (document.uri.0, document.version, document.text);
                Self::Open { uri, name, version, text }
            }),
            "textDocument/didChange" => read(params).map(|it: DidChangeTextDocumentParams| {
                let document = it.text_document;
                let name = uri::name_of(&document.text_document_identifier.uri);
                let changes = Changes(it.content_changes);
                Self::Change { name, version: document.version, changes }
            }),
            "textDocument/didClose" => read(params).map(|it: DidCloseTextDocumentParams| {
                Self::Close { name: uri::name_of(&it.text_document.uri) }
            }),
            "textDocument/didSave" => read(params).map(|it: DidSaveTextDocumentParams| {
                Self::Files(vec![uri::name_of(&it.text_document.uri)])
            }),
            "workspace/didChangeWatchedFiles" => {
                read(params).map(|it: DidChangeWatchedFilesParams| {
                    Self::Files(it.changes.iter().map(|it| uri::name_of(&it.uri)).collect())
                })
            }
            settings::CHANGED => Some(Self::Settings(params)),
            "$/cancelRequest" => read(params).map(|it: CancelParams| {
                Self::Cancel(match it.id {
                    Id::Int(id) => id.into(),
                    Id::String(id) => id.into(),
                })
            }),
            "exit" => Some(Self::Exit),
            _ => None,
        };
        read.unwrap_or(Self::Other)
    }
}

impl Changes {
    /// Returns a text after the changes.
    pub(crate) fn apply(self, text: &str, client: &Client) -> String {
        let mut text = text.to_owned();
        for change in self.0 {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                    let range = Lines::new(&text, client.encoding).bytes(change.range);
                    text.replace_range(range, &change.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                    text = change.text;
                }
            }
        }
        text
    }
}

/// Returns the parameters of a message to the user, a warning.
pub(crate) fn message(text: String) -> Value {
    let params = ShowMessageParams { kind: MessageType::Warning, message: text };
    serde_json::to_value(params).unwrap_or_default()
}

/// Returns the parameters of the request to report changes of files and settings; `None` for a client that can't.
pub(crate) fn registrations(client: &Client) -> Option<Value> {
    let files = client.watches.then(watched_files);
    let settings = client.registers_settings.then(settings::registration);
    let registrations: Vec<_> = files.into_iter().chain(settings).collect();
    let params = (!registrations.is_empty()).then_some(RegistrationParams { registrations })?;
    serde_json::to_value(params).ok()
}

fn watched_files() -> Registration {
    let watcher = |pattern: &str| FileSystemWatcher {
        glob_pattern: GlobPattern::Pattern(pattern.to_owned()),
        kind: None,
    };
    let options =
        DidChangeWatchedFilesRegistrationOptions { watchers: WATCHED.map(watcher).into() };
    Registration {
        id: "files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
