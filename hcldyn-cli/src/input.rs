//! Files to read, standard input among them.

use std::io::Read;
use std::path::Path;

use hcldyn::source::{MAX_SOURCE_LEN, Source};
use hcldyn::syntax::read_file;
use hcldyn::{Diagnostics, diag::Diagnostic};

use crate::diags;

/// What standard input is called in reports.
const STDIN: &str = "<stdin>";

/// Reads a file, or standard input where the path is `-`. What is wrong with it is reported.
pub(crate) fn read(path: &Path, diags: &mut Diagnostics) -> Option<Source> {
    if path.as_os_str() != "-" {
        return read_file(path, diags);
    }
    match read_stdin() {
        Ok(text) => Some(Source::new(STDIN, text)),
        Err(diagnostic) => {
            diags.push(diagnostic);
            None
        }
    }
}

fn read_stdin() -> Result<String, Diagnostic> {
    let mut bytes = Vec::new();
    // One byte more than can be kept, to tell a text that is too long.
    let mut limited = std::io::stdin().lock().take(MAX_SOURCE_LEN as u64 + 1);
    limited.read_to_end(&mut bytes).map_err(|error| diags::unreadable(STDIN, &error))?;
    if bytes.len() > MAX_SOURCE_LEN {
        return Err(diags::too_long(STDIN));
    }
    String::from_utf8(bytes).map_err(|error| diags::not_utf8(STDIN, error.utf8_error()))
}
