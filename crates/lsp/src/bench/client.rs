//! The client of the measurements.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::proto;

pub(super) struct Client {
    connection: Connection,
    requests: i32,
    uri: String,
    text: String,
    version: i32,
    /// The starts of the lines of the text.
    lines: Vec<usize>,
}

impl Client {
    pub(super) fn new(connection: Connection) -> Self {
        let (uri, text, lines) = (String::new(), String::new(), Vec::new());
        Self { connection, requests: 0, uri, text, version: 0, lines }
    }

    /// Opens a folder. Returns the time to the answer, and that until all files of the folder are known.
    pub(super) fn start(&mut self, folder: &Path) -> io::Result<(Duration, Duration)> {
        let uri = proto::uri_of(&folder.display().to_string());
        let params = json!({
            "processId": null,
            "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
            "workspaceFolders": [{"uri": uri, "name": "folder"}],
        });
        let start = Instant::now();
        self.request("initialize", params)?;
        let answered = start.elapsed();
        self.notify("initialized", json!({}))?;
        // Without a symbol that matches, all files are searched.
        self.request("workspace/symbol", json!({"query": "\0"}))?;
        Ok((answered, start.elapsed()))
    }

    pub(super) fn stop(&mut self) -> io::Result<()> {
        self.request("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)
    }

    /// Opens a document, and waits for its diagnostics.
    pub(super) fn open(&mut self, path: &Path, text: String) -> io::Result<()> {
        self.uri = proto::uri_of(&path.display().to_string());
        self.version = 1;
        let ends = text.match_indices('\n').map(|(at, _)| at + 1).filter(|at| *at < text.len());
        self.lines = std::iter::once(0).chain(ends).collect();
        let document = json!({"uri": self.uri, "languageId": "hcl", "version": 1, "text": text});
        self.text = text;
        self.notify("textDocument/didOpen", json!({"textDocument": document}))?;
        self.wait_for_diagnostics()
    }

    /// Adds a space to the start of a line and removes it. Returns the time from the last edit to its diagnostics.
    pub(super) fn edit(&mut self, seed: usize) -> io::Result<Duration> {
        let line = self.line(seed);
        self.change(line, 0..0, " ")?;
        self.wait_for_diagnostics()?;
        let start = Instant::now();
        self.change(line, 0..1, "")?;
        self.wait_for_diagnostics()?;
        Ok(start.elapsed())
    }

    /// Edits a line several times.
    pub(super) fn edit_without_waiting(&mut self, seed: usize, count: usize) -> io::Result<()> {
        let line = self.line(seed);
        for _ in 0..count {
            self.change(line, 0..0, " ")?;
        }
        self.change(line, 0..count, "")
    }

    /// Asks for the hints of the whole document without waiting for them.
    pub(super) fn ask_for_hints(&mut self) -> io::Result<()> {
        self.requests += 1;
        let position = |line: usize| json!({"line": line, "character": 0});
        let params = json!({
            "textDocument": {"uri": self.uri},
            "range": {"start": position(0), "end": position(self.lines.len())},
        });
        let method = "textDocument/inlayHint".to_owned();
        self.send(Request { id: self.requests.into(), method, params }.into())
    }

    /// Returns the time to the answer of a request after the first character of a line.
    pub(super) fn ask(&mut self, method: &str, seed: usize) -> io::Result<Duration> {
        let line = self.line(seed);
        let rest = &self.text[self.lines[line]..];
        let character = rest.len() - rest.trim_start().len() + 1;
        let params = json!({
            "textDocument": {"uri": self.uri},
            "position": {"line": line, "character": character},
            "options": {"tabSize": 2, "insertSpaces": true},
        });
        let start = Instant::now();
        self.request(method, params)?;
        Ok(start.elapsed())
    }

    /// Returns a line anywhere in the document.
    fn line(&self, seed: usize) -> usize {
        // A prime number spreads the lines.
        seed.wrapping_mul(7_919) % self.lines.len()
    }

    fn change(&mut self, line: usize, range: std::ops::Range<usize>, text: &str) -> io::Result<()> {
        self.version += 1;
        let position = |character: usize| json!({"line": line, "character": character});
        let range = json!({"start": position(range.start), "end": position(range.end)});
        let params = json!({
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": range, "text": text}],
        });
        self.notify("textDocument/didChange", params)
    }

    /// Waits for the diagnostics of the last version.
    fn wait_for_diagnostics(&self) -> io::Result<()> {
        self.wait(|message| match message {
            Message::Notification(it) => {
                let is_own = it.params["uri"] == *self.uri;
                (is_own && it.params["version"] == self.version).then_some(())
            }
            _ => None,
        })
    }

    fn request(&mut self, method: &str, params: Value) -> io::Result<Value> {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.send(request.into())?;
        let result = self.wait(|message| match message {
            Message::Response(Response { id: other, response_result }) => {
                (other == id).then_some(response_result)
            }
            _ => None,
        })?;
        result.map_err(|error| io::Error::other(error.message))
    }

    fn notify(&self, method: &str, params: Value) -> io::Result<()> {
        self.send(Notification { method: method.to_owned(), params }.into())
    }

    fn send(&self, message: Message) -> io::Result<()> {
        self.connection.sender.send(message).map_err(|_| ended())
    }

    fn wait<T>(&self, wanted: impl Fn(Message) -> Option<T>) -> io::Result<T> {
        loop {
            let message = self.connection.receiver.recv().map_err(|_| ended())?;
            if let Some(found) = wanted(message) {
                return Ok(found);
            }
        }
    }
}

fn ended() -> io::Error {
    io::Error::other("the server ended early")
}
