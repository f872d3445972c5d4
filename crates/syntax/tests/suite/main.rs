//! The lexer and the parser on sources of any content and size.

mod checker;
mod events;
mod format;
mod line_breaks;
mod linear_time;
mod lossless;
mod repair;
mod shape;
mod sizes;
mod texts;
