//! Edits, and the text they leave.

use super::*;

fn document(text: &str) -> Document {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the text after an edit.
fn edited(text: &str, edit: impl FnOnce(&mut Document) -> Result<(), Diagnostics>) -> String {
    let mut document = document(text);
    edit(&mut document).unwrap_or_else(|error| panic!("{text}: {error}"));
    document.to_string()
}

fn error(text: &str, edit: impl FnOnce(&mut Document) -> Result<(), Diagnostics>) -> String {
    let mut document = document(text);
    let error = edit(&mut document).expect_err(text);
    assert_eq!(document.to_string(), text, "a failed edit changes nothing");
    format!("{} {error}", error.iter().next().unwrap().code)
}

/// An expression that is set or inserted, with the text before and after. Removing it restores the text.
const ADDED: &[(&str, &str, &str, &str)] = &[
    // Attributes of the document.
    ("", "a", "1", "a = 1\n"),
    ("\n", "a", "1", "a = 1\n\n"),
    ("\u{feff}", "a", "1", "\u{feff}a = 1\n"),
    ("# c\n", "a", "1", "# c\n\na = 1\n"),
    ("# c", "a", "1", "# c\n\na = 1"),
    ("# c\n\n", "a", "1", "# c\n\na = 1\n\n"),
    ("a = 1", "b", "2", "a = 1\nb = 2"),
    ("a = 1 # c\n# d\n", "b", "2", "a = 1 # c\nb = 2\n# d\n"),
    ("a = 1 /* c */\r\nb {}\r\n", "c", "2", "a = 1 /* c */\r\nc = 2\r\nb {}\r\n"),
    ("long  = 1\n", "b", "2", "long  = 1\nb     = 2\n"),
    ("b=1\n", "long", "2", "b=1\nlong=2\n"),
    ("b = 1\n", "long", "2", "b = 1\nlong = 2\n"),
    ("b = <<E\nx\nE\n", "c", "2", "b = <<E\nx\nE\nc = 2\n"),
    ("b = <<E\nx\nE", "c", "2", "b = <<E\nx\nE\nc = 2"),
    ("b {\n}\n", "a", "1", "a = 1\n\nb {\n}\n"),
    ("# l\n\n# c\nb {\n}\n", "a", "1", "# l\n\na = 1\n\n# c\nb {\n}\n"),
    ("b {\n}\n\nc = 1\n\nd {}\n", "a", "2", "b {\n}\n\nc = 1\na = 2\n\nd {}\n"),
    // Attributes of blocks.
    ("b {\n}\n", "b.a", "1", "b {\n  a = 1\n}\n"),
    ("b {\n\n}\n", "b.a", "1", "b {\n  a = 1\n\n}\n"),
    ("b { # c\n}\n", "b.a", "1", "b { # c\n  a = 1\n}\n"),
    ("b {\n  # c\n}\n", "b.a", "1", "b {\n  # c\n  a = 1\n}\n"),
    ("b {\n  # c\n\n}\n", "b.a", "1", "b {\n  # c\n  a = 1\n\n}\n"),
    ("b {\n\tc = 1\n}\n", "b.a", "1", "b {\n\tc = 1\n\ta = 1\n}\n"),
    ("b {\n  c {}\n}\n", "b.a", "1", "b {\n  a = 1\n\n  c {}\n}\n"),
    ("b {\n    c {\n    }\n}\n", "b.c.a", "1", "b {\n    c {\n        a = 1\n    }\n}\n"),
    ("b {\n  a = 1\n\n}\n", "b.c", "1", "b {\n  a = 1\n  c = 1\n\n}\n"),
    (
        "b {\n  a = 1\n  # c\n\n  d {\n  }\n}\n",
        "b.c",
        "1",
        "b {\n  a = 1\n  c = 1\n  # c\n\n  d {\n  }\n}\n",
    ),
    // Objects.
    ("a = {}\n", "a.b", "1", "a = { b = 1 }\n"),
    ("a = {\n}\n", "a.b", "1", "a = {\n  b = 1\n}\n"),
    ("a = {\n  # c\n}\n", "a.b", "1", "a = {\n  # c\n  b = 1\n}\n"),
    ("a = { b = 1 }\n", "a.c", "2", "a = { b = 1, c = 2 }\n"),
    ("a = { b = 1, }\n", "a.c", "2", "a = { b = 1, c = 2, }\n"),
    ("a = { \"b\": 1 }\n", "a.c", "2", "a = { \"b\": 1, \"c\": 2 }\n"),
    ("a = { b = 1 }\n", "a[\"c d\"]", "2", "a = { b = 1, \"c d\" = 2 }\n"),
    ("a = {\n  bc = 1\n}\n", "a.d", "2", "a = {\n  bc = 1\n  d  = 2\n}\n"),
    ("a = {\n  b = 1,\n  c = 1\n}\n", "a.d", "2", "a = {\n  b = 1,\n  c = 1,\n  d = 2\n}\n"),
    ("a = {\n  b = 1, # b\n}\n", "a.d", "2", "a = {\n  b = 1, # b\n  d = 2,\n}\n"),
    ("a = { b = 1\n  c = 1 }\n", "a.d", "2", "a = { b = 1\n  c = 1, d = 2 }\n"),
    ("a = {\n  b = <<E\nx\nE\n}\n", "a.c", "2", "a = {\n  b = <<E\nx\nE\n  c = 2\n}\n"),
    ("a = {\n  (x) = 1\n}\n", "a.c", "2", "a = {\n  (x) = 1\n  c   = 2\n}\n"),
    // Tuples.
    ("a = []\n", "a[0]", "1", "a = [1]\n"),
    ("a = [\n]\n", "a[0]", "1", "a = [\n  1,\n]\n"),
    ("a = [1]\n", "a[0]", "2", "a = [2, 1]\n"),
    ("a = [1]\n", "a[1]", "2", "a = [1, 2]\n"),
    ("a = [1,]\n", "a[1]", "2", "a = [1, 2,]\n"),
    ("a = [1, /* c */ 3]\n", "a[1]", "2", "a = [1, /* c */ 2, 3]\n"),
    ("a = [1 /* c */]\n", "a[1]", "2", "a = [1, 2 /* c */]\n"),
    ("a = [\n  1, # c\n  3 # d\n]\n", "a[2]", "2", "a = [\n  1, # c\n  3, # d\n  2\n]\n"),
    ("a = [\n  1,\n  3,\n]\n", "a[1]", "2", "a = [\n  1,\n  2,\n  3,\n]\n"),
    ("a = [\n  1, 3\n]\n", "a[1]", "2", "a = [\n  1, 2, 3\n]\n"),
    ("a = [\n  1, 3\n]\n", "a[2]", "2", "a = [\n  1, 3,\n  2\n]\n"),
    ("a = [[1], [\n  2\n]]\n", "a[1][1]", "3", "a = [[1], [\n  2,\n  3\n]]\n"),
    // After a heredoc, whose end marker is alone on its line.
    (
        "a = { b = <<E\nx\nE\n# c\n /* d */ }\n",
        "a.d",
        "2",
        "a = { b = <<E\nx\nE\nd = 2\n# c\n /* d */ }\n",
    ),
    (
        "a = {\n  b = 1,\n  c = <<E\nx\nE\n}\n",
        "a.d",
        "2",
        "a = {\n  b = 1,\n  c = <<E\nx\nE\n  d = 2\n}\n",
    ),
    ("a = { b = <<E\nx\nE\n}\n", "a.d", "2", "a = { b = <<E\nx\nE\nd = 2\n}\n"),
    ("a = [<<E\nx\nE\n]\n", "a[1]", "2", "a = [<<E\nx\nE\n,\n2\n]\n"),
    ("a = [<<E\nx\nE\n, ]\n", "a[1]", "2", "a = [<<E\nx\nE\n, 2, ]\n"),
    ("a = [<<E\nx\nE\n, 3]\n", "a[1]", "2", "a = [<<E\nx\nE\n, 2, 3]\n"),
    ("a = [\n  1,\n  <<E\nx\nE\n  ,\n]\n", "a[2]", "2", "a = [\n  1,\n  <<E\nx\nE\n  ,\n  2,\n]\n"),
    ("a = [<<E\nx\nE\n]\n", "a[0]", "2", "a = [2, <<E\nx\nE\n]\n"),
];

#[test]
fn additions_have_the_layout_of_their_neighbours_and_can_be_removed() {
    for (before, path, expression, after) in ADDED {
        let mut document = document(before);
        document.insert_expression(path, expression).unwrap_or_else(|e| panic!("{before}: {e}"));
        assert_eq!(document.to_string(), *after, "{before:?} with {path}");
        assert_eq!(document.get(path).unwrap().text(), *expression);
        document.remove(path).unwrap_or_else(|e| panic!("{after}: {e}"));
        assert_eq!(document.to_string(), *before, "{after:?} without {path}");
    }
}

#[test]
fn blocks_on_one_line_are_opened_up() {
    for (before, path, after) in [
        ("b {}\n", "b.a", "b {\n  a = 1\n}\n"),
        ("b { }\n", "b.a", "b {\n  a = 1\n}\n"),
        ("b { c = 1 }\n", "b.a", "b {\n  c = 1\n  a = 1\n}\n"),
        ("b { /* c */ }\n", "b.a", "b {\n  /* c */\n  a = 1\n}\n"),
        ("b { c = 1 /* d */ }\n", "b.a", "b {\n  c = 1 /* d */\n  a = 1\n}\n"),
        ("x {\n    b {}\n}\n", "x.b.a", "x {\n    b {\n        a = 1\n    }\n}\n"),
        (
            "x {\r\n\tb { c = 1 }\r\n}\r\n",
            "x.b.a",
            "x {\r\n\tb {\r\n\t\tc = 1\r\n\t\ta = 1\r\n\t}\r\n}\r\n",
        ),
    ] {
        assert_eq!(edited(before, |it| it.set(path, 1)), after);
    }
}

#[test]
fn blocks_are_appended_like_their_neighbours_and_can_be_removed() {
    for (before, parent, after) in [
        ("", "", "r \"x\" {\n}\n"),
        ("a = 1", "", "a = 1\n\nr \"x\" {\n}"),
        ("a = 1\n\n\n", "", "a = 1\n\nr \"x\" {\n}\n\n\n"),
        ("r y {\n}\n", "", "r y {\n}\n\nr x {\n}\n"),
        ("r \"y\" {\n}\n# c\n", "", "r \"y\" {\n}\nr \"x\" {\n}\n# c\n"),
        ("r \"y\" {}\nb {}\n", "", "r \"y\" {}\nr \"x\" {\n}\nb {}\n"),
        ("r \"y\" {\n}\n\nb {\n}\n", "", "r \"y\" {\n}\n\nr \"x\" {\n}\n\nb {\n}\n"),
        ("b {\n}\n", "b", "b {\n  r \"x\" {\n  }\n}\n"),
        ("b {\n\ta = 1\n}\n", "b", "b {\n\ta = 1\n\n\tr \"x\" {\n\t}\n}\n"),
        (
            "b {\n  c {\n  }\n  d {\n  }\n}\n",
            "b",
            "b {\n  c {\n  }\n  d {\n  }\n  r \"x\" {\n  }\n}\n",
        ),
    ] {
        let mut document = document(before);
        let path = document.append_block(parent, "r", &["x"]).unwrap();
        assert_eq!(document.to_string(), after, "{before:?}");
        document.remove(&path).unwrap();
        assert_eq!(document.to_string(), before, "{after:?} without {path}");
    }
    assert_eq!(
        edited("b {}\n", |it| it.append_block("b", "r", &[]).map(drop)),
        "b {\n  r {\n  }\n}\n"
    );
}

#[test]
fn the_path_of_a_new_block_leads_to_it() {
    let mut document = document("r x {\n}\n");
    assert_eq!(document.append_block("", "r", &["y"]).unwrap().to_string(), "r[\"y\"]");
    assert_eq!(document.append_block("", "r", &["y"]).unwrap().to_string(), "r[\"y\"][1]");
    assert_eq!(document.append_block("", "r", &[]).unwrap().to_string(), "r[3]");
    assert_eq!(
        document.append_block("r[\"x\"]", "z\u{e9}", &["\"${"]).unwrap().to_string(),
        "r[\"x\"].z\u{e9}[\"\\\"$${\"]"
    );
}

#[test]
fn replaced_values_keep_everything_around_them() {
    let object = || Value::object([("k", Value::from("v"))]);
    for (before, path, value, after) in [
        ("a  =  1 # c\n", "a", Value::from("x"), "a  =  \"x\" # c\n"),
        ("a = <<E\nx\nE\n", "a", Value::from(1), "a = 1\n"),
        ("b {\n  a = 1 # c\n}\n", "b.a", object(), "b {\n  a = {\n    k = \"v\"\n  } # c\n}\n"),
        ("a = {} # c\n", "a", object(), "a = { k = \"v\" } # c\n"),
        ("a = [ 1 , 2 ] # c\n", "a[1]", object(), "a = [ 1 , {\n  k = \"v\"\n} ] # c\n"),
        ("a = {\r\n}\r\n", "a", object(), "a = {\r\n  k = \"v\"\r\n}\r\n"),
        ("a = f(x)\n", "a", Value::null(crate::cty::Type::Dynamic), "a = null\n"),
    ] {
        assert_eq!(edited(before, |it| it.set(path, value)), after);
    }
}

#[test]
fn expressions_are_written_as_they_are() {
    for (before, path, expression, after) in [
        ("a = 1\n", "a", " x  + 1 # c", "a = x  + 1\n"),
        ("a = 1\n", "a", "x\n+ 1", "a = (x\n+ 1\n)\n"),
        ("b {\n  a = 1\n}\n", "b.a", "[\n  1,\n]", "b {\n  a = [\n    1,\n  ]\n}\n"),
        ("b {\n  a = 1\n}\n", "b.a", "<<E\n  x\nE", "b {\n  a = <<E\n  x\nE\n}\n"),
        ("a = [1]\n", "a[0]", "x ? y : z", "a = [x ? y : z]\n"),
    ] {
        assert_eq!(edited(before, |it| it.set_expression(path, expression)), after);
    }
    let message = error("a = 1\n", |it| it.set_expression("a", "1\nb = 2"));
    assert!(
        message.starts_with("extra-characters-after-expression <expression>:2:1: error: "),
        "{message}"
    );
}

/// A heredoc ends with a line of its own, so it is in parentheses before anything else in that line.
#[test]
fn heredocs_are_joined_to_what_follows() {
    const HEREDOC: &str = "<<-E\n  x # y\n  E";
    let closed = r"(<<-E
  x # y
  E
)";
    for (before, path) in [
        ("a = 1 # note\nb = 2\n", "a"),
        ("a = 1 /* note */\nb = 2\n", "a"),
        ("a = 1 // note", "a"),
        ("b { a = 1 }\n", "b.a"),
        ("a = [1, 2]\n", "a[0]"),
        ("a = [1, 2]\nb = 2\n", "a[1]"),
        ("a = [1, /* c */ 2 /* d */]\nb = <<E\nE\n", "a[1]"),
        ("a = { b = 1, c = 2 }\nb = <<-E\nE\n", "a.b"),
        ("a = { b = 1 }\n", "a.b"),
        ("a = { b = 1 # c\n}\n", "a.b"),
        ("a = { b = f(1) }\n", "a.b"),
    ] {
        let after = edited(before, |it| it.set_expression(path, HEREDOC));
        let value = document(before).get(path).unwrap().text().to_owned();
        assert_eq!(after, before.replacen(&value, closed, 1), "{before:?}");
    }
    for (before, path, after) in [
        ("a = 1", "a", "a = (<<-E\n  x # y\n  E\n)"),
        ("a = 1\r\nb = 2\r\n", "a", "a = <<-E\n  x # y\n  E\r\nb = 2\r\n"),
        ("b {\n  a = 1 # c\n}\n", "b.a", "b {\n  a = (<<-E\n  x # y\n  E\n  ) # c\n}\n"),
        ("a = {\n  b = 1\n}\n", "a.b", "a = {\n  b = <<-E\n  x # y\n  E\n}\n"),
        ("a = {}\n", "a.b", "a = { b = (<<-E\n  x # y\n  E\n) }\n"),
        ("a = {\n}\n", "a.b", "a = {\n  b = <<-E\n  x # y\n  E\n}\n"),
        ("a = []\n", "a[0]", "a = [(<<-E\n  x # y\n  E\n)]\n"),
        ("a = [\n  1,\n]\n", "a[1]", "a = [\n  1,\n  (<<-E\n  x # y\n  E\n  ),\n]\n"),
        ("a = [\n  1\n]\n", "a[1]", "a = [\n  1,\n  <<-E\n  x # y\n  E\n]\n"),
        ("b { c = 1 }\n", "b.a", "b {\n  c = 1\n  a = <<-E\n  x # y\n  E\n}\n"),
    ] {
        assert_eq!(edited(before, |it| it.set_expression(path, HEREDOC)), after, "{before:?}");
    }
    let expression = r"x ? y :
  <<E
z
E";
    let after = edited("a = [1]\n", |it| it.set_expression("a[0]", expression));
    assert_eq!(after, "a = [(x ? y :\n  <<E\nz\nE\n)]\n");
}

