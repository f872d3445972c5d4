//! Files that are not an artifact, or were changed, are rejected.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hcldyn::Value;
use hcldyn::artifact::{Artifact, ArtifactError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::{planned, written};

fn error(bytes: impl AsRef<[u8]>) -> String {
    Artifact::from_bytes(bytes.as_ref()).unwrap_err().to_string()
}

fn small() -> Artifact {
    Artifact::new()
        .with_source(hcldyn::source::Source::new("a", "b = c\n"))
        .with_value("b", Value::unknown(hcldyn::Type::String))
}

/// An artifact in JSON of a version, with a valid seal.
fn sealed(version: &str, rest: &str) -> Vec<u8> {
    with_digest(
        format!("{{\"artifact\":\"hcldyn {version} {} ", rest.len()).as_bytes(),
        rest.as_bytes(),
    )
}

/// An artifact in MessagePack, with a valid seal.
fn sealed_messagepack(rest: &[u8]) -> Vec<u8> {
    let seal = format!("hcldyn 1 {} ", rest.len());
    let length = seal.len() as u8 + 44;
    with_digest(&[b"\x83\xa8artifact\xd9".as_slice(), &[length], seal.as_bytes()].concat(), rest)
}

fn with_digest(before: &[u8], rest: &[u8]) -> Vec<u8> {
    let digest = STANDARD.encode(Sha256::new().chain_update(before).chain_update(rest).finalize());
    [before, digest.as_bytes(), rest].concat()
}

fn with_value(value: &Json) -> String {
    error(sealed("1", &format!("\",\"sources\":[],\"values\":{{\"v\":{value}}}}}")))
}

#[test]
fn a_truncated_artifact_is_rejected() {
    for bytes in written(&planned()) {
        for length in 0..bytes.len() {
            let error = Artifact::from_bytes(&bytes[..length]).unwrap_err();
            let is_told = match &error {
                ArtifactError::CutOff { length: told, expected } => {
                    *told == length && *expected == bytes.len()
                }
                // The artifact is only recognized by its first words, which also hold its length.
                ArtifactError::NotAnArtifact | ArtifactError::Damaged => length < 30,
                _ => false,
            };
            assert!(is_told, "{length} of {}: {error}", bytes.len());
        }
    }
}

#[test]
fn a_flipped_bit_is_rejected() {
    for bytes in written(&small()) {
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(Artifact::from_bytes(&flipped).is_err(), "bit {at}");
        }
    }
}

#[test]
fn a_removed_doubled_or_added_byte_is_rejected() {
    for bytes in written(&small()) {
        for at in 0..bytes.len() {
            let mut shorter = bytes.clone();
            shorter.remove(at);
            assert!(Artifact::from_bytes(&shorter).is_err(), "without byte {at}");
            let mut longer = bytes.clone();
            longer.insert(at, bytes[at]);
            assert!(Artifact::from_bytes(&longer).is_err(), "twice byte {at}");
        }
        assert_eq!(
            error([&*bytes, b"\n"].concat()),
            "the artifact was changed after it was written: its digest differs"
        );
    }
}

#[test]
fn other_files_are_rejected() {
    let foreign: [&[u8]; 8] = [
        b"",
        b"{}",
        b"{\"artifact\":\"something\"}",
        b"{\"format_version\": \"1.2\", \"planned_values\": {}}",
        b"a = 1\n",
        b"\x83",
        b"\x81\xa8artifact\xa6hcldyn",
        b"PK\x03\x04",
    ];
    for bytes in foreign {
        assert_eq!(error(bytes), "this is not an artifact of an evaluation", "{bytes:?}");
    }
}

#[test]
fn damage_is_reported_before_another_version() {
    let newer = sealed("2", "\",\"whatever\":[1,2,3]}");
    assert_eq!(
        error(&newer),
        "the artifact has version 2 of the format; this program reads version 1"
    );
    let end = newer.len() - 4;
    assert_eq!(Artifact::from_bytes([&newer[..end], b"4]}"].concat()).unwrap_err(), {
        ArtifactError::CutOff { length: newer.len() - 1, expected: newer.len() }
    });
    let changed = String::from_utf8(newer).unwrap().replace("3]", "4]");
    assert!(error(changed).contains("was changed"));
}

