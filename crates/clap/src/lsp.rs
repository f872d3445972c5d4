//! `config lsp`: a language server on standard input and output.

use hcldyn_core::{Decoder, HclDecode};

use super::{FAILURE, Streams};

/// Serves an editor until it leaves. The server uses the streams of the process.
pub(super) fn serve<T: HclDecode>(decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
    match hcldyn_lsp::serve::<T>(decoder.clone()) {
        Ok(()) => 0,
        Err(error) => {
            streams.complain(&format!("error: {error}\n"));
            FAILURE
        }
    }
}
