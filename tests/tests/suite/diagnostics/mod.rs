//! Diagnostics of a whole decoding: one for each error, at its source location, and short.

mod bad_input;
mod long_messages;
mod misspelled_names;
