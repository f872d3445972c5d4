//! The loop: one thread takes messages in order, and workers compute answers from snapshots.

mod documents;
mod languages;
mod patterns;
mod pending;
mod specs;
mod variables;
mod walk;
mod workers;

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use hcldyn_core::Cancellation;
use lsp_server::{
    Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError,
};
use serde_json::Value;

use self::documents::{Documents, Loaded};
pub use self::languages::Languages;
use self::pending::Pending;
pub use self::specs::SpecFiles;
pub(crate) use self::walk::configurations;
use self::workers::{Outcome, Workers};
use crate::proto::{self, Failure, RequestKind};

/// The time between the last change and the refresh of hints.
const REFRESH: Duration = Duration::from_millis(300);

/// Something that the loop handles.
enum Event {
    Message(Message),
    Outcome(Outcome),
    /// The client is gone.
    Closed,
}

/// The state of a server, which only its own thread changes.
struct Server<'c, 's, 'e> {
    connection: &'c Connection,
    documents: Documents,
    pending: Pending,
    workers: Workers<'s, 'e>,
    is_shut_down: bool,
    /// The number of requests of the server.
    asked: u64,
    /// The last request for settings, until it has a result.
    configuration: Option<RequestId>,
    /// The requests that wait for the files in the folders of the client; `None` once these are read.
    waiting: Option<Vec<Waiting>>,
    /// The time of the last change of values for which hints are not asked for again yet.
    changed: Option<Instant>,
}

/// A request that waits, with the flag that is set if its answer is not needed any more.
type Waiting = (Request, Cancellation);

/// Serves a client on a connection until it leaves. [`Languages::of_type`] has an example.
///
/// # Errors
///
/// Returns an error if the client does not begin with `initialize`, or leaves without `shutdown`.
pub fn run(connection: &Connection, languages: Languages) -> io::Result<()> {
    let (id, params) = connection.initialize_start().map_err(io::Error::other)?;
    let client = proto::Client::of(params);
    connection.initialize_finish(id, client.initialize_result()).map_err(io::Error::other)?;
    let (sender, events) = mpsc::channel();
    thread::scope(|scope| {
        forward(scope, connection, sender.clone());
        let mut server = Server {
            connection,
            documents: Documents::new(client, languages),
            pending: Pending::default(),
            workers: Workers::start(scope, sender)?,
            is_shut_down: false,
            asked: 0,
            configuration: None,
            waiting: None,
            changed: None,
        };
        server.started()?;
        server.serve(&events)
    })
}

/// Passes the messages of a client on, up to the last one.
fn forward<'s>(scope: &'s Scope<'s, '_>, connection: &Connection, events: Sender<Event>) {
    let messages = connection.receiver.clone();
    scope.spawn(move || {
        for message in messages {
            let is_last = matches!(&message, Message::Notification(it) if it.method == "exit");
            if events.send(Event::Message(message)).is_err() || is_last {
                return;
            }
        }
        let _ = events.send(Event::Closed);
    });
}

