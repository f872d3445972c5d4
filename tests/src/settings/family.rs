//! Structs that together have every shape of field and option that flags, variables and files set, and random values of them.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use hcldyn::cty::{ByteSize, Value};
use hcldyn::{HclDecode, HclEncode, HclValue, Spanned};

use super::sample::{Sample, one_of, records, secret};
use crate::random::Random;

records! {
    derive(HclDecode, HclEncode);

    /// Attributes of plain types.
    pub(super) struct Plain {
        name: String,
        port: u16,
        offset: i64,
        weight: Option<f64>,
        #[hcl(default = true)]
        enabled: bool,
        verbose: Option<bool>,
        #[hcl(default)]
        note: String,
        #[hcl(default = "eu")]
        region: String,
        #[hcl(default = 70)]
        level: u8,
    }

    /// Collections.
    pub(super) struct Collections {
        zones: Vec<String>,
        #[hcl(default)]
        ports: Vec<u16>,
        numbers: Option<BTreeSet<u8>>,
        switches: Option<Vec<bool>>,
        tags: BTreeMap<String, String>,
        #[hcl(default = [("team", "core")])]
        owners: BTreeMap<String, String>,
        weights: Option<BTreeMap<String, Vec<u8>>>,
        grid: Option<Vec<Vec<u8>>>,
        pair: (String, bool),
        triple: Option<(u8, String, bool)>,
        fixed: [u8; 2],
    }

    /// Strings with a form.
    pub(super) struct Formed {
        wait: Duration,
        #[hcl(default = Duration::from_secs(30))]
        grace: Duration,
        waits: Vec<Duration>,
        limit: ByteSize,
        #[hcl(default = "64 KiB")]
        block: ByteSize,
        limits: Option<BTreeMap<String, ByteSize>>,
        file: PathBuf,
        #[hcl(from_str)]
        address: IpAddr,
        located: Spanned<String>,
    }

    /// Values of an enum.
    pub(super) struct Levels {
        level: Level,
        #[hcl(default = Level::Info)]
        file_level: Level,
        other_level: Option<Level>,
        levels: Vec<Level>,
        by_name: Option<BTreeMap<String, Level>>,
    }

    /// Sensitive values, and the sources that may set them.
    pub(super) struct Secrets {
        #[hcl(sensitive)]
        password: String = secret,
        #[hcl(sensitive)]
        codes: Option<Vec<u16>>,
        #[hcl(sensitive)]
        keys: BTreeMap<String, String>,
        #[hcl(sensitive, from(file, env))]
        token: Option<String>,
        #[hcl(from(env))]
        home: Option<String>,
        #[hcl(from(flag))]
        dry_run: Option<bool>,
        #[hcl(from(file))]
        format: Option<u8>,
        #[hcl(from(env, flag))]
        count: Option<u8>,
    }

    /// Single blocks inside each other.
    pub(super) struct Nested {
        title: Option<String>,
        #[hcl(block)]
        listener: Listener,
        #[hcl(block)]
        admin: Option<Box<Listener>>,
        #[hcl(block, name = "http_log")]
        log: Option<Levels>,
    }

    pub(super) struct Listener {
        #[hcl(default = "localhost")]
        host: String,
        port: u16,
        #[hcl(block)]
        web: Option<Plain>,
        #[hcl(flatten, prefix = "tls_")]
        tls: Option<Tls>,
    }

    pub(super) struct Tls {
        cert: PathBuf,
        key: PathBuf,
        version: Option<u8>,
    }

    /// Blocks that repeat, beside single ones.
    pub(super) struct Repeated {
        region: String,
        #[hcl(block)]
        upstream: Vec<Upstream>,
        #[hcl(block)]
        pool: BTreeMap<String, Tls>,
        #[hcl(block)]
        rule: Vec<Levels>,
        #[hcl(block)]
        limits: Option<Formed>,
        #[hcl(attrs)]
        labels: BTreeMap<String, u8>,
    }

    pub(super) struct Upstream {
        #[hcl(label)]
        name: String,
        #[hcl(default = 1)]
        weight: u8,
        wait: Option<Duration>,
    }

    /// Flattened structs, with and without prefix, optional and generic.
    pub(super) struct Flattened {
        name: Option<String>,
        #[hcl(flatten)]
        levels: Levels,
        #[hcl(flatten, prefix = "db_")]
        database: Shared<Tls>,
        #[hcl(flatten, prefix = "cache_")]
        cache: Option<Access>,
        #[hcl(flatten)]
        group: Option<Group>,
        #[hcl(block)]
        shared: Shared<Plain>,
    }

    pub(super) struct Access {
        user: String,
        #[hcl(sensitive)]
        password: String = secret,
    }

    pub(super) struct Group {
        low: u8,
        high: u8,
        #[hcl(default = 3)]
        step: u8,
    }

    /// Flags with names of their own, and other names of attributes.
    pub(super) struct Named {
        #[hcl(flag(short = 'j', long = "jobs", alias = "threads"))]
        job_count: u8,
        #[hcl(flag(long = "no-color"))]
        plain: Option<bool>,
        #[hcl(flag(hidden))]
        trace: Option<bool>,
        #[hcl(name = "max-age")]
        max_age: Option<u16>,
        #[hcl(alias = "timeout", former_name = "delay")]
        wait: Duration,
        #[hcl(hide)]
        debug: Option<bool>,
        #[hcl(flag(env = "HCLDYN_TEST_UNSET", short = 'z'))]
        zone: Option<String>,
    }

    /// Values with conditions.
    pub(super) struct Checked {
        #[hcl(range = 1..=9)]
        digit: u8,
        #[hcl(one_of = ["a", "b", "c"])]
        letter: String = |random| one_of(random, &["a", "b", "c"]),
        #[hcl(length = 1..=9, matches = "[a-z]+")]
        word: String = |random| one_of(random, &["a", "word", "ninechars"]),
        #[hcl(non_empty, unique)]
        words: Vec<String> = |random| vec![one_of(random, &["a", "b=c", "d"])],
        #[hcl(validate = is_even)]
        even: u8 = |random| u8::sample(random) * 2,
        #[hcl(optional)]
        hint: String,
    }

    /// Values of structs, and of any type.
    pub(super) struct Objects {
        server: Server,
        spare: Option<Server>,
        servers: Vec<Server>,
        by_name: BTreeMap<String, Server>,
        anything: Option<Value> = |random| Some(Value::from(String::sample(random))),
        nothing: Option<Option<u8>>,
        #[hcl(block, or_attr)]
        access: Option<Access>,
    }

    /// A body of one of several forms, in a block.
    pub(super) struct Formful {
        name: String,
        #[hcl(block)]
        storage: Storage,
    }
}

