use std::time::Duration;

use hcldyn::{HclDecode, HclValue};

#[derive(HclValue)]
enum Level {
    Info,
}

#[derive(HclDecode)]
struct Tls {
    cert: String,
}

#[derive(HclDecode)]
#[hcl(exactly_one_of("port", "socket"), at_least_one_of("socket", "level"))]
#[hcl(requires_if("mode" = "tls", "port"))]
struct Config {
    port: u16,
    #[hcl(conflicts_with = ["timeout", "tls", "ports"], requires = "level")]
    socket: Option<String>,
    #[hcl(conflicts_with = "socket")]
    name: String,
    timeout: Duration,
    level: Level,
    #[hcl(block)]
    tls: Tls,
    ports: Vec<u16>,
    #[hcl(default = "plain")]
    mode: String,
}

fn main() {}
