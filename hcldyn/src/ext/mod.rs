//! Functions that take expressions instead of values, to be given to an
//! [`EvalContext`](crate::EvalContext) by programs that want them.

mod try_can;
mod with;

pub use self::try_can::{can_fn, try_fn};
pub use self::with::with_fn;
