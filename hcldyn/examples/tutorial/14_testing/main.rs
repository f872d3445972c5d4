use std::path::Path;

use hcldyn::decode::Validation;
use hcldyn::diag::{Report, Style};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode};

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(validate = check)]
struct Pool {
    size: u8,
    #[hcl(default = 1)]
    spare: u8,
}

fn check(pool: &Pool, validation: &mut Validation<'_>) {
    if pool.spare > pool.size {
        let detail = format!("At most {} are allowed, not {}.", pool.size, pool.spare);
        validation.error("spare", "Too many spares", detail);
    }
}

/// The context that the program gives to every configuration.
fn context() -> EvalContext {
    EvalContext::new().with_variable("cores", 4)
}

fn pool(text: &str) -> Result<Pool, Diagnostics> {
    hcldyn::from_source(&Source::new("test.hcl", text), &context())
}

// Each of the next three functions would be a `#[test]`.

fn attributes_that_are_left_out_have_defaults() {
    assert_eq!(pool("size = cores * 2\n").unwrap(), Pool { size: 8, spare: 1 });
}

fn mistakes_are_reported_at_their_place() {
    let mistakes = pool("size  = cores / 2\nspare = 3\n").unwrap_err();
    assert_eq!(
        mistakes.to_string(),
        "test.hcl:2:9: error: Too many spares; At most 2 are allowed, not 3."
    );
}

fn reports_help() {
    let mistakes = pool("size = coers\n").unwrap_err();
    let report = Report::new(&mistakes).style(Style::Plain).to_string();
    assert!(report.contains("Did you mean \"cores\"?"), "{report}");
}

/// Checks a file that comes with the program.
fn check_file(path: &Path) -> Result<String, String> {
    match hcldyn::from_file::<Pool>(path, &context()) {
        Ok(pool) => Ok(format!("{}: {pool:?}", path.display())),
        Err(mistakes) => Err(Report::new(&mistakes).style(Style::Plain).to_string()),
    }
}

fn main() {
    attributes_that_are_left_out_have_defaults();
    mistakes_are_reported_at_their_place();
    reports_help();
    match check_file(Path::new("pool.hcl")) {
        Ok(line) => println!("{line}"),
        Err(report) => println!("{report}"),
    }
}
