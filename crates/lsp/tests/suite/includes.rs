//! Files that include others.

use hcldyn::Decoder;
use hcldyn_lsp::Languages;
use serde_json::json;

use crate::client::{Client, range};
use crate::fixture::Config;
use crate::specs::Folder;

fn including() -> Languages {
    Languages::of_type::<Config>(Decoder::new().includes("include"))
}

#[test]
fn an_error_in_an_included_file_is_at_its_include() {
    let folder = Folder::new();
    folder.write("parts/port.hcl", "include {\n  files = [\"../deep.hcl\"]\n}\nport = []\n");
    folder.write("deep.hcl", "\nregion = [\"x\"]\n");
    let mut client = Client::new(including());
    let uri = folder.uri("main.hcl");
    client.open(&uri, "# Parts.\ninclude {\n  files = [\"parts/port.hcl\"]\n}\nlevel = \"no\"\n");
    let report = client.request("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    let items = report["items"].as_array().unwrap();
    let shown: Vec<_> =
        items.iter().map(|it| (&it["range"], &it["relatedInformation"][0])).collect();
    let at_include = range((2, 11), (2, 27));
    let related = |name: &str, range| json!({"uri": folder.uri(name), "range": range});
    assert_eq!(shown.len(), 3, "{items:#?}");
    for (item, (name, range)) in shown
        .iter()
        .filter(|it| *it.0 == at_include)
        .zip([("parts/port.hcl", range((3, 7), (3, 9))), ("deep.hcl", range((1, 9), (1, 14)))])
    {
        assert_eq!(item.1["location"], related(name, range));
    }
    let own = shown.iter().filter(|it| it.0["start"] == json!({"line": 4, "character": 8}));
    assert_eq!(own.count(), 1);
}

#[test]
fn the_files_of_includes_are_links() {
    let folder = Folder::new();
    let mut client = Client::new(including());
    let uri = folder.uri("a/main.hcl");
    let text = "include {\n  files = [\"b.hcl\", \"../c.hcl\", \"*.hcl\"]\n}\nport = 80\nserver \"files\" {\n  host = \"d.hcl\"\n}\n";
    client.open(&uri, text);
    let links = client.request("textDocument/documentLink", json!({"textDocument": {"uri": uri}}));
    let link = |start, end, name| json!({"range": range((1, start), (1, end)), "target": folder.uri(name)});
    assert_eq!(links, json!([link(12, 17, "a/b.hcl"), link(21, 29, "c.hcl")]));
}

/// The text in the editor counts, also for the file that includes it.
#[test]
fn an_edit_of_an_included_file_reaches_the_others() {
    let folder = Folder::new();
    folder.write("port.hcl", "");
    let mut client = Client::with(including(), json!({}), &[]);
    let main = folder.uri("main.hcl");
    client.open(&main, "include {\n  files = [\"port.hcl\"]\n}\n");
    let pushed = client.notification("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"][0]["code"], "missing-attribute");
    client.open(&folder.uri("port.hcl"), "port = 80\n");
    let pushed = loop {
        let pushed = client.notification("textDocument/publishDiagnostics");
        if pushed["uri"] == main {
            break pushed;
        }
    };
    assert_eq!(pushed["diagnostics"], json!([]));
    client.request("shutdown", serde_json::Value::Null);
    client.drain();
    client.stop();
}
