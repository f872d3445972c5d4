//! Folders whose files are one configuration.

use std::path::Path;

use hcldyn::HclDecode;
use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, Diagnostics};
use hcldyn_lsp::Languages;
use serde_json::{Value, json};

use crate::client::{Client, range};
use crate::specs::{Folder, codes, files, pulled};

/// The spec requires a port, and the files define variables.
const SPEC: &str = "own_variables = \"terraform\"\nobject {\n  attr \"port\" {\n    type = number\n    required = true\n  }\n}\n";

const FOLDERS: &str = "spec \"app.hcldec\" {\n  files = [\"deploy/\"]\n}\n";

#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Config {
    port: u16,
    name: Option<String>,
}

fn pulling() -> Value {
    json!({"textDocument": {"diagnostic": {}}})
}

/// Returns the language of a program that reads a folder.
fn of_folders() -> Languages {
    Languages::of_type::<Config>(Decoder::new().folder(".").inputs(Inputs::new()))
}

/// Returns `line:character code` of each diagnostic.
fn found(report: &Value) -> Vec<String> {
    let items = report.as_array().unwrap().iter();
    let shown = items.map(|it| {
        let start = &it["range"]["start"];
        format!("{}:{} {}", start["line"], start["character"], it["code"].as_str().unwrap())
    });
    shown.collect()
}

#[test]
fn a_pattern_that_ends_in_a_slash_names_folders() {
    let folder = Folder::new();
    folder.write(".hcldyn.hcl", FOLDERS);
    folder.write("deploy/port.hcl", "port = 80\n");
    let mut client = Client::with(files(), pulling(), &[&folder.path("")]);
    // The port is in the other file.
    assert!(codes(&mut client, &folder.uri("deploy/a.hcl"), "").is_empty());
    let b = folder.uri("deploy/b.hcl");
    assert_eq!(codes(&mut client, &b, "port = 81\n"), [""; 0]);
    assert_eq!(
        codes(&mut client, &folder.uri("deploy/port.hcl"), "port = 80\n"),
        ["duplicate-attribute"]
    );
    // An edit of one file changes the diagnostics of another one.
    client.change(&b, 2, None, "");
    assert!(pulled(&mut client, &folder.uri("deploy/port.hcl")).is_empty());
}

/// A client without folders, such as one that opens a single file.
#[test]
fn the_other_files_are_read_without_a_workspace() {
    let folder = Folder::new();
    folder.write(".hcldyn.hcl", FOLDERS);
    folder.write("deploy/port.hcl", "port = 80\n");
    folder.write("deploy/inner/port.hcl", "port = 81\n");
    let mut client = Client::new(files());
    assert!(codes(&mut client, &folder.uri("deploy/a.hcl"), "").is_empty());
}

#[test]
fn names_of_other_files_are_known() {
    let folder = Folder::new();
    folder.write("variables.hcl", "variable \"base\" {\n  default = 8000\n}\n");
    let main = folder.uri("main.hcl");
    let text = "port = var.base + 80\nname = local.nope\n";
    let mut client = Client::with(of_folders(), pulling(), &[&folder.path("")]);
    assert_eq!(codes(&mut client, &main, text), ["undefined-variable"]);

    let at = |line: usize, character: usize| {
        json!({
            "textDocument": {"uri": main},
            "position": {"line": line, "character": character},
            "newName": "start",
        })
    };
    let definition = client.request("textDocument/definition", at(0, 12));
    let expected = json!({"uri": folder.uri("variables.hcl"), "range": range((0, 10), (0, 14))});
    assert_eq!(definition, expected);
    let edits = client.request("textDocument/rename", at(0, 12));
    assert_eq!(edits["changes"].as_object().unwrap().len(), 2, "{edits}");
    let completion = client.request("textDocument/completion", at(0, 11));
    let labels: Vec<_> =
        completion["items"].as_array().unwrap().iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, ["base"]);
}

