//! Functions that encode values as strings, and decode them.

use std::fmt::Write;

use base64::engine::general_purpose::{GeneralPurpose, PAD, STANDARD};
use base64::{DecodeError, Engine, alphabet};

use super::arguments::text;
use super::{Named, json};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Kind, Refinement, Type, Value};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("base64decode", base64decode()),
        (
            "base64encode",
            to_text("The UTF-8 bytes of a string in base64.", |text| STANDARD.encode(text)),
        ),
        ("jsondecode", jsondecode()),
        ("jsonencode", jsonencode()),
        ("urldecode", urldecode()),
        ("urlencode", to_text("The string, escaped for the query of a URL.", urlencode)),
    ]
}

fn to_text(description: &'static str, encode: fn(&str) -> String) -> Function {
    Function::builder(description)
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, move |args, _| Ok(encode(text(args, 0)?).into()))
}

fn base64decode() -> Function {
    Function::builder("The string whose UTF-8 bytes are given in base64.")
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, |args, _| {
            let decoded = String::from_utf8(bytes_of(args)?)
                .map_err(|_| FunctionError::must(0, "be the base64 encoding of a UTF-8 string"))?;
            Ok(decoded.into())
        })
}

/// Decodes the first argument from base64.
pub(super) fn bytes_of(args: &[Value]) -> Result<Vec<u8>, FunctionError> {
    decode_base64(text(args, 0)?).map_err(|error| {
        let found = args[0].describe();
        let reason = match error {
            DecodeError::InvalidByte(..) => "it contains a character outside the base64 alphabet",
            DecodeError::InvalidPadding => "its \"=\" padding is invalid",
            DecodeError::InvalidLength(_) | DecodeError::InvalidLastSymbol(..) => {
                "it is incomplete"
            }
        };
        FunctionError::must(0, format!("be valid base64, not {found}: {reason}"))
    })
}

/// Reads base64 as the reference does: line breaks are allowed, and the bits after the last byte may have any
/// value.
pub(super) fn decode_base64(text: &str) -> Result<Vec<u8>, DecodeError> {
    const LENIENT: GeneralPurpose =
        GeneralPurpose::new(&alphabet::STANDARD, PAD.with_decode_allow_trailing_bits(true));
    LENIENT.decode(text.replace(['\r', '\n'], ""))
}

fn jsonencode() -> Function {
    Function::builder("The value as a JSON document.")
        .param(Parameter::new("value", Type::Dynamic).allow_null().allow_unknown().allow_dynamic())
        .returning(Type::String, |args, _| {
            if args[0].is_wholly_known() {
                let text = json::encode(&args[0]).map_err(|reason| FunctionError::at(0, reason))?;
                Ok(text.into())
            } else {
                Ok(Value::unknown_refined(Type::String, prefix_of(&args[0])))
            }
        })
}

/// Returns the known prefix of the encoding of an unknown value that cannot be `null`.
fn prefix_of(value: &Value) -> Refinement {
    let not_null = match value.kind() {
        Kind::Unknown(_, refinement) => refinement.is_some_and(|known| known.not_null),
        _ => true,
    };
    let prefix = match value.ty() {
        _ if !not_null => None,
        Type::String => Some("\""),
        Type::Object(_) | Type::Map(_) => Some("{"),
        Type::Tuple(_) | Type::List(_) | Type::Set(_) => Some("["),
        _ => None,
    };
    Refinement { prefix: prefix.map(Into::into), ..Refinement::not_null() }
}

fn jsondecode() -> Function {
    Function::builder("The value of a JSON document.")
        .param(Parameter::new("string", Type::String))
        .may_return_null()
        .build(
            |args| document_type(&args[0]),
            |args, _| {
                json::decode(text(args, 0)?).map_err(|reason| {
                    let found = args[0].describe();
                    FunctionError::must(0, format!("be valid JSON, not {found}: {reason}"))
                })
            },
        )
}

