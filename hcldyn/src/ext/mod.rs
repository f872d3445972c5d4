//! What programs may add to the language: functions that take expressions instead of values, to be
//! given to an [`EvalContext`](crate::EvalContext), types written as expressions, and functions that a
//! configuration defines itself.

mod template;
#[cfg(feature = "functions")]
mod template_file;
mod try_can;
pub mod typeexpr;
mod userfunc;
mod with;

pub use self::template::templatestring_fn;
#[cfg(feature = "functions")]
pub use self::template_file::templatefile_fn;
pub use self::try_can::{can_fn, try_fn};
use self::typeexpr::convert_fn;
pub use self::userfunc::decode_functions;
pub use self::with::with_fn;
use crate::cty::Value;
use crate::cty::function::{Function, FunctionError};
use crate::diag::Diagnostics;
use crate::expr::ExpressionClosure;

/// `can`, `convert`, `templatestring`, `try` and `with`, for
/// [`EvalContext::with_functions`](crate::EvalContext::with_functions).
pub fn all() -> impl Iterator<Item = (&'static str, Function)> {
    [
        ("can", can_fn()),
        ("convert", convert_fn()),
        ("templatestring", templatestring_fn()),
        ("try", try_fn()),
        ("with", with_fn()),
    ]
    .into_iter()
}

/// The closure that an argument is.
fn closure(args: &[Value], index: usize) -> Result<&ExpressionClosure, FunctionError> {
    let closure = args.get(index).and_then(Value::as_capsule);
    closure.ok_or_else(|| FunctionError::must(index, "be an expression"))
}

/// The value of an argument that was evaluated, unless there were errors.
fn evaluated(value: Value, diags: &Diagnostics, index: usize) -> Result<Value, FunctionError> {
    if !diags.has_errors() {
        return Ok(value);
    }
    let reason = shortened(diags.to_string());
    let error = FunctionError::at(index, format!("the expression has an error: {reason}"));
    Err(error.uncaught_if(diags.is_uncaught()))
}

/// The longest text of inner errors in an error, in bytes. Where functions are nested such texts
/// would otherwise grow with every level.
const MAX_INNER_ERRORS: usize = 600;

/// The text of inner errors, without its middle where it is too long: of errors inside one another
/// the innermost, which is the reason for the others, comes last.
fn shortened(text: String) -> String {
    if text.len() <= MAX_INNER_ERRORS {
        return text;
    }
    let half = MAX_INNER_ERRORS / 2;
    let is_cut = |at: &usize| text.is_char_boundary(*at);
    let head = (0..=half).rev().find(is_cut).unwrap_or_default();
    let tail = (text.len() - half..=text.len()).find(is_cut).unwrap_or(text.len());
    format!("{} \u{2026} {}", &text[..head], &text[tail..])
}
