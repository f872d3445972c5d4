//! The answers of `ide`.

use hcldyn::syntax::Source;
use hcldyn::{Cancellation, Decoder};
use hcldyn_lsp::ide::{Language, Snapshot, Workspace};

use crate::fixture::{Config, Fixture, check, language};

const FILE: &str = "main.hcl";

fn snapshot(text: &str) -> Snapshot {
    Fixture::new(text).snapshot(language())
}

/// Returns the source text of ranges, with visible line breaks.
fn texts(snapshot: &Snapshot, ranges: impl IntoIterator<Item = std::ops::Range<usize>>) -> String {
    let text = snapshot.source(FILE).unwrap().text();
    let texts: Vec<_> = ranges.into_iter().map(|it| text[it].replace('\n', "⏎")).collect();
    texts.join(" | ")
}

#[test]
fn drop_ins_of_the_program_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.hcl"), "region = 1 +\n").unwrap();
    let pattern = folder.path().join("*.hcl").display().to_string();
    let language = Language::of_type::<Config>(Decoder::new().drop_ins(pattern));
    let snapshot = Fixture::new("port = 80\n").snapshot(language);
    assert!(snapshot.diagnostics(FILE).is_empty());
}

#[test]
fn hover() {
    check(
        r#"
po<|>rt = 80 #> `port`: whole number from 0 to 65535, **required**⏎⏎The port to listen on.
reg<|>ion = "eu" #> `region`: string, default: `"eu"`
level = "de<|>bug" #> `debug`⏎⏎Everything.
pass<|>word = "hunter2" #> `password`: string, optional⏎⏎- The value is sensitive. No message shows it.
zo<|>ne = "a" #> `zone`: string, optional⏎⏎- Deprecated. Use `region`.
limits = { mem<|>ory = 1 } #> `memory`: whole number from 0 to 4294967295, **required**
ser<|>ver "a" { #> `server` `name`: block, any number⏎⏎A server.⏎⏎- `dynamic` blocks may generate it.
  ho<|>st = upper("a") #> `host`: string, **required**⏎⏎The address.⏎⏎Value: `"A"` (string)
}
dynamic "server" {
  for_each = []
  content {
    ho<|>st = "a" #> `host`: string, **required**⏎⏎The address.
  }
}
"#,
        |snapshot, offset| snapshot.hover(FILE, offset).map(|it| it.markdown).unwrap_or_default(),
    );
}

#[test]
fn an_evaluation_ends_when_it_is_cancelled() {
    let cancellation = Cancellation::new();
    let text = "port = max([for x in [1, 2] : base + x]...)\n";
    let codes = |snapshot: Snapshot| -> Vec<_> {
        snapshot.diagnostics(FILE).iter().map(|it| it.code.to_string()).collect()
    };
    assert!(codes(snapshot(text).cancelled_by(&cancellation)).is_empty());
    cancellation.cancel();
    assert_eq!(codes(snapshot(text).cancelled_by(&cancellation)), ["evaluation-cancelled"]);
}

#[test]
fn hover_of_a_function() {
    check(
        "port = ma<|>x(1, 2) #> `max(numbers…: number)`⏎⏎The greatest of the numbers.⏎⏎Value: `2` (number)",
        |snapshot, offset| snapshot.hover(FILE, offset).unwrap().markdown,
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
region = "x"
<|> #> port password server dynamic "server"
server "a" {
  tls = <|> #> false true base upper max null
  <|> #> host
}
server "b" {
  ho<|> #> host tls
}
level = <|> #> "debug" "info" base upper max false null true
level = "<|>" #> debug info
limits = { <|> } #> memory files
"#,
        completed,
    );
}

#[test]
fn completion_in_a_broken_source() {
    check("server \"a\" {\n  host = upper(\n  <|> #> base upper max false null true\n", completed);
    check("server \"a\" {\n  host = \"a\n  <|> #> tls\n", completed);
    check(
        "server \"a\" {\n  host = max(1,\n  tls = <|> #> false true base upper max null\n",
        completed,
    );
}

#[test]
fn completion_fills_in_what_is_required() {
    let snapshot = snapshot("\n");
    let completions = snapshot.completions(FILE, 0);
    let snippet = |label: &str| {
        let found = completions.iter().find(|it| it.label == label).unwrap();
        found.snippet.clone().unwrap()
    };
    assert_eq!(snippet("port"), "port = ${1}");
    assert_eq!(snippet("server"), "server \"${1:name}\" {\n  host = \"${2}\"\n  $0\n}");
}

