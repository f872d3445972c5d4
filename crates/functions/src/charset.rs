//! Strings in encodings other than UTF-8, with their bytes in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Named;
use super::arguments::text;
use super::encoding::bytes_of;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![("textdecodebase64", textdecodebase64()), ("textencodebase64", textencodebase64())]
}

fn textencodebase64() -> Function {
    Function::builder("The bytes of a string in an encoding, in base64.")
        .param(Parameter::new("string", Type::String))
        .param(Parameter::new("encoding", Type::String))
        .returning(Type::String, |args, _| {
            let charset = Charset::of(args)?;
            let bytes = charset.encode(text(args, 0)?).map_err(|c| {
                let name = charset.name();
                FunctionError::must(
                    0,
                    format!("contain only {name} characters, but contains {c:?}"),
                )
            })?;
            Ok(STANDARD.encode(bytes).into())
        })
}

fn textdecodebase64() -> Function {
    Function::builder("The string whose bytes in an encoding are given in base64.")
        .param(Parameter::new("source", Type::String))
        .param(Parameter::new("encoding", Type::String))
        .returning(Type::String, |args, _| {
            let charset = Charset::of(args)?;
            let decoded = charset.decode(bytes_of(args)?).ok_or_else(|| {
                let name = charset.name();
                FunctionError::must(0, format!("be the base64 encoding of a string in {name}"))
            })?;
            Ok(decoded.into())
        })
}

/// An encoding, by its name in IANA's registry.
#[derive(Clone, Copy)]
enum Charset {
    Latin1,
    Utf8,
    Utf16Be,
    Utf16Le,
}

impl Charset {
    const ALL: [Self; 4] = [Self::Latin1, Self::Utf8, Self::Utf16Be, Self::Utf16Le];

    /// Returns the encoding that the second argument names.
    fn of(args: &[Value]) -> Result<Self, FunctionError> {
        let wanted = text(args, 1)?;
        let found = Self::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            let found = args[1].describe();
            FunctionError::must(1, format!("be one of {names}, not {found}"))
        })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Latin1 => "ISO-8859-1",
            Self::Utf8 => "UTF-8",
            Self::Utf16Be => "UTF-16BE",
            Self::Utf16Le => "UTF-16LE",
        }
    }

    /// Returns the bytes of a string, or the first character that the encoding lacks.
    fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        match self {
            Self::Latin1 => text.chars().map(|c| u8::try_from(c).map_err(|_| c)).collect(),
            Self::Utf8 => Ok(text.into()),
            Self::Utf16Be => Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Self::Utf16Le => Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        }
    }

    fn decode(self, bytes: Vec<u8>) -> Option<String> {
        match self {
            Self::Latin1 => Some(bytes.into_iter().map(char::from).collect()),
            Self::Utf8 => String::from_utf8(bytes).ok(),
            Self::Utf16Be => utf16(&bytes, u16::from_be_bytes),
            Self::Utf16Le => utf16(&bytes, u16::from_le_bytes),
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let units = bytes.chunks(2).map(|pair| pair.try_into().ok().map(unit));
    String::from_utf16(&units.collect::<Option<Vec<_>>>()?).ok()
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error};
    use hcldyn_cty::Value;

    #[test]
    fn encodings_round_trip() {
        let bytes = [
            ("é€", "UTF-8", "w6nigqw="),
            ("é€", "utf-16le", "6QCsIA=="),
            ("é€", "UTF-16BE", "AOkgrA=="),
            ("😀", "UTF-16LE", "PdgA3g=="),
            ("é", "ISO-8859-1", "6Q=="),
        ];
        for (text, charset, base64) in bytes {
            let [text, charset, base64] = [text, charset, base64].map(Value::from);
            assert_eq!(call("textencodebase64", [text.clone(), charset.clone()]), base64);
            assert_eq!(call("textdecodebase64", [base64, charset]), text);
        }
    }

    #[test]
    fn invalid_encodings_are_rejected() {
        let encode = |text: &str, charset: &str| {
            error("textencodebase64", [Value::from(text), Value::from(charset)])
        };
        let decode = |text: &str, charset: &str| {
            error("textdecodebase64", [Value::from(text), Value::from(charset)])
        };
        assert_eq!(
            encode("5 €", "ISO-8859-1"),
            "must contain only ISO-8859-1 characters, but contains '€'"
        );
        assert_eq!(
            encode("", "EBCDIC"),
            r#"must be one of ISO-8859-1, UTF-8, UTF-16BE, UTF-16LE, not "EBCDIC""#
        );
        assert!(decode("?", "UTF-8").starts_with("must be valid base64"));
        assert_eq!(decode("6Q==", "UTF-8"), "must be the base64 encoding of a string in UTF-8");
        assert_eq!(
            decode("6Q==", "UTF-16LE"),
            "must be the base64 encoding of a string in UTF-16LE"
        );
        assert_eq!(
            decode("PdgAAA==", "UTF-16LE"),
            "must be the base64 encoding of a string in UTF-16LE"
        );
    }
}
