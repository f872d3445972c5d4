//! Paths that are not ordinary files: each is reported, and the other files are checked.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::process::Command;

use snapbox::str;

use super::Files;

#[test]
fn a_text_that_is_too_long() {
    let files = Files::new("hostile-long").with("d/z.hcl", "a = = 1\n");
    // A gibibyte in one line, as a sparse file.
    File::create(files.0.join("d/a.hcl")).unwrap().set_len(1 << 30).unwrap();
    files
        .run(["check", "d"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[source-too-long]: Source too long
--> d/a.hcl
 = note: A source can have at most 67,108,864 bytes.

error[invalid-equals-sign]: Invalid equals sign
 --> d/z.hcl:1:5
  |
1 | a = = 1
  |     ^ An attribute is set with a single equals sign.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 2 files: 2 errors; --fix can fix 1

"#]]);
}

/// A comment in a sparse file, read as a file and as a stream.
#[test]
fn files_at_the_size_limit() {
    let files = Files::new("hostile-longest").with("a.hcl", "#").with("b.hcl", "#");
    let open = |name| File::options().write(true).open(files.0.join(name)).unwrap();
    open("a.hcl").set_len(64 << 20).unwrap();
    open("b.hcl").set_len((64 << 20) + 1).unwrap();
    let check = |name, stdin: &str| {
        let check = Command::new(snapbox::cmd::cargo_bin!("hcldyn"))
            .args(["check", name])
            .current_dir(&files.0)
            .stdin(File::open(files.0.join(stdin)).unwrap())
            .output()
            .unwrap();
        String::from_utf8(check.stderr).unwrap()
    };
    assert_eq!(check("a.hcl", "a.hcl"), "checked the syntax of 1 file: no errors or warnings\n");
    assert_eq!(check("-", "a.hcl"), "checked the syntax of 1 file: no errors or warnings\n");
    assert_eq!(check("b.hcl", "a.hcl"), "checked the syntax of 1 file: 1 error\n");
    assert_eq!(check("-", "b.hcl"), "checked the syntax of 1 file: 1 error\n");
}

#[test]
fn a_stream_that_is_too_long() {
    let mut yes = Command::new("yes").stdout(std::process::Stdio::piped()).spawn().unwrap();
    let check = Command::new(snapbox::cmd::cargo_bin!("hcldyn"))
        .args(["check", "-"])
        .stdin(yes.stdout.take().unwrap())
        .output()
        .unwrap();
    yes.wait().unwrap();
    let text = String::from_utf8(check.stdout).unwrap();
    assert!(text.starts_with("error[source-too-long]: Source too long\n--> <stdin>\n"), "{text}");
}

#[test]
fn links_that_lead_around() {
    let files = Files::new("hostile-links")
        .with("d/sub/z.hcl", "a = = 1\n")
        .with("outside/secret.hcl", "b = = 1\n");
    symlink("..", files.0.join("d/sub/up")).unwrap();
    symlink("itself.hcl", files.0.join("d/itself.hcl")).unwrap();
    symlink("nowhere", files.0.join("d/dangling.hcl")).unwrap();
    symlink("sub", files.0.join("d/zub")).unwrap();
    symlink("../outside", files.0.join("d/folder")).unwrap();
    symlink("../outside/secret.hcl", files.0.join("d/file.hcl")).unwrap();
    files
        .run(["check", "d"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[invalid-equals-sign]: Invalid equals sign
 --> d/sub/z.hcl:1:5
  |
1 | a = = 1
  |     ^ An attribute is set with a single equals sign.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 1 file: 1 error; --fix can fix 1

"#]]);
}

#[test]
fn links_that_are_named() {
    let files = Files::new("hostile-named-links").with("d/sub/z.hcl", "a = = 1\n");
    symlink("d/sub", files.0.join("folder")).unwrap();
    symlink("d/sub/z.hcl", files.0.join("file.hcl")).unwrap();
    files
        .run(["check", "folder", "file.hcl"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[invalid-equals-sign]: Invalid equals sign
 --> folder/z.hcl:1:5
  |
1 | a = = 1
  |     ^ An attribute is set with a single equals sign.

error[invalid-equals-sign]: Invalid equals sign
 --> file.hcl:1:5
  |
1 | a = = 1
  |     ^ An attribute is set with a single equals sign.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 2 files: 2 errors; --fix can fix 2

"#]]);
}

#[test]
fn pipes_and_sockets() {
    let files = Files::new("hostile-pipes").with("d/z.hcl", "a = = 1\n");
    let made = Command::new("mkfifo").arg(files.0.join("d/pipe.hcl")).status().unwrap();
    assert!(made.success());
    // The path of a socket can have about a hundred bytes.
    let socket = std::env::temp_dir().join(format!("hcldyn-{}.sock", std::process::id()));
    let listener = UnixListener::bind(&socket).unwrap();
    symlink(&socket, files.0.join("socket.hcl")).unwrap();
    files
        .run(["check", "d", "socket.hcl"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
error[not-a-file]: Not a file
--> d/pipe.hcl
 = note: A regular file is expected, not a pipe, a socket or a device.

error[invalid-equals-sign]: Invalid equals sign
 --> d/z.hcl:1:5
  |
1 | a = = 1
  |     ^ An attribute is set with a single equals sign.

error[not-a-file]: Not a file
--> socket.hcl
 = note: A regular file is expected, not a pipe, a socket or a device.


"#]])
        .stderr_eq(str![[r#"
checked the syntax of 3 files: 3 errors; --fix can fix 1

"#]]);
    drop(listener);
    fs::remove_file(socket).unwrap();
}

#[test]
fn files_and_folders_without_permission() {
    let files = Files::new("hostile-locked")
        .with("d/a.hcl", "")
        .with("d/b/c.hcl", "")
        .with("d/z.hcl", "a = = 1\n");
    let lock = |path: &str, mode| {
        fs::set_permissions(files.0.join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    lock("d/a.hcl", 0o000);
    lock("d/b", 0o000);
    // A superuser can read everything.
    if File::open(files.0.join("d/a.hcl")).is_err() {
        let output = files.run(["check", "d"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("error[permission-denied]: Permission denied\n--> d/a.hcl\n"),
            "{text}"
        );
        assert!(text.contains("--> d/b\n"), "{text}");
        assert!(text.contains("--> d/z.hcl:1:5\n"), "{text}");
    }
    lock("d/b", 0o755);
}

#[test]
fn texts_that_are_not_utf8() {
    let files = Files::new("hostile-utf8").with("a.hcl", b"a = \"\xff\"\nb = = 1\n");
    let files = files.with("b.json", b"{\"a\": \"\xff\"}");
    files.run(["check", "a.hcl", "b.json"]).assert().code(1).stdout_eq(str![[r#"
error[invalid-encoding]: Invalid encoding
 --> a.hcl:1:6
  |
1 | a = "�"
  |      ^ The byte 0xFF is not valid UTF-8.
  |
  = help: Save the file as UTF-8.

error[invalid-equals-sign]: Invalid equals sign
 --> a.hcl:2:5
  |
2 | b = = 1
  |     ^ An attribute is set with a single equals sign.

error[invalid-encoding]: Invalid encoding
 --> b.json:1:8
  |
1 | {"a": "�"}
  |        ^ The byte 0xFF is not valid UTF-8.
  |
  = help: Save the file as UTF-8.


"#]]);
}
