//! The actions that rewrite a configuration and keep its meaning.

use hcldyn_lsp::ide::{FileEdit, Language, Refactoring};

use crate::fixture::{Fixture, language};

const FILE: &str = "main.hcl";

/// Returns the actions for the range between the two marks of a source, or for its only mark, and the source.
fn offered(language: Language, marked: &str) -> (Vec<Refactoring>, String) {
    let fixture = Fixture::new(marked);
    let (start, end) = (fixture.cursors[0].0, fixture.cursors[fixture.cursors.len() - 1].0);
    (fixture.snapshot(language).refactorings(FILE, start..end), fixture.text)
}

fn applied(text: &str, edits: &[FileEdit]) -> String {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| edit.range.start);
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.clone(), &edit.text);
    }
    text
}

/// Returns the source after the action with a title, or the reason why it is not possible.
fn act_in(language: Language, title: &str, marked: &str) -> String {
    let (actions, text) = offered(language, marked);
    match actions.into_iter().find(|it| it.title == title) {
        Some(Refactoring { edits: Ok(edits), .. }) => applied(&text, &edits),
        Some(Refactoring { edits: Err(reason), .. }) => format!("not possible: {reason}"),
        None => "not offered".to_owned(),
    }
}

fn act(title: &str, marked: &str) -> String {
    act_in(Language::without_spec(), title, marked)
}

#[test]
fn a_string_of_lines_becomes_a_heredoc() {
    let heredoc = |marked| act("Write as a heredoc", marked);
    assert_eq!(
        heredoc("a {\n  b = \"x<|>\\n\\\"$${y}\\\" ${z}\\n\\n\"\n}\n"),
        "a {\n  b = <<-EOT\n    x\n    \"$${y}\" ${z}\n\n  EOT\n}\n"
    );
    // All lines have indentation, which a flush heredoc would remove.
    assert_eq!(heredoc("b = \"<|>  x\\n  EOT\\n\"\n"), "b = <<EOT_\n  x\n  EOT\nEOT_\n");
    assert_eq!(
        heredoc("b = \"<|>x\\n%{ if y ~} z\\n%{ endif }\"\n"),
        "b = <<-EOT\n  x\n  %{ if y }z\n  %{ endif ~}\nEOT\n"
    );
    for other in [
        "b = \"<|>x\"\n",
        "b = \"<|>x\\ny\"\n",
        "b = \"<|>x\\r\\n\"\n",
        "b = \"<|>x\\u0007\\n\"\n",
        "b = [\"<|>x\\n\", 1]\n",
        "b = \"<|>x\\n\" # y\n",
        "b = \"${<|>\"x\\n\"}\"\n",
        "a \"<|>b\" {\n}\n",
        "b = \"<|>x\\n\"\nc = \n",
    ] {
        assert_eq!(heredoc(other), "not offered", "{other}");
    }
}

#[test]
fn a_heredoc_becomes_a_quoted_string() {
    let quoted = |marked| act("Write as a quoted string", marked);
    assert_eq!(
        quoted("b = <<-EOT\n    x<|> \"\\n\"\n\n      $${y} ${z}\n  EOT\n"),
        "b = \"x \\\"\\\\n\\\"\\n\\n  $${y} ${z}\\n\"\n"
    );
    // A marker trims the rest of its line alone.
    assert_eq!(
        quoted("b = <<EOT<|>\n%{ for x in y ~}\n  ${x}\n%{ endfor ~}\nEOT\n"),
        "b = \"%{ for x in y }  ${x}\\n%{ endfor }\"\n"
    );
    // An interpolation alone would have the value itself in place of a string.
    assert_eq!(quoted("b = <<EOT<|>\n${x ~}\nEOT\n"), "not offered");
    // A dollar sign before an interpolation would escape it.
    assert_eq!(quoted("b = <<EOT<|>\n$${x}${y}\nEOT\n"), "b = \"$${x}${y}\\n\"\n");
}

#[test]
fn sensitive_strings_stay_as_they_are() {
    let heredoc = |marked| act_in(language(), "Write as a heredoc", marked);
    assert_eq!(heredoc("password = \"<|>a\\n\"\n"), "not offered");
    assert_eq!(heredoc("region = \"<|>a\\n\"\n"), "region = <<-EOT\n  a\nEOT\n");
    let variable = "variable \"a\" {\n  sensitive = true\n  default = \"<|>x\\n\"\n}\n";
    assert_eq!(act("Write as a heredoc", variable), "not offered");
}

