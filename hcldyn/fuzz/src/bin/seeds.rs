//! Writes the seed inputs of the fuzz targets: the sources in the recorded vectors and in the examples.
//!
//! `cargo run --bin seeds -- FOLDER` creates a subfolder for each target.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

const VECTORS: &str = "../../tests/vectors";

/// The maximum number of bytes of a string that becomes a seed.
const LONGEST: usize = 2_000;

/// A target, the vectors that its seeds come from, and the bytes before the source in an input.
const TARGETS: &[(&str, &[&str], &[u8])] = &[
    ("syntax", &["random_bodies", "specs", "hcldec", "dynblock"], b""),
    ("expressions", &["expressions", "functions", "analysis"], b""),
    ("evaluation", &["expressions", "random_expressions"], b""),
    ("decoding", &["random_bodies", "specs", "dynblock"], CHOICES),
    ("json_syntax", &["json_bodies", "json_expressions"], CHOICES),
    ("wire", &["json", "msgpack"], b"\x08"),
    ("spec_language", &["hcldec"], b""),
    ("documents", &["hcldec"], CHOICES),
    ("fmt", &["random_bodies", "specs", "dynblock", "json_bodies"], b""),
    ("edit", &["random_bodies", "specs", "dynblock"], b"\x01\x02\x00\x00"),
    ("encode", &["random_bodies", "specs"], CHOICES),
    ("update", &["random_bodies"], b"block {\n}\ncopy x {\n}\n\0"),
    ("layers", &["random_bodies"], b"a = 1\n\0A=2\0a=3\0"),
    ("fixes", &["random_bodies", "specs"], CHOICES),
];

/// Bytes that choose a spec of several kinds of blocks.
const CHOICES: &[u8; 64] = b"\x01\x90\x33\x07\xc4\x01\x58\x0f\xa1\x02\x77\xe0\x14\x05\xbb\x29\
\x4d\x00\xd2\x6e\x01\x83\x1f\x0a\xf5\x40\x03\x9c\x68\x02\xe7\x11\
\x25\xb6\x04\x7a\x01\xcf\x52\x09\x3e\x00\xa8\x17\x06\xdd\x61\x02\
\x8b\x30\x01\xf2\x4c\x05\x99\x1d\x00\x76\xea\x03\x5f\xb1\x28\x01";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("usage: seeds FOLDER")?;
    for (target, vectors, prefix) in TARGETS {
        let folder = Path::new(&folder).join(target);
        fs::create_dir_all(&folder)?;
        for vector in *vectors {
            let text = fs::read_to_string(format!("{VECTORS}/{vector}.json"))?;
            for seed in texts(&serde_json::from_str(&text)?) {
                let mut hash = DefaultHasher::new();
                seed.hash(&mut hash);
                let file = folder.join(format!("{:016x}", hash.finish()));
                fs::write(file, [prefix, seed.as_slice()].concat())?;
            }
        }
    }
    Ok(())
}

/// Returns every short string in a file of vectors. Strings of hexadecimal digits are bytes.
fn texts(value: &Value) -> Vec<Vec<u8>> {
    match value {
        Value::String(text) if text.len() <= LONGEST => {
            vec![from_hex(text).unwrap_or_else(|| text.clone().into_bytes())]
        }
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(entries) => entries.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks_exact(2);
    if text.is_empty() || !pairs.remainder().is_empty() {
        return None;
    }
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
