//! Ways to write a default.

use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::time::Duration;

use hcldyn::{Deferred, HclDecode, HclValue, Spanned};

use super::good;

#[derive(Debug, PartialEq, HclValue)]
enum Level {
    Info,
    Debug,
}

#[derive(Debug, HclDecode)]
struct Texts {
    #[hcl(default = "a")]
    text: String,
    #[hcl(default = "b")]
    spanned: Spanned<String>,
    #[hcl(default = "c")]
    letter: char,
    #[hcl(default = "/tmp")]
    path: PathBuf,
    #[hcl(default = "::1")]
    address: IpAddr,
    #[hcl(default = "127.0.0.1:80")]
    socket: SocketAddr,
    #[hcl(default = "1h30m")]
    duration: Duration,
    #[hcl(default = "debug")]
    level: Level,
    #[hcl(default = "7")]
    number: NonZeroU8,
    #[hcl(from_str, default = "10.0.0.1")]
    parsed: Parsed,
}

#[derive(Debug)]
struct Parsed(Ipv4Addr);

impl std::str::FromStr for Parsed {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

#[test]
fn texts() {
    let texts: Texts = good("");
    assert_eq!((texts.text.as_str(), texts.spanned.as_str(), texts.letter), ("a", "b", 'c'));
    assert_eq!((texts.path, texts.duration), (PathBuf::from("/tmp"), Duration::from_secs(5400)));
    assert_eq!(
        (texts.address.to_string(), texts.socket.to_string()),
        ("::1".into(), "127.0.0.1:80".into())
    );
    assert_eq!(
        (texts.level, texts.number.get(), texts.parsed.0.octets()),
        (Level::Debug, 7, [10, 0, 0, 1])
    );
    // A set value takes precedence over the default, but null does not.
    let texts: Texts = good(
        r#"duration = "1s"
level = null
parsed = "10.0.0.9"
"#,
    );
    assert_eq!((texts.duration.as_secs(), texts.level), (1, Level::Debug));
    assert_eq!(texts.parsed.0.octets(), [10, 0, 0, 9]);
}

#[derive(Debug, HclDecode)]
struct Others {
    #[hcl(default = 0.5)]
    share: f64,
    #[hcl(default = -0.25)]
    less: f32,
    #[hcl(default = [1, 2])]
    list: Vec<u8>,
    #[hcl(default = ["b", "a"])]
    texts: BTreeSet<String>,
    #[hcl(default = [("a".into(), 1)])]
    map: HashMap<String, u8>,
    #[hcl(default = [1, 2])]
    pair: [u8; 2],
    #[hcl(default = Duration::from_millis(5))]
    pause: Duration,
    #[hcl(default = Level::Info)]
    level: Level,
    #[hcl(optional)]
    nothing: Vec<f64>,
    #[hcl(default = 3.into())]
    later: Deferred<u8>,
    #[hcl(default = "4")]
    later_text: Deferred<u8>,
    #[hcl(with = twice, default = 9)]
    made: u16,
    #[hcl(serde, default = [0.5])]
    read: Vec<f64>,
}

fn twice(number: u16) -> Result<u16, String> {
    number.checked_mul(2).ok_or_else(|| format!("{number} is too much."))
}

#[test]
fn others() {
    let others: Others = good("");
    assert_eq!((others.share, others.less), (0.5, -0.25));
    assert_eq!((others.list, others.pair), (vec![1, 2], [1, 2]));
    assert_eq!(others.texts.into_iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((others.map["a"], others.pause.as_millis(), others.level), (1, 5, Level::Info));
    assert_eq!((others.nothing.len(), others.made, others.read), (0, 9, vec![0.5]));
    assert_eq!(others.later.evaluate(&[]).unwrap(), 3);
    assert_eq!(others.later_text.evaluate(&[]).unwrap(), 4);
}

#[derive(Debug, PartialEq, HclValue)]
struct Endpoint {
    #[hcl(default = "127.0.0.1")]
    host: IpAddr,
    #[hcl(default = 0.5)]
    weight: f64,
    #[hcl(default = ["a"])]
    tags: Vec<String>,
}

#[test]
fn of_objects() {
    #[derive(Debug, HclDecode)]
    struct Config {
        endpoint: Endpoint,
    }
    let expected =
        Endpoint { host: Ipv4Addr::LOCALHOST.into(), weight: 0.5, tags: vec!["a".to_owned()] };
    assert_eq!(good::<Config>("endpoint = {}").endpoint, expected);
    assert_eq!(good::<Config>("endpoint = { host = null }").endpoint, expected);
}

/// An expression may have any value of its type, also one that no configuration can have.
#[test]
fn defaults_without_a_value() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(default = f64::NAN)]
        share: f64,
    }
    assert!(good::<Config>("").share.is_nan());
}