#[test]
fn an_expression_becomes_a_local_value() {
    let extract = |marked| act("Extract to a local value", marked);
    assert_eq!(
        extract("locals {\n  b = 1 # one\n}\na {\n  b = <|>local.b + 1<|> # two\n}\n"),
        "locals {\n  b = 1 # one\n  b_2 = local.b + 1\n}\na {\n  b = local.b_2 # two\n}\n"
    );
    assert_eq!(
        extract("a = \"x${<|>upper(\"y\")<|>}\"\n"),
        "a = \"x${local.a}\"\n\nlocals {\n  a = upper(\"y\")\n}\n"
    );
    assert_eq!(extract("a = (1 *\n<|> 2 +\n 3 <|>)\n"), "not offered");
    assert_eq!(
        extract("locals {\n  a = (1 *\n  <|>max(2,\n 3)<|>)\n}\n"),
        "locals {\n  a = (1 *\n  local.a_2)\n  a_2 = max(2,\n   3)\n}\n"
    );
    assert_eq!(
        extract("a = [<|><<E\nx\nE\n<|>, 1]\n"),
        "a = [local.a\n, 1]\n\nlocals {\n  a = <<E\nx\nE\n}\n"
    );
    assert_eq!(
        extract("a = b ? <|>[1, \"c\"]<|> : []\n"),
        "a = b ? local.a : []\n\nlocals {\n  a = [1, \"c\"]\n}\n"
    );
}

#[test]
fn names_and_parts_that_locals_do_not_have_stay() {
    let extract = |marked| act("Extract to a local value", marked);
    let unknown = |name| {
        format!(
            "not possible: The expression refers to \"{name}\", which is not known to local values."
        )
    };
    assert_eq!(extract("a = <|>each.key<|>\n"), unknown("each"));
    assert_eq!(extract("a = [for x in [1] : <|>x + 1<|>]\n"), unknown("x"));
    assert_eq!(
        extract("dynamic \"a\" {\n  for_each = [1]\n  content {\n    b = <|>a.value<|>\n  }\n}\n"),
        unknown("a")
    );
    let data = "data \"b\" \"c\" {\n}\na = <|>data.b<|>.c.d\n";
    assert_eq!(extract(data), "not possible: A part of a name has no value of its own.");
    let key = "a = b[<|>\"c\"<|>]\n";
    assert_eq!(extract(key), "not possible: A part of a name has no value of its own.");
    let hidden = "a = [for local in [1] : <|>2<|>]\n";
    assert_eq!(extract(hidden), "not possible: The name \"local\" has another meaning here.");
    let lazy = "not possible: The expression is not always evaluated, but a local value is.";
    assert_eq!(extract("a = b ? <|>tonumber(\"x\")<|> : 1\n"), lazy);
    assert_eq!(extract("a = try(<|>1 / 0<|>, 2)\n"), lazy);
    assert_eq!(extract("a = \"%{ if b }${<|>1 / 0<|>}%{ endif }\"\n"), lazy);
    assert_eq!(extract("a {\n  count = 0\n  b = <|>1 / 0<|>\n}\n"), lazy);
    let whole = "a = <|>1<|>\nb = [for k, v in local : k]\n";
    assert!(extract(whole).ends_with("in the expression at main.hcl:2:18."), "{}", extract(whole));
    for other in [
        "a = <|><|>1\n",
        "a = { <|>b<|> = 1 }\n",
        "a = { <|>\"b\"<|> = 1 }\n",
        "a = <|>b[*].c<|>.d\n",
        "a = 1 + <|>2 * <|>3\n",
        "variable \"a\" {\n  default = <|>1<|>\n}\n",
        "function \"a\" {\n  params = []\n  result = <|>1<|>\n}\n",
        "a {\n  depends_on = <|>[1]<|>\n}\n",
    ] {
        assert_eq!(extract(other), "not offered", "{other}");
    }
    // The program of this language has no local values.
    assert_eq!(act_in(language(), "Extract to a local value", "port = <|>1<|>\n"), "not offered");
}

#[test]
fn a_local_value_is_replaced_by_its_expression() {
    let inline = |marked| act("Inline the local value", marked);
    assert_eq!(
        inline(
            "locals {\n  # one\n  a<|> = 1 + var.b\n}\nc = local.a * local.a\nd = [local[\"a\"]]\n"
        ),
        "locals {\n  # one\n}\nc = (1 + var.b) * (1 + var.b)\nd = [1 + var.b]\n"
    );
    assert_eq!(
        inline("locals {\n  a = b ? 1 : 2\n}\n\nc = \"${local.<|>a}\"\n"),
        "c = \"${b ? 1 : 2}\"\n"
    );
    assert_eq!(
        inline("locals {\n  a = var.b[*].c\n  d = 1\n}\ne = local.<|>a.f\n"),
        "locals {\n  d = 1\n}\ne = (var.b[*].c).f\n"
    );
    assert_eq!(
        inline("locals {\n  a = { b = 1 }\n  c = local.<|>a.b\n}\n"),
        "locals {\n  c = ({ b = 1 }).b\n}\n"
    );
    assert_eq!(
        inline("locals {\n  a = <<E\nx\nE\n  b = 1\n}\nc = local.<|>a\n"),
        "locals {\n  b = 1\n}\nc = <<E\nx\nE\n"
    );
}