records! {
    derive(HclValue);

    #[hcl(into_value)]
    pub(super) struct Server {
        host: String,
        #[hcl(default = 80)]
        port: u16,
        level: Option<Level>,
        waits: Vec<Duration>,
    }
}

/// A struct with the content of another one.
#[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
pub(super) struct Shared<T> {
    #[hcl(flatten)]
    content: T,
    owner: Option<String>,
}

impl<T: Sample> Sample for Shared<T> {
    fn sample(random: &mut Random) -> Self {
        Self { content: T::sample(random), owner: Option::sample(random) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, HclValue)]
pub(super) enum Level {
    Debug,
    Info,
    VeryLoud,
}

impl Sample for Level {
    fn sample(random: &mut Random) -> Self {
        *random.pick(&[Self::Debug, Self::Info, Self::VeryLoud])
    }
}

#[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
#[hcl(tag = "kind")]
pub(super) enum Storage {
    File(Tls),
    Memory { limit: ByteSize },
}

impl Sample for Storage {
    fn sample(random: &mut Random) -> Self {
        match random.below(2) {
            0 => Self::File(Tls::sample(random)),
            _ => Self::Memory { limit: ByteSize::sample(random) },
        }
    }
}

fn is_even(number: &u8) -> Result<(), String> {
    if number.is_multiple_of(2) { Ok(()) } else { Err(format!("{number} is odd")) }
}
