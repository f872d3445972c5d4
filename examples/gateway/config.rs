//! The configuration of the gateway: its structs, the loader, and checks of its own.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hcldyn::decode::Validation;
use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, Deferred, EvalContext, HclDecode, HclValue, functions};

/// A whole configuration.
#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
pub(crate) struct Gateway {
    pub(crate) log_level: LogLevel,
    pub(crate) workers: NonZeroU16,
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

/// The layers and values that the command line and the environment give.
#[derive(Debug, Default, Clone)]
pub(crate) struct Given {
    pub(crate) environment: Vec<(OsString, OsString)>,
    pub(crate) overrides: Vec<String>,
    pub(crate) variables: Vec<String>,
}

/// Returns the decoder of a configuration: a file, the files that it includes, and those of `conf.d` beside it.
pub(crate) fn decoder(file: &Path, given: &Given) -> Decoder {
    let folder = file.parent().unwrap_or(Path::new(""));
    let inputs = Inputs::new()
        .environment(given.environment.clone(), |name| name.strip_prefix("GATEWAY_VAR_"));
    let inputs = inputs.arguments(&given.variables);
    Decoder::new()
        .context(EvalContext::new().with_functions(functions::all()))
        .defaults("<defaults>", include_str!("defaults.hcl"))
        .file(file)
        .includes("include")
        .within(folder)
        .drop_ins(folder.join("conf.d/*.hcl").display().to_string())
        .functions("function")
        .inputs(inputs)
        .references("upstream")
        .environment(given.environment.clone(), |name| name.strip_prefix("GATEWAY_SET_"))
        .overrides("--set", &given.overrides)
}
