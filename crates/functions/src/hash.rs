//! Hashes of strings, as hexadecimal digits and in base64.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha256, Sha512};

use super::Named;
use super::arguments::text;
use hcldyn_cty::function::Parameter;
use hcldyn_cty::{Function, Type};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("base64sha256", of_string("The SHA-256 hash of a string, in base64.", base64::<Sha256>)),
        ("base64sha512", of_string("The SHA-512 hash of a string, in base64.", base64::<Sha512>)),
        ("md5", of_string("The MD5 hash of a string, in hexadecimal digits.", hexadecimal::<Md5>)),
        (
            "sha1",
            of_string("The SHA-1 hash of a string, in hexadecimal digits.", hexadecimal::<Sha1>),
        ),
        (
            "sha256",
            of_string(
                "The SHA-256 hash of a string, in hexadecimal digits.",
                hexadecimal::<Sha256>,
            ),
        ),
        (
            "sha512",
            of_string(
                "The SHA-512 hash of a string, in hexadecimal digits.",
                hexadecimal::<Sha512>,
            ),
        ),
    ]
}

/// A function that hashes bytes and returns the hash as a string.
type HashFn = fn(&[u8]) -> String;

/// The hashes of the bytes of a file: the name of the function, its description, and the hash.
#[cfg(feature = "effects")]
pub(super) const OF_FILES: [(&str, &str, HashFn); 6] = [
    ("filebase64sha256", "The SHA-256 hash of a file, in base64.", base64::<Sha256>),
    ("filebase64sha512", "The SHA-512 hash of a file, in base64.", base64::<Sha512>),
    ("filemd5", "The MD5 hash of a file, in hexadecimal digits.", hexadecimal::<Md5>),
    ("filesha1", "The SHA-1 hash of a file, in hexadecimal digits.", hexadecimal::<Sha1>),
    ("filesha256", "The SHA-256 hash of a file, in hexadecimal digits.", hexadecimal::<Sha256>),
    ("filesha512", "The SHA-512 hash of a file, in hexadecimal digits.", hexadecimal::<Sha512>),
];

fn of_string(description: &'static str, hash: HashFn) -> Function {
    Function::builder(description)
        .param(Parameter::new("string", Type::String))
        .returning(Type::String, move |args, _| Ok(hash(text(args, 0)?.as_bytes()).into()))
}

fn base64<D: Digest>(bytes: &[u8]) -> String {
    STANDARD.encode(D::digest(bytes))
}

fn hexadecimal<D: Digest>(bytes: &[u8]) -> String {
    D::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::call;
    use hcldyn_cty::Value;

    /// The test vectors of RFC 1321 and FIPS 180-4 for "abc".
    #[test]
    fn hashes_of_the_standards() {
        let hash = |name| call(name, [Value::from("abc")]);
        assert_eq!(hash("md5"), "900150983cd24fb0d6963f7d28e17f72".into());
        assert_eq!(hash("sha1"), "a9993e364706816aba3e25717850c26c9cd0d89d".into());
        assert_eq!(
            hash("sha256"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".into()
        );
        let sha512 = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                      2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f";
        assert_eq!(hash("sha512"), sha512.into());
        assert_eq!(hash("base64sha256"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=".into());
        let sha512 = "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj\
                      /uu9RU1EI2Q86A4qmslPpUyknw==";
        assert_eq!(hash("base64sha512"), sha512.into());
    }
}
