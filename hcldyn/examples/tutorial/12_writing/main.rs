use hcldyn::diag::Report;
use hcldyn::{Deferred, EvalContext, HclDecode, HclEncode};

#[derive(HclDecode, HclEncode)]
struct Config {
    #[hcl(default = 60)]
    interval: u32,
    #[hcl(dynamic)]
    alert: Vec<Alert>,
}

#[derive(HclDecode, HclEncode)]
struct Alert {
    #[hcl(label)]
    name: String,
    when: Deferred<bool>,
    message: Option<String>,
}

fn main() {
    let ctx = EvalContext::new().with_variable("team", "ops");
    let mut config: Config = match hcldyn::from_file("alerts.hcl", &ctx) {
        Ok(config) => config,
        Err(problems) => return println!("{}", Report::new(&problems)),
    };
    for alert in &mut config.alert {
        alert.message.get_or_insert_with(|| format!("{} needs attention.", alert.name));
    }
    match hcldyn::to_string(&config) {
        Ok(text) => print!("{text}"),
        Err(error) => println!("{error}"),
    }
}
