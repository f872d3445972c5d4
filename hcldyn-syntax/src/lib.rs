//! HCL's native syntax: sources, a lossless lexer, and a parser that finds its way after errors.
//!
//! - [`source`]: texts, spans of them, and lines and columns.
//! - [`lexer`]: from a text to tokens, which put together are the text.
//! - [`parser`]: from tokens to [events](event), which a [`Receiver`](event::Receiver) takes, and to typed
//!   [errors](error).
//!
//! The crate knows no values and evaluates nothing; `hcldyn` does.

pub mod error;
pub mod event;
pub mod lexer;
pub mod parser;
pub mod prompt;
pub mod source;
