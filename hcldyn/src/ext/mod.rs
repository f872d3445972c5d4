//! What programs may add to the language: functions that take expressions instead of values, to be
//! given to an [`EvalContext`](crate::EvalContext), types written as expressions, and functions that a
//! configuration defines itself.

pub(crate) mod template;
mod try_can;
pub mod typeexpr;
mod userfunc;
mod with;

pub use self::template::templatestring_fn;
pub use self::try_can::{can_fn, try_fn};
use self::typeexpr::convert_fn;
pub use self::userfunc::decode_functions;
pub use self::with::with_fn;
use crate::cty::Function;

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

/// The longest text of inner errors in an error, in bytes. Where functions are nested such texts
/// would otherwise grow with every level.
const MAX_INNER_ERRORS: usize = 2_000;

/// The text of inner errors, cut where it is too long.
fn shortened(mut text: String) -> String {
    if text.len() > MAX_INNER_ERRORS {
        let end = (0..=MAX_INNER_ERRORS).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or_default());
        text.push('\u{2026}');
    }
    text
}
