//! `--folder` and `--now`: functions that read files and the time.

use snapbox::{IntoData, str};

use super::{Files, hcldyn};

fn files(test: &str) -> Files {
    Files::new(test)
        .with("d/greeting.txt", "Hello!\n")
        .with("d/greeting.tftpl", "Hello, ${upper(name)}!")
        .with("secret.txt", "s3cret")
}

#[test]
fn functions_read_files_below_the_folder() {
    let expr = r#"[file("greeting.txt"), filebase64("./greeting.txt"), fileexists("none"),
        templatefile("greeting.tftpl", { name = n })]"#;
    let files = files("effects-folder").with("v.hcl", "n = substr(file(\"greeting.txt\"), 0, 2)\n");
    let eval = files.run(["eval", "--folder=d", "--vars=v.hcl", expr]);
    eval.assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"
["Hello!\n", "SGVsbG8hCg==", false, "Hello, HE!"]

"#]]
        .raw(),
    );
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let files = files("effects-outside");
    for path in ["../secret.txt", "/etc/passwd", "none"] {
        let eval = files.run(["eval", "--folder=d", &format!("file({path:?})")]).output().unwrap();
        let shown = String::from_utf8(eval.stderr).unwrap();
        assert_eq!((eval.status.code(), eval.stdout.len()), (Some(2), 0), "{shown}");
        assert!(
            shown.starts_with("error[invalid-argument]: Invalid argument\n")
                && !shown.contains("s3cret"),
            "{shown}"
        );
    }
}

#[test]
fn without_a_folder_no_function_reads_files() {
    for call in ["file(\"a\")", "templatefile(\"a\", {})", "timestamp()", "plantimestamp()"] {
        let eval = hcldyn(["eval", call]).output().unwrap();
        let shown = String::from_utf8(eval.stderr).unwrap();
        assert!(shown.starts_with("error[unknown-function]: Unknown function\n"), "{shown}");
    }
}

#[test]
fn a_missing_folder_is_an_error() {
    let files = files("effects-missing");
    files.run(["eval", "--folder=none", "1"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(
        str![[r#"
error[input-not-readable]: Input not readable
--> none
 = note: The input can't be read: No such file or directory (os error 2).

"#]],
    );
}

#[test]
fn the_time_is_the_one_given() {
    let eval =
        hcldyn(["eval", "--now=2024-02-29T23:59:00.5+02:00", "[timestamp(), plantimestamp()]"]);
    eval.assert().success().stdout_eq("[\"2024-02-29T21:59:00Z\", \"2024-02-29T21:59:00Z\"]\n");
    let wrong = hcldyn(["eval", "--now=noon", "1"]);
    wrong.assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: invalid value 'noon' for '--now <TIMESTAMP>': [..]
...
"#]]);
}

/// The options also apply to the spec file.
#[test]
fn every_command_that_evaluates_has_them() {
    let spec = r#"attr {
  name = "a"
  type = any
}
"#;
    let main = "a = [file(\"greeting.txt\"), timestamp()]\n";
    let block = r#"dynamic "b" {
  for_each = [file("greeting.txt")]
  content {
    is = [b.value, timestamp()]
  }
}
"#;
    let files =
        files("effects-commands").with("s.hcldec", spec).with("a.hcl", main).with("b.hcl", block);
    let (folder, now) = ("--folder=d", "--now=2024-02-29T23:59:00Z");
    let decode = files.run(["decode", "-ss.hcldec", folder, now, "a.hcl"]);
    decode.assert().success().stdout_eq("[\"Hello!\\n\",\"2024-02-29T23:59:00Z\"]\n".raw());
    files.run(["check", "-ss.hcldec", folder, now, "a.hcl"]).assert().success();
    files.run(["check", folder, now, "a.hcl"]).assert().code(2);
    let expand = files.run(["expand", folder, now, "b.hcl"]);
    expand
        .assert()
        .success()
        .stdout_eq("b {\n  is = [\"Hello!\\n\", \"2024-02-29T23:59:00Z\"]\n}\n".raw());
    let console = files.run(["console", folder, now]).stdin("file(\"greeting.txt\")\ntimestamp()");
    console.assert().success().stdout_eq("\"Hello!\\n\"\n\"2024-02-29T23:59:00Z\"\n".raw());
    let vars = files.run(["vars", folder, now, "-V", "{}", "a.hcl"]);
    vars.assert().success();
}
