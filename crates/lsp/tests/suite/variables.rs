//! Values for variables: the file beside a document, the settings, and the command that chooses files.

use serde_json::{Value, json};

use crate::client::Client;
use crate::specs::{Folder, files};

const MAIN: &str = "variable \"port\" {\n  default = 1\n}\nlocals {\n  a = var.port\n}\n";

/// Returns the hints of a document.
fn hints(client: &mut Client, uri: &str) -> Vec<String> {
    let range = crate::client::range((0, 0), (99, 0));
    let params = json!({"textDocument": {"uri": uri}, "range": range});
    let hints = client.request("textDocument/inlayHint", params);
    let labels = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap());
    labels.map(str::to_owned).collect()
}

fn client(folder: &Folder, options: Value) -> Client {
    Client::with_options(
        files(),
        json!({"textDocument": {"diagnostic": {}}}),
        &[&*folder.path("")],
        options,
    )
}

#[test]
fn a_default_is_the_value_without_another_one() {
    let folder = Folder::new();
    let mut client = client(&folder, json!({}));
    client.open(&folder.uri("main.hcl"), MAIN);
    assert_eq!(hints(&mut client, &folder.uri("main.hcl")), [" = 1"]);
}

#[test]
fn the_file_beside_a_document_has_values() {
    let folder = Folder::new();
    folder.write("x/a.vars.json", "{\"port\": 2}");
    let mut client = client(&folder, json!({}));
    client.open(&folder.uri("x/main.hcl"), MAIN);
    assert_eq!(hints(&mut client, &folder.uri("x/main.hcl")), [" = 2"]);
    client.open(&folder.uri("main.hcl"), MAIN);
    assert_eq!(hints(&mut client, &folder.uri("main.hcl")), [" = 1"]);
    // Of several, none is taken.
    folder.write("x/b.vars.hcl", "port = 3\n");
    let changed = json!({"changes": [{"uri": folder.uri("x/b.vars.hcl"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", changed);
    assert_eq!(hints(&mut client, &folder.uri("x/main.hcl")), [" = 1"]);
}

#[test]
fn settings_and_the_command_choose_files() {
    let folder = Folder::new();
    folder.write("a.vars.hcl", "port = 2\n");
    folder.write("values/b.hcl", "port = 3\n");
    folder.write("values/c.json", "{\"port\": 4}");
    let uri = folder.uri("x/main.hcl");
    let mut client = client(&folder, json!({"variables": ["a.vars.hcl", "values/b.hcl"]}));
    client.open(&uri, MAIN);
    assert_eq!(hints(&mut client, &uri), [" = 3"]);
    let choose = |client: &mut Client, arguments: Value| {
        let params = json!({"command": "hcldyn.chooseVariables", "arguments": arguments});
        client.request("workspace/executeCommand", params);
    };
    choose(&mut client, json!([folder.path("values/c.json")]));
    assert_eq!(hints(&mut client, &uri), [" = 4"]);
    choose(&mut client, json!([]));
    assert_eq!(hints(&mut client, &uri), [" = 3"]);
    let wrong = json!({"command": "hcldyn.other", "arguments": []});
    assert_eq!(client.failure("workspace/executeCommand", wrong), -32602);
}

#[test]
fn an_open_file_has_the_values_of_its_text() {
    let folder = Folder::new();
    folder.write("a.vars.hcl", "port = 2\n");
    let mut client = client(&folder, json!({}));
    client.open(&folder.uri("main.hcl"), MAIN);
    client.open(&folder.uri("a.vars.hcl"), "port = 5\n");
    assert_eq!(hints(&mut client, &folder.uri("main.hcl")), [" = 5"]);
    client.change(&folder.uri("a.vars.hcl"), 2, None, "port = 6\n");
    assert_eq!(hints(&mut client, &folder.uri("main.hcl")), [" = 6"]);
}

#[test]
fn hints_are_refreshed_after_a_change() {
    let folder = Folder::new();
    let workspace = json!({"inlayHint": {"refreshSupport": true}});
    let capabilities = json!({"textDocument": {"diagnostic": {}}, "workspace": workspace});
    let folders = [&*folder.path("")];
    let mut client = Client::with_options(files(), capabilities, &folders, json!({}));
    client.open(&folder.uri("main.hcl"), MAIN);
    assert_eq!(client.server_request("workspace/inlayHint/refresh"), Value::Null);
}