#[test]
fn the_content_after_a_valid_seal_is_checked() {
    let rests = [
        ("\"}", "the artifact is malformed: \"sources\" is missing"),
        ("\",\"sources\":[]}", "the artifact is malformed: \"values\" is missing"),
        (
            "\",\"sources\":[{\"name\":\"a\"}],\"values\":{}}",
            "the artifact is malformed: a source must have a name and a text",
        ),
    ];
    for (rest, expected) in rests {
        assert_eq!(error(sealed("1", rest)), expected);
    }
    for rest in ["", "\"", "\",\"sources\":3,\"values\":{}}", "\",\"sources\":[],\"values\":[]}"] {
        assert!(error(sealed("1", rest)).starts_with("the artifact is malformed: "), "{rest}");
    }
}

#[test]
fn invalid_values_are_reported() {
    let value = |ty: &str, value: Json, beyond: Json, marks: Json| {
        with_value(&json!({ "type": ty, "value": value, "msgpack": beyond, "marks": marks }))
    };
    assert_eq!(
        value("number", json!(true), json!([]), json!([])),
        "value \"v\": a number is required, not a bool"
    );
    assert!(value("integer", json!(1), json!([]), json!([])).starts_with("value \"v\": "));
    let parts = "the artifact is malformed: value \"v\" does not have all parts listed for it";
    for beyond in [json!({}), json!([1]), json!([{ "path": ["a"], "value": "1AAA" }])] {
        assert_eq!(value("number", json!(null), beyond, json!([])), parts);
    }
    for bytes in ["1AAA1", "", "é", "oWE="] {
        let beyond = json!([{ "path": [], "value": bytes }]);
        assert_eq!(value("number", json!(null), beyond, json!([])), parts, "{bytes}");
    }
    for marks in [json!([{ "path": [0], "marks": [] }]), json!([{ "path": [], "marks": [1] }])] {
        assert_eq!(value("number", json!(1), json!([]), marks), parts);
    }
}

/// The bytes after the seal of an artifact.
fn rest(bytes: &[u8]) -> &[u8] {
    let end = bytes.windows(2).position(|it| it[0] == b'=' && it[1] != b'=').unwrap();
    &bytes[end + 1..]
}

#[test]
fn a_seal_made_by_the_test_is_valid() {
    let [json, messagepack] = written(&planned());
    assert_eq!(sealed("1", str::from_utf8(rest(&json)).unwrap()), json);
    assert_eq!(sealed_messagepack(rest(&messagepack)), messagepack);
}

proptest! {
    /// The content of an artifact with a valid seal can be anything.
    #[test]
    fn sealed_bytes_are_read_or_rejected(
        changes in vec((any::<Index>(), any::<u8>(), 0..4), 1..4),
    ) {
        let [json, messagepack] = written(&planned());
        let changed = |bytes: &[u8]| {
            let mut bytes = rest(bytes).to_vec();
            for (at, byte, change) in &changes {
                let at = at.index(bytes.len());
                match change {
                    0 => bytes[at] = *byte,
                    1 => bytes[at] ^= 1 << (byte % 8),
                    2 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, *byte),
                }
            }
            bytes
        };
        let _ = Artifact::from_bytes(sealed("1", &String::from_utf8_lossy(&changed(&json))));
        let _ = Artifact::from_bytes(sealed_messagepack(&changed(&messagepack)));
    }
}

/// Lengths are not trusted: the reader allocates no memory for them.
#[test]
fn lengths_beyond_the_bytes_are_rejected() {
    let huge: [&[u8]; 4] = [
        b"\xa7sources\xdd\xff\xff\xff\xff",
        b"\xa7sources\x90\xa6values\xdf\xff\xff\xff\xff",
        b"\xa7sources\x91\x82\xa4name\xdb\xff\xff\xff\xff",
        b"\xa7sources\x90\xa6values\x81\xa1v\x83\xa4type\xa6\"bool\"\xa5value\xc6\xff\xff\xff\xff",
    ];
    for rest in huge {
        assert!(error(sealed_messagepack(rest)).starts_with("the artifact is malformed: "));
    }
}
