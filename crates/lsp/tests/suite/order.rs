//! The order of messages: edits, cancellation, versions, and the end of a session.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};

use hcldyn::cty::Function;
use hcldyn::{Decoder, EvalContext};
use hcldyn_lsp::Languages;
use serde_json::{Value, json};

use crate::client::{Client, range};
use crate::fixture::{Config, language};

const URI: &str = "file:///main.hcl";

/// Returns a language whose function `wait` only returns when the sender is gone.
fn waiting() -> (Languages, Sender<()>) {
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Arc::new(Mutex::new(receiver));
    let wait = Function::from_fn("Waits.", [], move || {
        let _ = receiver.lock().unwrap().recv();
        1
    });
    let ctx = EvalContext::new().with_function("wait", wait);
    (Languages::of_type::<Config>(Decoder::new().context(ctx)), sender)
}

fn document() -> Value {
    json!({"textDocument": {"uri": URI}})
}

#[test]
fn an_edit_ends_the_requests_before_it() {
    let (languages, sender) = waiting();
    let mut client = Client::new(languages);
    client.open(URI, "port = wait()\n");
    let diagnostics = client.send("textDocument/diagnostic", document());
    let mut params = document();
    params["range"] = range((0, 0), (0, 0));
    params["context"] = json!({"diagnostics": []});
    let actions = client.send("textDocument/codeAction", params);
    client.change(URI, 2, None, "port = 80\n");
    let error = client.answer(&diagnostics).unwrap_err();
    assert_eq!((error.code, error.data), (-32802, Some(json!({"retriggerRequest": true}))));
    assert_eq!(client.answer(&actions).unwrap_err().code, -32801);
    drop(sender);
    let report = client.request("textDocument/diagnostic", document());
    assert_eq!(report["items"], json!([]));
}

#[test]
fn a_canceled_request_is_answered_once() {
    let (languages, sender) = waiting();
    let mut client = Client::new(languages);
    client.open(URI, "port = wait()\n");
    let id = client.send("textDocument/diagnostic", document());
    client.notify("$/cancelRequest", json!({"id": 2}));
    assert_eq!(client.answer(&id).unwrap_err().code, -32800);
    drop(sender);
    // A request that has its answer, and one that never was.
    client.notify("$/cancelRequest", json!({"id": 2}));
    client.notify("$/cancelRequest", json!({"id": "x"}));
}

#[test]
fn formatting_does_not_wait() {
    let (languages, sender) = waiting();
    let mut client = Client::new(languages);
    client.open(URI, "port=wait()\n");
    let waiting: Vec<_> =
        (0..8).map(|_| client.send("textDocument/diagnostic", document())).collect();
    let mut params = document();
    params["options"] = json!({"tabSize": 2, "insertSpaces": true});
    assert_eq!(client.request("textDocument/formatting", params).as_array().unwrap().len(), 2);
    drop(sender);
    for id in waiting {
        client.answer(&id).unwrap();
    }
}

#[test]
fn pushed_diagnostics_are_never_of_an_older_version() {
    let (languages, sender) = waiting();
    let mut client = Client::with(languages, json!({}), &[]);
    assert!(client.capabilities["diagnosticProvider"].is_null());
    client.open(URI, "port = wait()\nprot = 1\n");
    client.change(URI, 2, None, "prot = 2\n");
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!((&pushed["version"], &pushed["uri"]), (&json!(2), &json!(URI)));
    assert_eq!(pushed["diagnostics"][0]["code"], "unexpected-attribute");
    drop(sender);
    client.notify("textDocument/didClose", document());
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!(pushed, json!({"uri": URI, "diagnostics": []}));
}

/// A check from before a document was opened again ends without a message.
#[test]
fn pushed_diagnostics_are_never_of_a_closed_document() {
    let (languages, sender) = waiting();
    let mut client = Client::with(languages, json!({}), &[]);
    client.open(URI, "port = wait()\nprot = 1\n");
    client.notify("textDocument/didClose", document());
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!(pushed, json!({"uri": URI, "diagnostics": []}));
    client.open(URI, "port = 1\n");
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"], json!([]));
    drop(sender);
    for _ in 0..8 {
        client.request("textDocument/documentSymbol", document());
    }
}

#[test]
fn edits_are_applied_in_the_encoding_of_the_client() {
    for (encoding, character) in [("utf-8", 15), ("utf-16", 13), ("utf-32", 12)] {
        let capabilities = json!({
            "general": {"positionEncodings": ["nope", encoding]},
            "textDocument": {"diagnostic": {}},
        });
        let mut client = Client::with(language(), capabilities, &[]);
        assert_eq!(client.capabilities["positionEncoding"], encoding);
        client.open(URI, "region = \"😀\"prot = 1\n");
        client.change(URI, 2, Some(range((0, character), (0, character))), "\n");
        client.change(URI, 3, Some(range((1, 0), (1, 4))), "port");
        let report = client.request("textDocument/diagnostic", document());
        assert_eq!(report["items"], json!([]), "{encoding}");
    }
}

#[test]
fn a_function_that_panics_fails_one_request() {
    let panics = Function::from_fn("Panics.", [], || -> i32 { panic!("a function of a program") });
    let ctx = EvalContext::new().with_function("panics", panics);
    let mut client = Client::new(Languages::of_type::<Config>(Decoder::new().context(ctx)));
    client.open(URI, "port = panics()\n");
    assert_eq!(client.failure("textDocument/diagnostic", document()), -32603);
    assert!(client.request("textDocument/documentSymbol", document()).is_array());
}

#[test]
fn a_server_that_was_shut_down_only_leaves() {
    let mut client = Client::new(language());
    client.request("shutdown", Value::Null);
    assert_eq!(client.failure("textDocument/hover", json!({})), -32600);
    client.stop();
}
