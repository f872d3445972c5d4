//! Codes that a program gives to its own errors.

use hcldyn::cty::function::{Function, FunctionError};
use hcldyn::decode::Validation;
use hcldyn::diag::Code;
use hcldyn::{Diagnostics, EvalContext, HclDecode};

const EMPTY_RANGE: Code = Code::new("empty-range", "Empty range");

#[derive(Debug, HclDecode)]
#[hcl(validate = check)]
struct Range {
    first: i64,
    last: i64,
}

fn check(range: &Range, validation: &mut Validation<'_>) {
    if range.last < range.first {
        validation.error("last", EMPTY_RANGE, "It must be at least the first one.");
    } else if range.last == range.first {
        validation.warning("last", "One port", "One attribute would do.");
    }
}

fn found(text: &str) -> Vec<String> {
    let even = |number: i64| match number % 2 {
        0 => Ok(number),
        1 => Err(FunctionError::must(0, "be even").with_code("odd-number")),
        _ => Err(FunctionError::new("it is negative").with_code("negative-number")),
    };
    let ctx = EvalContext::new()
        .with_function("even", Function::from_fn("An even number.", ["number"], even));
    let mut diags = Diagnostics::new();
    let source = hcldyn::syntax::Source::new("t.hcl", text);
    let body = hcldyn::parse_body(&source, &mut diags);
    let _ = hcldyn::from_body::<Range>(&body, &ctx, &mut diags);
    diags.iter().map(|it| format!("{}: {}", it.code, it.summary)).collect()
}

#[test]
fn of_validation() {
    assert_eq!(found("first = 2\nlast = 1\n"), ["empty-range: Empty range"]);
    assert_eq!(found("first = 2\nlast = 2\n"), [": One port"]);
}

#[test]
fn of_functions() {
    assert_eq!(found("first = even(3)\nlast = 9\n"), ["odd-number: Invalid argument"]);
    assert_eq!(found("first = even(-3)\nlast = 9\n"), ["negative-number: Function call failed"]);
}
