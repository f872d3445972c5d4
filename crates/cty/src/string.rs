//! The strings of the value model: NFC-normalized and shared.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use ecow::EcoString;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::work;

/// An immutable string in Unicode normalization form C. Short strings are stored inline. Cloning a longer one
/// copies a pointer.
///
/// Normalization makes two spellings of one string equal, as in the reference (package `cty`, `NormalizeString`).
///
/// ```
/// use hcldyn::cty::Str;
///
/// // Both spellings of "é" are one string.
/// assert_eq!(Str::new("caf\u{e9}"), Str::new("cafe\u{301}"));
/// assert_eq!(Str::from("café").as_str().chars().count(), 4);
/// ```
#[derive(Clone, Default, Eq, PartialOrd, Ord)]
pub struct Str(EcoString);

/// The number of bytes of a string that count as one step of work.
const BYTES_PER_STEP: usize = 16;

impl Str {
    /// Returns the work of making a string of `bytes` bytes.
    #[doc(hidden)]
    #[inline]
    pub fn steps(bytes: usize) -> usize {
        bytes / BYTES_PER_STEP
    }

    /// Returns a string, normalized unless it is plain ASCII.
    pub fn new(text: &str) -> Self {
        if text.len() >= BYTES_PER_STEP {
            work::spend(Self::steps(text.len()));
        }
        if is_normal(text) { Self(text.into()) } else { Self::normalized(text) }
    }

    /// Returns the string that some parts add up to. It is moved if it is already normalized.
    #[doc(hidden)]
    #[inline]
    pub fn of_text(text: EcoString) -> Self {
        if is_normal(&text) { Self(text) } else { Self::normalized(&text) }
    }

    /// Returns the string with its letters changed to other ASCII letters, if it is plain ASCII.
    #[doc(hidden)]
    pub fn with_ascii(&self, change: impl FnOnce(&mut str)) -> Option<Self> {
        self.is_ascii().then(|| {
            work::spend(Self::steps(self.len()));
            let mut text = self.0.clone();
            change(text.make_mut());
            Self(text)
        })
    }

    #[cold]
    fn normalized(text: &str) -> Self {
        work::spend(text.len());
        Self(text.nfc().collect::<String>().into())
    }

    /// Returns `true` if a string is stored inline.
    #[doc(hidden)]
    pub fn is_inline(text: &str) -> bool {
        text.len() <= EcoString::INLINE_LIMIT
    }

    /// Returns the string as a `str`.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns `true` if a string is certainly in normalization form C.
#[inline]
fn is_normal(text: &str) -> bool {
    text.is_ascii() || is_normal_unicode(text)
}

#[inline(never)]
fn is_normal_unicode(text: &str) -> bool {
    is_nfc_quick(text.chars()) == IsNormalized::Yes
}

impl Deref for Str {
    type Target = str;

    #[inline]
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

impl PartialEq for Str {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        is_same(self, other)
    }
}

impl PartialEq<str> for Str {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        is_same(self, other)
    }
}

impl PartialEq<&str> for Str {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        is_same(self, other)
    }
}

/// Hashes like the `str`.
impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Compares two strings. Most strings are short names, whose first and last bytes cover the whole name. Comparing
/// these is faster than a call that compares memory.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    a.len() == b.len()
        && match a.len() {
            1..=2 => have_same_ends::<1>(a, b),
            3 => have_same_ends::<2>(a, b),
            4..=8 => have_same_ends::<4>(a, b),
            9..=16 => have_same_ends::<8>(a, b),
            _ => a == b,
        }
}

#[inline]
fn have_same_ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
    let rest = a.len() - N;
    a[..N] == b[..N] && a[rest..] == b[rest..]
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
    fn strings_of_any_length_are_compared() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for len in 0..text.len() {
            let (short, long) = (Str::new(&text[..len]), Str::new(&text[..=len]));
            assert!(short == text[..len] && short != long);
            for at in 0..len {
                let mut other = text[..len].to_owned();
                other.replace_range(at..=at, "-");
                assert_ne!(short, other.as_str());
            }
        }
    }

    #[test]
    fn strings_are_normalized() {
        // "e" and a combining acute accent compose to "é".
        assert_eq!(Str::new("e\u{301}"), Str::new("\u{e9}"));
        assert_eq!(Str::new("plain").as_str(), "plain");
    }
}
