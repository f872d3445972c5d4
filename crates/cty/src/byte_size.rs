//! Sizes in bytes.

use std::fmt;
use std::str::FromStr;

use crate::from_value::unsuitable;
use crate::value_spec::ValueSpec;
use crate::{FromValue, FromValueError, PathError, ToValue, Type, Value};

const SIZE: &str = "a size such as \"10 MiB\", \"1.5 GB\" or 4096";

/// The units, from the smallest to the largest.
const UNITS: [(&str, u128); 13] = [
    ("B", 1),
    ("kB", 1000),
    ("KiB", 1 << 10),
    ("MB", 1000_u128.pow(2)),
    ("MiB", 1 << 20),
    ("GB", 1000_u128.pow(3)),
    ("GiB", 1 << 30),
    ("TB", 1000_u128.pow(4)),
    ("TiB", 1 << 40),
    ("PB", 1000_u128.pow(5)),
    ("PiB", 1 << 50),
    ("EB", 1000_u128.pow(6)),
    ("EiB", 1 << 60),
];

/// A number of bytes, written as a string with a unit, such as `"10 MiB"`, or as a number.
///
/// The units are `B`, the powers of 1000 `kB`, `MB`, `GB`, `TB`, `PB` and `EB`, and the powers of 1024 `KiB`, `MiB`,
/// `GiB`, `TiB`, `PiB` and `EiB`, or `Ki`, `Mi` and so on. The case of their letters does not matter. A letter alone is
/// rejected, because `M` means a power of 1000 to some programs and a power of 1024 to others. Fractions of a byte are
/// dropped.
///
/// It is written in the unit that gives the smallest whole number.
///
/// ```
/// use hcldyn::cty::ByteSize;
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Cache {
///     #[hcl(default = "64 KiB")]
///     block: ByteSize,
///     memory: ByteSize,
/// }
///
/// let cache: Cache = hcldyn::from_str("memory = \"1.5 GiB\"", &EvalContext::new())?;
/// assert_eq!(cache.memory.bytes(), 1536 * 1024 * 1024);
/// assert_eq!(cache.memory.to_string(), "1536 MiB");
/// assert_eq!(u64::from(cache.block), 65_536);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteSize(u64);

impl ByteSize {
    /// Creates a size.
    pub const fn new(bytes: u64) -> Self {
        Self(bytes)
    }

    /// Returns the number of bytes.
    pub const fn bytes(self) -> u64 {
        self.0
    }
}

impl From<u64> for ByteSize {
    fn from(bytes: u64) -> Self {
        Self(bytes)
    }
}

impl From<ByteSize> for u64 {
    fn from(size: ByteSize) -> Self {
        size.0
    }
}

/// Reads a size as an attribute does, such as `10 MiB`, for flags of a command line.
///
/// ```
/// use hcldyn::cty::ByteSize;
///
/// let size: ByteSize = "10 MiB".parse()?;
/// assert_eq!(size.bytes(), 10 * 1024 * 1024);
/// assert!("10 apples".parse::<ByteSize>().is_err());
/// # Ok::<(), hcldyn::cty::FromValueError>(())
/// ```
impl FromStr for ByteSize {
    type Err = FromValueError;

    fn from_str(text: &str) -> Result<Self, FromValueError> {
        Self::from_value(&Value::string(text))
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = u128::from(self.0);
        let mut units = UNITS.iter().rev();
        let (name, unit) =
            units.find(|(_, unit)| bytes >= *unit && bytes % unit == 0).unwrap_or(&UNITS[0]);
        write!(f, "{} {name}", bytes / unit)
    }
}

impl FromValue for ByteSize {
    /// A string, because numbers convert to it.
    fn ty() -> Type {
        Type::String
    }

    fn value_spec() -> ValueSpec {
        ValueSpec::text("size", "10 MiB")
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let text = value.as_str().ok_or_else(|| unsuitable(value, SIZE))?;
        read(text).map(Self).map_err(|error| match error {
            SizeError::Invalid => unsuitable(value, SIZE),
            SizeError::TooLarge => unsuitable(value, "a size below 16 EiB"),
            SizeError::Ambiguous(unit) => unsuitable(value, SIZE).with_message(|reason| {
                format!("{reason}; write \"{unit}B\" for a power of 1000, or \"{unit}iB\" for a power of 1024")
            }),
        })
    }
}

/// The value is a string with a unit.
impl ToValue for ByteSize {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(self.to_string().into())
    }
}

