//! The spec of each file, and files outside of the editor.

use std::fs;

use hcldyn::{EvalContext, functions};
use hcldyn_lsp::SpecFiles;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

/// A folder with a spec that requires a port.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write(
            "app.hcldec",
            "object {\n  attr \"port\" {\n    type = number\n    required = true\n  }\n}\n",
        );
        folder
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.0.path().join(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name))
    }
}

pub(crate) fn files() -> SpecFiles {
    SpecFiles::new(EvalContext::new().with_functions(functions::all()))
}

/// Returns the codes of the diagnostics of a new document.
pub(crate) fn codes(client: &mut Client, uri: &str, text: &str) -> Vec<String> {
    client.open(uri, text);
    pulled(client, uri)
}

pub(crate) fn pulled(client: &mut Client, uri: &str) -> Vec<String> {
    let params = json!({"textDocument": {"uri": uri}});
    let report = client.request("textDocument/diagnostic", params);
    let codes = report["items"].as_array().unwrap().iter();
    codes.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn without_a_spec_there_are_syntax_errors() {
    let mut client = Client::new(files());
    assert!(codes(&mut client, "untitled:1", "a = b\n").is_empty());
    assert_eq!(codes(&mut client, "untitled:2", "a = \n"), ["missing-expression"]);
}

#[test]
fn the_first_line_names_a_spec() {
    let folder = Folder::new();
    let mut client = Client::new(files());
    let uri = folder.uri("a.hcl");
    let text = "# hcldyn: spec = \"app.hcldec\"\n";
    assert_eq!(codes(&mut client, &uri, text), ["missing-attribute"]);
    client.change(&uri, 2, None, "# nothing\n");
    assert!(pulled(&mut client, &uri).is_empty());
}

#[test]
fn the_settings_of_a_folder_name_specs() {
    let folder = Folder::new();
    folder.write(".hcldyn.hcl", "spec \"app.hcldec\" {\n  files = [\"conf/**/*.hcl\"]\n}\n");
    let mut client = Client::new(files());
    assert_eq!(codes(&mut client, &folder.uri("conf/x/a.hcl"), ""), ["missing-attribute"]);
    assert!(codes(&mut client, &folder.uri("a.hcl"), "").is_empty());
    let settings = "spec \"a\" {\n  command = \"rm\"\n}\n";
    let codes = codes(&mut client, &folder.uri(".hcldyn.hcl"), settings);
    assert_eq!(codes, ["missing-attribute", "unexpected-attribute"]);
    let settings = "spec \"a\" {\n  files = [\"[\"]\n}\n";
    assert_eq!(
        self::codes(&mut client, &folder.uri("conf/.hcldyn.hcl"), settings),
        ["invalid-value"]
    );
}

#[test]
fn the_default_spec() {
    let folder = Folder::new();
    let mut client = Client::new(files().default_spec(folder.path("app.hcldec")));
    assert_eq!(codes(&mut client, &folder.uri("a.hcl"), "port = []\n"), ["wrong-type"]);
}

#[test]
fn a_spec_is_read_again_after_a_change() {
    let folder = Folder::new();
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let spec = files().default_spec(folder.path("app.hcldec"));
    let mut client = Client::with(spec, capabilities, &[]);
    let uri = folder.uri("a.hcl");
    assert_eq!(codes(&mut client, &uri, ""), ["missing-attribute"]);
    folder.write("app.hcldec", "object {}\n");
    let saved = json!({"textDocument": {"uri": folder.uri("app.hcldec")}});
    client.notify("textDocument/didSave", saved);
    client.server_request("workspace/diagnostic/refresh");
    assert!(pulled(&mut client, &uri).is_empty());
}

#[test]
fn an_invalid_spec_is_a_message() {
    let folder = Folder::new();
    folder.write("app.hcldec", "nope {}\n");
    let mut client = Client::new(files().default_spec(folder.path("app.hcldec")));
    assert!(codes(&mut client, &folder.uri("a.hcl"), "a = 1\n").is_empty());
    let message = client.notification("window/showMessage");
    assert!(message["message"].as_str().unwrap().starts_with("Invalid spec file. "), "{message}");
}

/// Files that are not open are known once the server has read the folder. They follow changes of the disk.
#[test]
fn files_of_the_folder_of_the_client() {
    let folder = Folder::new();
    folder.write("a/one.hcl", "first \"x\" {}\n");
    folder.write(".git/two.hcl", "second \"x\" {}\n");
    let capabilities = json!({
        "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
    });
    let mut client = Client::with(files(), capabilities, &[&folder.path("")]);
    client.server_request("client/registerCapability");
    let mut names = || loop {
        let symbols = client.request("workspace/symbol", json!({"query": ""}));
        let symbols = symbols.as_array().unwrap();
        if !symbols.is_empty() {
            let name = |it: &Value| it["name"].as_str().unwrap().to_owned();
            return symbols.iter().map(name).collect::<Vec<_>>();
        }
    };
    assert_eq!(names(), ["first x"]);
    folder.write("a/three.hcl", "third \"x\" {}\n");
    let change = json!({"uri": folder.uri("a/three.hcl"), "type": 1});
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [change]}));
    let symbols = client.request("workspace/symbol", json!({"query": "third"}));
    assert_eq!(symbols[0]["location"]["uri"], folder.uri("a/three.hcl"));
}
