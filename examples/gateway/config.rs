//! The configuration of the gateway: its structs, the options of its loading, and checks of its own.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::time::Duration;

use clap::CommandFactory;
use hcldyn::cli::Options;
use hcldyn::decode::Validation;
use hcldyn::{Decoder, Deferred, EvalContext, HclDecode, HclValue, functions};

use super::Arguments;

/// A whole configuration.
#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
pub(crate) struct Gateway {
    /// The least important messages in the log.
    pub(crate) log_level: LogLevel,
    /// The number of threads.
    #[hcl(restart)]
    pub(crate) workers: NonZeroU16,
    /// The addresses of allowed clients; by default, all.
    #[hcl(default)]
    pub(crate) allow: Vec<IpAddr>,
    #[hcl(dynamic)]
    pub(crate) upstream: BTreeMap<String, Upstream>,
    #[hcl(block)]
    pub(crate) server: Vec<Server>,
}

#[derive(Debug, HclValue)]
pub(crate) enum LogLevel {
    Debug,
    Info,
    Warning,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Upstream {
    pub(crate) host: String,
    pub(crate) port: u16,
    #[hcl(default = "5s")]
    pub(crate) timeout: Duration,
    #[hcl(sensitive)]
    pub(crate) token: Option<String>,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Server {
    #[hcl(label)]
    pub(crate) name: String,
    pub(crate) listen: SocketAddr,
    #[hcl(block)]
    pub(crate) tls: Option<Tls>,
    #[hcl(block)]
    pub(crate) route: Vec<Route>,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Tls {
    pub(crate) cert: PathBuf,
    pub(crate) key: PathBuf,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Route {
    #[hcl(label)]
    pub(crate) path: String,
    /// The name of an upstream.
    pub(crate) target: String,
    #[hcl(scope(request = Request))]
    pub(crate) when: Option<Deferred<bool>>,
    /// The number of requests in a second.
    #[hcl(scope(request = Request), default = 100.into())]
    pub(crate) limit: Deferred<u32>,
    pub(crate) retry: Option<Retry>,
    #[hcl(attrs)]
    pub(crate) headers: Option<BTreeMap<String, String>>,
}

#[derive(Debug, HclValue)]
pub(crate) struct Retry {
    #[hcl(default = 2)]
    pub(crate) attempts: u8,
    #[hcl(default = [502, 503])]
    pub(crate) on: Vec<u16>,
}

/// The part of a request that the expressions of routes see.
#[derive(Debug, Clone, HclValue)]
#[hcl(into_value)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) client: String,
    pub(crate) size: u64,
}

impl Gateway {
    /// Checks that the upstream of each route is defined.
    fn check(&self, validation: &mut Validation<'_>) {
        for (server, block) in self.server.iter().enumerate() {
            for (index, route) in block.route.iter().enumerate() {
                if !self.upstream.contains_key(&route.target) {
                    let path = format!("server[{server}].route[{index}].target");
                    let known = self.upstream.keys();
                    validation.unknown_name(&path, "upstream", &route.target, known);
                }
            }
        }
    }
}

/// Returns the command line of the gateway, and the layers of its configuration: a file with those that it includes, the files
/// of `conf.d` beside it, the environment, flags and overrides.
pub(crate) fn options() -> Options {
    let decoder = Decoder::new()
        .context(EvalContext::new().with_functions(functions::all()))
        .defaults("<defaults>", include_str!("defaults.hcl"))
        .includes("include")
        .functions("function")
        .references("upstream");
    Options::new(Arguments::command())
        .decoder(decoder)
        .places([concat!(env!("CARGO_MANIFEST_DIR"), "/gateway/config/main.hcl")])
        .confine_includes()
        .drop_ins("conf.d")
        .environment("GATEWAY_")
        .variables("GATEWAY_VAR_")
        .flags()
        .reload_on_signal()
        .watch(Duration::from_secs(1))
}
