//! Output of the command for sensitive attributes: it never shows their values.

use snapbox::str;

use super::Files;

const SPEC: &str = r#"
object {
  block "db" {
    dynamic = true
    object {
      label "name" {
        index = 0
      }
      attr "password" {
        type      = string
        sensitive = true
      }
      attr "port" {
        type = number
      }
    }
  }
}
"#;

/// Sources with a secret in the line of an error.
const NATIVE: [&str; 10] = [
    "db \"a\" \"b\" { password = \"hunter2\" }",
    "db { password = \"hunter2\" }",
    "db \"a\" {}\ndb \"b\" { password = \"hunter2\" }",
    "nope { password = \"hunter2\" }",
    "dynamic \"db\" { content { password = \"hunter2\" }\n}",
    "db \"a\" {\n  pasword = \"hunter2\"\n}",
    r#"db "a" {
  password { value = "hunter2" }
}
db "b" { password { value = 1 } }"#,
    r#"db "a" {
  password = "hunter1"
  password = "hunter2"
}"#,
    "db \"a\" {\n  password = \"hunter1\" hunter2\n}",
    "db \"a\" {\n  password = \"hunter1\n}",
];

const JSON: [&str; 5] = [
    r#"{"db": {"a": {"password": "hunter2", "port": "x"}}}"#,
    r#"{"db": {"a": {"password": "hunter1"}, "b": {"password": "hunter2"}}}"#,
    r#"{"db": {"a": {"password": "hunter1", "password": "hunter2"}}}"#,
    r#"{"db": {"a": {"password": "hunter1" "hunter2"}}}"#,
    r#"{"db": {"a": {"password": "hunter1}}}"#,
];

/// Checks every form in which the command prints diagnostics.
fn assert_hidden(test: &str, name: &str, texts: &[&str]) {
    for (index, text) in texts.iter().enumerate() {
        let files = Files::new(&format!("{test}-{index}")).with("s.hcldec", SPEC).with(name, text);
        for (args, is_report) in [
            (["decode", "--spec=s.hcldec", "--no-dynamic", name], true),
            (["decode", "--spec=s.hcldec", "--diags=json", name], false),
            (["check", "--spec=s.hcldec", "--no-dynamic", name], true),
            (["check", "--spec=s.hcldec", "--diags=json", name], false),
            (["check", "--spec=s.hcldec", "--diags=sarif", name], false),
        ] {
            let output = files.run(args).output().unwrap();
            let shown = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
            let shown = shown.concat();
            assert!(!output.status.success() && !shown.contains("hunter"), "{args:?}\n{shown}");
            assert!(!is_report || shown.contains("(sensitive)"), "{args:?}\n{shown}");
        }
    }
}

#[test]
fn secrets_in_native_syntax() {
    assert_hidden("secrets", "a.hcl", &NATIVE);
}

#[test]
fn secrets_in_json() {
    assert_hidden("secrets-json", "a.hcl.json", &JSON);
}

/// Files of variables are read before the configuration is decoded.
#[test]
fn secrets_in_files_of_variables() {
    let files = Files::new("secrets-vars")
        .with("s.hcldec", SPEC)
        .with("v.hcl", "password = \"hunter2\" + 1\n")
        .with("a.hcl", "db \"a\" {}\n");
    let decode = files.run(["decode", "--spec=s.hcldec", "--vars=v.hcl", "a.hcl"]);
    let stderr = String::from_utf8(decode.output().unwrap().stderr).unwrap();
    assert!(stderr.contains("password = (sensitive)") && !stderr.contains("hunter"), "{stderr}");
}

/// The declarations, which say what is sensitive, are read after the values.
#[test]
fn secrets_in_broken_values_of_variables() {
    let values = [
        ("v.tfvars", "port = 1\npw = \"hunter2\n"),
        ("v.tfvars", "pw = <<EOT\nport = 1\nhunter2\nEOF\n"),
        ("v.tfvars", "pw = [\"hunter2\", f({\n"),
        ("v.tfvars", "pw hunter2\n"),
        ("v.json", "{\"port\": 1, \"pw\": \"hunter2"),
        ("v.json", "{\"pw\": [\"hunter2\", \"hunter3\"}"),
    ];
    for (index, (name, text)) in values.into_iter().enumerate() {
        let files = Files::new(&format!("secrets-values-{index}"))
            .with("s.hcldec", "own_variables = true\nobject {\n}\n")
            .with("d/main.tf", "variable \"pw\" {\n  sensitive = true\n}\n")
            .with(name, text);
        for args in [
            ["check", "--spec=s.hcldec", "d/main.tf"].as_slice(),
            &["check", "--spec=s.hcldec", "--diags=sarif", "d/main.tf"],
            &["decode", "--spec=s.hcldec", "d/main.tf"],
            &["decode", "--spec=s.hcldec", "--diags=json", "d/main.tf"],
            &["expand", "d/main.tf"],
            &["expand", "d"],
            &["vars", "d/main.tf"],
            &["eval", "1"],
            &["console"],
        ] {
            let output =
                files.run([args[0]]).args(&args[1..]).args(["--vars", name]).output().unwrap();
            let shown = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
            let shown = shown.concat();
            let is_hidden = !shown.contains("hunter") && shown.contains("details are hidden");
            assert!(!output.status.success() && is_hidden, "{args:?}\n{shown}");
        }
    }
}

