//! The answers of `ide` about sources in JSON syntax.

use hcldyn_lsp::ide::Snapshot;

use crate::fixture::{Fixture, check_as, language};

const FILE: &str = "main.hcl.json";

#[track_caller]
fn check(marked: &str, answer: impl Fn(&Snapshot, usize) -> String) {
    check_as(FILE, marked, answer);
}

fn snapshot(text: &str) -> Snapshot {
    Fixture::new(text).snapshot_as(FILE, language())
}

#[test]
fn hover() {
    check(
        r#"
{
  "po<|>rt": 80, #> `port`: whole number from 0 to 65535, **required**⏎⏎The port to listen on.
  "level": "de<|>bug", #> `debug`⏎⏎Everything.
  "limits": {"mem<|>ory": 1}, #> `memory`: whole number from 0 to 4294967295, **required**
  "ser<|>ver": {"a": [{ #> `server` `name`: block, any number⏎⏎A server.⏎⏎- `dynamic` blocks may generate it.
    "ho<|>st": "x", #> `host`: string, **required**⏎⏎The address.
    "host": "a ${max(1, ma<|>x(2))}" #> `max(numbers…: number)`⏎⏎The greatest of the numbers.⏎⏎Value: `2` (number)
  }]},
  "dynamic": {"server": {
    "for_each": [],
    "content": {"ho<|>st": "a"} #> `host`: string, **required**⏎⏎The address.
  }}
}
"#,
        |snapshot, offset| snapshot.hover(FILE, offset).map(|it| it.markdown).unwrap_or_default(),
    );
}

/// Returns the labels of the completions.
fn completed(snapshot: &Snapshot, offset: usize) -> String {
    let completions = snapshot.completions(FILE, offset);
    completions.into_iter().map(|it| it.label).collect::<Vec<_>>().join(" ")
}

#[test]
fn completion() {
    check(
        r#"
{
  "region": "x",
  "<|>": 1, #> port server dynamic "server"
  "level": "<|>", #> debug info base upper max
  "level": <|>, #> "debug" "info" base upper max false null true
  "limits": {"<|>": 2, "files": 1}, #> memory
  "server": {"a": {"<|>": 1, "tls": true}, "b": {"tls": <|>}}, #> host
  "password": "${<|>}" #> base upper max false null true
}
"#
        .replace("\"b\": {\"tls\": <|>}", "\"b\": {}")
        .as_str(),
        completed,
    );
}

#[test]
fn completion_in_a_broken_source() {
    check(
        "{\"server\": {\"a\": {\"host\": \"${upper(<|> #> base upper max false null true\n",
        completed,
    );
    check(
        "{\"port\": 1\n  \"<|> #> level limits password region server dynamic \"server\"\n",
        completed,
    );
    check("{\"server\": {\"a\": {\"host\": \"a\", \"t<|> #> tls\n", completed);
    check("{\"level\": \"<|> #> debug info base upper max\n", completed);
}

#[test]
fn completion_writes_properties() {
    let edited = |marked: &str, label: &str| {
        let fixture = Fixture::new(marked);
        let snapshot = fixture.snapshot_as(FILE, language());
        let completions = snapshot.completions(FILE, fixture.cursors[0].0);
        let found = completions.into_iter().find(|it| it.label == label).unwrap();
        let mut text = fixture.text.clone();
        text.replace_range(found.range, &found.snippet.unwrap_or(found.text));
        text.trim_end().to_owned()
    };
    assert_eq!(edited("{<|>}", "port"), "{\"port\": ${1}}");
    assert_eq!(edited("{\"po<|>\"}", "port"), "{\"port\": ${1}}");
    assert_eq!(edited("{\"po<|>\": 1}", "port"), "{\"port\": 1}");
    assert_eq!(
        edited("{\"<|>\"}", "server"),
        "{\"server\": { \"${1:name}\": {\n  \"host\": \"${2}\"$0\n\\} \\}}"
    );
    assert_eq!(edited("{\"port\": <|>}", "base"), "{\"port\": \"${base}\"}");
    assert_eq!(edited("{\"port\": \"<|>\"}", "max"), "{\"port\": \"\\${max($0)\\}\"}");
    assert_eq!(edited("{\"level\": <|>}", "\"debug\""), "{\"level\": \"debug\"}");
    assert_eq!(edited("{\"level\": \"${<|>}\"}", "\"debug\""), "{\"level\": \"${\\\"debug\\\"}\"}");
}

