//! Compression with gzip, in base64.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::Named;
use super::arguments::text;
use super::encoding::bytes_of;
use super::limits::{MAX_BYTES, check_bytes, check_work};
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::work;
use hcldyn_cty::{Function, Type};

/// The number of bytes compressed or decompressed per step of work.
const BYTES_PER_STEP: usize = 4;

/// The number of bytes decompressed at once.
const CHUNK: usize = 1 << 16;

pub(super) fn functions() -> Vec<Named> {
    vec![("base64gunzip", base64gunzip()), ("base64gzip", base64gzip())]
}

fn base64gzip() -> Function {
    Function::builder("The UTF-8 bytes of a string, compressed with gzip, in base64.")
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, |args, _| {
            let text = text(args, 0)?;
            spend(text.len())?;
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let compressed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
            let compressed = compressed.map_err(|error| FunctionError::new(error.to_string()))?;
            Ok(STANDARD.encode(compressed).into())
        })
}

fn base64gunzip() -> Function {
    Function::builder("The string whose gzip-compressed UTF-8 bytes are given in base64.")
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, |args, _| {
            let text = String::from_utf8(decompressed(&bytes_of(args)?)?)
                .map_err(|_| FunctionError::must(0, "be a compressed UTF-8 string"))?;
            Ok(text.into())
        })
}

/// Decompresses in chunks, so that a small input cannot exhaust memory.
fn decompressed(compressed: &[u8]) -> Result<Vec<u8>, FunctionError> {
    let mut decoder = MultiGzDecoder::new(compressed);
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; CHUNK.min(MAX_BYTES)]);
    loop {
        let count = decoder
            .read(&mut chunk)
            .map_err(|error| FunctionError::must(0, format!("be compressed with gzip: {error}")))?;
        if count == 0 {
            return Ok(bytes);
        }
        check_bytes(bytes.len() + count)?;
        spend(count)?;
        bytes.extend_from_slice(&chunk[..count]);
    }
}

fn spend(bytes: usize) -> Result<(), FunctionError> {
    work::spend(bytes / BYTES_PER_STEP);
    check_work()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{call, error};
    use hcldyn_cty::Value;

    /// The outputs of `gzip -n` for "hello\n" and for "x".
    const HELLO: &str = "H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA=";
    const X: &str = "H4sIAAAAAAAAA6sAAIMW3IwBAAAA";

    #[test]
    fn compression_round_trips() {
        for text in ["", "a", "é\n", &"ab".repeat(100_000)] {
            let compressed = call("base64gzip", [Value::from(text)]);
            assert_eq!(call("base64gunzip", [compressed]), text.into());
        }
        assert_eq!(call("base64gunzip", [Value::from(HELLO)]), "hello\n".into());
        assert_eq!(call("base64gunzip", [Value::from(X)]), "x".into());
    }

    #[test]
    fn all_members_are_decompressed() {
        let bytes = |text| STANDARD.decode(text).unwrap();
        let both = STANDARD.encode([bytes(HELLO), bytes(X)].concat());
        assert_eq!(call("base64gunzip", [Value::from(both)]), "hello\nx".into());
    }

    #[test]
    fn invalid_input_is_rejected() {
        assert!(error("base64gunzip", [Value::from("?")]).starts_with("must be valid base64"));
        for wrong in ["aGVsbG8=", &HELLO[..24], "H4sIAAAAAAAAA6sAAIMW3I0BAAAA"] {
            let message = error("base64gunzip", [Value::from(wrong)]);
            assert!(message.starts_with("must be compressed with gzip"), "{wrong}: {message}");
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&[0xff]).unwrap();
        let other = STANDARD.encode(encoder.finish().unwrap());
        assert!(error("base64gunzip", [Value::from(other)]).contains("UTF-8"));
    }

    #[test]
    fn the_decompressed_size_is_limited() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let zeros = vec![0; 1 << 20];
        (0..=MAX_BYTES >> 20).for_each(|_| encoder.write_all(&zeros).unwrap());
        let bomb = STANDARD.encode(encoder.finish().unwrap());
        assert!(bomb.len() < 1 << 20);
        assert!(error("base64gunzip", [Value::from(bomb)]).contains("more than 67108864 bytes"));
    }
}
