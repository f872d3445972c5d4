//! The reports of mistakes in flags.

use clap::Parser;
use snapbox::{assert_data_eq, str};

use hcldyn::Decoder;
use hcldyn::environment::Environment;

use super::{Arguments, flags, report, report_of};

/// Returns the error of clap, which comes before decoding.
fn rejected(arguments: &[&str]) -> String {
    let arguments = ["app"].iter().chain(arguments);
    Arguments::try_parse_from(arguments).unwrap_err().to_string()
}

#[test]
fn a_value_of_another_type() {
    assert_data_eq!(
        report(&["--server-port", "many"]),
        str![[r#"
error[wrong-type]: Wrong type
 --> --server-port:1:1
  |
1 | many
  | ^^^^ Invalid value for "port": a number is required.
"#]]
    );
}

#[test]
fn a_number_out_of_range() {
    assert_data_eq!(
        report(&["--server-port=0", "--workers=300"]),
        str![[r#"
error[invalid-value]: Invalid value
 --> --workers:1:1
  |
1 | 300
  | ^^^
  |
  = note: Invalid value for "workers": a whole number from 0 to 255 is required, not 300.

error[invalid-value]: Invalid value
 --> --server-port:1:1
  |
1 | 0
  | ^ "port" must be a number of at least 1, not 0.
"#]]
    );
}

#[test]
fn a_value_that_is_not_allowed() {
    assert_data_eq!(
        report(&["--log-level=Inof"]),
        str![[r#"
error[unexpected-value]: Unexpected value
 --> --log-level:1:1
  |
1 | Inof
  | ^^^^
  |
  = note: Invalid value for "log_level": "debug" or "info" is required, not "Inof".
"#]]
    );
}

#[test]
fn one_element_of_several() {
    assert_data_eq!(
        report(&["--limits=1", "--limits=two", "--limits=3"]),
        str![[r#"
error[wrong-type]: Wrong type
 --> --limits:2:1
  |
2 | two
  | ^^^ Invalid value for "limits": element 1: a number is required.
"#]]
    );
}

#[test]
fn an_entry_without_an_equals_sign() {
    assert_data_eq!(
        report(&["--tags=a=1", "--tags", "team"]),
        str![[r#"
error[invalid-flag]: Invalid flag
 --> --tags:2:1
  |
2 | team
  | ^^^^
  |
  = note: A value for a map must be written as KEY=VALUE; the equals sign is missing.
"#]]
    );
}

#[test]
fn an_invalid_expression() {
    assert_data_eq!(
        report(&["--weights=a=[1, 2", "--weights=b=[3]"]),
        str![[r#"
error[unclosed-bracket]: Unclosed bracket
 --> --weights:1:3
  |
1 | a=[1, 2
  |   ^ Expected "]" to close this bracket.
"#]]
    );
}

#[test]
fn an_unknown_flag() {
    assert_data_eq!(
        rejected(&["--server-prot", "1"]),
        str![[r#"
error: unexpected argument '--server-prot' found

  tip: a similar argument exists: '--server-port'

Usage: app --server-port <NUMBER>

For more information, try '--help'.

"#]]
    );
}

#[test]
fn a_flag_given_twice() {
    assert_data_eq!(
        rejected(&["--password=s3cret", "--password=s3cret"]),
        str![[r#"
error: the argument '--password <PASSWORD>' cannot be used multiple times

Usage: app [OPTIONS]

For more information, try '--help'.

"#]]
    );
}

#[test]
fn a_bool_with_another_value() {
    assert_data_eq!(
        report(&["--server-web-tls=sometimes"]),
        str![[r#"
error[wrong-type]: Wrong type
 --> --server-web-tls:1:1
  |
1 | sometimes
  | ^^^^^^^^^ Invalid value for "tls": a bool is required.
"#]]
    );
}

#[test]
fn a_secret_in_a_flag() {
    assert_data_eq!(
        report(&["--token", "s3cret"]),
        str![[r#"
error[setting-not-allowed]: Setting not allowed
 --> --token:1:1
  |
1 | (sensitive)
  | ^^^^^^^^^^^ "token" can't be set by a flag.
  |
  = help: Set it in a file or by an environment variable.
"#]]
    );
}

#[test]
fn a_value_from_a_source_that_is_not_allowed() {
    let decoder = Decoder::new()
        .text("main.hcl", "dry_run = true\nhome = \"/root\"\n")
        .environment(
            Environment::with_prefix("").variables([("DRY_RUN", "true"), ("HOME", "/home")]),
        )
        .flags(flags(&["--dry-run", "--home=/tmp"]))
        .overrides("--set", ["token = \"s3cret\""]);
    assert_data_eq!(
        report_of(&decoder),
        str![[r#"
error[setting-not-allowed]: Setting not allowed
 --> --set:1:1
  |
1 | (sensitive)
  | ^^^^^^^^^^^ "token" can't be set by a flag.
  |
  = help: Set it in a file or by an environment variable.

error[setting-not-allowed]: Setting not allowed
 --> main.hcl:1:11
  |
1 | dry_run = true
  |           ^^^^ "dry_run" can't be set in a file.
  |
  = help: Set it by a flag.

error[setting-not-allowed]: Setting not allowed
 --> main.hcl:2:8
  |
2 | home = "/root"
  |        ^^^^^^^ "home" can't be set in a file.
  |
  = help: Set it by an environment variable.

error[setting-not-allowed]: Setting not allowed
 --> <environment variable DRY_RUN>:1:1
  |
1 | true
  | ^^^^ "dry_run" can't be set by an environment variable.
  |
  = help: Set it by a flag.

error[setting-not-allowed]: Setting not allowed
 --> --home:1:1
  |
1 | /tmp
  | ^^^^ "home" can't be set by a flag.
  |
  = help: Set it by an environment variable.
"#]]
    );
}
