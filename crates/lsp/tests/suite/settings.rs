//! The settings of the editor, and their place among the other ways to name a spec.

use serde_json::{Value, json};

use crate::client::Client;
use crate::specs::{Folder, codes, files, pulled};

/// A spec without any items.
const NOTHING: &str = "object {}\n";

fn capabilities(workspace: &Value) -> Value {
    json!({"textDocument": {"diagnostic": {}}, "workspace": workspace})
}

#[test]
fn the_options_of_initialize_name_specs() {
    let folder = Folder::new();
    let options = json!({"specs": {"deploy/*.hcl": "app.hcldec"}});
    let folders = [&*folder.path("")];
    let mut client =
        Client::with_options(files(), capabilities(&json!({})), &folders, options.clone());
    assert_eq!(codes(&mut client, &folder.uri("deploy/a.hcl"), ""), ["missing-attribute"]);
    assert!(codes(&mut client, &folder.uri("a.hcl"), "").is_empty());
    // Some clients send the whole section.
    let options = json!({"hcldyn": options});
    let mut client = Client::with_options(files(), capabilities(&json!({})), &folders, options);
    assert_eq!(codes(&mut client, &folder.uri("deploy/a.hcl"), ""), ["missing-attribute"]);
}

/// The first line, then the editor, then the settings of the folder, then the default.
#[test]
fn the_order_of_specs() {
    let folder = Folder::new();
    for name in ["line", "editor", "folder", "default"] {
        let attr = format!("object {{\n  attr \"{name}\" {{\n    type = string\n  }}\n}}\n");
        folder.write(&format!("{name}.hcldec"), &attr);
    }
    folder.write("a/0.hcl", "");
    folder.write(".hcldyn.hcl", "spec \"folder.hcldec\" {\n  files = [\"**/*.hcl\"]\n}\n");
    let options = json!({"specs": {"a/*.hcl": "editor.hcldec", "a/**": "app.hcldec"}});
    let default = files().default_spec(folder.path("default.hcldec"));
    let folders = [&*folder.path("")];
    let mut client = Client::with_options(default, capabilities(&json!({})), &folders, options);
    // Each spec only knows the attribute with its own name.
    let comment = "# hcldyn: spec = \"../line.hcldec\"\n";
    for (name, text) in [
        ("a/1.hcl", format!("{comment}line = \"\"\n")),
        ("a/2.hcl", "editor = \"\"\n".to_owned()),
        ("b/1.hcl", "folder = \"\"\n".to_owned()),
        ("b/1.hcl.json", "{\"default\": \"\"}".to_owned()),
    ] {
        assert_eq!(codes(&mut client, &folder.uri(name), &text), [""; 0], "{name}");
    }
}

#[test]
fn a_client_that_can_be_asked_is_asked() {
    let folder = Folder::new();
    let workspace = json!({
        "configuration": true,
        "diagnostics": {"refreshSupport": true},
        "didChangeConfiguration": {"dynamicRegistration": true},
    });
    let path = folder.path("");
    let mut client = Client::with(files(), capabilities(&workspace), &[&path]);
    let registered = client.server_request("client/registerCapability");
    assert_eq!(registered["registrations"][0]["method"], "workspace/didChangeConfiguration");
    let uri = folder.uri("a.hcl");
    assert!(codes(&mut client, &uri, "").is_empty());

    let asked =
        client.answer_server("workspace/configuration", json!([{"specs": {"*": "app.hcldec"}}]));
    assert_eq!(asked["items"], json!([{"scopeUri": folder.uri(""), "section": "hcldyn"}]));
    client.server_request("workspace/diagnostic/refresh");
    assert_eq!(pulled(&mut client, &uri), ["missing-attribute"]);

    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    client.answer_server("workspace/configuration", json!([null]));
    client.server_request("workspace/diagnostic/refresh");
    assert!(pulled(&mut client, &uri).is_empty());
}

#[test]
fn a_change_of_settings_has_the_settings() {
    let folder = Folder::new();
    let mut client = Client::with(files(), capabilities(&json!({})), &[&folder.path("")]);
    let uri = folder.uri("a.hcl");
    assert!(codes(&mut client, &uri, "").is_empty());
    let changed = |specs: &Value| json!({"settings": {"hcldyn": {"specs": specs}}});
    client.notify("workspace/didChangeConfiguration", changed(&json!({"*": "app.hcldec"})));
    assert_eq!(pulled(&mut client, &uri), ["missing-attribute"]);
    // Invalid settings leave the earlier ones.
    client.notify("workspace/didChangeConfiguration", changed(&json!({"*": []})));
    let message = client.notification("window/showMessage");
    assert_eq!(
        message["message"],
        "Invalid setting hcldyn.specs: expected the path of a spec file, not []. Write the spec file of each pattern, such \
         as {\"conf/*.hcl\": \"app.hcldec\"}."
    );
    client.notify("workspace/didChangeConfiguration", changed(&json!({"[": "other.hcldec"})));
    let message = client.notification("window/showMessage")["message"].to_string();
    assert!(
        message.contains("Invalid setting hcldyn.specs: ") && message.contains("'['"),
        "{message}"
    );
    assert_eq!(pulled(&mut client, &uri), ["missing-attribute"]);
}

#[test]
fn a_spec_file_that_changes_is_read_again() {
    let folder = Folder::new();
    let options = json!({"specs": {"*": "app.hcldec"}});
    let folders = [&*folder.path("")];
    let mut client = Client::with_options(files(), json!({}), &folders, options);
    client.open(&folder.uri("a.hcl"), "");
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"][0]["code"], "missing-attribute");
    folder.write("app.hcldec", NOTHING);
    let change = json!({"uri": folder.uri("app.hcldec"), "type": 2});
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": [change]}));
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"], json!([]));
}

/// A path in a setting is only read as a spec, whatever it names.
#[test]
fn a_setting_is_data() {
    let folder = Folder::new();
    folder.write("run.sh", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n");
    folder.write(
        "env.hcldec",
        "object {\n  attr \"a\" {\n    type = string\n  }\n}\nfunction \"f\" {\n  params = []\n  result = env(\"HOME\")\n}\n",
    );
    let options = json!({"specs": {"*.hcl": "run.sh", "e/*.hcl": "env.hcldec"}});
    let folders = [&*folder.path("")];
    let mut client = Client::with_options(files(), capabilities(&json!({})), &folders, options);
    codes(&mut client, &folder.uri("a.hcl"), "a = 1\n");
    let message = client.notification("window/showMessage");
    assert!(message["message"].as_str().unwrap().starts_with("Invalid spec file. "), "{message}");
    assert!(!std::path::Path::new(&folder.path("ran")).exists());
    for (name, text, code) in [
        ("e/a.hcl", "a = file(\"/etc/hostname\")\n", "unknown-function"),
        // The function calls one that reads the environment.
        ("e/b.hcl", "a = f()\n", "function-call-failed"),
    ] {
        assert_eq!(codes(&mut client, &folder.uri(name), text), [code]);
    }
}
