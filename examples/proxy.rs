//! The configuration of a reverse proxy, in several files: listeners and health checks of different kinds,
//! upstreams that `dynamic` blocks generate, durations, port ranges, a secret, and routes whose conditions
//! are evaluated for every request. Nothing here converts a value by hand.
//!
//! Run it with `cargo run --example proxy`, or with the path of a configuration as its argument. `config` has subcommands
//! that check, document and format configurations, such as `cargo run --example proxy -- config sample`.

#![allow(dead_code, reason = "a proxy would use what is only shown here")]

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use hcldyn::cli::ConfigCommand;
use hcldyn::cty::{Mark, Value};
use hcldyn::decode::Validation;
use hcldyn::diag::{Diagnostic, Report};
use hcldyn::load::Configuration;
use hcldyn::{
    Decoder, Deferred, Diagnostics, EvalContext, HclDecode, HclValue, Spanned, ext, functions,
};

/// A reverse proxy: it listens for requests, and its routes send them to upstreams.
#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
struct Proxy {
    /// The number of worker threads.
    #[hcl(default = NonZeroU16::MIN, former_name = "threads")]
    workers: NonZeroU16,
    /// The least important messages that are logged.
    #[hcl(default = "warning")]
    log_level: LogLevel,
    /// The time that open requests may take after the proxy receives the signal to stop.
    #[hcl(default = "10s")]
    drain: Duration,
    /// An address that the proxy listens at.
    #[hcl(block, min_items = 1)]
    listener: Vec<Listener>,
    /// The interface for administrators.
    #[hcl(block)]
    admin: Option<Admin>,
    /// A group of servers that answer requests.
    #[hcl(dynamic)]
    upstream: BTreeMap<String, Upstream>,
    /// A certificate, which listeners refer to by its name.
    #[hcl(block)]
    tls: BTreeMap<Spanned<String>, Tls>,
    #[hcl(block)]
    route: Vec<Route>,
}

#[derive(Debug, HclValue)]
enum LogLevel {
    /// Every step of every request.
    Debug,
    /// One line for each request.
    Info,
    /// Only what an administrator should look at.
    Warning,
}

#[derive(Debug, HclDecode)]
#[hcl(tag = label)]
enum Listener {
    /// An address and a port.
    Tcp {
        #[hcl(label)]
        name: String,
        address: SocketAddr,
        /// The name of a certificate. Without it, connections are not encrypted.
        tls: Option<Spanned<String>>,
        /// The time after which a connection without requests is closed.
        #[hcl(default = "1m")]
        idle: Duration,
    },
    /// A Unix socket.
    Unix {
        #[hcl(label)]
        name: String,
        path: PathBuf,
    },
}

#[derive(Debug, HclDecode)]
struct Admin {
    #[hcl(sensitive, conflicts_with = "token_file", validate = long_enough)]
    token: Option<String>,
    token_file: Option<PathBuf>,
    allow: Vec<IpAddr>,
}

#[derive(Debug, HclDecode)]
struct Upstream {
    #[hcl(default = "round_robin")]
    balance: Balance,
    ports: PortRange,
    #[hcl(dynamic, min_items = 1)]
    server: Vec<Server>,
    #[hcl(block)]
    health: Option<Health>,
}

#[derive(Debug, HclValue)]
enum Balance {
    RoundRobin,
    LeastConnections,
    Random,
}

#[derive(Debug, HclValue)]
#[hcl(validate = Self::check)]
struct PortRange {
    first: u16,
    last: u16,
}

#[derive(Debug, HclDecode)]
struct Server {
    address: IpAddr,
    #[hcl(default = 1.0, validate = positive)]
    weight: f64,
}

#[derive(Debug, HclDecode)]
#[hcl(tag = "type")]
enum Health {
    Tcp(Probe),
    Http {
        path: String,
        #[hcl(default = 200)]
        status: u16,
        #[hcl(flatten)]
        probe: Probe,
    },
}

#[derive(Debug, HclDecode)]
struct Probe {
    #[hcl(default = "10s")]
    interval: Duration,
    #[hcl(default = "1s")]
    timeout: Duration,
}

#[derive(Debug, HclDecode)]
struct Tls {
    #[hcl(default = "1.2")]
    min_version: TlsVersion,
    #[hcl(blocks)]
    certificate: Certificate,
}