/// Returns the type of the value of a JSON document, as far as its known beginning determines it.
fn document_type(text: &Value) -> Result<Type, FunctionError> {
    let Kind::Unknown(_, Some(Refinement { prefix: Some(prefix), .. })) = text.kind() else {
        return Ok(Type::Dynamic);
    };
    match prefix.trim_start().chars().next() {
        Some('"') => Ok(Type::String),
        Some('t' | 'f') => Ok(Type::Bool),
        Some('-' | '0'..='9') => Ok(Type::Number),
        Some('{' | '[' | 'n') | None => Ok(Type::Dynamic),
        Some(first) => {
            Err(FunctionError::must(0, format!("be valid JSON, which can't begin with {first:?}")))
        }
    }
}

fn urldecode() -> Function {
    Function::builder("The string of a URL query, without its escapes.")
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, |args, _| {
            let unescaped = unescape(text(args, 0)?).map_err(|escape| {
                let expected = "have two hexadecimal digits after each \"%\"";
                FunctionError::must(0, format!("{expected}, but contains {escape:?}"))
                    .with_help("write %25 for a percent sign")
            })?;
            let decoded = String::from_utf8(unescaped)
                .map_err(|_| FunctionError::must(0, "be the escaped form of a UTF-8 string"))?;
            Ok(decoded.into())
        })
}

/// Returns the bytes of an escaped string, or the first invalid escape.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let digits = [bytes.next(), bytes.next()];
                hexadecimal(digits).ok_or_else(|| {
                    let digits: Vec<_> = digits.into_iter().flatten().collect();
                    format!("%{}", String::from_utf8_lossy(&digits))
                })?
            }
            b'+' => b' ',
            other => other,
        });
    }
    Ok(out)
}

/// Returns the byte that two hexadecimal digits encode.
fn hexadecimal(digits: [Option<u8>; 2]) -> Option<u8> {
    digits.into_iter().try_fold(0, |byte, digit| {
        let digit = char::from(digit?).to_digit(16)?;
        u8::try_from(digit).ok().map(|digit| byte << 4 | digit)
    })
}

/// Escapes everything except letters, digits and `-_.~`; a space becomes `+`.
fn urlencode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(byte.into());
            }
            b' ' => out.push('+'),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error};
    use hcldyn_cty::{Refinement, Type, Value};

    #[test]
    fn base64_round_trips() {
        assert_eq!(call("base64encode", [Value::from("Hello World")]), "SGVsbG8gV29ybGQ=".into());
        assert_eq!(call("base64decode", [Value::from("SGVsbG8gV29ybGQ=")]), "Hello World".into());
        assert!(error("base64decode", [Value::from("?")]).starts_with("must be valid base64"));
        assert!(error("base64decode", [Value::from("/w==")]).contains("UTF-8"));
    }

    #[test]
    fn a_known_prefix_determines_the_type() {
        let beginning = |prefix: &str| {
            let known = Refinement { prefix: Some(prefix.into()), ..Refinement::not_null() };
            Value::unknown_refined(Type::String, known)
        };
        assert_eq!(call("jsondecode", [beginning(" \"a")]).ty(), Type::String);
        assert_eq!(call("jsondecode", [beginning("{")]).ty(), Type::Dynamic);
        assert_eq!(
            error("jsondecode", [beginning("<")]),
            "must be valid JSON, which can't begin with '<'"
        );
    }

    #[test]
    fn queries() {
        assert_eq!(call("urlencode", [Value::from("a b/ü~")]), "a+b%2F%C3%BC~".into());
        assert_eq!(call("urldecode", [Value::from("a+b%2f%C3%BC~ü%2B")]), "a b/ü~ü+".into());
        for (wrong, escape) in [("100%", "%"), ("%2", "%2"), ("a%zzb", "%zz"), ("%+1", "%+1")] {
            let expected = format!(
                "must have two hexadecimal digits after each \"%\", but contains {escape:?}; \
                 write %25 for a percent sign"
            );
            assert_eq!(error("urldecode", [Value::from(wrong)]), expected);
        }
        assert!(error("urldecode", [Value::from("%FF")]).contains("UTF-8"));
    }
}
