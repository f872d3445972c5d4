//! Expressions: evaluated in a context, captured for later, or analysed without evaluation.

mod analysis;
mod closure_scope;
mod context;
#[cfg(feature = "kit")]
mod contradiction;
mod cure;
mod custom;
pub(crate) mod diags;
mod end_of_work;
mod eval;
mod expression;
mod inner_errors;
mod offered;
mod parts;
mod scope;
pub(crate) mod unknown_entry;
mod variables;

pub(crate) use self::analysis::push_escaped;
pub use self::analysis::{StaticCall, Traversal};
pub use self::closure_scope::ClosureScope;
pub use self::context::EvalContext;
pub use self::custom::{
    CustomDecoder, ExpressionClosure, closure_type, custom_decoder, expression_type,
};
pub(crate) use self::end_of_work::report_end_of_work;
pub(crate) use self::eval::{block_levels, difference, in_block, is_in_call};
pub use self::expression::Expression;
pub(crate) use self::expression::value_in_tree;
pub(crate) use self::inner_errors::InnerErrors;
pub(crate) use self::parts::{captured_variables, captures_parts, value_of_parts};
pub(crate) use self::scope::{Iteration, Scope};
pub(crate) use self::unknown_entry::unknown_entry;
