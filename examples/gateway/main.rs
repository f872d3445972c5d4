//! A gateway, whose configuration uses everything that a decoder loads: included files, functions, variables, references
//! between blocks, generated blocks, expressions that are evaluated for each request, layers, and reload.
//!
//! ```sh
//! cargo run --example gateway
//! cargo run --example gateway -- --set 'upstream.web.port=8081' --var region=us --explain upstream.web.port
//! cargo run --example gateway -- --watch
//! ```
//!
//! | file | content |
//! |---|---|
//! | `config.rs` | the structs of the configuration, and its loader |
//! | `config` | a configuration in several files; `json` has the same one in JSON syntax |
//! | `wrong` | configurations with one error each, and their reports |

#![allow(dead_code, reason = "a gateway would use what is only shown here")]

mod config;

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use hcldyn::Diagnostics;
use hcldyn::cty::ToValue;
use hcldyn::diag::Report;
use hcldyn::load::{ReloadOutcome, Watched};

use self::config::{Gateway, Given, Request, Route, decoder};

#[derive(Parser)]
struct Options {
    /// The main file of the configuration.
    file: Option<PathBuf>,
    /// Overrides an attribute.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Sets a variable.
    #[arg(long, value_name = "NAME=VALUE")]
    var: Vec<String>,
    /// Lists the layers that set an attribute.
    #[arg(long, value_name = "PATH")]
    explain: Option<String>,
    /// Reports changes of the files until the standard input ends.
    #[arg(long)]
    watch: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Options { file, set, var, explain, watch } = Options::parse();
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("gateway/config/main.hcl");
    let given =
        Given { environment: std::env::vars_os().collect(), overrides: set, variables: var };
    let watched = match Watched::<Gateway>::new(decoder(&file.unwrap_or_else(own), &given)) {
        Ok(watched) => watched,
        Err(mistakes) => return Err(report(&mistakes).into()),
    };
    print!("{}", describe(&watched.current())?);
    for setting in explain.iter().flat_map(|path| watched.configuration().explain(path)) {
        println!("{setting}");
    }
    if watch {
        let watcher = watched
            .every(Duration::from_secs(1), |outcome| print!("{}", describe_outcome(&outcome)))?;
        io::copy(&mut io::stdin(), &mut io::sink())?;
        drop(watcher);
    }
    Ok(())
}

/// Describes the outcome of a check for changes.
fn describe_outcome(outcome: &ReloadOutcome) -> String {
    match outcome {
        ReloadOutcome::Reloaded(changes) => {
            changes.iter().map(|change| format!("{change}\n")).collect()
        }
        ReloadOutcome::Rejected(mistakes) => report(mistakes),
        _ => String::new(),
    }
}

fn report(mistakes: &Diagnostics) -> String {
    Report::new(mistakes).to_string()
}

/// Describes a configuration, and its decisions about some requests.
fn describe(gateway: &Gateway) -> Result<String, Box<dyn Error>> {
    let mut text = format!("{} workers, log level {:?}\n", gateway.workers, gateway.log_level);
    for (name, upstream) in &gateway.upstream {
        let (host, port) = (&upstream.host, upstream.port);
        let _ = writeln!(text, "upstream {name}: {host}:{port}, timeout {:?}", upstream.timeout);
    }
    for server in &gateway.server {
        let _ = writeln!(text, "server {} listens on {}", server.name, server.listen);
        for route in &server.route {
            for request in requests() {
                let decision = decide(route, &request)?;
                let _ = writeln!(text, "  {} {}: {decision}", request.method, route.path);
            }
        }
    }
    Ok(text)
}

fn requests() -> [Request; 2] {
    let request = |method: &str, client: &str, size| Request {
        method: method.to_owned(),
        path: "/users".to_owned(),
        client: client.to_owned(),
        size,
    };
    [request("GET", "10.0.0.7", 0), request("POST", "203.0.113.9", 9_000)]
}

/// Describes how a route handles a request.
fn decide(route: &Route, request: &Request) -> Result<String, Box<dyn Error>> {
    let variables = [("request", request.to_value()?)];
    let is_taken = route.when.as_ref().map_or(Ok(true), |when| when.evaluate(&variables))?;
    if !is_taken {
        return Ok("not taken".to_owned());
    }
    Ok(format!("to {}, at most {} in a second", route.target, route.limit.evaluate(&variables)?))
}

#[cfg(test)]
mod tests;