#[test]
fn diagnostics_and_fixes() {
    let snapshot = snapshot("prot = 80\npassword = 1 + \"hunter2\"\nzone = \"a\"\n");
    let diags = snapshot.diagnostics(FILE);
    let codes: Vec<_> = diags.iter().map(|it| it.code.to_string()).collect();
    assert_eq!(codes, ["unexpected-attribute", "invalid-operand", "deprecated-attribute"]);
    assert!(!format!("{diags}").contains("hunter2"));

    let fixes = snapshot.fixes(FILE, 0..2);
    assert_eq!(fixes[0].title, "Change \"prot\" to \"port\"");
    assert!(fixes[0].is_safe);
    assert_eq!(texts(&snapshot, [fixes[0].edits[0].range.clone()]), "prot");
    let all = snapshot.fix_all(FILE).unwrap();
    assert_eq!((all.range, all.text.as_str()), (1..3, "or"));
}

#[test]
fn formatting() {
    let snapshot = snapshot("port=80\nregion = \"eu\"\n");
    let edits = snapshot.format(FILE);
    let spans: Vec<_> = edits.iter().map(|it| (it.span.range(), it.text.as_str())).collect();
    assert_eq!(spans, [(4..4, "   "), (5..5, " ")]);
    assert_eq!(snapshot.format_range(FILE, 9..10).len(), 0);
}

#[test]
fn json_syntax_is_formatted_as_a_whole_if_it_is_valid() {
    for (text, edits) in [("{\"port\":80}", 1), ("{\"port\":80", 0)] {
        let mut workspace = Workspace::new();
        workspace.set(Source::new("a.json", text), Language::without_spec().into());
        assert_eq!(workspace.snapshot().format("a.json").len(), edits, "{text}");
    }
}

#[test]
fn folding() {
    let snapshot =
        snapshot("# a\n# b\nserver \"a\" {\n  host = <<E\nx\nE\n}\nlimits = { memory = 1 }\n");
    let folds = snapshot.folds(FILE);
    assert_eq!(
        texts(&snapshot, folds.iter().map(|it| it.range.clone())),
        "# a⏎# b | ⏎  host = <<E⏎x⏎E⏎ | ⏎x⏎E"
    );
}

#[test]
fn selection() {
    check(
        "server \"a\" {\n  host = upper(\"<|>b\") #> b | \"b\" | upper(\"b\") | host = upper(\"b\") | server \"a\" {⏎  host = upper(\"b\")⏎} | server \"a\" {⏎  host = upper(\"b\")⏎}⏎\n}",
        |snapshot, offset| texts(snapshot, snapshot.selections(FILE, offset)),
    );
}

#[test]
fn symbols() {
    let snapshot = snapshot("port = 80\nserver \"a\" {\n  host = \"b\"\n}\n");
    let symbols = snapshot.symbols(FILE);
    let names: Vec<_> = symbols.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["port", "server a"]);
    assert_eq!(symbols[1].children[0].name, "host");
    assert_eq!(texts(&snapshot, [symbols[1].selection.clone()]), "server \"a\"");

    let found: Vec<_> =
        snapshot.workspace_symbols("SVA", 10).into_iter().map(|it| it.1.name).collect();
    assert_eq!(found, ["server a"]);
}

#[test]
fn semantic_tokens() {
    let text = "server \"a\" { # c\n  host = [for x in y.z : upper(x)][0]\n}\n";
    let snapshot = snapshot(text);
    let tokens = snapshot.semantic_tokens(FILE, 0..text.len());
    let tokens: Vec<_> =
        tokens.iter().map(|it| format!("{} {:?}", &text[it.range.clone()], it.kind)).collect();
    assert_eq!(
        tokens.join(", "),
        "server BlockType, \" Label, a Label, \" Label, # c Comment, host Property, for Keyword, x Parameter, in Keyword, \
         y Variable, z Property, upper Function, x Variable, 0 Number"
    );
    let second: Vec<_> = snapshot.semantic_tokens(FILE, 17..22);
    assert_eq!(second.len(), 1);
}

#[test]
fn all_parts_of_the_name_of_a_function_have_its_role() {
    let text = "a = net::ip(net)\n";
    let tokens = snapshot(text).semantic_tokens(FILE, 0..text.len());
    let tokens = tokens.iter().map(|it| format!("{} {:?}", &text[it.range.clone()], it.kind));
    let expected = ["a Property", "net Function", "ip Function", "net Variable"];
    assert_eq!(tokens.collect::<Vec<_>>(), expected);
}

#[test]
fn an_unknown_file_has_no_answers() {
    let snapshot = snapshot("a = 1\n");
    assert!(snapshot.hover("b.hcl", 0).is_none());
    assert!(snapshot.diagnostics("b.hcl").is_empty());
    assert!(snapshot.completions("b.hcl", 0).is_empty());
}
