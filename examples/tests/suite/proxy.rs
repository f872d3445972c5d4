//! The commands of the proxy about its configuration, as processes.

use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::Command;
use snapbox::str;

/// Runs `proxy config`.
fn config<const N: usize>(arguments: [&str; N]) -> Command {
    crate::example("proxy").arg("config").args(arguments)
}

/// Returns the path of a file to write, which does not exist yet.
fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("proxy");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Returns what a successful command prints.
fn printed<const N: usize>(arguments: [&str; N]) -> String {
    let output = config(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_proxy_still_runs_a_configuration() {
    let output = crate::example("proxy").arg("proxy/main.hcl").output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("4 workers, log level Info\n"));
}

/// Includes, functions and variables are those of the program.
#[test]
fn a_valid_configuration_is_checked() {
    config(["check", "proxy/main.hcl"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
warning[deprecated-attribute]: Deprecated attribute
 --> proxy/main.hcl:8:1
  |
8 | threads   = 4
  | ^^^^^^^ The attribute "threads" is deprecated.
  |
  = help: Use "workers" instead.

warning: Unused block
  --> proxy/tls.hcl:10:5
   |
10 | tls "old" {
   |     ^^^^^ No listener uses the certificate of "old".


"#]])
        .stderr_eq(str![[r#"
checked 1 configuration: 2 warnings; --fix can fix 1

"#]]);
}

#[test]
fn errors_are_counted() {
    let check = config(["check", "proxy/main.hcl", "proxy/dangling.hcl", "proxy/missing.hcl"]);
    check
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
warning[deprecated-attribute]: Deprecated attribute
 --> proxy/main.hcl:8:1
  |
8 | threads   = 4
  | ^^^^^^^ The attribute "threads" is deprecated.
  |
  = help: Use "workers" instead.

warning: Unused block
  --> proxy/tls.hcl:10:5
   |
10 | tls "old" {
   |     ^^^^^ No listener uses the certificate of "old".

error: Unknown name
 --> proxy/dangling.hcl:5:13
  |
5 |   tls     = "egde"
  |             ^^^^^^ The tls "egde" is not defined. Defined names: edge.

warning: Unused block
 --> proxy/dangling.hcl:8:5
  |
8 | tls "edge" {
  |     ^^^^^^ No listener uses the certificate of "edge".

error: Unknown name
  --> proxy/dangling.hcl:24:14
   |
24 |   upstream = "apj"
   |              ^^^^^ The upstream "apj" is not defined. Defined names: api.

error[file-not-found]: File not found
--> proxy/missing.hcl
 = note: This file does not exist.


"#]])
        .stderr_eq(str![[r#"
checked 3 configurations: 3 errors, 3 warnings; --fix can fix 1

"#]]);
}

#[test]
fn a_configuration_is_required() {
    config(["check"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: expected a file or a directory to check

"#]]);
    config(["unknown"]).assert().code(2);
}

#[test]
fn the_committed_reference_is_fresh() {
    let page = printed(["docs", "--title", "Configuration of the proxy"]);
    assert_eq!(page, fs::read_to_string("proxy/reference.md").unwrap());
}

#[test]
fn the_sample_is_a_valid_configuration() {
    let sample = printed(["sample"]);
    config(["check", "-"]).stdin(sample).assert().success();
}

#[test]
fn the_schema_is_json() {
    let schema: serde_json::Value = serde_json::from_str(&printed(["schema"])).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

#[test]
fn only_a_changed_spec_has_differences() {
    let (same, other) = (temporary("same.hcldec"), temporary("other.hcldec"));
    let recorded = printed(["spec", "write"]);
    fs::write(&same, &recorded).unwrap();
    fs::write(&other, recorded.replace("attr \"path\" {", "attr \"folder\" {")).unwrap();
    let diff = |path: &Path| config(["spec", "diff"]).arg(path);
    diff(&same).assert().success().stdout_eq("0 differences, 0 breaking\n").stderr_eq("");
    diff(&other)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
breaking: listener[unix].folder: attribute removed: folder
breaking: listener[unix].path: required attribute added: path
breaking: upstream.health[http].folder: attribute removed: folder
breaking: upstream.health[http].path: required attribute added: path
4 differences, 4 breaking

"#]])
        .stderr_eq("");
}

#[test]
fn files_are_formatted() {
    let path = temporary("main.hcl");
    fs::write(&path, "workers=2\n").unwrap();
    config(["fmt", "--check"]).arg(&path).assert().code(1);
    config(["fmt"]).arg(&path).assert().success().stderr_eq("formatted 1 of 1 file\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), "workers = 2\n");
    config(["fmt", "--check"]).arg(&path).assert().success();
}
