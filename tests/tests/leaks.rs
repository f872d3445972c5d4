//! No output shows a secret, in the first random cases of `fuzz-leaks`.

use std::path::Path;

use hcldyn::diag::{Report, Style};
use hcldyn::source::Source;
use hcldyn::spec::{AttrSpec, BlockSpec, Spec, decode};
use hcldyn::{Diagnostics, EvalContext, Type, parse_body};
use hcldyn_tests::leaks::{Command, run};

#[test]
fn no_output_shows_a_secret() {
    let command = Command::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("leaks"));
    for index in 0..400 {
        let case = run(0, index, &command);
        assert!(case.leaks.is_empty(), "case {index} of seed 0: {:?}\n{}", case.leaks, case.text);
    }
}

/// The span of the error begins where that of the secret ends.
#[test]
fn an_error_after_a_secret_of_several_lines_is_reported() {
    let password = AttrSpec::new("password", Type::String).sensitive();
    let db = BlockSpec::new("db", Spec::object([("password", password.into())]));
    let source = Source::new("a.hcl", "db { password = <<EOT\nhunter2\nEOT\n}\n");
    let mut diags = Diagnostics::new();
    let body = parse_body(&source, &mut diags);
    decode(&body, &db.into(), &EvalContext::new(), &mut diags);
    let report = Report::new(&diags, Style::Plain).to_string();
    assert!(report.contains("(sensitive)") && !report.contains("hunter2"), "{report}");
}
