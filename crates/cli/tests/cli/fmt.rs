//! `hcldyn fmt`.

use std::fs;

use snapbox::{IntoData, file, str};

use super::{Files, hcldyn};

const WRONG: &str = r"a {
b=1 # one
long=[ 2,3 ]   # two
}
";
const RIGHT: &str = r"a {
  b    = 1      # one
  long = [2, 3] # two
}
";

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).unwrap()
}

#[test]
fn files_and_directories_are_formatted() {
    let files = Files::new("fmt-files")
        .with("d/b.tf", WRONG)
        .with("d/e/a.hcl", WRONG)
        .with("d/right.hcl", RIGHT)
        .with("d/.hidden.hcl", WRONG)
        .with("d/other.txt", WRONG)
        .with("named.txt", WRONG);
    let fmt = files.run(["fmt", "named.txt", "d"]);
    fmt.assert()
        .success()
        .stdout_eq(str![[r#"
named.txt
d/b.tf
d/e/a.hcl

"#]])
        .stderr_eq(str![[r#"
formatted 3 of 4 files

"#]]);
    for name in ["named.txt", "d/b.tf", "d/e/a.hcl", "d/right.hcl"] {
        assert_eq!(text(&files, name), RIGHT, "{name}");
    }
    assert_eq!(text(&files, "d/.hidden.hcl"), WRONG);
    assert_eq!(text(&files, "d/other.txt"), WRONG);
    files.run(["fmt", "d"]).assert().success().stdout_eq("").stderr_eq(str![[r#"
formatted 0 of 3 files

"#]]);
}

#[test]
fn many_files_are_formatted_in_order() {
    let mut files = Files::new("fmt-many");
    let mut names = String::new();
    for number in 100..400 {
        files = files.with(&format!("d/{number}.hcl"), "a=1\n");
        names += &format!("d/{number}.hcl\n");
    }
    files.run(["fmt", "--check", "d"]).assert().code(1).stdout_eq(names.clone());
    files.run(["fmt", "d"]).assert().success().stdout_eq(names);
    files.run(["fmt", "--check", "d"]).assert().success().stdout_eq("");
}

#[test]
fn a_check_and_a_diff_change_nothing() {
    let files = Files::new("fmt-check").with("a.hcl", "a=1\nb = 2\n").with("b.hcl", RIGHT);
    files
        .run(["fmt", "--check", "a.hcl", "b.hcl"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
a.hcl

"#]])
        .stderr_eq(str![[r#"
would format 1 of 2 files

"#]]);
    files.run(["fmt", "--diff", "a.hcl", "b.hcl"]).assert().code(1).stdout_eq(str![[r#"
--- a.hcl
+++ a.hcl
@@ -1,2 +1,2 @@
-a=1
+a = 1
 b = 2

"#]]);
    assert_eq!(text(&files, "a.hcl"), "a=1\nb = 2\n");
    files.run(["fmt", "--check", "b.hcl"]).assert().success().stdout_eq("");
    files.run(["fmt", "--diff", "b.hcl"]).assert().success().stdout_eq("");
}

#[test]
fn standard_input_is_printed() {
    hcldyn(["fmt", "-"]).stdin(WRONG).assert().success().stdout_eq(RIGHT).stderr_eq(str![[r#"
formatted 1 of 1 file

"#]]);
    hcldyn(["fmt", "-"]).stdin(RIGHT).assert().success().stdout_eq(RIGHT);
    hcldyn(["fmt", "--check", "-"]).stdin(WRONG).assert().code(1).stdout_eq("<stdin>\n");
    hcldyn(["fmt", "--check", "-"]).stdin(RIGHT).assert().success().stdout_eq("");
    let windows = |text: &str| text.replace('\n', "\r\n");
    hcldyn(["fmt", "-"]).stdin(windows(WRONG)).assert().success().stdout_eq(windows(RIGHT).raw());
}

#[test]
fn the_rest_of_a_file_with_errors_is_formatted() {
    let files = Files::new("fmt-errors").with("a.hcl", "a=1\nb=[\nc=3\n").with("b.hcl", "d=4\n");
    files
        .run(["fmt", "a.hcl", "b.hcl"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
a.hcl
b.hcl

"#]])
        .stderr_eq(str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> a.hcl:2:3
  |
2 | b=[
  |   ^ Expected "]" to close this bracket.
formatted 2 of 2 files

"#]]);
    assert_eq!(text(&files, "a.hcl"), "a = 1\nb=[\nc = 3\n");
}

#[test]
fn what_a_source_means_is_not_checked() {
    let files = Files::new("fmt-meaning").with("a.hcl", "a=1\na=2\n");
    files.run(["fmt", "a.hcl"]).assert().success().stdout_eq("a.hcl\n").stderr_eq(str![[r#"
formatted 1 of 1 file

"#]]);
    assert_eq!(text(&files, "a.hcl"), "a = 1\na = 2\n");
    files.run(["check", "a.hcl"]).assert().code(1);
}

#[test]
fn sequences_in_heredocs_are_formatted_and_literal_characters_stay() {
    hcldyn(["fmt", "-"])
        .stdin("a {\nb=<<-EOT\n\t${ a +b }  \n    %{if  c }x%{ endif}\n  EOT\n}\n")
        .assert()
        .success()
        .stdout_eq("a {\n  b = <<-EOT\n\t${a + b}  \n    %{if c}x%{endif}\n  EOT\n}\n".raw());
}

#[test]
fn only_some_lines_are_formatted() {
    let text = r"a=1
b=2
long=3
d=4";
    for (lines, expected) in [
        ("1:1", "a    = 1\nb=2\nlong=3\nd=4"),
        ("2:3", "a=1\nb    = 2\nlong = 3\nd=4"),
        ("4:4", "a=1\nb=2\nlong=3\nd    = 4"),
        ("3:99", "a=1\nb=2\nlong = 3\nd    = 4"),
        ("9:10", text),
    ] {
        let fmt = hcldyn(["fmt", "--lines", lines, "-"]).stdin(text);
        fmt.assert().success().stdout_eq(expected.raw());
    }
    for lines in ["0:1", "3:2", "3", "a:b"] {
        hcldyn(["fmt", "--lines", lines, "-"]).stdin(text).assert().code(2).stdout_eq("");
    }
}

#[test]
fn a_file_that_is_named_twice_is_formatted_once() {
    let files = Files::new("fmt-twice").with("a.hcl", "a=1\n");
    files.run(["fmt", "a.hcl", "./a.hcl", "."]).assert().success().stdout_eq("a.hcl\n").stderr_eq(
        str![[r#"
formatted 1 of 1 file

"#]],
    );
    assert_eq!(text(&files, "a.hcl"), "a = 1\n");
}

#[test]
fn files_in_json_syntax_are_formatted_on_request() {
    let json = "{\"b\":[ 1,\"x\\\" y\" ],\n\"c\":{ }}";
    let files = Files::new("fmt-json").with("d/a.tf.json", json).with("d/b.hcl.json", "{\"b\":");
    files.run(["fmt", "d"]).assert().success().stdout_eq("").stderr_eq(str![[r#"
formatted 0 of 0 files; skipped 2 in JSON syntax, which --json formats too

"#]]);
    assert_eq!(text(&files, "d/a.tf.json"), json);
    files.run(["fmt", "--json", "d"]).assert().code(1).stdout_eq(str![[r#"
d/a.tf.json

"#]]);
    let formatted = r#"{
  "b": [
    1,
    "x\" y"
  ],
  "c": {}
}
"#;
    assert_eq!(text(&files, "d/a.tf.json"), formatted);
    assert_eq!(text(&files, "d/b.hcl.json"), "{\"b\":");
}

#[test]
fn a_source_that_is_not_utf8_stays() {
    let files = Files::new("fmt-bytes").with("a.hcl", b"a=\"\xff\"\nb=1\n");
    files.run(["fmt", "a.hcl"]).assert().code(1).stdout_eq("");
    assert_eq!(fs::read(files.0.join("a.hcl")).unwrap(), b"a=\"\xff\"\nb=1\n");
    hcldyn(["fmt", "-"]).stdin(b"a=\"\xff\"\n".to_vec()).assert().code(1).stdout_eq("");
}

#[test]
fn paths_without_a_source_are_reported() {
    let files = Files::new("fmt-missing").with("a.hcl", "a=1\n");
    fs::create_dir(files.0.join("empty")).unwrap();
    let fmt = files.run(["fmt", "none.hcl", "empty", "a.hcl"]).output().unwrap();
    let errors = String::from_utf8(fmt.stderr).unwrap();
    assert_eq!(fmt.status.code(), Some(1), "{errors}");
    assert!(errors.contains("error[file-not-found]"), "{errors}");
    assert!(errors.contains("error[nothing-to-format]"), "{errors}");
    assert_eq!(text(&files, "a.hcl"), "a = 1\n");
    files.run(["fmt"]).assert().code(2).stdout_eq("");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_reported() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let files = Files::new("fmt-protected").with("a.hcl", "a=1\n");
    symlink("a.hcl", files.0.join("link.hcl")).unwrap();
    fs::set_permissions(files.0.join("a.hcl"), fs::Permissions::from_mode(0o444)).unwrap();
    let fmt = files.run(["fmt", "a.hcl", "link.hcl"]).output().unwrap();
    let errors = String::from_utf8(fmt.stderr).unwrap();
    assert_eq!((fmt.status.code(), fmt.stdout), (Some(1), Vec::new()), "{errors}");
    assert_eq!(errors.matches("error[file-not-changed]").count(), 2, "{errors}");
    assert_eq!(text(&files, "a.hcl"), "a=1\n");
}

#[test]
fn the_help() {
    hcldyn(["fmt", "--help"]).assert().success().stdout_eq(file!["snapshots/help-fmt.txt": Text]);
}
