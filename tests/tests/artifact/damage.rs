//! What is not an artifact, or not the one that was written, is refused.

use hcldyn::Value;
use hcldyn::artifact::{Artifact, ArtifactError};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::{planned, written};

fn error(bytes: impl AsRef<[u8]>) -> String {
    Artifact::from_bytes(bytes.as_ref()).unwrap_err().to_string()
}

fn small() -> Artifact {
    Artifact::new()
        .with_source(hcldyn::source::Source::new("a", "b = c\n"))
        .with_value("b", Value::unknown(hcldyn::Type::String))
}

/// An artifact in JSON with this seal, which hashes as the format says, and what follows.
fn sealed(version: &str, rest: &str) -> Vec<u8> {
    let before = format!("{{\"artifact\":\"hcldyn {version} {} ", rest.len());
    let digest = Sha256::new().chain_update(&before).chain_update(rest).finalize();
    let digest = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, digest);
    format!("{before}{digest}{rest}").into_bytes()
}

fn with_value(value: &Json) -> String {
    error(sealed("1", &format!("\",\"sources\":[],\"values\":{{\"v\":{value}}}}}")))
}

#[test]
fn no_part_of_an_artifact_is_one() {
    for bytes in written(&planned()) {
        for length in 0..bytes.len() {
            let error = Artifact::from_bytes(&bytes[..length]).unwrap_err();
            let is_told = match &error {
                ArtifactError::CutOff { length: told, expected } => {
                    *told == length && *expected == bytes.len()
                }
                // Without its first words nobody knows what it is and how long it was.
                ArtifactError::NotAnArtifact | ArtifactError::Damaged => length < 30,
                _ => false,
            };
            assert!(is_told, "{length} of {}: {error}", bytes.len());
        }
    }
}

#[test]
fn no_bit_can_be_flipped() {
    for bytes in written(&small()) {
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(Artifact::from_bytes(&flipped).is_err(), "bit {at}");
        }
    }
}

#[test]
fn no_byte_can_be_removed_doubled_or_added() {
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
            "the artifact was changed since it was written: its digest is another"
        );
    }
}

#[test]
fn other_files_are_told_apart() {
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
fn other_versions_are_told_after_damage() {
    let newer = sealed("2", "\",\"whatever\":[1,2,3]}");
    assert_eq!(
        error(&newer),
        "the artifact is in version 2 of the format, of which this program reads version 1"
    );
    let end = newer.len() - 4;
    assert_eq!(Artifact::from_bytes(&[&newer[..end], b"4]}"].concat()).unwrap_err(), {
        ArtifactError::CutOff { length: newer.len() - 1, expected: newer.len() }
    });
    let changed = String::from_utf8(newer).unwrap().replace("3]", "4]");
    assert!(error(changed).contains("was changed"));
}

#[test]
fn a_seal_is_no_promise_of_what_follows() {
    let rests = [
        ("\"}", "the artifact is malformed: \"sources\" is missing"),
        ("\",\"sources\":[]}", "the artifact is malformed: \"values\" is missing"),
        (
            "\",\"sources\":[{\"name\":\"a\"}],\"values\":{}}",
            "the artifact is malformed: a source has a name and a text",
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
fn values_that_are_none_are_told() {
    let value = |ty: &str, value: Json, beyond: Json, marks: Json| {
        with_value(&json!({ "type": ty, "value": value, "msgpack": beyond, "marks": marks }))
    };
    assert_eq!(
        value("number", json!(true), json!([]), json!([])),
        "value \"v\": a number is required, not a bool"
    );
    assert!(value("integer", json!(1), json!([]), json!([])).starts_with("value \"v\": "));
    let parts = "the artifact is malformed: value \"v\" has no such parts as are told of it";
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
