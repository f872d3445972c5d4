//! Decoding of whole configurations: files, the files that they include, their functions and variables, references
//! between their blocks, and a Rust struct.

#[cfg(feature = "artifact")]
pub mod artifact;
mod configuration;
mod confinement;
pub(crate) mod decoder;
mod diags;
mod fingerprint;
mod includes;
mod inputs;
#[cfg(feature = "kit")]
mod kit_blocks;
mod layers;
pub mod lint;
mod own_blocks;
mod parallel;
mod pattern;
#[cfg(feature = "kit")]
mod references;
mod settings;
mod stages;
#[cfg(feature = "artifact")]
mod stored;
#[cfg(feature = "edit")]
mod update;
mod visits;
mod watched;

pub use self::configuration::Configuration;
pub(crate) use self::decoder::Decoder;
pub use self::layers::{Layer, LayerSetting};
pub use self::stages::ReadInputs;
pub use self::watched::{ReloadOutcome, Watched, Watcher};