#[test]
fn a_local_value_with_another_meaning_elsewhere_stays() {
    let inline = |marked| act("Inline the local value", marked);
    for (marked, reason) in [
        (
            "locals {\n  a<|> = var.b\n}\nc = [for var in [1] : local.a]\n",
            "The reference at main.hcl:4:29 is where \"var\" has another meaning.",
        ),
        (
            "locals {\n  a<|> = uuid()\n}\nc = local.a\n",
            "Each call of \"uuid\" has another result.",
        ),
        (
            "locals {\n  a<|> = <<E\nx\nE\n}\nc = [local.a]\n",
            "The reference at main.hcl:6:12 is in a line that can't end in a heredoc.",
        ),
        (
            "locals {\n  a<|> = 1\n}\nb = local.a\nc = values(local)\n",
            "All local values are one value in the expression at main.hcl:5:12.",
        ),
        (
            "locals {\n  a<|> = 1\n}\nb {\n  depends_on = [local.a]\n}\n",
            "The reference at main.hcl:5:23 is a name, not a value.",
        ),
    ] {
        assert_eq!(inline(marked), format!("not possible: {reason}"));
    }
    assert_eq!(inline("locals {\n  a<|> = 1\n}\n"), "not offered");
    assert_eq!(inline("variable \"a<|>\" {\n}\nb = var.a\n"), "not offered");
}

#[test]
fn all_files_of_a_configuration_are_inlined() {
    let mut workspace = hcldyn_lsp::ide::Workspace::new();
    let language = std::sync::Arc::new(Language::without_spec().of_folders());
    let mut set = |name: &str, text: &str| {
        workspace.set(hcldyn::syntax::Source::new(name, text), language.clone());
    };
    set("w/a.hcl", "locals {\n  a = 1\n}\n");
    set("w/b.hcl", "b = local.a\n");
    let inlined = |workspace: &hcldyn_lsp::ide::Workspace| {
        let actions = workspace.snapshot().refactorings("w/b.hcl", 10..10);
        let action = actions.into_iter().find(|it| it.title == "Inline the local value").unwrap();
        let edit = |it: &FileEdit| format!("{} {:?} {:?}", it.file, it.range, it.text);
        action.edits.map(|edits| edits.iter().map(edit).collect::<Vec<_>>().join(", "))
    };
    assert_eq!(inlined(&workspace).unwrap(), "w/a.hcl 0..19 \"\", w/b.hcl 4..11 \"1\"");
    workspace.set(
        hcldyn::syntax::Source::new("w/c.hcl.json", "{\"c\": \"${local.a}\"}"),
        language.clone(),
    );
    assert!(inlined(&workspace).unwrap_err().ends_with("is in JSON syntax or has errors."));
}

/// Returns the actions of blocks in a language whose `server` blocks may be generated.
fn act_on_servers(title: &str, marked: &str) -> String {
    act_in(language(), title, marked)
}

#[test]
fn a_dynamic_block_is_written_out() {
    let write_out = |marked| act("Write out the dynamic block", marked);
    assert_eq!(
        write_out(
            "locals {\n  all = [\"a\", \"b\"]\n}\nc {\n  dyn<|>amic \"d\" {\n    for_each = local.all\n    content {\n      # each\n      e = \"${d.value}-${f.g}\"\n    }\n  }\n}\n\ndynamic \"h\" {\n  for_each = [1]\n  content {}\n}\n"
        ),
        "locals {\n  all = [\"a\", \"b\"]\n}\nc {\n  d {\n    # each\n    e = \"a-${f.g}\"\n  }\n\n  d {\n    # each\n    e = \"b-${f.g}\"\n  }\n}\n\ndynamic \"h\" {\n  for_each = [1]\n  content {}\n}\n"
    );
    // The outermost one of several.
    assert_eq!(
        write_out(
            "dynamic \"a\" {\n  for_each = [1]\n  content {\n    dynamic \"b<|>\" {\n      for_each = [2]\n      content {\n        c = a.value + b.value\n      }\n    }\n  }\n}\n"
        ),
        "a {\n  b {\n    c = 3\n  }\n}\n"
    );
    let unknown = "not possible: The collection or the content is not known here, or sensitive.";
    assert_eq!(write_out("dynamic<|> \"a\" {\n  for_each = b.c\n  content {}\n}\n"), unknown);
    assert_eq!(
        write_out(
            "variable \"b\" {\n  sensitive = true\n  default = [\"hunter2\"]\n}\ndynamic<|> \"a\" {\n  for_each = var.b\n  content {\n    c = a.value\n  }\n}\n"
        ),
        "not possible: Value not writable."
    );
    assert_eq!(write_out("dynamic \"a\" {\n  for_each = [1]<|>\n  content {}\n}\n"), "not offered");
}

