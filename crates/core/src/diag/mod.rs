//! Errors and warnings with source locations, and the sink that collects them.
//!
//! Every stage takes `diags: &mut Diagnostics`, reports into it and still returns something usable, so that one
//! run shows every error. The wording of each diagnostic is in the `diags.rs` of its stage. This module only
//! stores, completes and renders diagnostics.

mod code;
pub mod codes;
mod diagnostic;
mod fix;
mod harmless;
mod hidden;
mod levels;
#[cfg(feature = "miette")]
mod miette;
mod render;
#[cfg(feature = "serde")]
mod serialize;
mod shorten;
pub(crate) mod sink;
pub(crate) mod suggest;
pub(crate) mod words;

pub use self::code::{Code, Summary};
pub use self::diagnostic::{Diagnostic, Related, Severity, Subject};
pub use self::fix::{Applicability, Edit, Fix, apply_fixes, count_applicable};
pub(crate) use self::fix::{delete_item, is_json, quoted, rename};
pub(crate) use self::hidden::{NamesSensitive, SensitiveNames, in_secret};
pub use self::levels::{Level, Levels};
pub use self::render::{Report, Style};
pub(crate) use self::sink::{Diagnostics, SinkCheckpoint};
pub use self::suggest::similar_name;
pub(crate) use self::suggest::{
    Dictionary, Hint, Known, Offered, did_you_mean, list_all, list_choices, list_names,
    list_phrases, nearest, suggest,
};
pub(crate) use self::words::{capitalised, cause_sentence, counted, ended, grouped, sentence};
pub use crate::source::{escape_controls, escape_line, is_unsafe_to_print};
