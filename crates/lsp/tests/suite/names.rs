//! Names that blocks define: navigation, renaming and completion, in one file and across files.

use std::ops::Range;
use std::sync::Arc;

use hcldyn::ext::graph::{BlockKind, Definitions};
use hcldyn::syntax::Source;
use hcldyn_lsp::ide::{Language, Snapshot, Workspace};

use crate::fixture::{Fixture, check, language};

const FILE: &str = "main.hcl";

/// Returns the source text of ranges, each with its line, from 1.
fn lines(snapshot: &Snapshot, ranges: impl IntoIterator<Item = Range<usize>>) -> String {
    let text = snapshot.source(FILE).unwrap().text();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let found: Vec<_> =
        ranges.into_iter().map(|it| format!("{}:{}", line(it.start), &text[it])).collect();
    found.join(" ")
}

const NAMES: &str = r#"variable "re<|>gion" {} #> DEFINED
locals {
  zone = "${var.re<|>gion}-a" #> DEFINED
  all  = [for z in [local.zone] : local["zo<|>ne"]] #> OTHER
}
host = upper(var.region.x)
dynamic "local" {
  for_each = [local.zone]
  content {
    host = local.zone
  }
}
"#;

fn fixture(defined: &str, other: &str) -> String {
    NAMES.replace("DEFINED", defined).replace("OTHER", other)
}

#[test]
fn definition() {
    check(&fixture("1:region", "3:zone"), |snapshot, offset| {
        lines(snapshot, snapshot.definition(FILE, offset).map(|it| it.range))
    });
}

/// The iterator of a `dynamic` block hides names.
#[test]
fn references() {
    check(&fixture("3:region 6:region", "4:zone 4:zone 8:zone"), |snapshot, offset| {
        lines(snapshot, snapshot.references(FILE, offset).into_iter().map(|it| it.range))
    });
}

#[test]
fn highlights() {
    check(
        &fixture("1:region 3:region 6:region", "3:zone 4:zone 4:zone 8:zone"),
        |snapshot, offset| {
            let highlights = snapshot.highlights(FILE, offset);
            assert!(highlights[0].is_definition && !highlights[1].is_definition);
            lines(snapshot, highlights.into_iter().map(|it| it.range))
        },
    );
}

#[test]
fn hover() {
    check(
        "variable \"a\" {}\nport = var.a<|> #> `var.a`⏎⏎Defined at main.hcl:1:11.\n",
        |snapshot, offset| snapshot.hover(FILE, offset).unwrap().markdown,
    );
}

#[test]
fn completion() {
    let labels = |snapshot: &Snapshot, offset| {
        let completions = snapshot.completions(FILE, offset);
        completions.into_iter().map(|it| it.label).collect::<Vec<_>>().join(" ")
    };
    check(
        r#"
variable "region" {}
variable "zone" {}
data "disk" "a" {}
port = <|> #> base data var max upper null
port = var.<|> #> region zone
port = var.z<|>one #> region zone
port = data.disk.<|> #> a
port = max(1, "${data.<|> #> disk
"#,
        labels,
    );
}

#[test]
fn completion_of_members() {
    let labels = |snapshot: &Snapshot, offset| {
        let completions = snapshot.completions(FILE, offset);
        completions.into_iter().map(|it| it.label).collect::<Vec<_>>().join(" ")
    };
    check(
        r#"
locals {
  disk  = { size = 1, owner = { name = "a" } }
  both  = merge(local.disk, { "kind" = 2 })
  self  = merge(local.self, local.self, local.both)
}
variable "net" {
  type = object({ cidr = string, zones = optional(list(object({ id = string }))) })
}
server "a" {
  host = local.disk.<|> #> owner size
  host = local.disk.owner.<|> #> name
  host = local.both.<|> #> kind owner size
  host = local.self.<|> #> kind owner size
  host = var.net.<|> #> cidr zones
  host = var.other.<|> #>
}
resource "x" "a" {
  for_each = []
  host     = each.<|> #> key value
  host     = count.<|> #>
}
dynamic "server" {
  iterator = it
  content {
    host = it.<|> #> key value
  }
}
"#
        .replace(" #>\n", "\n")
        .as_str(),
        labels,
    );
}

#[test]
fn attributes_of_blocks_are_those_of_the_spec() {
    let definitions =
        Definitions::new().block(BlockKind::new("server", &["name"]).defines(&["server"]));
    let fixture = Fixture::new("server \"a\" {}\nport = server.a.<|>\n");
    let snapshot = fixture.snapshot(language().definitions(definitions));
    let completions = snapshot.completions(FILE, fixture.cursors[0].0);
    let labels: Vec<_> = completions.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["host", "tls"]);
}

