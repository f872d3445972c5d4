//! Decoding of source text to structs, compared with decoding to a `Value` by the same spec, and with hcl-rs
//! and serde on an input without expressions.
//!
//! Limits: `to_structs` takes at most 1.1 times as long as `to_value`, and `static_to_structs` at most as long
//! as `static_with_hcl_rs`. Run with `cargo bench -p hcldyn --bench structs`. With `--test` and a name such as
//! `structs::to_value`, the compiled program runs that benchmark once, for `valgrind --tool=callgrind`.

mod corpus;

use std::collections::BTreeMap;

use corpus::{Config, RESOURCES, context, static_text, text};
use divan::Bencher;
use hcldyn::spec::decode;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body};

fn main() {
    divan::Divan::default().sample_count(15).config_with_args().main();
}

#[divan::bench]
fn to_value(bencher: Bencher<'_, '_>) {
    let (text, ctx) = (text(RESOURCES), context(0));
    bencher.bench_local(|| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("<text>", text.as_str()), &mut diags);
        decode(&body, &Config::spec(), &ctx, &mut diags)
    });
}

#[divan::bench]
fn to_structs(bencher: Bencher<'_, '_>) {
    let (text, ctx) = (text(RESOURCES), context(0));
    bencher.bench_local(|| {
        hcldyn::from_str::<Config>(&text, &ctx).expect("the text has no mistakes").resource.len()
    });
}

/// The struct that both libraries decode the static input to.
#[derive(HclDecode, serde::Deserialize)]
struct Static {
    #[hcl(block)]
    server: BTreeMap<String, Server>,
}

#[derive(HclDecode, serde::Deserialize)]
#[allow(dead_code, reason = "it is made, and dropped")]
struct Server {
    hostname: String,
    port: u16,
    weight: f64,
    enabled: bool,
    note: Option<String>,
    zones: Vec<String>,
    tags: BTreeMap<String, String>,
    #[hcl(block)]
    network: Network,
    #[hcl(block)]
    check: Vec<Check>,
}

#[derive(HclDecode, serde::Deserialize)]
#[allow(dead_code, reason = "it is made, and dropped")]
struct Network {
    cidr: String,
    gateway: Option<String>,
}

#[derive(HclDecode, serde::Deserialize)]
#[allow(dead_code, reason = "it is made, and dropped")]
struct Check {
    path: String,
    seconds: u32,
}

#[divan::bench]
fn static_to_structs(bencher: Bencher<'_, '_>) {
    let (text, ctx) = (static_text(RESOURCES), EvalContext::new());
    bencher.bench_local(|| {
        hcldyn::from_str::<Static>(&text, &ctx).expect("the text has no mistakes").server.len()
    });
}

#[divan::bench]
fn static_with_hcl_rs(bencher: Bencher<'_, '_>) {
    let text = static_text(RESOURCES);
    bencher.bench_local(|| {
        hcl::from_str::<Static>(&text).expect("the text has no mistakes").server.len()
    });
}
