//! Conversions of strings in containers, and more types of attributes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ffi::OsString;
use std::net::Ipv4Addr;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use std::time::Duration;

use hcldyn::{HclDecode, HclEncode, HclValue, Spanned};
use indexmap::IndexMap;

use super::{good, problems};

#[derive(Debug, HclDecode)]
struct Parsed {
    #[hcl(from_str)]
    list: Option<Vec<Ipv4Addr>>,
    #[hcl(from_str)]
    set: BTreeSet<Ipv4Addr>,
    #[hcl(from_str)]
    hash: Option<HashSet<Ipv4Addr>>,
    #[hcl(from_str)]
    map: BTreeMap<String, Ipv4Addr>,
    #[hcl(from_str)]
    named: Option<HashMap<u8, Ipv4Addr>>,
    #[hcl(from_str)]
    spanned: Spanned<Ipv4Addr>,
    #[hcl(from_str)]
    maybe: Option<Spanned<Ipv4Addr>>,
    #[hcl(from_str)]
    many: Vec<Spanned<Ipv4Addr>>,
    #[hcl(from_str)]
    queue: Option<VecDeque<Ipv4Addr>>,
    #[hcl(from_str)]
    ordered: Option<IndexMap<String, Ipv4Addr>>,
}

/// Parsed strings in an object keep their locations, and a null differs from an attribute that is left out.
#[test]
fn parsed_strings_in_objects() {
    #[derive(Debug, HclDecode)]
    struct Config {
        a: Object,
    }
    #[derive(Debug, HclValue)]
    struct Object {
        #[hcl(from_str)]
        spanned: Spanned<Ipv4Addr>,
        #[hcl(with = first)]
        made: Spanned<Ipv4Addr>,
        #[hcl(from_str)]
        null: Option<Option<Ipv4Addr>>,
        #[hcl(from_str)]
        left_out: Option<Option<Ipv4Addr>>,
    }
    fn first(all: Vec<Spanned<String>>) -> Result<Spanned<Ipv4Addr>, String> {
        all.into_iter()
            .next()
            .map(|first| first.map(|text| text.parse().unwrap()))
            .ok_or_else(String::new)
    }
    let Config { a } = good("a = { spanned = \"10.0.0.1\", made = [\"10.0.0.2\"], null = null }");
    assert_eq!((*a.spanned, a.spanned.place().to_string()), (address(1), "t.hcl:1:17".into()));
    assert_eq!((*a.made, a.made.place().to_string()), (address(2), "t.hcl:1:37".into()));
    assert_eq!((a.null, a.left_out), (Some(None), None));
}

const FULL: &str = r#"
set     = ["10.0.0.2", "10.0.0.1"]
map     = { a = "10.0.0.3" }
spanned = "10.0.0.4"
many    = ["10.0.0.5", "10.0.0.6"]
"#;

fn address(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(10, 0, 0, last)
}

#[test]
fn parsed_strings_in_containers() {
    let parsed: Parsed = good(FULL);
    assert!(parsed.list.is_none() && parsed.hash.is_none() && parsed.named.is_none());
    assert!(parsed.maybe.is_none() && parsed.queue.is_none() && parsed.ordered.is_none());
    assert_eq!(parsed.set, BTreeSet::from([address(1), address(2)]));
    assert_eq!(parsed.map["a"], address(3));
    assert_eq!((*parsed.spanned, parsed.spanned.place().text()), (address(4), "\"10.0.0.4\""));
    assert_eq!(parsed.many[1].place().to_string(), "t.hcl:5:24");
    let more = r#"list = ["10.0.0.7"]
hash = ["10.0.0.8"]
named = { 1 = "10.0.0.9" }
maybe = "10.0.0.4"
queue = []
ordered = { z = "10.0.0.1" }
"#;
    let parsed: Parsed = good(&(FULL.to_owned() + more));
    assert_eq!(parsed.list, Some(vec![address(7)]));
    assert_eq!(parsed.hash, Some(HashSet::from([address(8)])));
    assert_eq!(parsed.named.unwrap()[&1], address(9));
    assert_eq!(parsed.maybe.map(|it| *it), Some(address(4)));
    assert_eq!((parsed.queue.unwrap().len(), parsed.ordered.unwrap()["z"]), (0, address(1)));
    let found = problems::<Parsed>(&FULL.replace("10.0.0.3", "ten"));
    assert!(found.starts_with("t.hcl:3:"), "{found}");
    assert!(found.contains("element \"a\": \"ten\" is not valid"), "{found}");
}

