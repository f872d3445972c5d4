//! `hcldyn lsp`, from the bytes of the messages.

use serde_json::{Value, json};
use snapbox::str;

use super::Files;

const SPEC: &str = "object {\n  attr \"port\" {\n    type = number\n    required = true\n  }\n}\n";

/// Returns the bytes of messages, each after its length.
fn bytes(messages: &[Value]) -> String {
    let framed = messages.iter().map(|message| {
        let mut message = message.clone();
        message["jsonrpc"] = json!("2.0");
        let message = message.to_string();
        format!("Content-Length: {}\r\n\r\n{message}", message.len())
    });
    framed.collect()
}

/// Returns the messages of an output.
fn messages(mut output: &str) -> Vec<Value> {
    let mut found = Vec::new();
    while let Some((header, rest)) = output.split_once("\r\n\r\n") {
        let length = header.rsplit_once(' ').unwrap().1.parse().unwrap();
        found.push(serde_json::from_str(&rest[..length]).unwrap());
        output = &rest[length..];
    }
    found
}

#[test]
fn a_session() {
    let files = Files::new("lsp").with("app.hcldec", SPEC);
    let document =
        json!({"uri": "untitled:a", "languageId": "hcl", "version": 1, "text": "port = \"x\"\n"});
    let input = bytes(&[
        json!({"id": 1, "method": "initialize", "params": {"processId": null, "capabilities": {}}}),
        json!({"method": "initialized", "params": {}}),
        json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}),
        json!({"id": 2, "method": "shutdown"}),
        json!({"method": "exit"}),
    ]);
    let output = files.run(["lsp", "--spec", "app.hcldec"]).stdin(input).output().unwrap();
    assert!(output.status.success());
    let messages = messages(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(messages[0]["result"]["serverInfo"]["name"], "hcldyn");
    assert!(messages.iter().any(|it| it["id"] == 2 && it["result"].is_null()));
}

#[test]
fn a_client_that_leaves_early_is_an_error() {
    let files = Files::new("lsp-early");
    let input = bytes(&[json!({"method": "exit"})]);
    files.run(["lsp"]).stdin(input).assert().code(2).stdout_eq(str![[""]]);
    files.run(["lsp", "--var", "a"]).assert().code(2).stdout_eq(str![[""]]);
}
