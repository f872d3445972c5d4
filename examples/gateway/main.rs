//! A gateway, whose configuration uses everything that a decoder loads: included files, functions, variables, references
//! between blocks, generated blocks, expressions that are evaluated for each request, layers, and reload.
//!
//! ```sh
//! cargo run --example gateway
//! cargo run --example gateway -- --workers 8 --set 'upstream.web.port=8081' --var region=us --print-config
//! cargo run --example gateway -- config explain upstream.web.timeout
//! cargo run --example gateway -- --watch
//! ```
//!
//! | file | content |
//! |---|---|
//! | `config.rs` | the structs of the configuration, and the options of its loading |
//! | `config` | a configuration in several files; `json` has the same one in JSON syntax |
//! | `wrong` | configurations with one error each, and their reports |

#![allow(dead_code, reason = "a gateway would use what is only shown here")]

mod config;

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::process::ExitCode;

use clap::Parser;
use hcldyn::cli::load;
use hcldyn::cty::ToValue;

use self::config::{Gateway, Request, Route, options};

/// Distributes requests to several services
#[derive(Parser)]
#[command(name = "gateway", version)]
struct Arguments {
    /// Reports changes of the configuration until the standard input ends
    #[arg(long)]
    watch: bool,
}

fn main() -> ExitCode {
    let loaded = match load::<Gateway>(options()) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    match describe(&loaded.current()) {
        Ok(text) => print!("{text}"),
        Err(error) => eprintln!("error: {error}"),
    }
    if loaded.matches.get_flag("watch") {
        // The configuration is reloaded in the meantime.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
    }
    ExitCode::SUCCESS
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
mod completions;
#[cfg(test)]
mod tests;
