//! MessagePack as a sequence of heads, strings and numbers.

use rmp::Marker;
use rmp::decode::{self, ExtMeta, NumValueReadError, ValueReadError};

use crate::{Number, WireError};

/// The remaining bytes. Every method reads one item from their start, or fails.
pub(super) struct MsgpackInput<'a> {
    rest: &'a [u8],
}

impl<'a> MsgpackInput<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Fails if bytes remain.
    pub(super) fn end(&self) -> Result<(), WireError> {
        match self.rest.len() {
            0 => Ok(()),
            1 => Err(WireError::new("1 byte follows the value")),
            count => Err(WireError::new(format!("{count} bytes follow the value"))),
        }
    }

    /// Returns the next marker without reading it.
    pub(super) fn peek(&self) -> Result<Marker, WireError> {
        self.rest.first().map(|first| Marker::from_u8(*first)).ok_or_else(truncated)
    }

    /// Reads a null if it is next.
    pub(super) fn null(&mut self) -> Result<bool, WireError> {
        let is_null = self.peek()? == Marker::Null;
        if is_null {
            self.take(1)?;
        }
        Ok(is_null)
    }

    pub(super) fn bool(&mut self) -> Result<bool, WireError> {
        self.head("a bool", decode::read_bool)
    }

    pub(super) fn number(&mut self) -> Result<Number, WireError> {
        match self.peek()? {
            marker if is_integer(marker) => self.integer("a number").map(Number::from),
            Marker::F32 => float(self.head("a number", decode::read_f32)?.into()),
            Marker::F64 => float(self.head("a number", decode::read_f64)?),
            _ => {
                let text = self.text("a number")?;
                Number::parse(text).map_err(|error| WireError::new(error.to_string()))
            }
        }
    }

    /// Reads a whole number in any of its forms.
    pub(super) fn integer(&mut self, needed: &str) -> Result<i128, WireError> {
        let marker = self.peek()?;
        decode::read_int(&mut self.rest).map_err(|error| match error {
            NumValueReadError::TypeMismatch(_) => required(needed, marker),
            _ => truncated(),
        })
    }

    /// Reads a string, which may also have the form of bytes.
    pub(super) fn text(&mut self, needed: &str) -> Result<&'a str, WireError> {
        let length = match self.peek()? {
            Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => {
                self.head(needed, decode::read_bin_len)?
            }
            _ => self.head(needed, decode::read_str_len)?,
        };
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map_err(|_| WireError::new("invalid UTF-8"))
    }

    /// Reads the head of an array. It claims a length, but the bytes may end earlier.
    pub(super) fn array(&mut self, needed: &str) -> Result<u32, WireError> {
        self.head(needed, decode::read_array_len)
    }

    /// Reads the head of a map. It claims a length, but the bytes may end earlier.
    pub(super) fn map(&mut self, needed: &str) -> Result<u32, WireError> {
        self.head(needed, decode::read_map_len)
    }

    /// Reads the head of an extension.
    pub(super) fn extension(&mut self) -> Result<ExtMeta, WireError> {
        self.head("an extension", decode::read_ext_meta)
    }

    /// Reads `length` bytes.
    pub(super) fn take(&mut self, length: u32) -> Result<&'a [u8], WireError> {
        let (taken, rest) = self.rest.split_at_checked(length as usize).ok_or_else(truncated)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Skips the next item with all its parts.
    pub(super) fn skip(&mut self) -> Result<(), WireError> {
        let mut pending = 1;
        while pending > 0 {
            pending += self.skip_head()?;
            pending -= 1;
        }
        Ok(())
    }

    /// Skips the next item without its parts, and returns their number.
    fn skip_head(&mut self) -> Result<u64, WireError> {
        let marker = self.peek()?;
        if is_extension(marker) {
            let length = self.extension()?.size;
            return self.take(length).map(|_| 0);
        }
        match marker {
            Marker::Null => self.null().map(|_| 0),
            Marker::True | Marker::False => self.bool().map(|_| 0),
            Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => {
                self.array("an array").map(u64::from)
            }
            Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => {
                self.map("a map").map(|length| u64::from(length) * 2)
            }
            Marker::F32 => self.take(5).map(|_| 0),
            Marker::F64 => self.take(9).map(|_| 0),
            marker if is_integer(marker) => self.number().map(|_| 0),
            _ => self.text("a value").map(|_| 0),
        }
    }

    fn head<T>(
        &mut self,
        needed: &str,
        read: fn(&mut &'a [u8]) -> Result<T, ValueReadError>,
    ) -> Result<T, WireError> {
        let marker = self.peek()?;
        read(&mut self.rest).map_err(|error| match error {
            ValueReadError::TypeMismatch(_) => required(needed, marker),
            ValueReadError::InvalidMarkerRead(_) | ValueReadError::InvalidDataRead(_) => {
                truncated()
            }
        })
    }
}

/// Returns `true` if a marker starts an extension.
pub(super) fn is_extension(marker: Marker) -> bool {
    use Marker::{Ext8, Ext16, Ext32, FixExt1, FixExt2, FixExt4, FixExt8, FixExt16};
    matches!(marker, FixExt1 | FixExt2 | FixExt4 | FixExt8 | FixExt16 | Ext8 | Ext16 | Ext32)
}

/// Returns `true` if a marker starts a whole number.
pub(super) fn is_integer(marker: Marker) -> bool {
    use Marker::{FixNeg, FixPos, I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(marker, FixPos(_) | FixNeg(_) | I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64)
}

fn float(value: f64) -> Result<Number, WireError> {
    Number::from_f64(value).ok_or_else(|| WireError::new("a number is required, not NaN"))
}

fn truncated() -> WireError {
    WireError::new("the input ends within the value")
}

fn required(needed: &str, marker: Marker) -> WireError {
    WireError::new(format!("{needed} is required, not {}", describe(marker)))
}

fn describe(marker: Marker) -> &'static str {
    match marker {
        Marker::Null => "null",
        Marker::True | Marker::False => "a bool",
        Marker::F32 | Marker::F64 => "a number",
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => "a string",
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => "bytes",
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => "an array",
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => "a map",
        marker if is_integer(marker) => "a number",
        marker if is_extension(marker) => "an extension",
        _ => "an unknown byte",
    }
}
