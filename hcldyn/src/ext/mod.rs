//! Functions that take expressions instead of values, to be given to an
//! [`EvalContext`](crate::EvalContext) by programs that want them.

mod try_can;
mod with;

pub use self::try_can::{can_fn, try_fn};
pub use self::with::with_fn;
use crate::cty::Function;

/// `try`, `can` and `with`, for [`EvalContext::with_functions`](crate::EvalContext::with_functions).
pub fn all() -> impl Iterator<Item = (&'static str, Function)> {
    [("can", can_fn()), ("try", try_fn()), ("with", with_fn())].into_iter()
}
