//! Offsets: bytes of a text, and the units of UTF-16 in which pages count.

use std::iter::repeat_n;
use std::ops::Range;

/// The offsets of a text in both ways of counting.
pub(crate) struct Offsets {
    /// The number of units before each byte, and before the end.
    units: Vec<u32>,
}

/// A range of a text, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Units {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl Offsets {
    pub(crate) fn new(text: &str) -> Self {
        let (mut units, mut before) = (Vec::with_capacity(text.len() + 1), 0);
        for c in text.chars() {
            units.extend(repeat_n(before, c.len_utf8()));
            before += c.len_utf16() as u32;
        }
        units.push(before);
        Self { units }
    }

    /// Returns the units of a byte. One inside a character has those of its start.
    pub(crate) fn unit(&self, byte: usize) -> u32 {
        self.units[byte.min(self.units.len() - 1)]
    }

    pub(crate) fn units(&self, bytes: Range<usize>) -> Units {
        Units { from: self.unit(bytes.start), to: self.unit(bytes.end) }
    }

    /// Returns the byte offset of a unit. A unit inside a character has the offset of the next character, and a unit after the
    /// end has the length.
    pub(crate) fn byte(&self, unit: u32) -> usize {
        self.units.partition_point(|it| *it < unit).min(self.units.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_all_lengths() {
        // One byte and one unit, two and one, three and one, four and two.
        let offsets = Offsets::new("aé€😀z");
        let units = |bytes| {
            let Units { from, to } = offsets.units(bytes);
            (from, to)
        };
        assert_eq!(units(0..1), (0, 1));
        assert_eq!(units(1..3), (1, 2));
        assert_eq!(units(3..6), (2, 3));
        assert_eq!(units(6..10), (3, 5));
        assert_eq!(units(10..11), (5, 6));
        let bytes: Vec<_> = (0..8).map(|unit| offsets.byte(unit)).collect();
        assert_eq!(bytes, [0, 1, 3, 6, 10, 10, 11, 11]);
    }
}
