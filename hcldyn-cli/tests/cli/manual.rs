use snapbox::str;

use super::hcldyn;

#[test]
fn the_commands() {
    hcldyn(["--help"]).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
Decodes, checks and expands HCL files, and evaluates HCL expressions

Usage: hcldyn <COMMAND>

Commands:
  check        Reports all problems in files and folders
  decode       Decodes a configuration by a spec file and prints it as JSON
  eval         Evaluates an expression and prints its value as HCL
  console      Evaluates expressions typed at a prompt, or those on standard input
  expand       Prints a file with its dynamic blocks replaced by the blocks they generate
  vars         Prints the variables that a configuration refers to
  completions  Prints a script that lets a shell complete the arguments of this command
  man          Prints the manual as a man page
  help         Print this message or the help of the given subcommand(s)

Options:
  -h, --help     Print help
  -V, --version  Print version

"#]]);
}

#[test]
fn the_help_of_the_commands() {
    hcldyn(["check", "--help"]).assert().success().stdout_eq(str![[r#"
Reports all problems in files and folders.

Problems go to standard output in the order of the files, whatever each of them holds. The exit code is 0 when there is no error, 1 when there is one in a file, and 2 when arguments, the spec file or variables are wrong.

Usage: hcldyn check [OPTIONS] <PATH>...

Arguments:
  <PATH>...
          Files, in JSON syntax if they end in .json, and folders, in which all .hcl, .tf, .hcl.json and .tf.json files are checked at any depth, without hidden ones; "-" reads standard input

Options:
  -s, --spec <FILE>
          A spec file: each file is decoded by it, too. Without one only syntax is checked

  -V, --vars <FILE-OR-JSON>
          Variables: the attributes of an HCL file such as .hcl or .tfvars, those of a .json file, or those of a JSON object that is given itself. May be given several times; the last one that sets a variable counts

      --no-dynamic
          Expand dynamic blocks only where the spec file says so

      --diags <FORMAT>
          How problems are shown

          Possible values:
          - text:  Reports for people
          - json:  One JSON object, as decode has it
          - sarif: A SARIF 2.1.0 log, which code hosts and editors read
          
          [default: text]

  -h, --help
          Print help (see a summary with '-h')

"#]]);
    hcldyn(["decode", "--help"]).assert().success().stdout_eq(str![[r#"
Decodes a configuration by a spec file and prints it as JSON.

The exit code is 0 when it could be decoded, 2 when there is an error in a file, and 1 when something else is wrong. All that the reference's hcldec takes is there; called as hcldec, by a link or a copy of that name, this program takes nothing else.

Usage: hcldyn decode [OPTIONS] [PATH]...

Arguments:
  [PATH]...
          Files, in JSON syntax if they end in .json, and folders, which stand for their .hcl and .hcl.json files. All of them make up one configuration. Without any standard input is read

Options:
  -s, --spec <FILE>
          The spec file, which says how to decode

  -o, --out <FILE>
          Write the result to this file instead of standard output

  -V, --vars <FILE-OR-JSON>
          Variables: the attributes of an HCL file such as .hcl or .tfvars, those of a .json file, or those of a JSON object that is given itself. May be given several times; the last one that sets a variable counts

      --diags <FORMAT>
          How problems are shown on standard error, instead of as reports for people

          Possible values:
          - json: One JSON object

      --var-refs
          Print the variables that are referred to as JSON, and decode nothing

      --with-type
          Print the value together with its type

      --keep-nulls
          Keep attributes that are null, which are left out of JSON and HCL otherwise

  -v, --version
          Print the version

      --no-dynamic
          Expand dynamic blocks only where the spec file says so

      --format <FORMAT>
          The form of the result. MessagePack keeps nulls, and parts that are not known

          Possible values:
          - json:    JSON on one line
          - msgpack: MessagePack, as the reference's go-cty writes it
          - hcl:     An HCL expression
          
          [default: json]

  -h, --help
          Print help (see a summary with '-h')

"#]]);
    hcldyn(["vars", "--help"]).assert().success().stdout_eq(str![[r#"
Prints the variables that a configuration refers to.

They come in two lists: those that must be known before dynamic blocks can be expanded, and all of them. The exit code is 0, or 2 when something is wrong.

Usage: hcldyn vars [OPTIONS] <PATH>...

Arguments:
  <PATH>...
          Files and folders, as for decode; "-" reads standard input

Options:
  -s, --spec <FILE>
          A spec file: only what decoding by it needs is told. Without one, all references are

  -V, --vars <FILE-OR-JSON>
          Variables: the attributes of an HCL file such as .hcl or .tfvars, those of a .json file, or those of a JSON object that is given itself. May be given several times; the last one that sets a variable counts

      --format <FORMAT>
          The form of the result

          Possible values:
          - text: Lines for people
          - json: One JSON object, with values where --vars gives them
          
          [default: text]

  -h, --help
          Print help (see a summary with '-h')

"#]]);
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
        assert!(script.contains("no-dynamic"), "{shell}");
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
error: there is no command "nope"

Usage: hcldyn <COMMAND>

For more information, try '--help'.

"#]]);
}
