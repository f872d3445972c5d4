//! A language server for the HCL of any program.
//!
//! A program gets its own server with its types:
//!
//! ```no_run
//! use hcldyn::{Decoder, HclDecode};
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     /// Where it listens.
//!     port: u16,
//! }
//!
//! fn main() -> std::io::Result<()> {
//!     hcldyn_lsp::serve::<Config>(Decoder::new())
//! }
//! ```
//!
//! [`serve_files`] is the server of the command `hcldyn lsp`, for sources whose specs are in [files](SpecFiles).
//!
//! - [`ide`]: answers about sources by their spec, as plain data. It has no threads, files, protocol or clock.
//! - `proto`: the types and positions of the protocol.
//! - `server`: the loop. One thread applies notifications in order, and workers compute answers from snapshots.
//!
//! Without the feature `server`, there is only [`ide`].
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "server")]
mod bench;
pub mod ide;
#[cfg(feature = "server")]
mod proto;
#[cfg(feature = "server")]
mod server;

#[cfg(feature = "server")]
use std::io;

#[cfg(feature = "server")]
use hcldyn_core::{Decoder, HclDecode};
#[cfg(feature = "server")]
pub use lsp_server::Connection;

#[cfg(feature = "server")]
pub use self::bench::Bench;
#[cfg(feature = "server")]
pub use self::server::{Languages, SpecFiles, run};

/// The time of an evaluation for an answer.
const ANSWER_TIME: std::time::Duration = std::time::Duration::from_millis(200);

/// Serves a client on standard input and output until it leaves, with the settings of the decoder of a program. Its files
/// and drop-ins are left out: each document is a configuration of its own, with the files that it includes.
///
/// # Errors
///
/// Returns an error if the client breaks the protocol, or a stream can't be read or written.
#[doc(alias = "language server")]
#[cfg(feature = "server")]
pub fn serve<T: HclDecode>(decoder: Decoder) -> io::Result<()> {
    serve_on_stdio(Languages::of_type::<T>(decoder))
}

/// Serves a client on standard input and output until it leaves, by the spec files of its sources.
///
/// # Errors
///
/// Returns an error if the client breaks the protocol, or a stream can't be read or written.
///
/// ```no_run
/// use hcldyn::{EvalContext, functions};
/// use hcldyn_lsp::SpecFiles;
///
/// let files = SpecFiles::new(EvalContext::new().with_functions(functions::all()));
/// hcldyn_lsp::serve_files(files)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "server")]
pub fn serve_files(files: SpecFiles) -> io::Result<()> {
    serve_on_stdio(files.into())
}

#[cfg(feature = "server")]
fn serve_on_stdio(languages: Languages) -> io::Result<()> {
    let (connection, threads) = Connection::stdio();
    let result = run(&connection, languages);
    // The thread that writes ends when nothing can be sent any more.
    drop(connection);
    result.and(threads.join())
}
