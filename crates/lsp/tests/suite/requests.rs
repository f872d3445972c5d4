//! Each request, from the message to its answer.

use std::fmt::Write as _;

use hcldyn_lsp::ide::Language;
use serde_json::{Value, json};

use crate::client::{Client, range};
use crate::fixture::{Fixture, language};

const URI: &str = "file:///main.hcl";

/// Opens a source in a new client.
fn open(text: &str) -> Client {
    let client = Client::new(language());
    client.open(URI, text);
    client
}

/// Returns the parameters of a request about a document.
fn document(more: Value) -> Value {
    let mut params = more;
    params["textDocument"] = json!({"uri": URI});
    params
}

/// Compares the answer of a request at each cursor of a fixture with the one beside it. The answer becomes text by a
/// function, which gets the source, too.
#[track_caller]
fn check(marked: &str, method: &str, answer: impl Fn(&Value, &str) -> String) {
    let fixture = Fixture::new(marked);
    let mut client = open(&fixture.text);
    let (mut found, mut wanted) = (String::new(), String::new());
    for (offset, expected) in &fixture.cursors {
        let before = &fixture.text[..*offset];
        let line = before.matches('\n').count();
        let character = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let position = json!({"line": line, "character": character});
        let params = document(json!({"position": position, "positions": [position]}));
        let result = client.request(method, params);
        writeln!(found, "{line}: {}", answer(&result, &fixture.text).replace('\n', "⏎")).unwrap();
        writeln!(wanted, "{line}: {expected}").unwrap();
    }
    assert!(!fixture.cursors.is_empty());
    assert_eq!(found, wanted);
}

