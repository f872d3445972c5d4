//! Errors and warnings with source locations, and the sink that collects them.
//!
//! Every stage takes `diags: &mut Diagnostics`, reports into it and still returns something usable, so that one run
//! shows every error. The wording of each diagnostic is in the `diags.rs` of its stage; this module only stores,
//! completes and renders diagnostics.

mod diagnostic;
mod hidden;
mod render;
mod shorten;
mod sink;
mod suggest;
mod words;

pub use self::diagnostic::{Diagnostic, Related, Severity, Subject};
pub(crate) use self::hidden::{NamesSensitive, SensitiveNames, in_secret};
pub use self::render::{Report, Style};
pub use self::sink::Diagnostics;
pub(crate) use self::suggest::{
    Dictionary, Hint, Known, Offered, did_you_mean, list_all, list_choices, list_names,
    list_phrases, nearest_or_all, suggest,
};
pub(crate) use self::words::{capitalised, cause_sentence, counted, ended, grouped, sentence};
pub use crate::source::{escape_controls, escape_line, is_unsafe_to_print};
