//! `hcldyn get`, `hcldyn set` and `hcldyn rm`.

use std::fs;

use snapbox::{IntoData, file, str};

use super::{Files, hcldyn};

const TEXT: &str = "# Servers.
server \"web\" {
  port = 80 # HTTP
  tags = { Name = \"web\" }
}
";

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).unwrap()
}

#[test]
fn an_item_is_printed_as_it_is_written() {
    for (path, shown) in [
        ("server.port", "80\n"),
        ("server[\"web\"].tags", "{ Name = \"web\" }\n"),
        ("server[0].tags.Name", "\"web\"\n"),
        ("server", "server \"web\" {\n  port = 80 # HTTP\n  tags = { Name = \"web\" }\n}\n"),
    ] {
        hcldyn(["get", "-", path]).stdin(TEXT).assert().success().stdout_eq(shown);
    }
}

#[test]
fn an_item_is_set_or_removed_in_the_output() {
    let files = Files::new("edit-output").with("a.hcl", TEXT);
    files
        .run(["set", "a.hcl", "server.tags.Env", "var.env"])
        .assert()
        .success()
        .stdout_eq(TEXT.replace("\"web\" }", "\"web\", Env = var.env }"));
    files
        .run(["rm", "a.hcl", "server.port"])
        .assert()
        .success()
        .stdout_eq(TEXT.replace("  port = 80 # HTTP\n", ""));
    assert_eq!(text(&files, "a.hcl"), TEXT);
    hcldyn(["set", "-", "a", "-1"]).stdin("a = 0\r\n").assert().stdout_eq("a = -1\r\n".raw());
}

#[test]
fn a_file_is_changed_in_place() {
    let files = Files::new("edit-place").with("a.hcl", TEXT);
    files.run(["set", "-i", "a.hcl", "server.port", "8080"]).assert().success().stdout_eq("");
    assert_eq!(text(&files, "a.hcl"), TEXT.replace("80", "8080"));
    files.run(["set", "-i", "a.hcl", "server.port", "80"]).assert().success();
    files.run(["rm", "--in-place", "a.hcl", "server.tags"]).assert().success().stdout_eq("");
    assert_eq!(text(&files, "a.hcl"), TEXT.replace("  tags = { Name = \"web\" }\n", ""));
}