/// Returns the source text of a range.
fn text_of(range: &Value, text: &str) -> String {
    let offset = |position: &Value| {
        let line = position["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + position["character"].as_u64().unwrap() as usize
    };
    text[offset(&range["start"])..offset(&range["end"])].to_owned()
}

fn strings(values: &Value, field: &str) -> String {
    let values = values.as_array().unwrap().iter();
    values.map(|it| it[field].as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn hover() {
    let answer = |hover: &Value, text: &str| {
        let first = hover["contents"]["value"].as_str().map(|it| it.lines().next().unwrap());
        format!("{} at {}", first.unwrap_or("nothing"), text_of(&hover["range"], text))
    };
    check(
        "po<|>rt = 80 #> `port`: whole number from 0 to 65535, **required** at port\n\
         region = up<|>per(\"a\") #> `upper(string: string)` at upper\n",
        "textDocument/hover",
        answer,
    );
    let mut client = open("a = 1\n");
    let params = document(json!({"position": {"line": 9, "character": 9}}));
    assert_eq!(client.request("textDocument/hover", params), Value::Null);
}

#[test]
fn descriptions_are_in_markdown_for_clients_that_show_it() {
    let kind = |hover: Value| {
        let capabilities = json!({"textDocument": {"diagnostic": {}, "hover": hover}});
        let mut client = Client::with(language(), capabilities, &[]);
        client.open(URI, "port = 1\n");
        let params = document(json!({"position": {"line": 0, "character": 1}}));
        client.request("textDocument/hover", params)["contents"]["kind"].clone()
    };
    assert_eq!(kind(json!({})), "plaintext");
    assert_eq!(kind(json!({"contentFormat": ["plaintext"]})), "plaintext");
    assert_eq!(kind(json!({"contentFormat": ["markdown", "plaintext"]})), "markdown");
}

#[test]
fn completions_are_described_on_demand() {
    let mut client = open("\n");
    let at = document(json!({"position": {"line": 0, "character": 0}}));
    let completion = client.request("textDocument/completion", at);
    let item = &completion["items"][0];
    assert_eq!((&item["label"], &item["documentation"]), (&json!("port"), &Value::Null));
    let resolved = client.request("completionItem/resolve", item.clone());
    assert_eq!(resolved["detail"], "whole number from 0 to 65535");
    let text = resolved["documentation"].as_str().unwrap();
    assert!(text.contains("The port to listen on."));
    let unknown = client.request("completionItem/resolve", json!({"label": "port", "kind": 10}));
    assert_eq!(unknown["documentation"], Value::Null);
}

#[test]
fn missing_items_are_added() {
    let mut client = open("server \"a\" {}\n");
    let at = json!({"line": 0, "character": 12});
    let params = document(json!({
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "only": ["refactor.rewrite"]},
    }));
    let actions = client.request("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Add all missing required items");
    assert_eq!(actions[0]["edit"]["changes"][URI][0]["newText"], "\n  host = \"\"\n");
}

#[test]
fn actions_that_rewrite_a_configuration() {
    let text =
        "locals {\n  a = 1\n}\nb = local.a\ndynamic \"c\" {\n  for_each = d.e\n  content {}\n}\n";
    let actions = |disabled: bool, line: usize, only: &str| {
        let action = json!({"disabledSupport": disabled});
        let capabilities = json!({"textDocument": {"diagnostic": {}, "codeAction": action}});
        let mut client = Client::with(Language::without_spec(), capabilities, &[]);
        client.open(URI, text);
        let context = json!({"diagnostics": [], "only": [only]});
        let params = document(json!({"range": range((line, 4), (line, 11)), "context": context}));
        let answer = client.request("textDocument/codeAction", params);
        let actions = answer.as_array().unwrap().iter().map(|it| {
            let disabled = it["disabled"]["reason"].as_str().unwrap_or("possible");
            format!(
                "{} {}: {disabled}",
                it["kind"].as_str().unwrap(),
                it["title"].as_str().unwrap()
            )
        });
        actions.collect::<Vec<_>>()
    };
    let extract = "refactor.extract Extract to a local value: possible";
    assert_eq!(actions(false, 3, "refactor.extract"), [extract]);
    assert_eq!(actions(false, 3, "quickfix"), [""; 0]);
    assert_eq!(actions(false, 1, "refactor"), [""; 0]);
    assert_eq!(actions(false, 4, "refactor.rewrite"), [""; 0]);
    assert_eq!(
        actions(true, 4, "refactor.rewrite"),
        [
            "refactor.rewrite Write out the dynamic block: The collection or the content is not known here, or sensitive."
        ]
    );
}

#[test]
fn expanded_file() {
    let mut client = open(
        "dynamic \"server\" {\n  for_each = [\"a\"]\n  labels = [server.value]\n  content {}\n}\n",
    );
    let expanded = client.request("hcldyn/expanded", document(json!({})));
    assert_eq!(expanded, "server \"a\" {}\n");
    let unknown = json!({"textDocument": {"uri": "file:///other.hcl"}});
    assert_eq!(client.failure("hcldyn/expanded", unknown), -32803);
    assert_eq!(client.failure("hcldyn/expanded", json!({})), -32602);
}

#[test]
fn completion() {
    let answer = |list: &Value, _: &str| {
        let items = list["items"].as_array().unwrap().iter();
        let texts = items.map(|it| it["textEdit"]["newText"].as_str().unwrap().to_owned());
        texts.collect::<Vec<_>>().join(" ")
    };
    check(
        "port = 1\nlevel = \"<|>\" #> debug info\nserver \"a\" {\n  h<|> #> host = \"${1}\" tls = ${1|true,false|}\n}\n",
        "textDocument/completion",
        answer,
    );
}

#[test]
fn formatting() {
    let mut client = open("port=80\nregion=1\n");
    let options = json!({"tabSize": 2, "insertSpaces": true});
    let edits = client.request("textDocument/formatting", document(json!({"options": options})));
    assert_eq!(edits.as_array().unwrap().len(), 4);
    assert_eq!(edits[0], json!({"range": range((0, 4), (0, 4)), "newText": "   "}));
    let params = document(json!({"options": options, "range": range((1, 0), (1, 3))}));
    let edits = client.request("textDocument/rangeFormatting", params);
    assert_eq!(edits[0]["range"], range((1, 6), (1, 6)));
}

#[test]
fn folding_range() {
    let mut client = open("server \"a\" {\n  host = \"b\"\n}\n# a\n# b\n");
    let folds = client.request("textDocument/foldingRange", document(json!({})));
    let lines: Vec<_> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["startLine"].as_u64(), it["endLine"].as_u64(), it["kind"].as_str()))
        .collect();
    assert_eq!(lines, [(Some(0), Some(2), Some("region")), (Some(3), Some(4), Some("comment"))]);
}

