//! A client in the same process. It fails if a message of the server was not read.

use std::collections::VecDeque;
use std::io;
use std::thread::JoinHandle;
use std::time::Duration;

use hcldyn_lsp::{Connection, Languages, run};
use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

/// The time after which a missing message fails the test. No test waits for it otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    connection: Connection,
    server: Option<JoinHandle<io::Result<()>>>,
    next_id: i32,
    /// The messages that were received and not read yet.
    unread: VecDeque<Message>,
    pub(crate) capabilities: Value,
}

impl Client {
    /// Starts a server for a client that pulls diagnostics and counts characters in UTF-8.
    pub(crate) fn new(languages: impl Into<Languages>) -> Self {
        let text_document = json!({
            "diagnostic": {},
            "completion": {"completionItem": {"snippetSupport": true}},
        });
        let general = json!({"positionEncodings": ["utf-8"]});
        Self::with(languages, json!({"textDocument": text_document, "general": general}), &[])
    }

    /// Starts a server for a client with these capabilities and folders.
    pub(crate) fn with(
        languages: impl Into<Languages>,
        capabilities: Value,
        folders: &[&str],
    ) -> Self {
        Self::with_options(languages, capabilities, folders, Value::Null)
    }

    /// Starts a server for a client with these capabilities, folders and `initializationOptions`.
    pub(crate) fn with_options(
        languages: impl Into<Languages>,
        capabilities: Value,
        folders: &[&str],
        options: Value,
    ) -> Self {
        let (connection, server) = Connection::memory();
        let languages = languages.into();
        let server = std::thread::spawn(move || run(&server, languages));
        let mut client = Self {
            connection,
            server: Some(server),
            next_id: 0,
            unread: VecDeque::new(),
            capabilities: Value::Null,
        };
        let folder = |path: &&str| json!({"uri": format!("file://{path}"), "name": path});
        let folders: Vec<_> = folders.iter().map(folder).collect();
        let params = json!({
            "processId": null,
            "capabilities": capabilities,
            "workspaceFolders": folders,
            "initializationOptions": options,
        });
        client.capabilities = client.request("initialize", params)["capabilities"].take();
        client.notify("initialized", json!({}));
        client
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.connection.sender.send(notification.into()).unwrap();
    }

    /// Sends a request without waiting for its answer.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).unwrap();
        id
    }

    /// Waits for the answer of a request.
    pub(crate) fn answer(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        let is_answer =
            |message: &Message| matches!(message, Message::Response(it) if it.id == *id);
        let Message::Response(Response { response_result, .. }) = self.wait(is_answer) else {
            unreachable!()
        };
        response_result
    }

    /// Returns the result of a request.
    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer(&id).unwrap()
    }

    /// Returns the code of the error of a request.
    #[track_caller]
    pub(crate) fn failure(&mut self, method: &str, params: Value) -> i32 {
        let id = self.send(method, params);
        self.answer(&id).unwrap_err().code
    }

    /// Waits for a notification.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        let is_wanted =
            |message: &Message| matches!(message, Message::Notification(it) if it.method == method);
        let Message::Notification(it) = self.wait(is_wanted) else { unreachable!() };
        it.params
    }

    /// Waits for a request of the server, and answers it with nothing.
    pub(crate) fn server_request(&mut self, method: &str) -> Value {
        self.answer_server(method, Value::Null)
    }

    /// Waits for a request of the server, and answers it.
    pub(crate) fn answer_server(&mut self, method: &str, result: Value) -> Value {
        let is_wanted =
            |message: &Message| matches!(message, Message::Request(it) if it.method == method);
        let Message::Request(it) = self.wait(is_wanted) else { unreachable!() };
        self.connection.sender.send(Response::new_ok(it.id, result).into()).unwrap();
        it.params
    }

    fn wait(&mut self, is_wanted: impl Fn(&Message) -> bool) -> Message {
        if let Some(at) = self.unread.iter().position(&is_wanted) {
            return self.unread.remove(at).unwrap();
        }
        loop {
            let message = self.connection.receiver.recv_timeout(PATIENCE).unwrap();
            if is_wanted(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    pub(crate) fn open(&self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "hcl", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces a range, or the whole text without one.
    pub(crate) fn change(&self, uri: &str, version: i32, range: Option<Value>, text: &str) {
        let change = match range {
            Some(range) => json!({"range": range, "text": text}),
            None => json!({"text": text}),
        };
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [change]});
        self.notify("textDocument/didChange", params);
    }
}

impl Client {
    /// Reads the messages that are here, for a test about some of them.
    pub(crate) fn drain(&mut self) {
        self.unread.clear();
        self.connection.receiver.try_iter().for_each(drop);
    }

    /// Waits for the end of a server that was shut down.
    pub(crate) fn stop(&mut self) {
        self.notify("exit", Value::Null);
        self.server.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        if self.server.is_some() {
            self.request("shutdown", Value::Null);
            self.stop();
        }
        self.unread.extend(self.connection.receiver.try_iter());
        assert!(self.unread.is_empty(), "unread messages: {:#?}", self.unread);
    }
}

/// Returns a range of lines and characters.
pub(crate) fn range(start: (usize, usize), end: (usize, usize)) -> Value {
    let position =
        |(line, character): (usize, usize)| json!({"line": line, "character": character});
    json!({"start": position(start), "end": position(end)})
}
