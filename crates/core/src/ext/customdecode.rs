//! Custom decoding: types of attributes that take the expression itself, or their own way to a value (reference:
//! `ext/customdecode`).
//!
//! An attribute of [`expression_type`] holds its [`Expression`](crate::Expression), one of [`closure_type`] an
//! [`ExpressionClosure`](crate::ExpressionClosure), which also holds the context. A [`CustomDecoder`] makes another such type.

pub use crate::expr::{ClosureScope, CustomDecoder, closure_type, custom_decoder, expression_type};
