//! Specs that a program builds, and specs in files.

mod changes;
mod decoding;
mod given;
mod kinds;
mod language;
mod laws;
mod mistakes;
mod outline;
mod random_bodies;
mod settings;
mod state_changes;
mod variables;