#[derive(Debug, PartialEq, Eq)]
enum SizeError {
    Invalid,
    TooLarge,
    /// A unit that is a power of 1000 or of 1024.
    Ambiguous(char),
}

/// Reads a number, spaces and a unit. A number without a unit must be whole.
fn read(text: &str) -> Result<u64, SizeError> {
    let (whole, rest) = digits(text);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => digits(rest),
        None => ("", rest),
    };
    if whole.is_empty() || (rest.len() + whole.len() < text.len() && fraction.is_empty()) {
        return Err(SizeError::Invalid);
    }
    let unit = match rest.trim_start_matches(' ') {
        "" if rest.is_empty() && fraction.is_empty() => 1,
        name => unit(name)?,
    };
    let whole: u64 = whole.parse().map_err(|_| SizeError::TooLarge)?;
    // An exbibyte is below 10^19, so later digits have no effect.
    let fraction = &fraction[..fraction.len().min(19)];
    let part = unit * fraction.parse::<u128>().unwrap_or(0) / 10_u128.pow(fraction.len() as u32);
    u64::try_from(unit * u128::from(whole) + part).map_err(|_| SizeError::TooLarge)
}

fn unit(name: &str) -> Result<u128, SizeError> {
    let is_unit = |known: &str| {
        let short = known.strip_suffix("iB").map(|power| format!("{power}i"));
        known.eq_ignore_ascii_case(name)
            || short.is_some_and(|short| short.eq_ignore_ascii_case(name))
    };
    if let Some((_, unit)) = UNITS.iter().find(|(known, _)| is_unit(known)) {
        return Ok(*unit);
    }
    match (name.chars().next(), name.len()) {
        (Some(letter), 1) if "kmgtpe".contains(letter.to_ascii_lowercase()) => {
            Err(SizeError::Ambiguous(letter.to_ascii_uppercase()))
        }
        _ => Err(SizeError::Invalid),
    }
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(value: impl Into<Value>) -> String {
        ByteSize::convert(value.into()).unwrap_err().to_string()
    }

    #[test]
    fn sizes_are_read_exactly() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("10 MiB", 10_485_760),
            ("10MB", 10_000_000),
            ("1.5 gib", 1_610_612_736),
            ("0.1 kb", 100),
            ("0.3 KiB", 307),
            ("2Ki", 2048),
            ("15.99999999999999999999 EiB", u64::MAX),
            ("18446744073709551615", u64::MAX),
            ("18446744073709551615 B", u64::MAX),
        ] {
            assert_eq!(read(text), Ok(bytes), "{text}");
        }
        assert_eq!(ByteSize::convert(4096.into()), Ok(ByteSize(4096)));
        for wrong in [
            "", " ", "MiB", "-1", "1.5", "1.", "1. MiB", ".5 MiB", "1 ", " 1", "1 XB", "1e3 B",
            "1 MiB ",
        ] {
            assert_eq!(read(wrong), Err(SizeError::Invalid), "{wrong:?}");
        }
        for wrong in ["16 EiB", "18446744073709551616", "99999999999999999999999 B"] {
            assert_eq!(read(wrong), Err(SizeError::TooLarge), "{wrong:?}");
        }
    }

    #[test]
    fn errors_name_the_expectation_and_the_value() {
        let needed = "a size such as \"10 MiB\", \"1.5 GB\" or 4096 is required, not ";
        assert_eq!(message("much"), format!("{needed}\"much\""));
        assert_eq!(message(-1), format!("{needed}\"-1\""));
        assert_eq!(message("16 EiB"), "a size below 16 EiB is required, not \"16 EiB\"");
        let both = "; write \"MB\" for a power of 1000, or \"MiB\" for a power of 1024";
        assert_eq!(message("10m"), format!("{needed}\"10m\"{both}"));
        assert_eq!(message(Value::null(Type::String)), format!("{needed}null"));
    }

    #[test]
    fn written_sizes_read_back() {
        for (bytes, text) in [
            (0, "0 B"),
            (1, "1 B"),
            (1000, "1 kB"),
            (1023, "1023 B"),
            (1536, "1536 B"),
            (1 << 20, "1 MiB"),
            (1_024_000, "1000 KiB"),
            (3_000_000_000, "3 GB"),
            (u64::MAX, "18446744073709551615 B"),
        ] {
            assert_eq!(ByteSize(bytes).to_string(), text);
            assert_eq!(read(text), Ok(bytes));
        }
    }
}