#[test]
fn errors_are_reported_and_change_nothing() {
    let files = Files::new("edit-errors").with("a.hcl", TEXT).with("b.hcl", "a = \n");
    files
        .run(["set", "-i", "a.hcl", "server.tags.a.b", "1"])
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error[item-not-found]: Item not found
 --> a.hcl:4:10
  |
4 |   tags = { Name = "web" }
  |          ^^^^^^^^^^^^^^^^ This source does not contain server.tags.a.
  |
  = help: Available: "Name".

"#]]);
    files.run(["set", "-i", "a.hcl", "server.port", "1 +"]).assert().code(2).stderr_eq(str![[r#"
error[missing-expression]: Missing expression
 --> <expression>:1:4
  |
1 | 1 +
  |    ^ Expected an expression after "+", not the end of the input.
  |
  = help: To set a string, quote it:
          hcldyn set -i a.hcl server.port '"1 +"'

"#]]);
    assert_eq!(text(&files, "a.hcl"), TEXT);
    for command in [
        ["get", "b.hcl", "a"],
        ["get", "none.hcl", "a"],
        ["get", "a.hcl", "server.prot"],
        ["get", "a.hcl", "server."],
        ["rm", "a.hcl", "web"],
    ] {
        files.run(command).assert().code(2).stdout_eq("");
    }
    let json = files.with("c.tf.json", "{}");
    let get = json.run(["get", "c.tf.json", "a"]).output().unwrap();
    assert!(String::from_utf8(get.stderr).unwrap().contains("error[json-not-editable]"));
    let bytes = json.with("d.hcl", b"a = \"\xff\"\nb = 1\n");
    let set = bytes.run(["set", "-i", "d.hcl", "b", "2"]).output().unwrap();
    assert_eq!(String::from_utf8(set.stderr).unwrap().matches("error[").count(), 1);
    assert_eq!(fs::read(bytes.0.join("d.hcl")).unwrap(), b"a = \"\xff\"\nb = 1\n");
}

#[test]
fn a_file_that_cannot_be_replaced_is_reported() {
    let rm = hcldyn(["rm", "-i", "-", "a"]).stdin("a = 1\n").output().unwrap();
    assert_eq!((rm.status.code(), rm.stdout), (Some(2), Vec::new()));
    assert!(String::from_utf8(rm.stderr).unwrap().contains("error[file-not-changed]"));
    #[cfg(unix)]
    {
        let files = Files::new("edit-link").with("a.hcl", TEXT);
        std::os::unix::fs::symlink("a.hcl", files.0.join("link.hcl")).unwrap();
        let rm = files.run(["rm", "-i", "link.hcl", "server"]).output().unwrap();
        assert!(String::from_utf8(rm.stderr).unwrap().contains("error[file-not-changed]"));
        assert_eq!(text(&files, "a.hcl"), TEXT);
    }
}

#[test]
fn the_help() {
    hcldyn(["set", "--help"]).assert().success().stdout_eq(file!["snapshots/help-set.txt": Text]);
}

/// Sets different attributes of one file from several processes at once. None of them may be lost.
fn edit_at_once(test: &str, processes: usize, edits: usize) {
    let files = Files::new(test).with("a.hcl", "first = 1\n");
    let edit = |process: usize| {
        for edit in 0..edits {
            let name = format!("p{process}_{edit}");
            files.run(["set", "-i", "a.hcl", &name, "1"]).assert().success();
        }
    };
    std::thread::scope(|scope| {
        for process in 0..processes {
            scope.spawn(move || edit(process));
        }
    });
    let text = text(&files, "a.hcl");
    for name in
        (0..processes).flat_map(|process| (0..edits).map(move |it| format!("p{process}_{it}")))
    {
        assert!(
            text.lines().any(|line| line.split_once(' ').is_some_and(|(it, _)| it == name)),
            "{name}"
        );
    }
    assert_eq!(text.lines().count(), 1 + processes * edits);
}

#[cfg(unix)]
#[test]
fn edits_at_once_are_not_lost() {
    edit_at_once("edits-at-once", 8, 5);
}

/// Takes minutes: `cargo test --release -p hcldyn-cli --test cli -- --ignored edit::many_edits_at_once_are_not_lost`.
#[cfg(unix)]
#[test]
#[ignore = "takes minutes"]
fn many_edits_at_once_are_not_lost() {
    edit_at_once("many-edits-at-once", 64, 100);
}

/// The shell removes the quotes of strings, so the error has a command that keeps them.
#[test]
fn a_string_without_quotes_has_a_command_with_quotes() {
    let files = Files::new("edit-quotes").with("a b.hcl", "server \"a\" {\n  url = \"\"\n}\n");
    let help = |path, text| {
        let output = files.run(["set", "-i", "a b.hcl", path, text]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let errors = String::from_utf8(output.stderr).unwrap();
        let start = "help: To set a string, quote it:\n";
        let (_, command) = errors.split_once(start)?;
        command.lines().next().map(|line| line.trim_start().to_owned())
    };
    let path = "server[\"a\"].url";
    for text in ["http://x", "hello world", "10.0.0.1", "/etc/x", "it's $a", "a:b"] {
        let command = help(path, text).unwrap();
        let shown = format!(
            "hcldyn set -i 'a b.hcl' 'server[\"a\"].url' '\"{}\"'",
            text.replace('\'', "'\\''")
        );
        assert_eq!(command, shown);
        files.run(["set", "-i", "a b.hcl", path, &format!("\"{text}\"")]).assert().success();
        files.run(["get", "a b.hcl", path]).assert().success().stdout_eq(format!("\"{text}\"\n"));
    }
    assert_eq!(help("server[\"a\"].url", "[1"), None);
}
