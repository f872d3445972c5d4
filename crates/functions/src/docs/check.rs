// Included by the examples of the documentation: each of their lines must evaluate to true.

use hcldyn::cty::Value;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_expression};

/// Evaluates each line with all functions.
pub fn check(examples: &str) {
    let ctx = EvalContext::new().with_functions(functions::all());
    for line in examples.lines().filter(|line| !line.is_empty()) {
        let mut diags = Diagnostics::new();
        let value = parse_expression(&Source::new("example", line), &mut diags);
        let value = value.map(|expr| expr.value(&ctx, &mut diags).unmark_deep().0);
        assert_eq!(value, Some(Value::from(true)), "{line}\n{diags}");
    }
}
