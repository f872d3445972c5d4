use std::collections::BTreeMap;
use std::error::Error;

use hcldyn::cty::ToValue;
use hcldyn::decode::Validation;
use hcldyn::diag::Report;
use hcldyn::environment::Environment;
use hcldyn::ext::kit::Inputs;
use hcldyn::load::{ReloadOutcome, Watched};
use hcldyn::{Decoder, Deferred, EvalContext, HclDecode, HclValue, functions};

#[derive(HclDecode)]
#[hcl(validate = check)]
struct Proxy {
    workers: u8,
    #[hcl(dynamic)]
    upstream: BTreeMap<String, Upstream>,
    #[hcl(block)]
    route: Vec<Route>,
}

#[derive(HclDecode)]
struct Upstream {
    host: String,
    port: u16,
}

#[derive(HclDecode)]
struct Route {
    #[hcl(label)]
    path: String,
    target: String,
    #[hcl(scope(request = Request))]
    when: Deferred<bool>,
}

#[derive(HclValue)]
#[hcl(into_value)]
struct Request {
    method: String,
    size: u64,
}

fn check(proxy: &Proxy, validation: &mut Validation<'_>) {
    for (index, route) in proxy.route.iter().enumerate() {
        if !proxy.upstream.contains_key(&route.target) {
            let path = format!("route[{index}].target");
            validation.unknown_name(&path, "upstream", &route.target, proxy.upstream.keys());
        }
    }
}

fn decoder() -> Decoder {
    Decoder::new()
        .context(EvalContext::new().with_functions(functions::all()))
        .defaults("<defaults>", "workers = 2\n")
        .file("proxy.hcl")
        .includes("include")
        .drop_ins("conf.d/*.hcl")
        .functions("function")
        .inputs(Inputs::new().argument("region=EU"))
        .references("upstream")
        .environment(Environment::with_prefix("PROXY_").variables([("PROXY_WORKERS", "4")]))
        .overrides("--set", ["upstream.web.port = port(5)"])
}

fn show(watched: &Watched<Proxy>) -> Result<(), Box<dyn Error>> {
    let proxy = watched.current();
    println!("{} workers", proxy.workers);
    for (name, Upstream { host, port }) in &proxy.upstream {
        println!("upstream {name}: {host}:{port}");
    }
    let request = Request { method: "POST".to_owned(), size: 20 }.to_value()?;
    for Route { path, target, when } in &proxy.route {
        let is_taken = when.evaluate(&[("request", request.clone())])?;
        println!("{path} to {target}: {is_taken}");
    }
    for setting in watched.configuration().explain("upstream.web.port") {
        println!("upstream.web.port is set by {setting}");
    }
    match watched.check() {
        ReloadOutcome::Reloaded(changes) => println!("{} changes", changes.len()),
        ReloadOutcome::Rejected(mistakes) => println!("{mistakes}"),
        _ => println!("no changes"),
    }
    Ok(())
}

fn main() {
    match Watched::new(decoder()) {
        Ok(watched) => show(&watched).unwrap_or_else(|error| println!("{error}")),
        Err(mistakes) => println!("{}", Report::new(&mistakes)),
    }
}
