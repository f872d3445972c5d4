//! Functions that take expressions instead of values, to be given to an
//! [`EvalContext`](crate::EvalContext) by programs that want them.

mod try_can;
mod with;

pub use self::try_can::{can_fn, try_fn};
pub use self::with::with_fn;

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
