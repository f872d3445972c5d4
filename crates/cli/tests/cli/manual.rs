use snapbox::{file, str};

use super::hcldyn;

#[test]
fn the_commands() {
    hcldyn(["--help"]).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
Decodes, checks, formats, edits and expands HCL files, and evaluates HCL expressions

Usage: hcldyn <COMMAND>

Commands:
  check        Reports the errors and warnings in files and directories
  convert      Prints a file in native syntax as JSON syntax, or the reverse
  decode       Decodes a configuration and prints it as JSON, by a spec file or as it is written
  docs         Prints or writes reference pages of a spec file
  eval         Evaluates an expression and prints its value
  console      Evaluates expressions typed at a prompt, or those on standard input
  expand       Prints files with their dynamic blocks replaced by the blocks they generate
  explain      Explains the code of an error or a warning, or lists all codes
  fmt          Formats files: indentation, alignment, and the spaces between tokens
  get          Prints an attribute's value, a part of it, or a block, as it is written
  set          Sets an attribute or a part of its value, and adds it if it does not exist
  rm           Removes an attribute, a block, or a part of a value
  lsp          Serves an editor: diagnostics, completion and other answers about HCL files
  sample       Prints a sample of the configurations that a spec file describes
  schema       Prints the JSON Schema of a spec file, for editors of JSON syntax
  spec         Prints a spec file in a canonical form, or the differences between two of them
  terraform    Evaluates a module of Terraform or OpenTofu without a provider
  vars         Prints the variables that a configuration refers to
  completions  Prints a completion script for a shell
  man          Prints a man page
  help         Print this message or the help of the given subcommand(s)

Options:
      --version  Print version
  -h, --help     Print help

"#]]);
}

#[test]
fn the_help_of_the_commands() {
    hcldyn(["check", "--help"])
        .assert()
        .success()
        .stdout_eq(file!["snapshots/help-check.txt": Text]);
    hcldyn(["decode", "--help"])
        .assert()
        .success()
        .stdout_eq(file!["snapshots/help-decode.txt": Text]);
    hcldyn(["vars", "--help"]).assert().success().stdout_eq(file!["snapshots/help-vars.txt": Text]);
}

#[test]
fn completions_for_every_shell() {
    for (shell, start) in [
        ("bash", "_hcldyn() {"),
        ("zsh", "#compdef hcldyn"),
        ("fish", "# Print an optspec"),
        ("powershell", "\nusing namespace"),
        ("elvish", "\nuse builtin;"),
    ] {
        let output = hcldyn(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && script.starts_with(start), "{shell}: {script}");
        for option in ["no-dynamic", "folder", "now"] {
            assert!(script.contains(option), "{shell}: {option}");
        }
    }
    hcldyn(["completions", "dos"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: invalid value 'dos' for '<SHELL>'
  [possible values: bash, elvish, fish, powershell, zsh]

For more information, try '--help'.

"#]]);
}

#[test]
fn man_pages() {
    let page = |command: &[&str]| {
        let output = hcldyn(["man"]).args(command).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let all = page(&[]);
    assert!(all.contains(".TH hcldyn 1"), "{all}");
    assert!(all.contains("hcldyn\\-check(1)\n"), "{all}");
    let decode = page(&["decode"]);
    assert!(decode.contains(".TH hcldyn-decode 1"), "{decode}");
    assert!(decode.contains("\\fB\\-\\-var\\-refs\\fR"), "{decode}");
    hcldyn(["man", "nope"]).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error: unknown command "nope"

Usage: hcldyn <COMMAND>

For more information, try '--help'.

"#]]);
}
