//! The file that `decode --out` writes.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use snapbox::cmd::cargo_bin;

use super::Files;

fn files(test: &str) -> Files {
    let files = Files::new(test).with("s.hcldec", "attr {\n  name = \"a\"\n  type = any\n}\n");
    files.with("a.hcl", "a = \"new\"\n")
}

/// Returns `true` if the result was written to a file.
fn decode(files: &Files, out: &str) -> bool {
    let decode = files.run(["decode", "-ss.hcldec", "a.hcl", "-o", out]).output().unwrap();
    assert!(decode.stdout.is_empty());
    decode.status.success()
}

fn mode(files: &Files, name: &str) -> u32 {
    fs::metadata(files.0.join(name)).unwrap().permissions().mode() & 0o777
}

fn text(files: &Files, name: &str) -> String {
    fs::read_to_string(files.0.join(name)).unwrap()
}

/// Returns the names of the files in the directory.
fn names(files: &Files) -> Vec<String> {
    let entries = fs::read_dir(&files.0).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_has_the_permissions_of_new_files() {
    let files = files("out-new").with("other", "");
    assert!(decode(&files, "out"));
    assert_eq!(
        (text(&files, "out"), mode(&files, "out")),
        ("\"new\"\n".into(), mode(&files, "other"))
    );
    assert_eq!(names(&files), ["a.hcl", "other", "out", "s.hcldec"]);
}

#[test]
fn a_file_is_replaced_and_keeps_its_permissions() {
    let files = files("out-replaced").with("out", "something longer\n");
    fs::set_permissions(files.0.join("out"), fs::Permissions::from_mode(0o640)).unwrap();
    let mut old = fs::File::open(files.0.join("out")).unwrap();
    assert!(decode(&files, "./out"));
    assert_eq!((text(&files, "out"), mode(&files, "out")), ("\"new\"\n".into(), 0o640));
    // Readers of the old file are not disturbed.
    assert_eq!(std::io::read_to_string(&mut old).unwrap(), "something longer\n");
    assert_eq!(names(&files), ["a.hcl", "out", "s.hcldec"]);
}

/// A limit on the size of files simulates a full disk.
#[test]
fn a_failure_leaves_the_old_file() {
    let long = format!("a = \"{}\"\n", "x".repeat(1 << 20));
    let files = files("out-full").with("a.hcl", long).with("out", "old\n");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" decode -ss.hcldec a.hcl -o out";
    let output = Command::new("sh")
        .args(["-c", script])
        .arg(cargo_bin!("hcldyn"))
        .current_dir(&files.0)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), text(&files, "out")), (Some(1), "old\n".into()), "{errors}");
    assert!(errors.starts_with("Error: out can't be written: "), "{errors}");
    assert_eq!(names(&files), ["a.hcl", "out", "s.hcldec"]);
}

#[test]
fn links_and_devices_are_written_to() {
    let files = files("out-link").with("d/target", "something longer\n");
    symlink("d/target", files.0.join("link")).unwrap();
    symlink("d/made", files.0.join("dangling")).unwrap();
    assert!(decode(&files, "link") && decode(&files, "dangling") && decode(&files, "/dev/null"));
    assert!(fs::symlink_metadata(files.0.join("link")).unwrap().is_symlink());
    assert_eq!(
        (text(&files, "d/target"), text(&files, "d/made")),
        ("\"new\"\n".into(), "\"new\"\n".into())
    );
}

#[test]
fn a_pipe_is_written_to() {
    let files = files("out-pipe");
    let pipe = files.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    assert!(decode(&files, "pipe"));
    assert_eq!(reader.join().unwrap(), "\"new\"\n");
}

#[test]
fn a_protected_file_stays() {
    let files = files("out-protected").with("out", "old\n");
    fs::set_permissions(files.0.join("out"), fs::Permissions::from_mode(0o444)).unwrap();
    // A superuser can write everything.
    if fs::File::options().write(true).open(files.0.join("out")).is_err() {
        assert!(!decode(&files, "out"));
        assert_eq!(text(&files, "out"), "old\n");
    }
}
