//! The program that loads the configurations.

#![allow(dead_code, reason = "decoded for the errors")]

use std::collections::BTreeMap;

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, Deferred, EvalContext, HclDecode, HclValue, functions};

#[derive(HclDecode)]
pub(super) struct Gateway {
    region: String,
    ports: Vec<u16>,
    tags: BTreeMap<String, String>,
    #[hcl(dynamic)]
    upstream: BTreeMap<String, Upstream>,
    #[hcl(block)]
    server: Vec<Server>,
    #[hcl(block)]
    tls: Option<Tls>,
}

#[derive(HclDecode)]
struct Upstream {
    host: String,
    port: u16,
    weight: Option<u8>,
    endpoint: Option<Endpoint>,
}

#[derive(HclValue)]
struct Endpoint {
    address: String,
    limit: Option<u8>,
}

#[derive(HclDecode)]
struct Tls {
    cert: String,
    key: String,
}

#[derive(HclDecode)]
struct Server {
    #[hcl(label)]
    name: String,
    listen: Vec<u16>,
    target: String,
    #[hcl(validate = few)]
    retries: Option<u8>,
    #[hcl(scope(request = Request))]
    when: Option<Deferred<bool>>,
    #[hcl(block)]
    route: Vec<Route>,
    #[hcl(attrs)]
    headers: Option<BTreeMap<String, String>>,
}

#[derive(HclValue)]
struct Request {
    method: String,
    size: u64,
}

#[derive(HclDecode)]
struct Route {
    #[hcl(label)]
    path: String,
    target: String,
    methods: Vec<Method>,
}

#[derive(HclValue)]
enum Method {
    Get,
    Post,
    Delete,
}

/// The largest number of retries.
pub(super) const MAX_RETRIES: u8 = 9;

fn few(retries: &u8) -> Result<(), String> {
    if *retries <= MAX_RETRIES { Ok(()) } else { Err(format!("At most {MAX_RETRIES} are useful.")) }
}

pub(super) fn decoder() -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all());
    Decoder::new()
        .context(ctx)
        .functions("function")
        .inputs(Inputs::new())
        .references("upstream")
        .max_diagnostics(1_000)
}