#[derive(Debug, HclValue)]
enum TlsVersion {
    #[hcl(name = "1.2")]
    V1_2,
    #[hcl(name = "1.3")]
    V1_3,
}

#[derive(Debug, HclDecode)]
enum Certificate {
    Files { certificate: PathBuf, key: PathBuf },
    Acme { email: String, domains: Vec<String> },
}

/// A route. The first route that matches a request handles it.
#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(label)]
    name: String,
    upstream: Spanned<String>,
    when: Option<Deferred<bool>>,
    headers: Option<Deferred<BTreeMap<String, String>>>,
    #[hcl(default = "10s")]
    timeout: Duration,
    log_level: Option<LogLevel>,
    #[hcl(block)]
    retry: Option<Retry>,
}

#[derive(Debug, HclDecode)]
struct Retry {
    #[hcl(default = 2)]
    attempts: u8,
    #[hcl(default = [502, 503, 504])]
    on: Vec<u16>,
}

fn long_enough(token: &str) -> Result<(), &'static str> {
    if token.len() < 8 { Err("A token must have at least 8 characters.") } else { Ok(()) }
}

fn positive(number: &f64) -> Result<(), String> {
    if *number > 0.0 { Ok(()) } else { Err(format!("It must be more than 0, not {number}.")) }
}

impl PortRange {
    fn check(&self) -> Result<(), String> {
        if self.first <= self.last {
            return Ok(());
        }
        Err(format!(
            "The last port, {}, must not be less than the first, {}.",
            self.last, self.first
        ))
    }
}

impl Proxy {
    /// Checks that every referenced upstream and certificate is defined.
    fn check(&self, validation: &mut Validation<'_>) {
        for route in self.route.iter().filter(|it| !self.upstream.contains_key(&**it.upstream)) {
            let names = self.upstream.keys().map(String::as_str);
            validation.push(no_such("upstream", &route.upstream, names));
        }
        let used: Vec<_> = self.listener.iter().filter_map(Listener::tls).collect();
        for tls in used.iter().filter(|tls| !self.tls.contains_key(tls.as_str())) {
            validation.push(no_such("tls", tls, self.tls.keys().map(|name| name.as_str())));
        }
        for name in self.tls.keys().filter(|name| !used.contains(name)) {
            let detail = format!("No listener uses the certificate of {:?}.", **name);
            validation.push(Diagnostic::warning(name.place().clone(), "Unused block", detail));
        }
    }
}

impl Listener {
    fn tls(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Tcp { tls, .. } => tls.as_ref(),
            Self::Unix { .. } => None,
        }
    }
}

fn no_such<'a>(
    ty: &str,
    name: &Spanned<String>,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let names = known.collect::<Vec<_>>().join(", ");
    let detail = format!("The {ty} {:?} is not defined. Defined names: {names}.", **name);
    Diagnostic::error(name.place().clone(), "Unknown name", detail)
}

/// Decodes a configuration: a file and the files it includes.
fn load(path: &Path) -> Result<Configuration<Proxy>, Diagnostics> {
    decoder().file(path).decode()
}

fn decoder() -> Decoder {
    Decoder::new().context(context()).includes("include")
}

/// The variables and functions of the configuration.
fn context() -> EvalContext {
    let service = |subnet: u8, port: u16, replicas: u8| {
        Value::object([
            ("subnet", Value::from(subnet)),
            ("port", Value::from(port)),
            ("replicas", Value::from(replicas)),
        ])
    };
    let token = Value::from("correct horse").mark(Mark::sensitive());
    EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("domain", "example.com")
        .with_variable("secrets", Value::object([("admin", token)]))
        .with_variable(
            "services",
            Value::object([("api", service(4, 9000, 3)), ("web", service(5, 9100, 1))]),
        )
}

/// The parts of a request that routes can see.
struct Request {
    path: &'static str,
    client: &'static str,
    bucket: u8,
}

impl Request {
    fn as_value(&self) -> Value {
        Value::object([
            ("path", Value::from(self.path)),
            ("client", Value::from(self.client)),
            ("bucket", Value::from(self.bucket)),
        ])
    }
}

impl Route {
    /// Returns `true` if the route matches a request.
    fn wants(&self, request: &Value) -> Result<bool, Diagnostics> {
        let variables = [("request", request.clone())];
        self.when.as_ref().map_or(Ok(true), |when| when.evaluate(&variables))
    }