#[test]
fn removals_after_heredocs_keep_their_end_markers() {
    for (before, path, after) in [
        ("a = { x = <<E\nhi\nE\ny = 2 }\n", "a.y", "a = { x = <<E\nhi\nE\n }\n"),
        ("a = { x = <<E\nhi\nE\n  y = 2\n}\n", "a.y", "a = { x = <<E\nhi\nE\n}\n"),
        ("a = { x = <<E\nhi\nE\ny = 2 }\n", "a.x", "a = { y = 2 }\n"),
        ("a = [<<E\nx\nE\n, 2]\n", "a[1]", "a = [<<E\nx\nE\n]\n"),
        ("a = [<<E\nx\nE\n, 2]\n", "a[0]", "a = [2]\n"),
        ("a = [1, <<E\nx\nE\n, /* c */ 2]\n", "a[1]", "a = [1, /* c */ 2]\n"),
        ("a = <<E\nx\nE\nb = 2\n", "b", "a = <<E\nx\nE\n"),
    ] {
        assert_eq!(edited(before, |it| it.remove(path)), after, "{before:?} without {path}");
    }
}

#[test]
fn removals_leave_no_gaps() {
    for (before, path, after) in [
        ("a = 1\n\nb = 2\n\nc = 3\n", "b", "a = 1\n\nc = 3\n"),
        ("a = 1 # c\nb = 2\n", "a", "b = 2\n"),
        ("# c\na = 1\n", "a", "# c\n"),
        ("b { a = 1 }\n", "b.a", "b {}\n"),
        ("b { a = 1 /* c */ }\n", "b.a", "b { /* c */ }\n"),
        ("/* c */ a = 1\n", "a", "/* c */\n"),
        ("b {\n  a = 1\n\n  c {\n  }\n}\n", "b.c", "b {\n  a = 1\n}\n"),
        ("b {\n  a = 1\n\n  c {\n  }\n}\n", "b.a", "b {\n  c {\n  }\n}\n"),
        ("a = [1, 2, 3]\n", "a[0]", "a = [2, 3]\n"),
        ("a = [1, 2, 3]\n", "a[2]", "a = [1, 2]\n"),
        ("a = [1 /* c */, 2]\n", "a[0]", "a = [/* c */ 2]\n"),
        ("a = [1, # c\n  2]\n", "a[1]", "a = [1 # c\n]\n"),
        ("a = [\n  1,\n  2\n]\n", "a[1]", "a = [\n  1\n]\n"),
        ("a = [\n  1,\n  2]\n", "a[1]", "a = [\n  1]\n"),
        ("a = { b = 1\n  c = 2 }\n", "a.b", "a = { c = 2 }\n"),
        ("a = { b = 1\n  c = 2 }\n", "a.c", "a = { b = 1 }\n"),
        ("a = {\n  b = 1 # b\n  c = 2\n}\n", "a.b", "a = {\n  c = 2\n}\n"),
        ("a = {\n  b = [\n    1\n  ]\n}\n", "a.b", "a = {\n}\n"),
    ] {
        assert_eq!(edited(before, |it| it.remove(path)), after);
    }
}

