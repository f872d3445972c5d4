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
        ],
    );
    let text = "login { # The password is a secret.\n  port = 1\n}";
    assert_snapshot!(report(&logins(), parse_body, text));
}