#[test]
fn secrets_in_broken_arguments() {
    let files = Files::new("secrets-arguments")
        .with("s.hcldec", "own_variables = true\nobject {\n}\n")
        .with("d/main.tf", "variable \"pw\" {\n  type = list(string)\n  sensitive = true\n}\n");
    for argument in ["pw=[\"hunter2\"", "pw=\"hunter2", "pw={ hunter2", "pw=\"hunter2\" + 1"] {
        for args in [
            ["check", "--spec=s.hcldec", "d/main.tf"].as_slice(),
            &["decode", "--spec=s.hcldec", "d/main.tf"],
            &["expand", "d/main.tf"],
            &["expand", "d"],
            &["vars", "d/main.tf"],
            &["eval", "1"],
        ] {
            let output =
                files.run([args[0]]).args(&args[1..]).args(["--var", argument]).output().unwrap();
            let shown = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
            let shown = shown.concat();
            assert!(!output.status.success() && !shown.contains("hunter"), "{args:?}\n{shown}");
        }
    }
}

/// The declarations say that nothing is sensitive.
#[test]
fn values_of_variables_that_are_not_sensitive() {
    let files = Files::new("secrets-none")
        .with("d/main.tf", "variable \"port\" {\n  type = list(number)\n}\n")
        .with("v.tfvars", "port = [\"x\"]\n");
    let expand = files.run(["expand", "d", "--vars", "v.tfvars"]);
    let stderr = String::from_utf8(expand.output().unwrap().stderr).unwrap();
    assert!(stderr.contains("port = [\"x\"]"), "{stderr}");
}

/// A value of a heredoc is not read to its end, so its lines are not items that end it.
#[test]
fn secrets_in_a_diff_of_values_without_an_end() {
    let text = r#"db "a" {
  prot = 1
  password = <<EOT
  port = 1,
hunter1
EOF
}
"#;
    for fixes in ["--no-dynamic", "--unsafe-fixes"] {
        let files = Files::new(&format!("secrets-unread{fixes}"))
            .with("s.hcldec", SPEC)
            .with("a.hcl", text);
        let output =
            files.run(["check", "--diff", fixes, "--spec=s.hcldec", "a.hcl"]).output().unwrap();
        let shown = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert!(!shown.concat().contains("hunter"), "{shown:?}");
    }
}

#[test]
fn secrets_in_spec_files() {
    let spec = r#"variables {
  pin = { a = "hunter1", a = "hunter2" }
}
object {
  attr "pin" { sensitive = true }
}
"#;
    let files = Files::new("secrets-spec").with("s.hcldec", spec);
    for args in [
        ["docs", "--spec", "s.hcldec"],
        ["sample", "--spec", "s.hcldec"],
        ["schema", "--spec", "s.hcldec"],
        ["spec", "write", "s.hcldec"],
    ] {
        let stderr = String::from_utf8(files.run(args).output().unwrap().stderr).unwrap();
        assert!(stderr.contains("pin = (sensitive)") && !stderr.contains("hunter"), "{stderr}");
    }
}

/// The lines of a heredoc keep their number, so that the hunk fits the file.
#[test]
fn secrets_around_a_fix_in_a_diff() {
    let files = Files::new("secrets-diff").with("s.hcldec", SPEC).with(
        "a.hcl",
        r#"db "a" {
  password = <<EOT
hunter1
  hunter2
EOT
  prot = 1 # not hidden
  # password = "hunter3"
}
"#,
    );
    let check = files.run(["check", "--diff", "--spec=s.hcldec", "a.hcl"]);
    check.assert().code(1).stdout_eq(str![[r#"
--- a.hcl
+++ a.hcl
@@ -3,6 +3,6 @@
 (sensitive)
 (sensitive)
 (sensitive)
-  prot = 1 # not hidden
+  port = 1 # not hidden
   # password = "(sensitive)
 }

"#]]);
}

#[test]
fn secrets_in_the_fixed_lines_of_a_diff() {
    let files = Files::new("secrets-fixed").with("s.hcldec", SPEC).with(
        "a.hcl.json",
        r#"{"db": {
  "a": {"pasword": "hunter2", "port": 1}
}}
"#,
    );
    let check = files.run(["check", "--diff", "--spec=s.hcldec", "a.hcl.json"]);
    check.assert().code(1).stdout_eq(str![[r#"
--- a.hcl.json
+++ a.hcl.json
@@ -1,3 +1,3 @@
 {"db": {
-  "a": {"pasword": (sensitive), "port": 1}
+  "a": {"password": (sensitive), "port": 1}
 }}

"#]]);
}

/// A source with syntax errors is hidden up to its next known item: here also the closing brace, in one version.
#[test]
fn secrets_in_a_diff_of_a_source_with_syntax_errors() {
    let files = Files::new("secrets-broken").with("s.hcldec", SPEC).with(
        "a.hcl",
        r#"db "a" {
  port = 1,
  password = "hunter2"
}
"#,
    );
    let check = files.run(["check", "--diff", "--spec=s.hcldec", "a.hcl"]);
    check.assert().code(1).stdout_eq(str![[r#"
--- a.hcl
+++ a.hcl
@@ -1,4 +1,4 @@
 db "a" {
-  port = 1,
+  port = 1
   password = (sensitive)
 }

"#]]);
}

/// A fix elsewhere does not show the rest of a line that may belong to a secret.
#[test]
fn secrets_that_a_fix_moves_elsewhere() {
    for mode in ["--diff", "--fix"] {
        let text = r#"db "b" {
  port = 1,
}
db "a" {
  password = "hunter1" note = "hunter2"
}
"#;
        let files =
            Files::new(&format!("secrets-moved{mode}")).with("s.hcldec", SPEC).with("a.hcl", text);
        let check = files.run(["check", mode, "--spec=s.hcldec", "a.hcl"]);
        let shown = String::from_utf8(check.output().unwrap().stdout).unwrap();
        assert!(shown.contains("(sensitive)") && !shown.contains("hunter"), "{shown}");
    }
}
