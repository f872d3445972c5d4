//! Diagnostics of a whole decoding: one for each error, at its source location, and short.

mod bad_input;
mod constructors;
mod documented;
mod long_messages;
mod misspelled_names;
mod other_forms;
mod own_codes;