impl Server<'_, '_, '_> {
    /// Asks for settings and changes, and reads the files in the folders of the client.
    fn started(&mut self) -> io::Result<()> {
        if let Some(params) = proto::registrations(self.documents.client()) {
            self.ask("client/registerCapability", params);
        }
        let settings = self.documents.client().initial_settings();
        self.documents.configure(settings);
        self.show_messages();
        self.ask_for_settings();
        if !self.documents.client().folders.is_empty() {
            self.waiting = Some(Vec::new());
            let load = self.documents.load();
            let failed = Outcome::Loaded(Loaded::default());
            self.workers.run_alone(move || Outcome::Loaded(load()), failed)?;
        }
        Ok(())
    }

    /// Asks for the settings of the folders of the client. Returns `false` if they can't be asked for.
    fn ask_for_settings(&mut self) -> bool {
        let client = self.documents.client();
        if !client.configures || client.folders.is_empty() {
            return false;
        }
        let params = client.configuration();
        self.configuration = Some(self.ask("workspace/configuration", params));
        true
    }

    fn serve(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Some(event) = self.next(events) {
            match event {
                Event::Message(Message::Request(request)) => self.request(request),
                Event::Message(Message::Notification(it)) => match self.notification(it) {
                    Some(is_expected) if is_expected => return Ok(()),
                    Some(_) => return Err(io::Error::other("the client left without `shutdown`")),
                    None => {}
                },
                Event::Message(Message::Response(response)) => self.response(response),
                Event::Outcome(outcome) => self.outcome(outcome),
                Event::Closed => return Err(io::Error::from(io::ErrorKind::UnexpectedEof)),
            }
        }
        Ok(())
    }

    /// Waits for the next event. Meanwhile, it makes the client ask for hints again once nothing has changed for a while.
    fn next(&mut self, events: &Receiver<Event>) -> Option<Event> {
        if let Some(changed) = self.changed {
            let left = REFRESH.saturating_sub(changed.elapsed());
            match events.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => {
                    self.changed = None;
                    self.ask("workspace/inlayHint/refresh", Value::Null);
                }
                event => return event.ok(),
            }
        }
        events.recv().ok()
    }

    fn request(&mut self, Request { id, method, params }: Request) {
        if self.is_shut_down {
            let error = error(ErrorCode::InvalidRequest, "the server was shut down");
            return self.send(Response { id, response_result: Err(error) });
        }
        if method == "shutdown" {
            self.is_shut_down = true;
            for answer in self.pending.cancel_all() {
                self.send(answer);
            }
            return self.send(Response::new_ok(id, ()));
        }
        if method == proto::EXECUTE_COMMAND {
            let result = proto::chosen_values(params).map(|files| {
                self.documents.choose_values(files);
                self.values_changed();
                Value::Null
            });
            self.show_messages();
            let response_result = result.map_err(|it| failed(it, &method));
            return self.send(Response { id, response_result });
        }
        let request = Request { id, method, params };
        let cancellation = self.pending.add(request.id.clone(), proto::kind(&request.method));
        match &mut self.waiting {
            Some(waiting) if needs_folders(&request.method, &self.documents) => {
                waiting.push((request, cancellation));
            }
            _ => self.answer(request, &cancellation),
        }
    }

    /// Begins to compute the answer of a request.
    fn answer(&self, Request { id, method, params }: Request, cancellation: &Cancellation) {
        let kind = proto::kind(&method);
        let view = self.documents.view().cancelled_by(cancellation);
        let failure = error(ErrorCode::InternalError, "a function of the program panicked");
        let failed_answer = Response { id: id.clone(), response_result: Err(failure) };
        let task = move || {
            let result = proto::answer(&view, &method, params).map_err(|it| failed(it, &method));
            Outcome::Answer(Response { id, response_result: result })
        };
        match kind {
            RequestKind::Formatting => {
                self.workers.run_formatting(task, Outcome::Answer(failed_answer));
            }
            RequestKind::Evaluated | RequestKind::Diagnostics => {
                self.workers.run_evaluation(task, Outcome::Answer(failed_answer));
            }
            _ => self.workers.run(task, Outcome::Answer(failed_answer)),
        }
    }

    /// Adds the files in the folders of the client, and continues with what waits for them.
    fn loaded(&mut self, loaded: Loaded) {
        self.documents.add(loaded);
        for (request, cancellation) in self.waiting.take().unwrap_or_default() {
            if !cancellation.is_cancelled() {
                self.answer(request, &cancellation);
            }
        }
        if self.documents.need_folders() {
            self.check_again();
        }
    }

    /// Applies a notification. Returns `true` after the last one if it was expected.
    fn notification(&mut self, Notification { method, params }: Notification) -> Option<bool> {
        use proto::Notification as N;
        match proto::Notification::of(&method, params) {
            N::Open { uri, name, version, text } => {
                self.edited();
                self.documents.open(uri, name.clone(), version, text);
                self.parse(&name);
                self.check_dependents(&name);
            }
            N::Change { name, version, changes } => {
                self.edited();
                self.documents.change(&name, version, changes);
                self.parse(&name);
                self.check_dependents(&name);
            }
            N::Close { name } => {
                self.edited();
                let dependents = self.documents.dependents(&name);
                if let Some(params) = self.documents.close(&name) {
                    self.publish(params);
                }
                for dependent in dependents.iter().filter(|it| **it != name) {
                    self.check(dependent);
                }
            }
            N::Files(names) => {
                self.documents.reload(&names);
                self.check_again();
            }
            N::Settings(params) => {
                if !self.ask_for_settings() {
                    let settings = self.documents.client().changed_settings(params);
                    self.configure(settings);
                }
            }
            N::Cancel(id) => {
                if let Some(answer) = self.pending.cancel(id) {
                    self.send(answer);
                }
            }
            N::Exit => return Some(self.is_shut_down),
            N::Other => {}
        }
        self.show_messages();
        None
    }

    /// Takes the result of a request of the server. Only that for settings is needed.
    fn response(&mut self, Response { id, response_result }: Response) {
        if self.configuration.take_if(|it| *it == id).is_some() {
            let settings =
                self.documents.client().asked_settings(response_result.unwrap_or_default());
            self.configure(settings);
            self.show_messages();
        }
    }

    fn configure(&mut self, settings: Result<Vec<proto::FolderSettings>, String>) {
        if self.documents.configure(settings) {
            self.check_again();
        }
    }

    /// Computes the diagnostics of all documents again, after a change outside of them.
    fn check_again(&mut self) {
        self.values_changed();
        for name in self.documents.open_names() {
            self.check(&name);
        }
        if self.documents.client().pulls && self.documents.client().refreshes {
            self.ask("workspace/diagnostic/refresh", Value::Null);
        }
    }

    fn show_messages(&mut self) {
        for text in self.documents.take_messages() {
            let method = "window/showMessage".to_owned();
            self.send(Notification { method, params: proto::message(text) });
        }
    }

    /// Answers the requests that have no meaning after an edit.
    fn edited(&mut self) {
        self.values_changed();
        for answer in self.pending.edited() {
            self.send(answer);
        }
    }

    /// Remembers that values may have changed, for a client that can be made to ask for hints again.
    fn values_changed(&mut self) {
        self.changed = self.documents.client().refreshes_hints.then(Instant::now);
    }

    /// Begins to parse the tree of a document for the requests about it, while another thread computes its diagnostics.
    fn parse(&self, name: &str) {
        if let Some(parse) = self.documents.parse_task(name) {
            let task = move || {
                parse();
                Outcome::Done
            };
            self.workers.run(task, Outcome::Done);
        }
    }

    /// Begins to compute the diagnostics of a document, and of those that may depend on it.
    fn check_dependents(&mut self, name: &str) {
        for name in self.documents.dependents(name) {
            self.check(&name);
        }
    }

    /// Begins to compute the diagnostics of a document, for a client that does not ask for them.
    fn check(&mut self, name: &str) {
        if let Some(check) = self.documents.check(name) {
            let task = move || Outcome::Diagnostics(check());
            self.workers.run_evaluation(task, Outcome::Done);
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Answer(response) => {
                if self.pending.complete(&response.id) {
                    self.send(response);
                }
            }
            Outcome::Diagnostics(checked) => {
                if let Some(params) = checked.and_then(|it| self.documents.current(it)) {
                    self.publish(params);
                }
            }
            Outcome::Loaded(loaded) => self.loaded(loaded),
            Outcome::Done => {}
        }
    }

    /// Sends a request of the server, and returns its identity.
    fn ask(&mut self, method: &str, params: Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(format!("hcldyn-{}", self.asked));
        self.send(Request { id: id.clone(), method: method.to_owned(), params });
        id
    }

    fn publish(&self, params: Value) {
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification { method, params });
    }

    /// Sends a message. A client that is gone gets none.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }
}

/// Returns `true` for a request about all files of a configuration.
fn needs_folders(method: &str, documents: &Documents) -> bool {
    match proto::kind(method) {
        RequestKind::Whole => true,
        RequestKind::Diagnostics => documents.need_folders(),
        _ => proto::needs_other_files(method),
    }
}

fn failed(failure: Failure, method: &str) -> ResponseError {
    match failure {
        Failure::UnknownMethod => {
            error(ErrorCode::MethodNotFound, &format!("the method {method} is not supported"))
        }
        Failure::InvalidParams(reason) => error(ErrorCode::InvalidParams, &reason),
        Failure::Rejected(reason) => error(ErrorCode::RequestFailed, &reason),
    }
}

fn error(code: ErrorCode, message: &str) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_owned(), data: None }
}