#[test]
fn names_and_labels_change_in_their_notation() {
    for (before, path, name, after) in [
        ("a = 1\n", "a", "b-c", "b-c = 1\n"),
        ("r \"x\" y {\n}\n", "r", "s", "s \"x\" y {\n}\n"),
        ("r \"x\" y {\n}\n", "r[\"x\"]", "z", "r \"z\" y {\n}\n"),
        ("r \"x\" y {\n}\n", "r[\"x\"][\"y\"]", "z", "r \"x\" z {\n}\n"),
        ("r \"x\" y {\n}\n", "r[\"x\"][\"y\"]", "z w", "r \"x\" \"z w\" {\n}\n"),
        ("r x {\n}\nr y {\n}\n", "r[1]", "s", "r x {\n}\ns y {\n}\n"),
        ("r x {\n}\nr x {\n}\n", "r[\"x\"][1]", "y", "r x {\n}\nr y {\n}\n"),
        ("a = { b = 1 }\n", "a.b", "c", "a = { c = 1 }\n"),
        ("a = { b = 1, c = 2 }\n", "a.b", "b", "a = { b = 1, c = 2 }\n"),
        ("a = { b = 1 }\n", "a.b", "c d", "a = { \"c d\" = 1 }\n"),
        ("a = { \"b\": 1 }\n", "a.b", "c", "a = { \"c\": 1 }\n"),
    ] {
        assert_eq!(edited(before, |it| it.rename(path, name)), after);
    }
    for (before, labels, after) in [
        ("r {\n}\n", &["a", "b"] as &[_], "r \"a\" \"b\" {\n}\n"),
        ("r a /* c */ \"b\" {\n}\n", &["a", "c"], "r a /* c */ \"c\" {\n}\n"),
        ("r a \"b\" {\n}\n", &["c"], "r c {\n}\n"),
        ("r  a \"b\"  {\n}\n", &[], "r  {\n}\n"),
    ] {
        assert_eq!(edited(before, |it| it.set_labels("r", labels)), after);
    }
}

