//! HCL's native syntax: sources, a lossless lexer, and an error-tolerant parser.
//!
//! - [`source`]: sources, byte spans, lines and columns.
//! - [`lexer`]: splits a source into tokens, which add up to the source.
//! - [`mod@format`]: changes the whitespace of a source to the canonical layout.
//! - [`changes`]: changes of a source, and the parts that they keep.
//! - [`repair`]: finds the edits that remove a syntax error.
//! - [`parser`]: turns tokens into [events](event) for a [`Receiver`](event::Receiver), and typed
//!   [errors](error).
//! - [`prompt`]: splits the input of a prompt into expressions.
//! - [`json`]: splits a source in JSON syntax into tokens.
//!
//! Values are in `hcldyn-cty`, evaluation is in `hcldyn`.

pub mod changes;
pub mod error;
pub mod event;
pub mod format;
pub mod json;
pub mod lexer;
pub mod parser;
pub mod prompt;
pub mod repair;
pub mod source;