#[test]
fn similar_blocks_become_a_dynamic_block() {
    let fold = |marked| act_on_servers("Fold similar blocks into a dynamic block", marked);
    assert_eq!(
        fold(
            "port = 1\nser<|>ver \"a\" {\n  # the host\n  host = \"x\"\n  tls  = true\n}\n\nserver \"b\" {\n  host = \"y\"\n  tls = true\n}\n"
        ),
        "port = 1\ndynamic \"server\" {\n  for_each = [\n    { label = \"a\", host = \"x\" },\n    { label = \"b\", host = \"y\" },\n  ]\n  labels = [server.value.label]\n  content {\n    # the host\n    host = server.value.host\n    tls  = true\n  }\n}\n"
    );
    let fold = |marked| act("Fold similar blocks into a dynamic block", marked);
    assert_eq!(
        fold("a {\n  <|>b { c = [1, 2] }\n  b { c = [3] }<|>\n  b { c = [4] }\n}\n"),
        "a {\n  dynamic \"b\" {\n    for_each = [\n      { c = [1, 2] },\n      { c = [3] },\n    ]\n    content { c = b.value.c }\n  }\n  b { c = [4] }\n}\n"
    );
    assert_eq!(
        fold(
            "<|>b {\n  c = <<E\n x\nE\n  d {\n    c = 1\n  }\n}\nb {\n  c = <<E\n x\nE\n  d {\n    c = 2\n  }\n}\n"
        ),
        "dynamic \"b\" {\n  for_each = [\n    { c = 1 },\n    { c = 2 },\n  ]\n  content {\n    c = <<E\n x\nE\n    d {\n      c = b.value.c\n    }\n  }\n}\n"
    );
    // An expression refers to the name of the type.
    assert_eq!(
        fold("<|>b {\n  c = b.d\n}\nb {\n  c = b.d\n}\n"),
        "dynamic \"b\" {\n  for_each = [\n    {},\n    {},\n  ]\n  iterator = item\n  content {\n    c = b.d\n  }\n}\n"
    );
}

#[test]
fn the_iterator_of_a_block_inside_is_another_one() {
    let part = |value: u32| {
        format!(
            "b {{\n  dynamic \"b\" {{\n    for_each = [1]\n    content {{\n      c = {value}\n    }}\n  }}\n}}\n"
        )
    };
    let folded =
        act("Fold similar blocks into a dynamic block", &format!("<|>{}{}", part(1), part(2)));
    assert!(folded.contains("  iterator = item\n"), "{folded}");
    assert!(folded.contains("        c = item.value.c\n"), "{folded}");
}

#[test]
fn blocks_that_differ_in_more_than_literals_stay() {
    for other in [
        "<|>b {\n  c = 1\n}\nb {\n  c = d.e\n}\n",
        "<|>b {\n  c = 1\n}\nb {\n  d = 1\n}\n",
        "<|>b {\n  c = 1\n}\nb {\n  # two\n  c = 2\n}\n",
        "<|>b {\n  c = 1\n}\n",
        "<|>b {\n  c = 1\n}\ne = 1\nb {\n  c = 2\n}\n",
        "<|>locals {\n  c = 1\n}\nlocals {\n  c = 2\n}\n",
        "<|>dynamic \"b\" {\n  for_each = []\n}\ndynamic \"b\" {\n  for_each = [1]\n}\n",
    ] {
        let found = act("Fold similar blocks into a dynamic block", other);
        assert_eq!(found, "not offered", "{other}");
    }
    // The spec of this language has no such blocks.
    let unknown = "<|>b {\n  c = 1\n}\nb {\n  c = 2\n}\n";
    assert_eq!(act_on_servers("Fold similar blocks into a dynamic block", unknown), "not offered");
}

#[test]
fn an_expanded_file_hides_sensitive_values() {
    let text = "port = base\npassword = \"hunter2\" # password: hunter2\ndynamic \"server\" {\n  for_each = [\"a\"]\n  labels = [server.value]\n  content {\n    host = server.value\n  }\n}\n";
    let snapshot = Fixture::new(text).snapshot(language());
    assert_eq!(
        snapshot.expanded(FILE).unwrap(),
        "port = base\npassword = (sensitive) #(sensitive)\nserver \"a\" {\n  host = \"a\"\n}\n"
    );
    let broken = Fixture::new("a = \n").snapshot(language());
    assert_eq!(broken.expanded(FILE).unwrap_err(), "The file has syntax errors.");
    assert_eq!(broken.expanded("b.hcl").unwrap_err(), "The file is not known.");
}