/// The diagnostics of all files are those of decoding the folder.
#[test]
fn the_diagnostics_are_those_of_the_folder() {
    let folder = Folder::new();
    for (name, text) in [
        ("a.hcl", "prot = 80\nvariable \"base\" {\n  type = number\n  default = \"x\"\n}\n"),
        ("b.hcl", "name = [\nport = var.base\n"),
        ("c.hcl.json", "{\"port\": 1, \"name\": [\"x\"]}"),
        ("d.hcl", "name = \"a\"\n\nname = var.nope\n"),
    ] {
        folder.write(name, text);
    }
    let path = folder.path("");
    let decoder = Decoder::new().folder(&path).inputs(Inputs::new());
    let errors = decoder.decode::<Config>().err().unwrap();
    let mut expected: Vec<_> = of_decoder(&errors);

    let mut client = Client::with(of_folders(), pulling(), &[&path]);
    let mut shown = Vec::new();
    for name in ["a.hcl", "b.hcl", "c.hcl.json", "d.hcl"] {
        client.open(&folder.uri(name), &std::fs::read_to_string(folder.path(name)).unwrap());
        let params = json!({"textDocument": {"uri": folder.uri(name)}});
        let report = client.request("textDocument/diagnostic", params);
        shown.extend(found(&report["items"]).into_iter().map(|it| format!("{name}:{it}")));
    }
    expected.sort();
    shown.sort();
    assert!(expected.len() > 4, "{expected:?}");
    assert_eq!(shown, expected);
}

/// Returns `file:line:character code` of each diagnostic.
fn of_decoder(diags: &Diagnostics) -> Vec<String> {
    let shown = diags.iter().map(|it| {
        let place = it.place().unwrap();
        let name = Path::new(place.source().name()).file_name().unwrap().to_str().unwrap();
        let start = place.start();
        format!("{name}:{}:{} {}", start.line - 1, start.column - 1, it.code)
    });
    shown.collect()
}

/// Diagnostics are pushed for each open file of the configuration.
#[test]
fn an_edit_pushes_the_diagnostics_of_all_open_files() {
    let folder = Folder::new();
    let mut client = Client::with(of_folders(), json!({}), &[&folder.path("")]);
    let next = |client: &mut Client, name: &str| loop {
        let pushed = client.notification("textDocument/publishDiagnostics");
        if pushed["uri"] == folder.uri(name) {
            return found(&pushed["diagnostics"]);
        }
    };
    client.open(&folder.uri("a.hcl"), "port = local.port\n");
    while next(&mut client, "a.hcl") != ["0:7 undefined-variable"] {}
    client.open(&folder.uri("b.hcl"), "locals {\n  port = 80\n}\n");
    while next(&mut client, "a.hcl") != [""; 0] {}
    client.change(&folder.uri("b.hcl"), 2, None, "");
    while next(&mut client, "a.hcl").is_empty() {}
    client.request("shutdown", Value::Null);
    client.drain();
    client.stop();
}

/// Each file is a configuration of its own here, and yet its names can be used in the others.
#[test]
fn unused_names_are_searched_in_the_folder() {
    let folder = Folder::new();
    folder.write("b.hcl", "port = local.used\n");
    folder.write("c.tf", "port = local.other\n");
    let mut client = Client::with(files(), pulling(), &[&folder.path("")]);
    let text = "# hcldyn: warn-file(unused-local)\nlocals {\n  used = 1\n  other = 2\n}\n";
    client.open(&folder.uri("a.hcl"), text);
    // Symbols of all files are only known once they are read.
    client.request("workspace/symbol", json!({"query": ""}));
    let params = json!({"textDocument": {"uri": folder.uri("a.hcl")}});
    let report = client.request("textDocument/diagnostic", params);
    assert_eq!(found(&report["items"]), ["3:2 unused-local"]);
}

/// The spec of a folder is data, as any other one.
#[test]
fn variables_of_a_spec_file() {
    let folder = Folder::new();
    folder.write("app.hcldec", SPEC);
    folder.write(".hcldyn.hcl", FOLDERS);
    folder.write("deploy/variables.hcl", "locals {\n  port = 80\n}\n");
    let mut client = Client::with(files(), pulling(), &[&folder.path("")]);
    assert_eq!(codes(&mut client, &folder.uri("deploy/a.hcl"), "port = local.port\n"), [""; 0]);
    assert_eq!(codes(&mut client, &folder.uri("deploy/b.hcl"), "x = local.nope\n").len(), 1);
}
