use hcldyn::cty::Value;
use hcldyn::diag::Report;
use hcldyn::{Deferred, Diagnostics, EvalContext, ExpressionClosure, HclDecode, functions};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(dynamic)]
    route: Vec<Route>,
}

#[derive(Debug, HclDecode)]
struct Route {
    #[hcl(label)]
    name: String,
    when: Deferred<bool>,
    #[hcl(expr_closure)]
    tag: Option<ExpressionClosure>,
}

fn main() {
    if let Err(problems) = run() {
        println!("{}", Report::new(&problems));
    }
}

fn run() -> Result<(), Diagnostics> {
    let ctx = EvalContext::new().with_variable("limit", 1_000).with_functions(functions::all());
    let config: Config = hcldyn::from_file("routes.hcl", &ctx)?;
    for (path, size) in [("/docs/index", 20_000), ("/", 500)] {
        let request = Value::object([("path", path.into()), ("size", size.into())]);
        serve(&config, &[("request", request)])?;
    }
    Ok(())
}

fn serve(config: &Config, variables: &[(&str, Value)]) -> Result<(), Diagnostics> {
    for route in &config.route {
        if route.when.evaluate(variables)?
            && let Some(tag) = &route.tag
        {
            println!("{}: {:?}", route.name, tag.evaluate(variables)?);
        }
    }
    Ok(())
}
