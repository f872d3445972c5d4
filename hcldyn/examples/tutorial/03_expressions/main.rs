use hcldyn::cty::Function;
use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode, functions};

#[derive(Debug, HclDecode)]
struct Config {
    greeting: String,
    cache_mb: u32,
    hosts: Vec<String>,
}

fn main() {
    let shout = |text: String| format!("{text}!");
    let shout = Function::from_fn("The text, loudly.", ["text"], shout);
    let ctx = EvalContext::new()
        .with_variable("zone", "eu")
        .with_variable("production", true)
        .with_functions(functions::all())
        .with_function("shout", shout);

    match hcldyn::from_file::<Config>("app.hcl", &ctx) {
        Ok(config) => println!("{config:#?}"),
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
