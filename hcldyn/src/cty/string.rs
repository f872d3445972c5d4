//! Text as the value model keeps it: NFC-normalised and shared.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use ecow::EcoString;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// An immutable text in Unicode normalisation form C. Short texts are kept in place, of
/// longer ones cloning copies a pointer.
///
/// Normalising on entry is what makes two spellings of one text equal, as in the reference (package
/// `cty`, `NormalizeString`).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Str(EcoString);

impl Str {
    /// Makes a text, normalising it if it is not plain ASCII.
    pub fn new(text: &str) -> Self {
        match is_normal(text) {
            true => Self(text.into()),
            false => Self::normalised(text),
        }
    }

    /// The same of a text that was put together, by move where it is normal already.
    pub(crate) fn of_text(text: EcoString) -> Self {
        match is_normal(&text) {
            true => Self(text),
            false => Self::normalised(&text),
        }
    }

    #[cold]
    fn normalised(text: &str) -> Self {
        Self(text.nfc().collect::<String>().into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a text is certainly in normalisation form C.
fn is_normal(text: &str) -> bool {
    text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes
}

impl Deref for Str {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_normalised() {
        // "e" and a combining acute accent compose to "é".
        assert_eq!(Str::new("e\u{301}"), Str::new("\u{e9}"));
        assert_eq!(Str::new("plain").as_str(), "plain");
    }
}
