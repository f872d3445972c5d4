//! `Decoder`: one configuration of strings, files and directories, with includes, functions, variables and references.

mod additions;
mod each;
mod environment;
mod includes;
mod inputs;
mod layers;
mod mistakes;
mod one_error;
mod override_patterns;
mod references;
mod stages;
mod threads;
mod update;
mod watched;