#[test]
fn selection_range() {
    let answer = |selections: &Value, text: &str| {
        let mut texts = Vec::new();
        let mut at = &selections[0];
        while at.is_object() {
            texts.push(text_of(&at["range"], text));
            at = &at["parent"];
        }
        texts.join(" | ")
    };
    check(
        "port = 1 + b<|> #> b | 1 + b | port = 1 + b | port = 1 + b⏎\n",
        "textDocument/selectionRange",
        answer,
    );
}

#[test]
fn symbols() {
    let mut client = open("port = 80\nserver \"a\" {\n  host = \"b\"\n}\n");
    let symbols = client.request("textDocument/documentSymbol", document(json!({})));
    assert_eq!(strings(&symbols, "name"), "port server a");
    assert_eq!(strings(&symbols[1]["children"], "name"), "host");
    assert_eq!(symbols[1]["selectionRange"], range((1, 0), (1, 10)));
    let found = client.request("workspace/symbol", json!({"query": "sva"}));
    assert_eq!(strings(&found, "name"), "server a");
    assert_eq!(found[0]["location"]["uri"], URI);
}

const NAMES: &str = "variable \"a\" {}\nx = var.a\n";

#[test]
fn navigation() {
    let mut client = open(NAMES);
    let at = json!({"line": 1, "character": 8});
    let (defined, referred) = (range((0, 10), (0, 11)), range((1, 8), (1, 9)));
    let params = document(json!({"position": at, "context": {"includeDeclaration": true}}));
    let definition = client.request("textDocument/definition", params.clone());
    assert_eq!(definition, json!({"uri": URI, "range": defined}));
    let references = client.request("textDocument/references", params.clone());
    assert_eq!(references[0]["range"], defined);
    assert_eq!(references[1]["range"], referred);
    let highlights = client.request("textDocument/documentHighlight", params);
    let expected = [json!({"range": defined, "kind": 3}), json!({"range": referred, "kind": 2})];
    assert_eq!(highlights, json!(expected));
}

#[test]
fn rename() {
    let mut client = open(NAMES);
    let at = json!({"line": 0, "character": 10});
    let prepared = client.request("textDocument/prepareRename", document(json!({"position": at})));
    assert_eq!(prepared, range((0, 10), (0, 11)));
    let params = |name: &str| document(json!({"position": at, "newName": name}));
    let edit = client.request("textDocument/rename", params("b"));
    assert_eq!(edit["changes"][URI].as_array().unwrap().len(), 2);
    assert_eq!(client.failure("textDocument/rename", params("1")), -32803);
}

#[test]
fn signature_help() {
    let mut client = open("port = max(1, \n");
    let at = json!({"line": 0, "character": 14});
    let help = client.request("textDocument/signatureHelp", document(json!({"position": at})));
    assert_eq!(help["signatures"][0]["label"], "max(numbers…: number)");
    assert_eq!(help["activeParameter"], 0);
}

#[test]
fn document_link() {
    let mut client = open("region = file(\"a b.txt\")\n");
    let links = client.request("textDocument/documentLink", document(json!({})));
    let expected = json!([{"range": range((0, 15), (0, 22)), "target": "file:///a%20b.txt"}]);
    assert_eq!(links, expected);
}