#[test]
fn types_are_offered_in_variables() {
    check(
        "variable \"a\" {\n  type = list(<|> #> any bool number string list map object optional set tuple\n",
        |snapshot, offset| {
            let completions = snapshot.completions(FILE, offset);
            completions.into_iter().map(|it| it.label).collect::<Vec<_>>().join(" ")
        },
    );
}

#[test]
fn names_like_the_attribute_come_first() {
    let text = "variable \"zone\" {}\nvariable \"vpc_port\" {}\nvariable \"area\" {}\nport = var.<|> #> vpc_port area zone\n";
    check(text, |snapshot, offset| {
        let completions = snapshot.completions(FILE, offset);
        completions.into_iter().map(|it| it.label).collect::<Vec<_>>().join(" ")
    });
}

#[test]
fn signature() {
    check(
        "port = max(1, 2<|>) #> max(numbers…: number) Some(0)\nregion = upper(<|> #> upper(string: string) Some(0)\n",
        |snapshot, offset| {
            let signature = snapshot.signature(FILE, offset).unwrap();
            format!("{} {:?}", signature.label, signature.active)
        },
    );
}

#[test]
fn links() {
    let text = "a = file(\"x/y.txt\")\nb = file(c)\nd = nope(\"z\")\n";
    let mut workspace = Workspace::new();
    workspace.set(Source::new("/w/a.hcl", text), Language::without_spec().into());
    let links = workspace.snapshot().links("/w/a.hcl");
    assert_eq!(links.len(), 1);
    assert_eq!((&text[links[0].0.range.clone()], links[0].1.as_str()), ("x/y.txt", "/w/x/y.txt"));
}

/// A workspace of files, each with its name.
fn workspace(files: &[(&str, &str)]) -> Workspace {
    let language = Arc::new(Language::without_spec());
    let mut workspace = Workspace::new();
    for (name, text) in files {
        workspace.set(Source::new(*name, *text), language.clone());
    }
    workspace
}

/// Returns a file after the edits of a renaming at the first offset of a text.
fn renamed(files: &[(&str, &str)], at: &str, new: &str) -> Result<Vec<String>, String> {
    let snapshot = workspace(files).snapshot();
    let offset = files[0].1.find(at).unwrap();
    let edits = snapshot.rename(files[0].0, offset, new)?;
    let edited = files.iter().map(|(name, text)| {
        let mut text = (*text).to_owned();
        let mut own: Vec<_> = edits.iter().filter(|edit| edit.file == *name).collect();
        own.sort_by_key(|edit| edit.range.start);
        for edit in own.into_iter().rev() {
            text.replace_range(edit.range.clone(), &edit.text);
        }
        text
    });
    Ok(edited.collect())
}

#[test]
fn renaming_across_files_and_syntaxes() {
    let files = [
        ("w/a.tf", "variable \"old\" {}\n"),
        ("w/b.tf", "x = var.old + var[\"old\"].y\n"),
        ("w/c.tf.json", "{\"output\": {\"o\": {\"value\": \"${var.old}\"}}}"),
        ("other/d.tf", "x = var.old\n"),
    ];
    let edited = renamed(&files, "old", "new").unwrap();
    assert_eq!(edited[0], "variable \"new\" {}\n");
    assert_eq!(edited[1], "x = var.new + var[\"new\"].y\n");
    assert_eq!(edited[2], "{\"output\": {\"o\": {\"value\": \"${var.new}\"}}}");
    assert_eq!(edited[3], "x = var.old\n");
}

