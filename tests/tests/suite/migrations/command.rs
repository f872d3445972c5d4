//! `config migrate`, and `config spec diff --format migrations`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use hcldyn::cli::{ConfigCommand, Streams};
use hcldyn::edit::migrate::{MigrationStep, Migrations};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, HclDecode};
use snapbox::{assert_data_eq, str};

#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Config {
    max_connections: u32,
    #[hcl(block)]
    server: Server,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Server {
    port: u16,
    #[hcl(sensitive)]
    token: Option<String>,
}

#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: ConfigCommand,
}

fn decoder() -> Decoder {
    let migrations = Migrations::new()
        .step(MigrationStep::rename("connections", "max_conns", "max_connections"))
        .step(MigrationStep::move_to("port", "port", "server.port"))
        .step(MigrationStep::move_to("key", "api_key", "server.token"));
    Decoder::new().migrations(migrations)
}

/// Returns the exit code, the output and the errors of a command.
fn run(arguments: &[&str], input: &str) -> (u8, String, String) {
    let arguments = ["config"].iter().chain(arguments);
    let Arguments { command } = Arguments::try_parse_from(arguments).unwrap();
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams::new(input.as_bytes(), &mut output, &mut errors);
    let code = command.run_on::<Config>(&decoder(), &mut streams);
    drop(streams);
    let [output, errors] = [output, errors].map(|bytes| String::from_utf8(bytes).unwrap());
    (code, output, errors)
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("migrate").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const OLD: &str =
    "max_conns = 5\n\n# The public port.\nport = 80 # HTTP\n\napi_key = \"hunter22\"\n";

#[test]
fn the_diff_comes_first_and_hides_secrets() {
    let (code, output, errors) = run(&["migrate", "-"], OLD);
    assert_eq!((code, &*errors), (1, "1 file to migrate; --write writes the new form\n"));
    assert_data_eq!(
        output,
        str![[r#"
--- <stdin>
+++ <stdin>
@@ -1,6 +1,7 @@
-max_conns = 5
-
-# The public port.
-port = 80 # HTTP
+max_connections = 5
 
-api_key = (sensitive)
+server {
+  # The public port.
+  port = 80 # HTTP
+  token = (sensitive)
+}

"#]]
    );
}

#[test]
fn new_forms_are_written_once() {
    let path = folder("write").join("a.hcl");
    fs::write(&path, OLD).unwrap();
    let name = path.display().to_string();
    let (code, output, errors) = run(&["migrate", "--write", &name], "");
    assert_eq!((code, &*errors), (0, "migrated 1 file\n"));
    assert!(output.starts_with("--- ") && !output.contains("hunter22"), "{output}");
    let new = "max_connections = 5\n\nserver {\n  # The public port.\n  port = 80 # HTTP\n  token = \"hunter22\"\n}\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
    let again = run(&["migrate", "--write", &name], "");
    assert_eq!(again, (0, String::new(), "nothing to migrate\n".to_owned()));
    assert_eq!(run(&["check", "--deny", "all", &name], "").0, 0);
}

#[test]
fn check_fixes_old_forms() {
    let path = folder("fix").join("a.hcl");
    fs::write(&path, "max_conns = 5\nport = 80\n").unwrap();
    let (code, _, errors) = run(&["check", "--fix", &path.display().to_string()], "");
    let fixed = "checked 1 configuration: no errors or warnings; 2 fixed\n";
    assert_eq!((code, &*errors), (0, fixed));
    let new = "max_connections = 5\n\nserver {\n  port = 80\n}\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), new);
}

#[test]
fn errors_leave_the_files_as_they_are() {
    let path = folder("errors").join("a.hcl");
    let text = "max_conns = 5\nport = 80000\n";
    fs::write(&path, text).unwrap();
    let (code, output, errors) = run(&["migrate", "--write", &path.display().to_string()], "");
    assert_eq!((code, &*output), (1, ""));
    assert!(errors.contains("error[invalid-value]"), "{errors}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn steps_are_proposed() {
    let path = folder("propose").join("old.hcldec");
    let old = r#"object {
  attr "max_conns" {
    type     = number
    required = true
  }
  attr "port" {
    type = number
  }
  attr "legacy" {
    type = bool
  }
}
"#;
    fs::write(&path, old).unwrap();
    let name = path.display().to_string();
    let (code, output, errors) = run(&["spec", "diff", "--format", "migrations", &name], "");
    assert_eq!((code, &*errors), (1, ""));
    assert_data_eq!(
        &output,
        str![[r#"
rename "max_conns" {
  from = "max_conns"
  to   = "max_connections"
}

move "port" {
  from = "port"
  to   = "server.port"
}

"#]]
    );
    let read = Migrations::read(&Source::new("steps.hcl", output.clone())).unwrap();
    assert_eq!(read.to_hcl(), output);
}

#[test]
fn a_migrations_file_with_mistakes_is_rejected() {
    for (text, code) in [
        ("rename \"a\" {\n  from = \"x[0]\"\n  to = \"y\"\n}\n", "invalid-migration"),
        ("split \"a\" {\n  from = \"x\"\n  into = [old]\n}\n", "invalid-migration"),
        ("convert \"a\" {\n  path = \"x\"\n  old = nubmer\n  to = old\n}\n", "invalid-type"),
        ("rename \"a\" {\n  form = \"x\"\n  to = \"y\"\n}\n", "unexpected-attribute"),
    ] {
        let error = Migrations::read(&Source::new("steps.hcl", text)).unwrap_err();
        assert_eq!(error.iter().next().unwrap().code, code, "{text}");
        assert_eq!(error.len(), 1, "{error}");
    }
}