#[test]
fn signature() {
    check(
        "{\"port\": \"${max(1, 2<|>)}\",\n #> max(numbers…: number) Some(0)\n\"region\": \"${upper(<|>\"\n #> upper(string: string) Some(0)\n"
            .replace(",\n #>", ", #>")
            .replace("\"\n #>", " #>")
            .as_str(),
        |snapshot, offset| {
            let signature = snapshot.signature(FILE, offset).unwrap();
            format!("{} {:?}", signature.label, signature.active)
        },
    );
}

#[test]
fn symbols() {
    let snapshot = snapshot("{\"port\": 80, \"server\": {\"a\": {\"host\": \"b\"}, \"c\": {}}}");
    let symbols = snapshot.symbols(FILE);
    let names: Vec<_> = symbols.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["port", "server a", "server c"]);
    assert_eq!(symbols[1].children[0].name, "host");
    for symbol in &symbols {
        assert!(symbol.range.start <= symbol.selection.start);
        assert!(symbol.selection.end <= symbol.range.end);
    }
}

#[test]
fn semantic_tokens() {
    let text =
        r#"{"server": {"a": {"host": "x ${upper(\"b\")}", "tls": true}}, "limits": {"memory": 1}}"#;
    let snapshot = snapshot(text);
    let tokens = snapshot.semantic_tokens(FILE, 0..text.len());
    let tokens: Vec<_> =
        tokens.iter().map(|it| format!("{} {:?}", &text[it.range.clone()], it.kind)).collect();
    assert_eq!(
        tokens.join(", "),
        r#""server" BlockType, "a" Label, "host" Property, " String, x  String, upper Function, " String, b\ String, " String, " String, "tls" Property, true Keyword, "limits" Property, "memory" Property, 1 Number"#
    );
}

#[test]
fn navigation() {
    let text = r#"
{
  "variable": {"re<|>gion": {}}, #> 3:region 2
  "locals": {"zone": "${var.re<|>gion}-a"}, #> 3:region 2
  "limits": "${[for x in [1] : x<|>]}", #> 5:x 1
  "dynamic": {"server": {
    "iterator": "it",
    "content": {"host": "${it<|>.value} ${var.region}"} #> 7:it 1
  }}
}
"#;
    check(text, |snapshot, offset| {
        let defined = snapshot.definition(FILE, offset).unwrap().range;
        let text = snapshot.source(FILE).unwrap().text();
        let line = text[..defined.start].matches('\n').count() + 1;
        let references = snapshot.references(FILE, offset).len();
        format!("{line}:{} {references}", &text[defined])
    });
}

#[test]
fn broken_sources_have_answers() {
    let text = r#"{"server": {"ä": [{"host": "a ${max(1, \"é\u00e4\n\", [for x in y : x.z])}%{ if"}]}, "dynamic": {"server": {"iterator": "it", "labels": ["${it.key}"]}}, "limits": {"memory"}"#;
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    for end in ends {
        for rest in ["", "\"}]", "\\"] {
            let snapshot = snapshot(&format!("{}{rest}", &text[..end]));
            for at in [end.saturating_sub(1), end, end + 1, end + 9] {
                snapshot.completions(FILE, at);
                snapshot.hover(FILE, at);
                snapshot.signature(FILE, at);
                snapshot.definition(FILE, at);
                snapshot.add_missing(FILE, at);
            }
            let tokens = snapshot.semantic_tokens(FILE, 0..usize::MAX);
            assert!(tokens.windows(2).all(|it| it[0].range.end <= it[1].range.start));
            snapshot.symbols(FILE);
            snapshot.links(FILE);
        }
    }
}