#[test]
fn renaming_that_would_change_other_names_is_rejected() {
    let text = "locals {\n  a = 1\n  b = local.a\n}\n";
    let files = [("a.hcl", text)];
    let rejected = |at, new| renamed(&files, at, new).unwrap_err();
    assert_eq!(rejected("a = 1", "b"), "Renaming local.a to \"b\" would change other references.");
    assert_eq!(rejected("a = 1", "1a"), "\"1a\" is not a valid name.");
    assert_eq!(
        rejected("locals", "x"),
        "Only names that the configuration defines can be renamed."
    );
    let edited = renamed(&files, "a = 1", "c").unwrap();
    assert_eq!(edited[0], "locals {\n  c = 1\n  b = local.c\n}\n");
}

/// The names of all local values are keys of `local`.
#[test]
fn renaming_a_name_that_is_a_value_is_rejected() {
    for whole in ["keys(local)", "[for k, v in local : k]", "local[x]", "[for x in y : local[x]]"] {
        let text = format!("locals {{\n  a = 1\n}}\nb = {whole}\n");
        let message = renamed(&[("a.hcl", &text)], "a = 1", "c").unwrap_err();
        assert!(
            message.starts_with("The name is a value in the expression at a.hcl:4:"),
            "{message}"
        );
    }
    let text = "locals {\n  a = 1\n}\nb = [for local in x : local]\n";
    assert!(renamed(&[("a.hcl", text)], "a = 1", "c").is_ok());
}

/// Iterators and parameters are not references to other names.
#[test]
fn renaming_beside_variables_of_equal_names() {
    let dynamic = "dynamic \"s\" {\n  iterator = local\n  content {\n    x = local.a\n  }\n}\n";
    let function = "function \"f\" {\n  params = [local]\n  result = local.a\n}\n";
    for block in [dynamic, function] {
        let text = format!("locals {{\n  a = 1\n}}\nb = local.a\n{block}");
        let edited = renamed(&[("a.hcl", &text)], "a = 1", "c").unwrap();
        assert_eq!(edited[0], format!("locals {{\n  c = 1\n}}\nb = local.c\n{block}"));
    }
}

#[test]
fn renaming_iterators() {
    let text = "dynamic \"a\" {\n  iterator = x\n  labels = [x.key]\n  content {\n    b = x.value\n  }\n}\n";
    let edited = renamed(&[("a.hcl", text)], "x\n", "y").unwrap();
    assert_eq!(edited[0], text.replace("x\n", "y\n").replace("x.", "y."));
    // The collection of the inner one belongs to the outer one of the same name.
    let inner = "dynamic \"b\" {\n  for_each = x.value\n  iterator = NEW\n  content {\n    c = NEW.value\n  }\n}\n";
    let outer =
        |inner| format!("dynamic \"a\" {{\n  iterator = x\n  content {{\n{inner}  }}\n}}\n");
    let text = outer(inner.replace("NEW", "x"));
    let edited = renamed(&[("a.hcl", &text)], "x\n  content {\n    c", "y").unwrap();
    assert_eq!(edited[0], outer(inner.replace("NEW", "y")));
}

#[test]
fn renaming_one_variable_of_a_for_to_the_other() {
    let files = [("a.hcl", "a = { for k, v in x : k => v }\n")];
    assert!(renamed(&files, "k, v", "v").is_err());
    assert!(renamed(&files, "v in", "k").is_err());
    assert!(renamed(&files, "v in", "true").is_err());
    assert!(renamed(&files, "v in", "w").is_ok());
}

#[test]
fn renaming_to_a_name_of_another_file_is_rejected() {
    let files =
        [("a.hcl", "variable \"a\" {}\nx = var.a\n"), ("b.hcl", "variable \"b\" {}\ny = var.b\n")];
    assert!(renamed(&files, "a\" {}", "b").is_err());
    assert!(renamed(&files, "a\" {}", "c").is_ok());
}

const LOCALS: &str = r#"
a = [for k, v in v : [for v in v : k<|>]] #> 2:k
b = [for k, v in [v] : [for v in v<|> : k]] #> 3:v
c = "%{ for x in y }${x<|>}%{ endfor }${x}" #> 4:x
dynamic "server" {
  for_each = server
  labels   = [server<|>.key] #> 5:server
  content {
    d = server<|>.value #> 5:server
  }
}
dynamic "server" {
  for_each = []
  iterator = it
  content {
    e = it<|> #> 14:it
    f = server<|> #>
  }
}
"#;