#[test]
fn semantic_tokens() {
    let mut client = open("port = 80\nregion = <<E\né\nE\n");
    let legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let tokens = client.request("textDocument/semanticTokens/full", document(json!({})));
    let data: Vec<_> =
        tokens["data"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let tokens: Vec<_> = data
        .chunks(5)
        .map(|it| (it[0], it[1], it[2], legend[it[3] as usize].as_str().unwrap()))
        .collect();
    assert_eq!(
        tokens,
        [
            (0, 0, 4, "property"),
            (0, 7, 2, "number"),
            (1, 0, 6, "property"),
            (0, 9, 3, "string"),
            (1, 0, 2, "string"),
            (1, 0, 1, "string"),
        ]
    );
    let params = document(json!({"range": range((0, 5), (0, 9))}));
    let tokens = client.request("textDocument/semanticTokens/range", params);
    assert_eq!(tokens["data"], json!([0, 7, 2, 8, 0]));
}

#[test]
fn changed_semantic_tokens() {
    let mut client = open("port = 80\nzone = 1\n");
    let before = client.request("textDocument/semanticTokens/full", document(json!({})));
    client.change(URI, 2, Some(range((0, 7), (0, 9))), "x");
    let params = |id: &Value| document(json!({"previousResultId": id}));
    let method = "textDocument/semanticTokens/full/delta";
    let delta = client.request(method, params(&before["resultId"]));
    // The second token was a number, and is a variable.
    assert_eq!(delta["edits"], json!([{"start": 5, "deleteCount": 5, "data": [0, 7, 1, 3, 0]}]));
    assert_eq!(client.request(method, params(&delta["resultId"]))["edits"], json!([]));
    let whole = client.request(method, params(&json!("unknown")));
    assert_eq!(whole["data"].as_array().unwrap().len(), 20);
}

#[test]
fn pulled_diagnostics() {
    let mut client = open("port = 80\nzone = \"a\"\nprot = 1\n");
    let report = client.request("textDocument/diagnostic", document(json!({})));
    assert_eq!(report["kind"], "full");
    assert_eq!(strings(&report["items"], "code"), "deprecated-attribute unexpected-attribute");
    assert_eq!(report["items"][0]["tags"], json!([2]));
    assert_eq!(report["items"][0]["range"], range((1, 0), (1, 4)));
    let href = report["items"][1]["codeDescription"]["href"].as_str().unwrap();
    assert!(href.ends_with("diagnostics.md#unexpected-attribute"));

    let id = report["resultId"].clone();
    let params = document(json!({"previousResultId": id}));
    let again = client.request("textDocument/diagnostic", params.clone());
    assert_eq!(again, json!({"kind": "unchanged", "resultId": id}));

    client.change(URI, 2, Some(range((2, 0), (3, 0))), "");
    let report = client.request("textDocument/diagnostic", params);
    assert_eq!(strings(&report["items"], "code"), "deprecated-attribute");
}

#[test]
fn code_actions() {
    let mut client = open("prot = 80\n");
    let mut ask = |only: Value| {
        let context = json!({"diagnostics": [], "only": only});
        let params = document(json!({"range": range((0, 1), (0, 1)), "context": context}));
        client.request("textDocument/codeAction", params)
    };
    let actions = ask(json!(null));
    assert_eq!(actions[0]["title"], "Change \"prot\" to \"port\"");
    assert_eq!(actions[0]["diagnostics"][0]["code"], "unexpected-attribute");
    let edit = json!([{"range": range((0, 0), (0, 4)), "newText": "port"}]);
    assert_eq!(actions[0]["edit"]["changes"][URI], edit);

    let actions = ask(json!(["source"]));
    assert_eq!(strings(&actions, "kind"), "source.fixAll");
    let edit = json!([{"range": range((0, 1), (0, 3)), "newText": "or"}]);
    assert_eq!(actions[0]["edit"]["changes"][URI], edit);
}

#[test]
fn requests_that_cannot_be_answered() {
    let mut client = open("");
    assert_eq!(client.failure("textDocument/nope", document(json!({}))), -32601);
    assert_eq!(client.failure("nope", json!(null)), -32601);
    assert_eq!(client.failure("textDocument/hover", json!({})), -32602);
}

/// The default of a program and the text of a document have secrets, which no answer has.
#[test]
fn no_answer_has_a_secret() {
    let text = "port = \"x\"\npassword = [\"hunter2\"]\npasword = \"hunter2\"\n";
    let mut client = open(text);
    let at = json!({"line": 1, "character": 3});
    let params = document(json!({
        "position": at,
        "positions": [at],
        "range": range((0, 0), (3, 0)),
        "context": {"diagnostics": [], "triggerKind": 1},
        "query": "",
    }));
    for method in [
        "textDocument/codeAction",
        "textDocument/completion",
        "textDocument/diagnostic",
        "textDocument/documentSymbol",
        "textDocument/foldingRange",
        "textDocument/hover",
        "textDocument/selectionRange",
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/range",
        "workspace/symbol",
    ] {
        let answer = client.request(method, params.clone());
        assert!(!answer.is_null(), "{method}");
        assert!(!answer.to_string().contains("hunter2"), "{method}: {answer}");
    }
}
