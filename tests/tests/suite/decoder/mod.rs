//! `Decoder`: one configuration of strings, files and directories.

mod inputs;
mod threads;