#[test]
fn definitions_of_local_names() {
    check(&LOCALS.replace(" #>\n", "\n"), |snapshot, offset| {
        lines(snapshot, snapshot.definition(FILE, offset).map(|it| it.range))
    });
}

#[test]
fn local_names_are_offered_in_their_scope() {
    check(
        "a = [for x in <|>[1] : x] #> false\nb = [for x in [1] : <|>x] #> true\n",
        |snapshot, offset| {
            let completions = snapshot.completions(FILE, offset);
            completions.iter().any(|it| it.label == "x").to_string()
        },
    );
}

#[test]
fn renaming_local_names() {
    let text = "a = [for x in x : [x, y]]\n";
    let files = [("a.hcl", text)];
    assert_eq!(renamed(&files, "x in", "z").unwrap(), ["a = [for z in x : [z, y]]\n"]);
    // A variable without a definition in the file may have one elsewhere.
    let nested = [("a.hcl", "a = [for x in [1] : [for y in [2] : x + y]]\n")];
    assert!(renamed(&nested, "x in", "y").is_err());
    let dynamic = [("a.hcl", "dynamic \"s\" {\n  content {\n    a = s.value\n  }\n}\n")];
    let message = renamed(&dynamic, "s.value", "t").unwrap_err();
    assert_eq!(message, "This iterator has the name of the block type.");
}

#[test]
fn a_name_can_be_renamed_at_its_uses() {
    let fixture = Fixture::new("variable \"<|>a\" {}\nx = v<|>ar.<|>a\n");
    let snapshot = workspace(&[(FILE, &fixture.text)]).snapshot();
    let ranges: Vec<_> =
        fixture.cursors.iter().map(|(at, _)| snapshot.renamed_range(FILE, *at)).collect();
    assert_eq!(ranges, [Some(10..11), None, Some(24..25)]);
}

const FUNCTIONS: &str = r#"
function "tw<|>ice" { #> 2:twice | 6:twice
  params = [n]
  result = n<|> * 2 #> 3:n | 4:n
}
a = twi<|>ce(1) #> 2:twice | 6:twice
"#;

#[test]
fn navigation_of_functions() {
    check(FUNCTIONS, |snapshot, offset| {
        let definition = snapshot.definition(FILE, offset).map(|it| it.range);
        let references = snapshot.references(FILE, offset).into_iter().map(|it| it.range);
        format!("{} | {}", lines(snapshot, definition), lines(snapshot, references))
    });
}

#[test]
fn functions_of_the_configuration_are_described() {
    let text = "function \"twice\" {\n  params = [n]\n  result = n * 2\n}\n";
    let signature = |snapshot: &Snapshot, offset| snapshot.signature(FILE, offset).unwrap();
    check(&format!("{text}port = twice(<|> #> twice(n) Some(0)\n"), |snapshot, offset| {
        let found = signature(snapshot, offset);
        format!("{} {:?}", found.label, found.active)
    });
    check(&format!("{text}port = <|> #> base max twice upper null\n"), |snapshot, offset| {
        let completions = snapshot.completions(FILE, offset);
        completions.into_iter().map(|it| it.label).collect::<Vec<_>>().join(" ")
    });
}

#[test]
fn functions_are_renamed_in_all_files() {
    let files = [
        ("a.hcl", "function \"f\" {\n  params = [x]\n  result = f.x + x\n}\n"),
        ("b.hcl", "a = f(1) + f\n"),
    ];
    let edited = renamed(&files, "f\" {", "g").unwrap();
    assert_eq!(edited[0], "function \"g\" {\n  params = [x]\n  result = f.x + x\n}\n");
    assert_eq!(edited[1], "a = g(1) + f\n");
    let edited = renamed(&files, "x]", "y").unwrap();
    assert_eq!(edited[0], "function \"f\" {\n  params = [y]\n  result = f.x + y\n}\n");
}
