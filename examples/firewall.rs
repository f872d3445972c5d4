//! Decodes `firewall.hcl` into structs: static and generated blocks, labels, an expression and
//! closures that are evaluated later. Then shows the report for a copy with four errors.
//!
//! Run it with `cargo run --example firewall`.

use std::error::Error;

use hcldyn::cty::Value;
use hcldyn::diag::Report;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Expression, ExpressionClosure, HclDecode, ext, functions};

const TEXT: &str = include_str!("firewall.hcl");

/// A whole configuration file.
#[derive(Debug, HclDecode)]
struct Firewall {
    name: String,
    #[hcl(default = 100)]
    priority: u16,
    #[hcl(expr_closure)]
    accept: ExpressionClosure,
    #[hcl(expr)]
    log_format: Option<Expression>,
    #[hcl(block)]
    zone: Vec<Zone>,
    #[hcl(dynamic)]
    ingress: Vec<Ingress>,
}

/// A named group of interfaces.
#[derive(Debug, HclDecode)]
struct Zone {
    #[hcl(label)]
    name: String,
    interfaces: Vec<String>,
}

/// Allowed incoming traffic.
#[derive(Debug, HclDecode)]
struct Ingress {
    #[hcl(label)]
    name: String,
    port: u16,
    #[hcl(default = "tcp")]
    protocol: String,
    #[hcl(expr_closure)]
    when: Option<ExpressionClosure>,
    #[hcl(dynamic)]
    source: Vec<Network>,
}

/// An allowed source network.
#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct Network {
    cidr: String,
    note: Option<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let ctx = context()?;
    let firewall: Firewall = hcldyn::from_source(&Source::new("firewall.hcl", TEXT), &ctx)?;
    println!("{} (priority {})", firewall.name, firewall.priority);
    for zone in &firewall.zone {
        println!("  zone {}: {}", zone.name, zone.interfaces.join(", "));
    }
    for ingress in &firewall.ingress {
        println!("  ingress {}: {} {}", ingress.name, ingress.protocol, ingress.port);
        for source in &ingress.source {
            println!("    {source:?}");
        }
    }

    println!("\nEvaluated later, with more variables:");
    for size in [1_500, 9_000] {
        let packet = Value::object([("size", Value::from(size))]);
        show("accept", &firewall.accept, &[("packet", packet)])?;
    }
    for ingress in &firewall.ingress {
        if let Some(when) = &ingress.when {
            show(&ingress.name, when, &[("load", Value::from(60))])?;
        }
    }
    if let Some(log_format) = &firewall.log_format {
        println!("\nNever evaluated: {}", log_format.text());
    }

    println!("\nA copy with four errors:\n");
    let broken = Source::new("broken.hcl", broken_copy());
    if let Err(problems) = hcldyn::from_source::<Firewall>(&broken, &ctx) {
        println!("{}", Report::new(&problems));
    }
    Ok(())
}

/// The variables and functions of the configuration.
fn context() -> Result<EvalContext, Diagnostics> {
    let variables = "{
      dns = { port = 53, protocol = \"udp\", max_load = 90, networks = [\"0.0.0.0/0\"] }
      web = { port = 443, max_load = 50, networks = [\"198.51.100.0/24\", \"203.0.113.0/24\"] }
    }";
    let mut diags = Diagnostics::new();
    let services = hcldyn::parse_expression(&Source::new("services", variables), &mut diags);
    let services = services.map(|expr| expr.value(&EvalContext::new(), &mut diags));
    let ctx = EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("region", "eu")
        .with_variable("max_size", 8_000)
        .with_variable("services", diags.into_result(services)?);
    Ok(ctx)
}

fn show(
    name: &str,
    closure: &ExpressionClosure,
    variables: &[(&str, Value)],
) -> Result<(), Diagnostics> {
    let mut diags = Diagnostics::new();
    let value = closure.value_with(variables, &mut diags);
    let value = diags.into_result(Some(value))?;
    let variables: Vec<_> =
        variables.iter().map(|(name, value)| format!("{name} = {value:?}")).collect();
    println!("  {name}: `{}` is {value:?} for {}", closure.expression.text(), variables.join(", "));
    Ok(())
}

/// The file with four errors: a misspelled attribute, a wrong type, a port out of range in a generated block,
/// and a `dynamic` block of a type that cannot be generated.
fn broken_copy() -> String {
    TEXT.replace("priority = 10", "priorty = 10")
        .replace("[\"eth0\", \"eth1\"]", "true")
        .replace("service.value.port\n", "service.value.port * 1000\n")
        .replace("zone \"office\" {\n", "dynamic \"zone\" {\n  for_each = []\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_show_the_whole_spec() {
        hcldyn_tests::documents::check(&Firewall::spec(), &EvalContext::new(), "firewall");
    }
}
