//! `hcldyn::cli::Flags`: the flags of a struct, their help, the values that they set, and the reports of mistakes.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod help;
mod mistakes;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clap::Parser;
use hcldyn::cli::Flags;
use hcldyn::cty::Value;
use hcldyn::diag::{Report, Style};
use hcldyn::{Decoder, HclDecode, HclValue};

/// A server.
#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    /// The region to serve.
    ///
    /// It is part of the names of all machines.
    #[hcl(default = "eu")]
    region: String,
    /// The level of the log.
    #[hcl(default = Level::Info)]
    log_level: Level,
    workers: Option<u8>,
    /// The zones, in order of preference.
    #[hcl(default)]
    zones: Vec<String>,
    #[hcl(default)]
    limits: Vec<u16>,
    #[hcl(default)]
    ports: BTreeSet<u16>,
    #[hcl(default)]
    tags: BTreeMap<String, String>,
    #[hcl(default)]
    weights: BTreeMap<String, Vec<u8>>,
    pair: Option<(String, bool)>,
    extra: Option<Value>,
    /// The password of the database.
    #[hcl(sensitive, default = "hunter1")]
    password: String,
    /// An old name of the region.
    #[hcl(deprecated = "Write `region`.")]
    place: Option<String>,
    #[hcl(hide)]
    debug: Option<bool>,
    #[hcl(flag(short = 'j', long = "jobs", alias = "threads", env = "HCLDYN_TEST_JOBS"))]
    job_count: Option<u8>,
    #[hcl(flag(hidden))]
    trace: Option<bool>,
    #[hcl(sensitive, from(file, env))]
    token: Option<String>,
    #[hcl(from(flag))]
    dry_run: Option<bool>,
    #[hcl(from(env))]
    home: Option<String>,
    /// The key of another service.
    #[hcl(sensitive, from(env), flag(env = "HCLDYN_TEST_KEY"))]
    key: Option<String>,
    #[hcl(block)]
    server: Option<Server>,
    #[hcl(block)]
    pool: Vec<Pool>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Server {
    /// The port that clients connect to.
    #[hcl(default = 80, range = 1.., alias = "listen_port")]
    port: u16,
    #[hcl(former_name = "wait")]
    timeout: Option<Duration>,
    #[hcl(block)]
    web: Option<Web>,
}

/// The pages.
#[derive(Debug, PartialEq, HclDecode)]
struct Web {
    /// Encrypts connections.
    #[hcl(default = true)]
    tls: bool,
    max_age: Option<u32>,
    /// A server for the pages of another one.
    #[hcl(block)]
    server: Option<Box<Server>>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Pool {
    #[hcl(label)]
    name: String,
    size: u8,
}

#[derive(Debug, Clone, PartialEq, HclValue)]
enum Level {
    /// Everything.
    Debug,
    /// The usual messages.
    Info,
}

#[derive(Debug, Parser)]
#[command(name = "app")]
struct Arguments {
    #[command(flatten)]
    flags: Flags<Config>,
}

fn flags(arguments: &[&str]) -> Flags<Config> {
    let arguments = ["app"].iter().chain(arguments);
    Arguments::try_parse_from(arguments).unwrap_or_else(|error| panic!("{error}")).flags
}

fn config(arguments: &[&str]) -> Config {
    let decoded = Decoder::new().flags(flags(arguments)).decode();
    decoded.unwrap_or_else(|diags| panic!("{diags}")).value
}

fn report(arguments: &[&str]) -> String {
    report_of(&Decoder::new().flags(flags(arguments)))
}

fn report_of(decoder: &Decoder) -> String {
    let diags = decoder.decode::<Config>().err().unwrap();
    Report::new(&diags).style(Style::Plain).to_string()
}
