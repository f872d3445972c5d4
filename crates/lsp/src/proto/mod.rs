//! The protocol: the only module that names its types.
//!
//! `client` reads what a client can do, `settings` what its user has chosen, `requests` and `notifications` read messages, and `answers` writes the answers of
//! [`ide`](crate::ide), with positions in the encoding of the client.

mod answers;
mod client;
mod commands;
mod completion;
mod diagnostics;
mod edits;
mod hints;
mod navigation;
mod notifications;
mod position;
mod requests;
mod settings;
mod tokens;
mod uri;

pub(crate) use self::client::Client;
pub(crate) use self::commands::{EXECUTE_COMMAND, chosen_values};
pub(crate) use self::diagnostics::{publish, publish_none, retrigger};
pub(crate) use self::notifications::{Changes, Notification, message, registrations};
pub(crate) use self::requests::{Failure, RequestKind, View, answer, kind, needs_other_files};
pub(crate) use self::settings::{FolderSettings, invalid_specs};
pub(crate) use self::tokens::SentTokens;
pub(crate) use self::uri::uri_of;
