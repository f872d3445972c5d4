//! Files to read, standard input among them.

use std::io::Read;
use std::path::Path;

use hcldyn::Diagnostics;
use hcldyn::source::{MAX_SOURCE_LEN, Source};
use hcldyn::syntax::{read_file, source_from_bytes};

use crate::diags;

/// What standard input is called in reports.
const STDIN: &str = "<stdin>";

/// Reads a file, or standard input where the path is `-`. What is wrong with it is reported.
pub(crate) fn read(path: &Path, diags: &mut Diagnostics) -> Option<Source> {
    if path.as_os_str() != "-" {
        return read_file(path, diags);
    }
    let mut bytes = Vec::new();
    // One byte more than can be kept, which is enough to tell that a text is too long.
    let mut limited = std::io::stdin().lock().take(MAX_SOURCE_LEN as u64 + 1);
    if let Err(error) = limited.read_to_end(&mut bytes) {
        diags.push(diags::unreadable(STDIN, &error));
        return None;
    }
    source_from_bytes(STDIN, bytes, diags)
}
