//! Attributes that are commented out.

use hcldyn::parse_body;
use insta::assert_snapshot;

use super::{assert_hidden_in_native, logins, report};

#[test]
fn a_secret_in_a_comment() {
    assert_hidden_in_native(
        &logins(),
        &[
            "login { # password = \"hunter2\"\n}",
            "login { // user = 1, PASSWORD: hunter2\n}",
            "login { /* x\n \"password\" = \"hunter2\" */ }",
            "# password ,= \"hunter2\"\nx = [",
        ],
    );
    let text = "login { # The password is a secret.\n  port = 1\n}";
    assert_snapshot!(report(&logins(), parse_body, text));
}

/// A comment inside or after a value may contain a part of it.
#[test]
fn a_comment_on_the_line_of_a_secret() {
    assert_hidden_in_native(
        &logins(),
        &[
            "login {\n  password = tonumber # (\"hunter2\")\n}",
            "login {\n  passxord = tonumber# (hunter2\")\n}",
            "login {\n  password = /* \"hunter1\" */ host\n}",
            "login {
  password = [ // hunter1
  host, # hunter2
]
}",
            "login {\n  password = host /* hunter1\n hunter2 */\n}",
        ],
    );
}