#[test]
fn more_types_of_attributes() {
    #[derive(Debug, HclDecode)]
    struct Config {
        boxed: Box<str>,
        rc: Rc<str>,
        arc: Arc<str>,
        slice: Box<[u8]>,
        shared: Arc<[Spanned<u8>]>,
        queue: VecDeque<u8>,
        path: Box<Path>,
        os: OsString,
        ordered: IndexMap<u8, String>,
        #[hcl(default = "d")]
        with_default: Arc<str>,
    }
    let text = r#"
boxed   = "a"
rc      = "b"
arc     = "c"
slice   = [1, 2]
shared  = [3]
queue   = [4, 5]
path    = "/tmp"
os      = "e"
ordered = { 9 = "x", 10 = "y", 1 = "z" }
"#;
    let config: Config = good(text);
    assert_eq!((&*config.boxed, &*config.rc, &*config.arc), ("a", "b", "c"));
    assert_eq!((&*config.slice, *config.shared[0], config.queue[1]), (&[1, 2][..], 3, 5));
    assert_eq!(config.shared[0].place().to_string(), "t.hcl:6:12");
    assert_eq!((&*config.path, config.os.to_str()), (Path::new("/tmp"), Some("e")));
    assert_eq!(config.ordered.keys().copied().collect::<Vec<_>>(), [9, 10, 1]);
    assert_eq!(&*config.with_default, "d");
    assert_eq!(
        problems::<Config>(&text.replace("[1, 2]", "[256]")),
        "t.hcl:5:12: error: Invalid value for \"slice\": element 0: a whole number from 0 to 255 is required, not 256."
    );
}

#[test]
fn one_function_for_all_fields_of_a_type() {
    #[derive(Debug, HclDecode)]
    #[hcl(with(Duration = hcldyn::cty::seconds, Upper = upper))]
    struct Config {
        timeout: Duration,
        delay: Option<Duration>,
        #[hcl(default = "2min")]
        pause: Duration,
        #[hcl(with = minutes)]
        long: Duration,
        list: Vec<Duration>,
        name: Upper,
    }
    #[derive(Debug, PartialEq)]
    struct Upper(String);
    fn upper(name: String) -> Result<Upper, &'static str> {
        if name.is_empty() { Err("no name") } else { Ok(Upper(name.to_uppercase())) }
    }
    fn minutes(count: u32) -> Result<Duration, &'static str> {
        Ok(Duration::from_secs(60) * count)
    }
    let text = r#"timeout = 1.5
long = 2
list = ["7d"]
name = "n"
"#;
    let config: Config = good(&(text.to_owned() + "delay = \"1 day\"\n"));
    assert_eq!(
        (config.timeout, config.long),
        (Duration::from_millis(1_500), Duration::from_secs(120))
    );
    assert_eq!(
        (config.pause, config.delay),
        (Duration::from_secs(120), Some(Duration::from_secs(86_400)))
    );
    assert_eq!((config.list[0], config.name), (Duration::from_secs(604_800), Upper("N".into())));
    assert_eq!(
        problems::<Config>(&text.replace("1.5", "\"soon\"")),
        "t.hcl:1:11: error: Invalid value for \"timeout\": a number of seconds or a duration such as \"1h30m\" is required, not \"soon\"."
    );
}

#[test]
fn one_function_for_the_elements_of_collections() {
    #[derive(Debug, HclDecode, HclEncode)]
    #[hcl(with(Duration = hcldyn::cty::seconds), encode_with(Duration = Duration::as_secs_f64))]
    struct Config {
        list: Vec<Duration>,
        #[hcl(default = [Duration::ZERO])]
        queue: VecDeque<Duration>,
        map: BTreeMap<u8, Duration>,
        ordered: IndexMap<String, Duration>,
        maybe: Option<Vec<Duration>>,
        object: Times,
    }
    #[derive(Clone, Debug, HclValue)]
    #[hcl(with(Duration = hcldyn::cty::seconds), encode_with(Duration = Duration::as_secs_f64), into_value)]
    struct Times {
        all: HashMap<String, Duration>,
    }
    let text = r#"list = [1.5, "7d"]
map = { 1 = 2 }
ordered = { b = 3, a = 4 }
object = { all = { x = 5 } }
"#;
    let config: Config = good(text);
    let seconds = Duration::from_secs;
    assert_eq!(config.list, [Duration::from_millis(1_500), seconds(604_800)]);
    assert_eq!(config.map, BTreeMap::from([(1, seconds(2))]));
    assert_eq!(config.ordered.keys().collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!((config.queue[0], config.maybe.as_deref()), (Duration::ZERO, None));
    assert_eq!(config.object.all["x"], seconds(5));
    let written = hcldyn::to_string(&config).unwrap();
    let again: Config = good(&written);
    assert_eq!((again.list, again.map, again.maybe), (config.list, config.map, None));
    let wrong = text.replace("7d", "soon").replace("1 = 2", "1 = 2, 2 = \"late\"");
    let expected = "a number of seconds or a duration such as \"1h30m\" is required";
    assert_eq!(
        problems::<Config>(&wrong).lines().collect::<Vec<_>>(),
        [
            format!(
                "t.hcl:1:8: error: Invalid value for \"list\": element 1: {expected}, not \"soon\"."
            ),
            format!(
                "t.hcl:2:7: error: Invalid value for \"map\": element \"2\": {expected}, not \"late\"."
            ),
        ]
    );
}
