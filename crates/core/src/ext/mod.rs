//! Optional additions to the language: [`dynamic` blocks](dynblock), [types written as expressions](typeexpr),
//! [attributes that hold expressions](customdecode), functions that take expressions instead of values, and functions that
//! a configuration defines.
//!
//! With the feature `kit`, also [blocks that refer to each other](graph), [names that are evaluated on demand](on_demand), [blocks that are repeated](repetition) and [blocks
//! that inherit from others](inheritance) (feature `kit` or `specfile`), and the blocks [`variable`, `locals` and
//! `output`](kit).

pub mod customdecode;
pub mod dynblock;
#[cfg(feature = "kit")]
pub mod graph;
#[cfg(feature = "specfile")]
pub mod inheritance;
#[cfg(feature = "kit")]
pub mod kit;
#[cfg(feature = "kit")]
pub mod on_demand;
#[cfg(feature = "specfile")]
pub mod repetition;
mod template;
#[cfg(feature = "functions-effects")]
mod template_file;
mod try_can;
pub mod typeexpr;
mod userfunc;
mod with;

pub use self::template::templatestring_fn;
#[cfg(feature = "functions-effects")]
pub use self::template_file::templatefile_fn;
pub use self::try_can::{can_fn, try_fn};
use self::typeexpr::convert_fn;
pub(crate) use self::userfunc::define_functions;
pub use self::userfunc::{FunctionBlocks, FunctionDefinition, decode_functions};
pub use self::with::with_fn;
use crate::cty::Value;
use crate::cty::function::{Function, FunctionError};
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostics, Severity};
use crate::expr::ExpressionClosure;

/// Returns the functions `can`, `convert`, `templatestring`, `try` and `with`, for
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

/// Returns the closure passed as an argument.
fn closure(args: &[Value], index: usize) -> Result<&ExpressionClosure, FunctionError> {
    let closure = args.get(index).and_then(Value::as_capsule);
    closure.ok_or_else(|| FunctionError::must(index, "be an expression"))
}

/// Returns the value of an evaluated argument, or an error that contains the reported errors.
fn evaluated(value: Value, diags: &Diagnostics, index: usize) -> Result<Value, FunctionError> {
    if !diags.has_errors() {
        return Ok(value);
    }
    let reason = reasons(diags);
    let error = FunctionError::at(index, format!("the expression has an error: {reason}"));
    Err(error.uncaught_if(diags.is_uncaught()))
}

/// The maximum length in bytes of inner errors in an error. Without it, the errors of nested functions would grow
/// with every level.
const MAX_INNER_ERRORS: usize = 600;

/// Returns the lines of the errors, with their source locations.
fn reasons(diags: &Diagnostics) -> String {
    let errors = diags.iter().filter(|it| it.severity == Severity::Error);
    let lines = errors.map(|it| format!("{}: {}", it.subject, it.message()));
    shortened(lines.collect_vec().join("\n"))
}

/// Shortens the text of inner errors in the middle. The last error is the innermost one, which causes the others.
fn shortened(text: String) -> String {
    if text.len() <= MAX_INNER_ERRORS {
        return text;
    }
    let mut head = MAX_INNER_ERRORS / 2;
    let mut tail = text.len() - head;
    while !text.is_char_boundary(head) {
        head -= 1;
    }
    while !text.is_char_boundary(tail) {
        tail += 1;
    }
    format!("{} \u{2026} {}", &text[..head], &text[tail..])
}