/// A document for edits that are errors.
const ITEMS: &str = r#"a = 1
b "x" {
  c = {}
}
b "y" {
}
t = [1]
f = g()
"#;

#[test]
fn errors_are_located() {
    let set = |path: &str| error(ITEMS, |it| it.set(path, 1));
    for (path, expected) in [
        ("b.c", "ambiguous-path <document>:5:1: error: Ambiguous path; 2 blocks match b."),
        (
            "b[2].c",
            "item-not-found <document>:2:1: error: Item not found; The index of b[2] is out of range: ",
        ),
        (
            "b[\"z\"].c",
            "item-not-found <document>:2:3: error: Item not found; This source does not contain a block b[\"z\"]",
        ),
        ("b[\"x\"]", "invalid-target <document>:2:1: error: Invalid target; "),
        ("b[\"x\"][0][0]", "invalid-path <document>:2:7: error: Invalid path; "),
        (
            "q.c",
            "item-not-found <document>:1:1: error: Item not found; This source does not contain q. Available:",
        ),
        (
            "t[2]",
            "item-not-found <document>:7:5: error: Item not found; The index 2 is out of range: this tuple has ",
        ),
        ("t.x", "invalid-path <document>:7:5: error: Invalid path; "),
        (
            "f.x",
            "invalid-path <document>:8:5: error: Invalid path; The value of f is not written as",
        ),
        ("", "invalid-target <document>:1:1: error: Invalid target; "),
        ("a b", "extra-characters-after-expression <path>:1:3: error: "),
        ("a[x]", "invalid-path <path>:1:1: error: Invalid path; "),
        ("a[0.5]", "invalid-path <path>:1:1: error: Invalid path; "),
    ] {
        let found = set(path);
        assert!(found.starts_with(expected), "{path}: {found}");
    }
}

