//! A client in the same process. It finds answers too many, and diagnostics of an older version.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::thread::JoinHandle;
use std::time::Duration;

use hcldyn_lsp::{Connection, Languages, run};
use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

/// The time after which a missing message is an error. Nothing waits for it otherwise.
const PATIENCE: Duration = Duration::from_secs(600);

/// The answer of a request.
pub(crate) type Answer = Result<Value, ResponseError>;

/// A client with its server.
pub(crate) struct Client {
    connection: Connection,
    server: Option<JoinHandle<io::Result<()>>>,
    next_id: i32,
    /// The requests without an answer.
    pending: BTreeSet<i32>,
    /// The answers that were received and not taken yet.
    answers: BTreeMap<i32, Answer>,
    /// The notifications of the server, except diagnostics.
    pub(crate) notifications: Vec<Notification>,
    /// The last diagnostics of each document that were pushed since it was opened.
    pub(crate) pushed: BTreeMap<String, Value>,
}

impl Client {
    /// Starts a server for a client with these capabilities and folders.
    pub(crate) fn start(
        languages: impl Into<Languages>,
        capabilities: Value,
        folders: &[&str],
    ) -> Result<Self, String> {
        let (connection, server) = Connection::memory();
        let languages = languages.into();
        let server = std::thread::spawn(move || run(&server, languages));
        let mut client = Self {
            connection,
            server: Some(server),
            next_id: 0,
            pending: BTreeSet::new(),
            answers: BTreeMap::new(),
            notifications: Vec::new(),
            pushed: BTreeMap::new(),
        };
        let folder = |path: &&str| json!({"uri": format!("file://{path}"), "name": path});
        let folders: Vec<_> = folders.iter().map(folder).collect();
        let params = json!({
            "processId": null,
            "capabilities": capabilities,
            "workspaceFolders": folders,
        });
        client.result("initialize", params)?;
        client.notify("initialized", json!({}));
        Ok(client)
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        // A server that ended is found by the next request.
        let _ = self.connection.sender.send(notification.into());
    }

    /// Opens a document.
    pub(crate) fn open(&mut self, uri: &str, version: i32, text: &str) {
        self.pushed.remove(uri);
        let document = json!({"uri": uri, "languageId": "hcl", "version": version, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Sends a request without waiting for its answer.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> i32 {
        self.next_id += 1;
        self.pending.insert(self.next_id);
        let request =
            Request { id: RequestId::from(self.next_id), method: method.to_owned(), params };
        let _ = self.connection.sender.send(request.into());
        self.next_id
    }

    /// Waits for the answer of a request.
    pub(crate) fn wait(&mut self, id: i32) -> Result<Answer, String> {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return Ok(answer);
            }
            let message = self.connection.receiver.recv_timeout(PATIENCE);
            let message = message.map_err(|error| format!("no answer of request {id}: {error}"))?;
            self.receive(message)?;
        }
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Answer, String> {
        let id = self.send(method, params);
        self.wait(id)
    }

    /// Returns the result of a request that must not fail.
    pub(crate) fn result(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.request(method, params)?.map_err(|error| format!("{method}: {error:?}"))
    }

    /// Returns the answers that have arrived.
    pub(crate) fn arrived(&mut self) -> Result<BTreeMap<i32, Answer>, String> {
        while let Ok(message) = self.connection.receiver.try_recv() {
            self.receive(message)?;
        }
        Ok(std::mem::take(&mut self.answers))
    }

    fn receive(&mut self, message: Message) -> Result<(), String> {
        match message {
            Message::Response(Response { id, response_result }) => {
                let number: i32 = id.to_string().parse().map_err(|_| format!("unknown id {id}"))?;
                if !self.pending.remove(&number) {
                    return Err(format!("a second answer of request {id}: {response_result:?}"));
                }
                self.answers.insert(number, response_result);
            }
            Message::Request(request) => {
                let _ = self.connection.sender.send(Response::new_ok(request.id, ()).into());
            }
            Message::Notification(it) if it.method == "textDocument/publishDiagnostics" => {
                self.push(it.params)?;
            }
            Message::Notification(it) => self.notifications.push(it),
        }
        Ok(())
    }

    /// Stores pushed diagnostics, which are not of an older version than those before.
    fn push(&mut self, params: Value) -> Result<(), String> {
        let uri = params["uri"].as_str().unwrap_or_default().to_owned();
        let version = |params: &Value| params["version"].as_i64();
        let before = self.pushed.get(&uri).and_then(version);
        if before.zip(version(&params)).is_some_and(|(before, now)| now < before) {
            return Err(format!("diagnostics of {uri} of version {before:?} before {params}"));
        }
        self.pushed.insert(uri, params);
        Ok(())
    }

    /// Shuts the server down, and checks that nothing is left to answer.
    pub(crate) fn stop(mut self) -> Result<(), String> {
        self.result("shutdown", Value::Null)?;
        self.notify("exit", Value::Null);
        let Some(server) = self.server.take() else { return Ok(()) };
        let end = server.join().map_err(|_| "the server panicked")?;
        end.map_err(|error| format!("the server failed: {error}"))?;
        self.arrived()?;
        if self.pending.is_empty() {
            return Ok(());
        }
        Err(format!("no answers of {:?}", self.pending))
    }
}
