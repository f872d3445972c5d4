//! The seal at the start of an artifact, which shows whether the rest is intact.
//!
//! The seal is the string under the name `artifact`, such as `hcldyn 1 1234 n4bQgY…`: the version of the
//! format, the number of bytes after the string, and the SHA-256 of all other bytes (including those before it)
//! in base64. It comes first in every version, so that a reader can identify the bytes before it reads any of
//! the content.

use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::ArtifactError;

/// The version of the format. An artifact is written in the first version that has all its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// With sources and values.
    Sources = 1,
    /// With the inputs of a decoder as well.
    Inputs = 2,
}

impl Version {
    fn of_number(number: u32) -> Option<Self> {
        [Self::Sources, Self::Inputs].into_iter().find(|it| *it as u32 == number)
    }

    /// Returns the number of entries, including the seal.
    fn entries(self) -> u8 {
        self as u8 + 2
    }
}

/// The encoding of an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArtifactFormat {
    Json,
    MessagePack,
}

const JSON_OPENING: &[u8] = b"{\"artifact\":\"";

/// The name of the seal, which follows the byte with the number of entries.
const NAME_IN_MESSAGEPACK: &[u8] = b"\xa8artifact";

/// The marker of MessagePack's `str 8`, followed by the length in one byte.
const TEXT_MARKER: u8 = 0xd9;

/// The length of 32 bytes in base64.
const DIGEST_LENGTH: usize = 44;

/// Returns a sealed artifact. `rest` is everything after the seal.
pub(super) fn seal(format: ArtifactFormat, version: Version, rest: &[u8]) -> Vec<u8> {
    let words = format!("hcldyn {} {} ", version as u32, rest.len());
    let mut bytes = match format {
        ArtifactFormat::Json => JSON_OPENING.to_vec(),
        ArtifactFormat::MessagePack => {
            let length = (words.len() + DIGEST_LENGTH) as u8;
            [&[0x80 | version.entries()], NAME_IN_MESSAGEPACK, &[TEXT_MARKER, length]].concat()
        }
    };
    bytes.extend(words.as_bytes());
    let digest = digest(&bytes, rest);
    bytes.extend(digest.as_bytes());
    bytes.extend(rest);
    bytes
}

/// Checks the seal; returns the encoding, the version, and the bytes after the seal.
pub(super) fn open(bytes: &[u8]) -> Result<(ArtifactFormat, Version, &[u8]), ArtifactError> {
    let (format, sealed) = format_of(bytes).ok_or(ArtifactError::NotAnArtifact)?;
    let sealed = sealed.strip_prefix(b"hcldyn ").ok_or(ArtifactError::NotAnArtifact)?;
    let (version, sealed) = number(sealed).ok_or(ArtifactError::Damaged)?;
    let (length, sealed) = number::<usize>(sealed).ok_or(ArtifactError::Damaged)?;
    let before = bytes.len() - sealed.len();
    let expected = length.saturating_add(before + DIGEST_LENGTH);
    if bytes.len() < expected {
        return Err(ArtifactError::CutOff { length: bytes.len(), expected });
    }
    let (claimed, rest) = sealed.split_at(DIGEST_LENGTH);
    if bytes.len() > expected || digest(&bytes[..before], rest).as_bytes() != claimed {
        return Err(ArtifactError::Damaged);
    }
    match Version::of_number(version) {
        Some(version) => Ok((format, version, rest)),
        None => Err(ArtifactError::OtherVersion(version)),
    }
}

/// Returns the encoding that the first bytes identify, and the bytes after the opening.
fn format_of(bytes: &[u8]) -> Option<(ArtifactFormat, &[u8])> {
    if let Some(sealed) = bytes.strip_prefix(JSON_OPENING) {
        return Some((ArtifactFormat::Json, sealed));
    }
    let (0x80..=0x8f, named) = bytes.split_first()? else {
        return None;
    };
    match named.strip_prefix(NAME_IN_MESSAGEPACK)? {
        [TEXT_MARKER, _, sealed @ ..] => Some((ArtifactFormat::MessagePack, sealed)),
        _ => None,
    }
}

/// Parses the decimal number before the next space, and returns it with the bytes after the space.
fn number<N: FromStr>(bytes: &[u8]) -> Option<(N, &[u8])> {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit())?;
    let digits = str::from_utf8(&bytes[..end]).ok()?;
    Some((digits.parse().ok()?, bytes[end..].strip_prefix(b" ")?))
}

fn digest(before: &[u8], after: &[u8]) -> String {
    STANDARD.encode(Sha256::new().chain_update(before).chain_update(after).finalize())
}
