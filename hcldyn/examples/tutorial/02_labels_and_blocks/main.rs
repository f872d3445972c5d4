use std::collections::BTreeMap;

use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block)]
    log: Option<Log>,
    #[hcl(block)]
    server: Vec<Server>,
}

#[derive(Debug, HclDecode)]
struct Log {
    level: String,
}

#[derive(Debug, HclDecode)]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
    #[hcl(block)]
    route: BTreeMap<String, Route>,
}

#[derive(Debug, HclDecode)]
struct Route {
    folder: String,
}

fn main() {
    match hcldyn::from_file::<Config>("web.hcl", &EvalContext::new()) {
        Ok(config) => show(&config),
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}

fn show(config: &Config) {
    println!("{:?}", config.log);
    for server in &config.server {
        println!("{} on port {}", server.name, server.port);
        for (path, route) in &server.route {
            println!("  {path} is {}", route.folder);
        }
    }
}
