//! `hcldyn lsp`, from the bytes of the messages.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};
use snapbox::cmd::cargo_bin;
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

/// A server with a client that pulls diagnostics, in a folder.
pub(super) struct Session {
    server: Child,
    output: BufReader<ChildStdout>,
    folder: String,
}

impl Session {
    pub(super) fn start(files: &Files, args: &[&str]) -> Self {
        let mut server = std::process::Command::new(cargo_bin!("hcldyn"))
            .arg("lsp")
            .args(args)
            .current_dir(&files.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(server.stdout.take().unwrap());
        let folder = format!("file://{}", files.0.display());
        let mut session = Self { server, output, folder };
        let params = json!({
            "processId": null,
            "capabilities": {
                "general": {"positionEncodings": ["utf-32"]},
                "textDocument": {"diagnostic": {}},
            },
            "workspaceFolders": [{"uri": session.folder, "name": "folder"}],
        });
        session.ask("initialize", params);
        session.send(json!({"method": "initialized", "params": {}}));
        // The answer comes after the files of the folder were read.
        session.ask("workspace/symbol", json!({"query": ""}));
        session
    }

    fn send(&mut self, message: Value) {
        self.server.stdin.as_mut().unwrap().write_all(bytes(&[message]).as_bytes()).unwrap();
    }

    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(json!({"id": method, "method": method, "params": params}));
        loop {
            let mut header = String::new();
            while !header.ends_with("\r\n\r\n") {
                assert_ne!(self.output.read_line(&mut header).unwrap(), 0, "{header}");
            }
            let length = header.trim_end().rsplit_once(' ').unwrap().1.parse().unwrap();
            let mut content = vec![0; length];
            self.output.read_exact(&mut content).unwrap();
            let mut message: Value = serde_json::from_slice(&content).unwrap();
            if message["id"] == method {
                return message["result"].take();
            }
        }
    }

    /// Returns the URI of a file.
    pub(super) fn uri(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// Opens a document.
    pub(super) fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        let document = json!({"uri": uri, "languageId": "hcl", "version": 1, "text": text});
        let params = json!({"textDocument": document});
        self.send(json!({"method": "textDocument/didOpen", "params": params}));
    }

    /// Returns `file:line:column code` of the diagnostics of documents with the texts of files.
    pub(super) fn diagnostics(mut self, files: &Files, names: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        for name in names {
            let uri = self.uri(name);
            self.open(name, &std::fs::read_to_string(files.0.join(name)).unwrap());
            let report = self.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
            for item in report["items"].as_array().unwrap() {
                let start = &item["range"]["start"];
                let at = |field: &str| start[field].as_u64().unwrap() + 1;
                let code = item["code"].as_str().unwrap();
                found.push(format!("{name}:{}:{} {code}", at("line"), at("character")));
            }
        }
        self.ask("shutdown", Value::Null);
        self.send(json!({"method": "exit"}));
        assert!(self.server.wait().unwrap().success());
        found.sort();
        found
    }
}

/// Returns `file:line:column code` of diagnostics as JSON.
fn of_json(output: &[u8]) -> Vec<String> {
    let diags: Value = serde_json::from_slice(output).unwrap();
    let all = diags["diagnostics"].as_array().unwrap().iter().map(|it| {
        let (subject, code) = (&it["subject"], it["code"].as_str().unwrap());
        let start = &subject["start"];
        let name = subject["filename"].as_str().unwrap().trim_start_matches("./");
        format!("{name}:{}:{} {code}", start["line"], start["column"])
    });
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

fn wrong_files(name: &str) -> Files {
    let spec = format!("own_variables = true\n{SPEC}");
    Files::new(name)
        .with("app.hcldec", spec)
        .with("a.hcl", "port = var.base\n# hcldyn: warn(unused-local)\nlocals {\n  a = 1\n}\n")
        .with("b.hcl", "prot = \"é\"\nvariable \"base\" {\n  type = nope\n}\n")
        .with("c.hcl", "port = [\"x\"]\nx = local.a\n")
        .with("d.hcl.json", "{\"y\": 1}")
}

const WRONG: [&str; 4] = ["a.hcl", "b.hcl", "c.hcl", "d.hcl.json"];

/// Each file is a configuration, as for `hcldyn check`.
#[test]
fn the_diagnostics_of_files_are_those_of_check() {
    let files = wrong_files("lsp-check");
    let args = ["check", "--spec", "app.hcldec", "--diags", "json", "."];
    let checked = of_json(&files.run(args).output().unwrap().stdout);
    assert!(checked.len() > 5, "{checked:?}");
    let session = Session::start(&files, &["--spec", "app.hcldec"]);
    assert_eq!(session.diagnostics(&files, &WRONG), checked);
}

/// The files of the folder are one configuration, as for `hcldyn decode`.
#[test]
fn the_diagnostics_of_a_folder_are_those_of_decode() {
    let files = wrong_files("lsp-decode")
        .with(".hcldyn.hcl", "spec \"app.hcldec\" {\n  files = [\"./\"]\n}\n");
    let args = ["decode", "--spec", "app.hcldec", "--diags", "json", "."];
    let decoded = of_json(&files.run(args).output().unwrap().stderr);
    assert!(decoded.len() > 3, "{decoded:?}");
    let session = Session::start(&files, &[]);
    assert_eq!(session.diagnostics(&files, &WRONG), decoded);
}

#[test]
fn the_speed_of_a_folder() {
    let files = Files::new("lsp-bench").with("a.hcl", "port = 80\n").with("app.hcldec", SPEC);
    let output = files.run(["lsp", "--bench", ".", "--spec", "app.hcldec"]).output().unwrap();
    assert!(output.status.success());
    let table = std::str::from_utf8(&output.stdout).unwrap();
    let rows: Vec<_> = table.lines().filter(|line| line.ends_with(" ms")).collect();
    let names = rows.iter().map(|row| row.split("  ").next().unwrap());
    let expected = [
        "initialize",
        "ready",
        "edit to diagnostics",
        "completion",
        "completion, editing",
        "beside an endless one",
        "hover",
        "tokens",
        "format",
    ];
    let mut names: Vec<_> = names.collect();
    names.sort();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(names, expected);
    let empty = Files::new("lsp-bench-empty");
    empty.run(["lsp", "--bench", "."]).assert().code(2).stderr_eq(str![[r#"
error: the folder has no HCL files

"#]]);
}

#[test]
fn a_client_that_leaves_early_is_an_error() {
    let files = Files::new("lsp-early");
    let input = bytes(&[json!({"method": "exit"})]);
    files.run(["lsp"]).stdin(input).assert().code(2).stdout_eq(str![[""]]);
    files.run(["lsp", "--var", "a"]).assert().code(2).stdout_eq(str![[""]]);
}
