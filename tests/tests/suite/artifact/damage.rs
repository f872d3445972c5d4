//! Files that are not an artifact, or were changed, are rejected.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hcldyn::cty::Value;
use hcldyn::load::artifact::{Artifact, ArtifactError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::decoder::{applied, configured};
use super::{planned, written};

fn error(bytes: impl AsRef<[u8]>) -> String {
    Artifact::from_bytes(bytes.as_ref()).unwrap_err().to_string()
}

fn small() -> Artifact {
    Artifact::new()
        .with_source(hcldyn::syntax::Source::new("a", "b = c\n"))
        .with_value("b", Value::unknown(hcldyn::cty::Type::String))
}

/// An artifact in JSON of a version, with a valid seal.
fn sealed(version: &str, rest: &str) -> Vec<u8> {
    with_digest(
        format!("{{\"artifact\":\"hcldyn {version} {} ", rest.len()).as_bytes(),
        rest.as_bytes(),
    )
}

/// An artifact in MessagePack of a version, with a valid seal.
fn sealed_messagepack(version: u8, rest: &[u8]) -> Vec<u8> {
    let seal = format!("hcldyn {version} {} ", rest.len());
    let length = seal.len() as u8 + 44;
    let opening = [&[0x82 + version], b"\xa8artifact\xd9".as_slice(), &[length], seal.as_bytes()];
    with_digest(&opening.concat(), rest)
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
    let newer = sealed("3", "\",\"whatever\":[1,2,3]}");
    assert_eq!(
        error(&newer),
        "the artifact has version 3 of the format; this program reads versions 1 to 2"
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
    assert_eq!(sealed_messagepack(1, rest(&messagepack)), messagepack);
}

proptest! {
    /// The content of an artifact with a valid seal can be anything.
    #[test]
    fn sealed_bytes_are_read_or_rejected(
        changes in vec((any::<Index>(), any::<u8>(), 0..4), 1..4),
        version in 1..=2_u8,
    ) {
        let [json, messagepack] =
            if version == 1 { written(&planned()) } else { written(&configured()) };
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
        let json = sealed(&version.to_string(), &String::from_utf8_lossy(&changed(&json)));
        for bytes in [json, sealed_messagepack(version, &changed(&messagepack))] {
            if let Ok(artifact) = Artifact::from_bytes(bytes) {
                let _ = applied(artifact);
            }
        }
    }
}

/// An artifact with other inputs than those of `configured`, in both forms.
fn with_inputs(inputs: &str) -> [String; 2] {
    let json = format!("\",\"sources\":[],\"values\":{{}},\"inputs\":{inputs}}}");
    let length = [0xdb].into_iter().chain((inputs.len() as u32).to_be_bytes());
    let messagepack = b"\xa7sources\x90\xa6values\x80\xa6inputs".iter().copied().chain(length);
    let messagepack: Vec<u8> = messagepack.chain(inputs.bytes()).collect();
    [error(sealed("2", &json)), error(sealed_messagepack(2, &messagepack))]
}

#[test]
fn invalid_inputs_are_reported_without_their_content() {
    let valid = json!({
        "defaults": [], "drop-ins": [], "environment": [], "overrides": [], "program": [],
        "variables": { "environment": [], "files": [], "arguments": [] },
    });
    let source = "a source must have a name and a text";
    let variable = "an environment variable must have a name, a target and a value";
    let cases = [
        ("", json!("hunter2"), "the inputs must be an object"),
        ("/files", json!([]), "the layer \"files\" is unknown"),
        ("/defaults", json!(null), "layers must be a list"),
        ("/defaults", json!([[{ "name": "hunter2" }]]), source),
        ("/drop-ins", json!([{ "name": "a", "text": "hunter2" }]), source),
        ("/drop-ins", json!([[{ "name": 1, "text": "hunter2" }]]), source),
        ("/environment", json!(["hunter2"]), variable),
        ("/environment", json!([{ "name": "A", "value": "hunter2" }]), variable),
        ("/overrides", json!({ "a": "hunter2" }), "an override must have a flag and a text"),
        ("/program", json!(["hunter2"]), "the values of the program must be objects"),
        ("/program", json!([{ "path": "a" }]), "\"value\" is missing"),
        ("/program", json!([{ "path": 1, "value": {} }]), "a path must be a string"),
        ("/program", json!([{ "path": "a", "value": "hunter2" }]), "a value must be an object"),
        ("/program", json!([{ "path": "a", "value": {} }]), "\"type\" is missing"),
        ("/variables", json!([]), "the variables must be an object"),
        ("/variables", json!({ "environment": [] }), "\"arguments\" is missing"),
        ("/variables/files", json!(["hunter2"]), source),
        ("/variables/arguments", json!([["hunter2"]]), "the arguments must be a list of strings"),
    ];
    for (pointer, part, expected) in cases {
        let mut inputs = valid.clone();
        match inputs.pointer_mut(pointer) {
            Some(place) => *place = part,
            None => inputs[&pointer[1..]] = part,
        }
        let expected = format!("the artifact is malformed: {expected}");
        assert_eq!(with_inputs(&inputs.to_string()), [expected.clone(), expected]);
    }
    for name in ["defaults", "drop-ins", "environment", "overrides", "program", "variables"] {
        let mut inputs = valid.clone();
        inputs.as_object_mut().unwrap().remove(name);
        let expected = format!("the artifact is malformed: {name:?} is missing");
        assert_eq!(with_inputs(&inputs.to_string()), [expected.clone(), expected]);
    }
}

#[test]
fn an_artifact_of_version_2_has_inputs() {
    let missing = "the artifact is malformed: \"inputs\" is missing";
    assert_eq!(error(sealed("2", "\",\"sources\":[],\"values\":{}}")), missing);
    let rest = b"\xa7sources\x90\xa6values\x80";
    assert!(error(sealed_messagepack(2, rest)).starts_with("the artifact is malformed: "));
    let inputs = b"\xa7sources\x90\xa6values\x80\xa6inputs\xa2{}";
    let surplus = "the artifact is malformed: there are bytes after its end";
    assert_eq!(error(sealed_messagepack(1, inputs)), surplus);
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
        assert!(error(sealed_messagepack(1, rest)).starts_with("the artifact is malformed: "));
    }
}
