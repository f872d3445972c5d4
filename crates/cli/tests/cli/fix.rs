//! `check --fix` and `check --diff`.

use std::fs;

use snapbox::str;

use super::{Files, hcldyn};

const SPEC: &str = "object {
  attr \"name\" { type = string }
  block_map \"server\" {
    labels = [\"name\"]
    attr {
      name = \"port\"
      type = number
    }
  }
}
";

const WRONG: &str =
    "# a comment\r\nnmae = \"a\" # here\r\n\r\nsever \"b\" {\r\n\tprot = 80\r\n}\r\n";
const RIGHT: &str =
    "# a comment\r\nname = \"a\" # here\r\n\r\nserver \"b\" {\r\n\tport = 80\r\n}\r\n";

fn files(test: &str) -> Files {
    Files::new(test).with("s.hcldec", SPEC).with("a.hcl", WRONG)
}

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).unwrap()
}

#[test]
fn names_are_fixed_in_rounds_and_nothing_else_changes() {
    let files = files("fix-names");
    let check = files.run(["check", "--fix", "--spec", "s.hcldec", "a.hcl"]);
    check.assert().success().stdout_eq(str![[""]]).stderr_eq(str![[r#"
checked 1 file: no errors or warnings; 2 fixed

"#]]);
    assert_eq!(text(&files, "a.hcl"), RIGHT);
}

#[test]
fn without_fix_the_number_of_fixes_is_shown() {
    let files = files("fix-none");
    let check = files.run(["check", "--spec", "s.hcldec", "a.hcl"]);
    check.assert().code(1).stderr_eq(str![[r#"
checked 1 file: 2 errors; --fix can fix 2

"#]]);
    assert_eq!(text(&files, "a.hcl"), WRONG);
}

/// With both fixes, one value would be lost.
#[test]
fn only_fixes_that_can_be_applied_are_counted() {
    let files = files("fix-count").with("b.hcl", "server \"a\" {\n  prot = 1\n  porrt = 2\n}\n");
    let check = files.run(["check", "--spec", "s.hcldec", "b.hcl"]);
    check.assert().code(1).stderr_eq(str![[r#"
checked 1 file: 2 errors; --fix can fix 1

"#]]);
    let check = files.run(["check", "--fix", "--spec", "s.hcldec", "b.hcl"]);
    check.assert().code(1).stderr_eq(str![[r#"
checked 1 file: 1 error; 1 fixed

"#]]);
    assert_eq!(text(&files, "b.hcl"), "server \"a\" {\n  port = 1\n  porrt = 2\n}\n");
}

/// Fixes that can't help are not applied again and again.
#[test]
fn a_second_run_changes_nothing() {
    const SPEC: &str = r#"attr "port" {
  type = number
  required = true
}
"#;
    for (index, wrong) in ["q = \"a\", r/* = 1\n", "q = {\n  r = [1\n"].into_iter().enumerate() {
        let files =
            Files::new(&format!("fix-twice-{index}")).with("s.hcldec", SPEC).with("a.hcl", wrong);
        let fix = ["check", "--fix", "--unsafe-fixes", "--spec", "s.hcldec", "a.hcl"];
        files.run(fix);
        let first = text(&files, "a.hcl");
        assert!(first.matches("port").count() <= 1, "{first}");
        files.run(fix);
        assert_eq!(text(&files, "a.hcl"), first);
    }
}

#[test]
fn a_diff_changes_nothing() {
    let files = files("fix-diff").with("b.hcl", "nmae = 1\n");
    let check = files.run(["check", "--diff", "--spec", "s.hcldec", "b.hcl"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
--- b.hcl
+++ b.hcl
@@ -1 +1 @@
-nmae = 1
+name = 1

"#]])
        .stderr_eq(str![[r#"
checked 1 file: no errors or warnings; --fix would fix 1

"#]]);
    assert_eq!(text(&files, "b.hcl"), "nmae = 1\n");
    let check = files.run(["check", "--diff", "--diags=json", "--spec", "s.hcldec", "b.hcl"]);
    check.assert().code(2);
}

#[test]
fn what_cannot_be_fixed_is_reported() {
    let files = files("fix-rest").with("b.hcl", "nmae = [\nother = 1\n");
    let check = files.run(["check", "--fix", "--spec", "s.hcldec", "b.hcl", "none.hcl"]);
    let output = check.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("error[file-not-found]"));
}

#[test]
fn standard_input_has_no_fixes() {
    for args in [["check", "-", "--deny=all"], ["check", "-", "--fix"], ["check", "-", "--diff"]] {
        hcldyn(args).stdin("a = = 1\n").assert().code(1).stderr_eq(str![[r#"
checked the syntax of 1 file: 1 error

"#]]);
    }
}

#[test]
fn a_file_that_is_not_utf8_stays() {
    let files = files("fix-bytes").with("b.hcl", b"nmae = \"\xff\"\n");
    files.run(["check", "--fix", "--spec", "s.hcldec", "b.hcl"]).assert().code(1);
    assert_eq!(fs::read(files.0.join("b.hcl")).unwrap(), b"nmae = \"\xff\"\n");
}

/// The first item of the object is deleted, which overlaps the fix of its index.
#[test]
fn overlapping_fixes_are_applied_in_rounds() {
    const TEXT: &str = "a = { b = c.0, b = d.0 } # e\n";
    let files = Files::new("fix-overlap").with("a.hcl", TEXT);
    let check = files.run(["check", "--fix", "--warn=legacy-index", "a.hcl"]);
    check.assert().success().stderr_eq(str![[r#"
checked the syntax of 1 file: 1 warning; 2 fixed

"#]]);
    assert_eq!(text(&files, "a.hcl"), "a = { b = c[0], b = d[0] } # e\n");

    let files = files.with("a.hcl", TEXT);
    let check = files.run(["check", "--fix", "--unsafe-fixes", "--warn=legacy-index", "a.hcl"]);
    check.assert().success().stderr_eq(str![[r#"
checked the syntax of 1 file: no errors or warnings; 3 fixed

"#]]);
    assert_eq!(text(&files, "a.hcl"), "a = { b = d[0] } # e\n");
}

#[cfg(unix)]
mod unix {
    use std::io::Write as _;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use rustix::fs::{FlockOperation, flock};
    use snapbox::cmd::cargo_bin;

    use super::*;

    #[test]
    fn permissions_are_kept() {
        let files = files("fix-permissions");
        let path = files.0.join("a.hcl");
        let text = fs::read(&path).unwrap();
        // Processes usually create no files with the last ones.
        for mode in [0o640, 0o666] {
            fs::write(&path, &text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            files.run(["check", "--fix", "--spec", "s.hcldec", "a.hcl"]).assert().success();
            assert_ne!(fs::read(&path).unwrap(), text);
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    /// Another program edits the file before it releases its lock.
    #[test]
    fn an_edit_before_the_fixes_is_kept() {
        let files = files("fix-lock");
        let mut edit = fs::File::options().append(true).open(files.0.join("a.hcl")).unwrap();
        flock(&edit, FlockOperation::LockExclusive).unwrap();
        thread::scope(|scope| {
            let check = scope.spawn(|| {
                files.run(["check", "--fix", "--spec", "s.hcldec", "a.hcl"]).assert().success();
            });
            thread::sleep(Duration::from_millis(500));
            edit.write_all(b"# later\r\n").unwrap();
            drop(edit);
            check.join().unwrap();
        });
        assert_eq!(text(&files, "a.hcl"), format!("{RIGHT}# later\r\n"));
    }

    /// Checks that the file stays as it is, with an error.
    fn stays(files: &Files, name: &str, reason: &str) {
        let check = files.run(["check", "--fix", "--spec", "s.hcldec", name]).output().unwrap();
        let shown = String::from_utf8(check.stdout).unwrap();
        assert_eq!(check.status.code(), Some(1), "{shown}");
        assert!(shown.contains("error[file-not-changed]"), "{shown}");
        assert!(shown.contains(reason), "{shown}");
        assert_eq!(text(files, name), WRONG);
    }

    #[test]
    fn a_read_only_file_stays() {
        let files = files("fix-read-only");
        let path = files.0.join("a.hcl");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        stays(&files, "a.hcl", "The file is read-only");
    }

    #[test]
    fn a_link_and_its_target_stay() {
        let files = files("fix-link");
        symlink("a.hcl", files.0.join("link.hcl")).unwrap();
        stays(&files, "link.hcl", "The file is a link");
        assert!(fs::symlink_metadata(files.0.join("link.hcl")).unwrap().is_symlink());
    }

    /// A limit on the size of files takes the part of a full disk.
    #[test]
    fn a_file_on_a_full_disk_stays() {
        let files = files("fix-full");
        let script =
            "trap '' XFSZ; ulimit -f 0; exec \"$0\" check --fix --spec s.hcldec a.hcl 2>&1 | cat";
        let shell = Command::new("sh")
            .args(["-c", script])
            .arg(cargo_bin!("hcldyn"))
            .current_dir(&files.0)
            .output()
            .unwrap();
        let shown = String::from_utf8(shell.stdout).unwrap();
        assert!(shown.contains("error[file-not-changed]"), "{shown}");
        assert_eq!(text(&files, "a.hcl"), WRONG);
        let names: Vec<_> =
            fs::read_dir(&files.0).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }
}