    /// The headers added to a request.
    fn headers(&self, request: &Value) -> Result<BTreeMap<String, String>, Diagnostics> {
        let variables = [("request", request.clone())];
        let headers = self.headers.as_ref().map(|headers| headers.evaluate(&variables));
        headers.unwrap_or_else(|| Ok(BTreeMap::new()))
    }
}

/// Describes the behavior of the proxy.
fn describe(proxy: &Proxy) -> Result<String, fmt::Error> {
    let mut text = format!("{} workers, log level {:?}\n", proxy.workers, proxy.log_level);
    for listener in &proxy.listener {
        match listener {
            Listener::Tcp { name, address, tls, idle } => {
                let tls = tls.as_ref().map_or("none", |tls| tls.as_str());
                writeln!(text, "listens on {address} ({name}, tls {tls}, idle {idle:?})")?;
            }
            Listener::Unix { name, path } => {
                writeln!(text, "listens on {} ({name})", path.display())?
            }
        }
    }
    for (name, tls) in &proxy.tls {
        writeln!(text, "tls {}: {:?} or later, {:?}", **name, tls.min_version, tls.certificate)?;
    }
    for (name, Upstream { balance, ports, server, health }) in &proxy.upstream {
        let PortRange { first, last } = ports;
        writeln!(
            text,
            "upstream {name}: {balance:?}, ports {first} to {last}, checked by {health:?}"
        )?;
        for Server { address, weight } in server {
            writeln!(text, "  {address} has weight {weight}")?;
        }
    }
    Ok(text)
}

/// Describes how a request is handled.
fn route(proxy: &Proxy, request: &Request) -> Result<String, Diagnostics> {
    let value = request.as_value();
    for route in &proxy.route {
        if route.wants(&value)? {
            let (name, upstream, headers) = (&route.name, &route.upstream, route.headers(&value)?);
            return Ok(format!("{}: route {name} to {upstream}, with {headers:?}", request.path));
        }
    }
    Ok(format!("{}: no route", request.path))
}

fn run(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let loaded = load(path)?;
    let mut text = describe(&loaded.value)?;
    let requests = [
        Request { path: "/api/users", client: "203.0.113.9", bucket: 5 },
        Request { path: "/api/users", client: "203.0.113.9", bucket: 50 },
        Request { path: "/debug", client: "10.0.0.7", bucket: 1 },
        Request { path: "/debug", client: "203.0.113.9", bucket: 1 },
    ];
    for request in &requests {
        writeln!(text, "{}", route(&loaded.value, request)?)?;
    }
    write!(text, "\n{}", Report::new(&loaded.warnings))?;
    Ok(text)
}

#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    /// The configuration. The default is that of the example.
    path: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Checks, documents and formats configurations.
    #[command(subcommand)]
    Config(ConfigCommand),
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    if let Some(Command::Config(command)) = arguments.command {
        return Ok(command.run_with::<Proxy>(&decoder()));
    }
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("proxy/main.hcl");
    println!("{}", run(&arguments.path.unwrap_or_else(own))?);
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_behavior_is_described() {
        insta::assert_snapshot!(run(Path::new("proxy/main.hcl")).unwrap());
    }

    /// The reference of the configuration, as it is committed. `SNAPSHOTS=overwrite` writes it again.
    #[test]
    fn the_reference_is_fresh() {
        let outline = decoder().whole_spec::<Proxy>().outline();
        let reference = hcldyn::docs::Reference::new(outline).title("Configuration of the proxy");
        snapbox::assert_data_eq!(reference.markdown(), snapbox::file!["proxy/reference.md"].raw());
    }

    #[test]
    fn a_broken_copy_is_reported() {
        insta::assert_snapshot!(report("proxy/broken.hcl"));
    }

    #[test]
    fn undefined_references_are_reported() {
        insta::assert_snapshot!(report("proxy/dangling.hcl"));
    }

    #[test]
    fn documents_show_the_whole_spec() {
        hcldyn_tests::documents::check(&Proxy::spec(), &EvalContext::new(), "proxy");
    }

    fn report(path: &str) -> String {
        let problems = load(Path::new(path)).err().unwrap();
        Report::new(&problems).to_string()
    }
}
