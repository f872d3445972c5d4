//! An input without expressions, decoded to the same structs by three crates.

#![allow(dead_code, reason = "not every field is looked at again")]

use std::collections::BTreeMap;

use confval::pipeline::Lower;
use confval::prelude::{Located, Report, SourceMap, Validate, narrow};
use hcldyn::cty::Value;
use hcldyn::{EvalContext, HclDecode};
use serde::Deserialize;

use crate::corpus::{RESOURCES, static_text};
use crate::measuring::Operation;

pub(crate) type Servers = BTreeMap<String, Server>;

#[derive(HclDecode, Deserialize)]
struct Config {
    #[hcl(block)]
    server: Servers,
}

#[derive(HclDecode, Deserialize, confval::Config)]
#[confval(lower_from = ServerSpec, spec_only(name))]
pub(crate) struct Server {
    hostname: String,
    #[confval(lower(from = port, with = narrow::i64_to_u16))]
    port: u16,
    weight: f64,
    enabled: bool,
    note: Option<String>,
    #[confval(lower(from = zones, with = texts))]
    zones: Vec<String>,
    tags: BTreeMap<String, String>,
    #[hcl(block)]
    #[confval(nested)]
    network: Network,
    #[hcl(block)]
    #[confval(nested)]
    check: Vec<Check>,
}

#[derive(HclDecode, Deserialize, confval::Config)]
#[confval(lower_from = NetworkSpec)]
pub(crate) struct Network {
    cidr: String,
    gateway: Option<String>,
}

#[derive(HclDecode, Deserialize, confval::Config)]
#[confval(lower_from = CheckSpec)]
pub(crate) struct Check {
    path: String,
    #[confval(lower(from = seconds, with = narrow::i64_to_u32))]
    seconds: u32,
}

/// The structs that confval decodes first. It has no maps of blocks, so these are built from the lists.
#[derive(confval::Spec)]
struct ConfigSpec {
    #[confval(nested)]
    server: Vec<Located<ServerSpec>>,
}

#[derive(confval::Spec)]
struct ServerSpec {
    #[confval(label)]
    name: Located<String>,
    hostname: Located<String>,
    port: Located<i64>,
    weight: Located<f64>,
    enabled: Located<bool>,
    note: Option<Located<String>>,
    zones: Vec<Located<String>>,
    #[confval(map)]
    tags: BTreeMap<String, Located<String>>,
    #[confval(nested)]
    network: Located<NetworkSpec>,
    #[confval(nested)]
    check: Vec<Located<CheckSpec>>,
}

#[derive(confval::Spec, Default)]
struct NetworkSpec {
    cidr: Located<String>,
    gateway: Option<Located<String>>,
}

#[derive(confval::Spec)]
struct CheckSpec {
    path: Located<String>,
    seconds: Located<i64>,
}

impl Validate for ConfigSpec {
    fn validate(&self, _: &mut Report) {}
}

impl Validate for ServerSpec {
    fn validate(&self, _: &mut Report) {}
}

impl Validate for NetworkSpec {
    fn validate(&self, _: &mut Report) {}
}

impl Validate for CheckSpec {
    fn validate(&self, _: &mut Report) {}
}

pub(crate) fn reading(read: fn(&str) -> Servers) -> Operation {
    let text = static_text(RESOURCES);
    Box::new(move || sum(&read(&text)))
}

pub(crate) fn with_hcldyn(text: &str) -> Servers {
    hcldyn::from_str::<Config>(text, &EvalContext::new()).unwrap().server
}

pub(crate) fn with_hcl_rs(text: &str) -> Servers {
    hcl::from_str::<Config>(text).unwrap().server
}

pub(crate) fn with_confval(text: &str) -> Servers {
    let (mut sources, mut report) = (SourceMap::new(), Report::new());
    let id = sources.add("bench.hcl", text);
    let spec: ConfigSpec = confval::format::hcl::parse_hcl(&sources, id, &mut report).unwrap();
    let servers = spec.server.iter().map(|server| {
        let lowered = Server::lower(&server.value, &mut report).unwrap();
        (server.value.name.value.clone(), lowered)
    });
    let servers = servers.collect();
    assert!(!report.has_errors());
    servers
}

fn texts(list: &[Located<String>], _: &mut Report) -> Option<Vec<String>> {
    Some(list.iter().map(|text| text.value.clone()).collect())
}

/// Sums up the structs, to check that all crates decoded the same.
fn sum(servers: &Servers) -> Value {
    let (mut bytes, mut numbers) = (0, 0.0);
    for (name, server) in servers {
        bytes += name.len() + server.hostname.len() + server.network.cidr.len();
        bytes += server.tags.values().chain(&server.zones).map(String::len).sum::<usize>();
        bytes += server.check.iter().map(|check| check.path.len()).sum::<usize>();
        numbers += f64::from(server.port) + server.weight;
        numbers += server.check.iter().map(|check| f64::from(check.seconds)).sum::<f64>();
    }
    Value::tuple(vec![Value::from(bytes as u64), Value::from(numbers as u64)])
}
