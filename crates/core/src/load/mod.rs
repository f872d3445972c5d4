//! Decoding of whole configurations: files, the files that they include, their functions and variables, references
//! between their blocks, and a Rust struct.

#[cfg(feature = "artifact")]
pub mod artifact;
#[cfg(feature = "kit")]
mod check;
mod configuration;
mod confinement;
pub(crate) mod decoder;
mod diags;
mod effective;
#[cfg(feature = "kit")]
pub(crate) mod evaluated;
mod fingerprint;
mod flags;
mod includes;
mod inputs;
mod layers;
pub mod lint;
#[cfg(feature = "edit")]
mod migrations;
#[cfg(feature = "kit")]
mod modules;
#[cfg(feature = "kit")]
mod names;
mod old_settings;
mod own_blocks;
mod parallel;
mod pattern;
#[cfg(feature = "kit")]
mod references;
#[cfg(feature = "kit")]
mod resolvers;
mod setting_body;
mod setting_paths;
mod settings;
mod source_names;
mod stages;
#[cfg(feature = "artifact")]
mod stored;
#[cfg(feature = "edit")]
mod update;
mod value_files;
mod visits;
mod watched;

#[cfg(feature = "kit")]
pub use self::check::TypeCheck;
pub use self::configuration::Configuration;
pub(crate) use self::decoder::Decoder;
pub use self::effective::EffectiveSetting;
pub use self::layers::{Layer, LayerSetting};
#[cfg(feature = "kit")]
pub use self::modules::{ModuleInstance, Modules, tidy_path};
#[cfg(feature = "kit")]
pub use self::resolvers::{Request, Resolvers, Task};
pub use self::stages::ReadInputs;
pub use self::watched::{ReloadOutcome, Watched, Watcher};
pub use crate::environment::flag_setting::FlagSetting;
