//! The syntaxes a body can be written in, each lowered into the one tree.

mod native;
