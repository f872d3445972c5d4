//! Documents as text.

use std::fmt;
use std::str::FromStr;

use super::Document;
use crate::diag::Diagnostics;
use crate::source::Source;
use crate::syntax::native;

/// An empty document.
impl Default for Document {
    fn default() -> Self {
        let source = Source::new("<document>", "");
        let body = native::parse_body(&source, &mut Diagnostics::new());
        Self { source, body, trace: None }
    }
}

impl FromStr for Document {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        Self::parse(&Source::new("<document>", text))
    }
}

/// Prints the source text.
impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source.text())
    }
}
