//! MessagePack in memory.

use rmp::encode::{self, ByteBuf};

use crate::{Number, WireError};

/// The bytes written so far. Writing to memory cannot fail, so errors of `rmp` are dropped.
#[derive(Default)]
pub(super) struct MsgpackOutput(ByteBuf);

impl MsgpackOutput {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0.into_vec()
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }

    pub(super) fn null(&mut self) {
        let _ = encode::write_nil(&mut self.0);
    }

    pub(super) fn bool(&mut self, value: bool) {
        let _ = encode::write_bool(&mut self.0, value);
    }

    /// Writes a whole number in the shortest form.
    pub(super) fn integer(&mut self, value: i64) {
        let _ = encode::write_sint(&mut self.0, value);
    }

    /// Writes a number: as a whole one if it is an `i64`, otherwise as an `f64` if that is exact, otherwise as its
    /// decimal string. A whole number outside `i64` is a string, unless only the `f64` reads back as the same
    /// number: digits identify a number only among the numbers of its precision.
    pub(super) fn number(&mut self, number: &Number) -> Result<(), WireError> {
        if let Some(whole) = number.to_i64() {
            self.integer(whole);
            return Ok(());
        }
        let float = number.to_f64();
        let is_exact = || Number::from_f64(float).is_some_and(|it| it.cmp(number).is_eq());
        let digits = number.to_string();
        let is_text =
            || number.is_integer() && digits.parse().is_ok_and(|it: Number| it == *number);
        if number.is_infinite() || is_exact() && !is_text() {
            let _ = encode::write_f64(&mut self.0, float);
            return Ok(());
        }
        self.text(&digits)
    }

    pub(super) fn text(&mut self, text: &str) -> Result<(), WireError> {
        length(text.len())?;
        let _ = encode::write_str(&mut self.0, text);
        Ok(())
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        length(bytes.len())?;
        let _ = encode::write_bin(&mut self.0, bytes);
        Ok(())
    }

    /// Writes the head of an array.
    pub(super) fn array(&mut self, elements: usize) -> Result<(), WireError> {
        let _ = encode::write_array_len(&mut self.0, length(elements)?);
        Ok(())
    }

    /// Writes the head of a map.
    pub(super) fn map(&mut self, entries: usize) -> Result<(), WireError> {
        let _ = encode::write_map_len(&mut self.0, length(entries)?);
        Ok(())
    }

    /// Appends the bytes of another output.
    pub(super) fn append(&mut self, other: &Self) {
        self.0.as_mut_vec().extend_from_slice(other.as_bytes());
    }

    /// Writes an extension.
    pub(super) fn extension(&mut self, code: i8, parts: &[&[u8]]) -> Result<(), WireError> {
        let size = parts.iter().map(|part| part.len()).sum();
        let _ = encode::write_ext_meta(&mut self.0, length(size)?, code);
        for part in parts {
            self.0.as_mut_vec().extend_from_slice(part);
        }
        Ok(())
    }
}

fn length(length: usize) -> Result<u32, WireError> {
    let too_long = |_| WireError::new("at most 4294967295 elements or bytes are supported");
    u32::try_from(length).map_err(too_long)
}
