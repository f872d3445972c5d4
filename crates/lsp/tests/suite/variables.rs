//! Values for variables: the file beside a document, the settings, and the command that chooses files.

use serde_json::{Value, json};

use crate::client::Client;
use crate::specs::{Folder, files};

const MAIN: &str = "variable \"port\" {\n  default = 1\n}\nlocals {\n  a = var.port\n}\n";

/// Returns the sentence of a description about the origin of the value of the variable, where it is declared.
fn origin(client: &mut Client, uri: &str) -> String {
    let params = json!({"textDocument": {"uri": uri}, "position": {"line": 0, "character": 12}});
    let hover = client.request("textDocument/hover", params);
    let text = hover["contents"]["value"].as_str().unwrap();
    let at = text.find("The value").or_else(|| text.find("No value")).unwrap();
    text[at..].replace('\n', "⏎")
}

#[test]
fn a_description_has_the_origin_of_a_value() {
    let folder = Folder::new();
    let uri = folder.uri("x/main.hcl");
    let mut client = client(&folder, json!({}));
    client.open(&uri, MAIN);
    let (main, beside) = (folder.path("x/main.hcl"), folder.path("x/a.vars.json"));
    let default = format!("The value is the default at {main}:2:13.⏎⏎Value: `1` (number)⏎");
    assert_eq!(origin(&mut client, &uri), default);

    folder.write("x/a.vars.json", "{\"port\": 2}");
    let created = json!({"changes": [{"uri": folder.uri("x/a.vars.json"), "type": 1}]});
    client.notify("workspace/didChangeWatchedFiles", created);
    let given = format!(
        "The value is set at {beside}:1:10, in the file with values beside it.⏎⏎Value: `2` (number)⏎"
    );
    assert_eq!(origin(&mut client, &uri), given);

    folder.write("b.hcl", "port = 3\n");
    let choose = |client: &mut Client, arguments: Value| {
        let params = json!({"command": "hcldyn.chooseVariables", "arguments": arguments});
        client.request("workspace/executeCommand", params);
    };
    choose(&mut client, json!([folder.path("b.hcl")]));
    let chosen = folder.path("b.hcl");
    let chosen =
        format!("The value is set at {chosen}:1:8, among the chosen values.⏎⏎Value: `3` (number)⏎");
    assert_eq!(origin(&mut client, &uri), chosen);

    // A value that is not given at all.
    client.change(&uri, 2, None, "variable \"port\" {\n  type = number\n}\n");
    choose(&mut client, json!([]));
    folder.write("x/a.vars.json", "{}");
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({"changes": [{"uri": folder.uri("x/a.vars.json"), "type": 2}]}),
    );
    let none = "No value is set, and the variable has no default.⏎⏎Value: not known (number)⏎";
    assert_eq!(origin(&mut client, &uri), none);
}

#[test]
fn settings_are_the_origin_of_a_value() {
    let folder = Folder::new();
    folder.write("a.vars.hcl", "port = 2\n");
    let uri = folder.uri("x/main.hcl");
    let mut client = client(&folder, json!({"variables": ["a.vars.hcl"]}));
    client.open(&uri, MAIN);
    let place = folder.path("a.vars.hcl");
    let given = format!(
        "The value is set at {place}:1:8, among the values of the settings.⏎⏎Value: `2` (number)⏎"
    );
    assert_eq!(origin(&mut client, &uri), given);
}

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
