//! HCL's native syntax: sources, a lossless lexer, and an error-tolerant parser.
//!
//! - [`source`]: texts, spans of bytes in them, lines and columns.
//! - [`lexer`]: splits a text into tokens, which add up to the text.
//! - [`parser`]: turns tokens into [events](event) for a [`Receiver`](event::Receiver), and typed [errors](error).
//!
//! Values and evaluation are in `hcldyn`.

pub mod error;
pub mod event;
pub mod lexer;
pub mod parser;
pub mod prompt;
pub mod source;