#[test]
fn labels_without_brackets_are_explained() {
    let text = r#"s "web" {
  p = 1
}
r "a" "b" {
  t = { n = 1 }
}
r "a" c {
}
"#;
    for (path, expected) in [
        ("s.web", "s[\"web\"]"),
        ("s.web.p", "s[\"web\"].p"),
        ("r.a.b.t.n", "r[\"a\"][\"b\"].t.n"),
        ("r[\"a\"].b.t.n", "r[\"a\"][\"b\"].t.n"),
        ("r.a.c.zz", "r[\"a\"][\"c\"].zz"),
        ("r.a", "r[\"a\"]"),
    ] {
        let error = document(text).get(path).unwrap_err();
        let help = &error.iter().next().unwrap().help;
        let expected = format!("The labels of a block are written in brackets: {expected}");
        assert!(help.ends_with(&expected), "{path}: {help}");
    }
    let mut document = document(text);
    let error = document.set("r.a.b.t", 1).unwrap_err();
    let help = &error.iter().next().unwrap().help;
    assert!(help.ends_with("r[\"a\"][\"b\"].t"), "{help}");
    assert!(!document.get("s.p2").unwrap_err().to_string().contains("brackets"));
}

#[test]
fn errors_of_other_edits_are_located() {
    for (found, expected) in [
        (error(ITEMS, |it| it.insert("a", 1)), "item-exists <document>:1:1: error: "),
        (error(ITEMS, |it| it.remove("bb")), "item-not-found <document>:1:1: error: "),
        (error(ITEMS, |it| it.remove("")), "invalid-target <document>:1:1: error: "),
        (error(ITEMS, |it| it.rename("t[0]", "x")), "invalid-target <document>:7:6: error: "),
        (error(ITEMS, |it| it.rename("a", "1x")), "unwritable-name <document>:1:1: error: "),
        (error(ITEMS, |it| it.rename("a", "f")), "duplicate-attribute <document>:8:1: error: "),
        (
            error("t = { a = 1, \"b\" = 2 }\n", |it| it.rename("t.a", "b")),
            "item-exists <document>:1:14: error: ",
        ),
        (error(ITEMS, |it| it.set_labels("a", &[])), "invalid-target <document>:1:1: error: "),
        (
            error(ITEMS, |it| it.append_block("a", "x", &[]).map(drop)),
            "invalid-target <document>:1:1: error: ",
        ),
        (
            error(ITEMS, |it| it.append_block("", "1", &[]).map(drop)),
            "unwritable-name <document>:1:1: error: ",
        ),
        (error(ITEMS, |it| it.set("a", Value::dynamic())), "value-without-literal <value>: "),
        (
            error(ITEMS, |it| it.expression("b[0]").map(drop)),
            "invalid-target <document>:2:1: error: ",
        ),
    ] {
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn only_valid_native_sources_are_edited() {
    for (source, expected) in [
        (Source::new("a.json", "{}"), "JSON not editable"),
        (Source::lossy("a.hcl", "a = \"\u{fffd}\"\n"), "Invalid encoding"),
        (Source::new("a.hcl", "a = \n"), "Missing expression"),
    ] {
        let error = Document::parse(&source).unwrap_err();
        assert_eq!(error.iter().next().unwrap().summary, expected);
    }
}

/// Values that depend on earlier ones: parts of a new value, values with line breaks, and new attributes.
#[test]
fn many_values_are_set_as_one_after_the_other() {
    let before = r#"a = 1
b = { x = 1, y = [1,
  2] }
c "l" {
  d = [
    1, 2 ]
}
"#;
    let long = || Value::object([("e", 1.into()), ("f", 2.into())]);
    let values = [
        ("a", 2.into()),
        ("b.x", "x".into()),
        ("b.y[1]", 3.into()),
        ("b.y[0]", long()),
        ("c.d[1]", 4.into()),
        ("a", long()),
        ("a.f", 5.into()),
        ("new", 6.into()),
        ("new", 7.into()),
        ("c[\"l\"].d[2]", 8.into()),
        ("b", 9.into()),
        ("c.d", Value::tuple(vec![1.into()])),
    ];
    let one_by_one = edited(before, |it| {
        values.iter().try_for_each(|(path, value)| it.set(*path, value.clone()))
    });
    assert_eq!(edited(before, |it| it.set_all(values.clone())), one_by_one);
    // Also without the values before each one.
    for first in 0..values.len() {
        let mut expected = document(before);
        let values = &values[first..];
        let result = values.iter().try_for_each(|(path, value)| expected.set(*path, value.clone()));
        let mut document = document(before);
        let set = document.set_all(values.iter().cloned());
        assert_eq!(set.is_ok(), result.is_ok(), "{set:?}");
        let expected = if result.is_ok() { expected.to_string() } else { before.to_owned() };
        assert_eq!(document.to_string(), expected);
    }
}
