use hcldyn::decode::Validation;
use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode, HclValue};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block)]
    pool: Vec<Pool>,
}

#[derive(Debug, HclDecode)]
#[hcl(validate = check)]
struct Pool {
    #[hcl(label)]
    name: String,
    balance: Balance,
    backends: Vec<Backend>,
    #[hcl(default = 1)]
    min_ready: usize,
}

#[derive(Debug, HclValue)]
enum Balance {
    RoundRobin,
    LeastLoaded,
}

#[derive(Debug, HclValue)]
struct Backend {
    host: Host,
    #[hcl(default = 80)]
    port: u16,
}

#[derive(Debug, HclValue)]
#[hcl(try_from = "String")]
struct Host(String);

impl TryFrom<String> for Host {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.contains(' ') {
            Err(format!("A host name can't contain spaces, unlike {text:?}."))
        } else {
            Ok(Self(text))
        }
    }
}

fn check(pool: &Pool, validation: &mut Validation<'_>) {
    let count = pool.backends.len();
    if pool.min_ready > count {
        let detail = format!("At most {count}, the number of backends, is allowed.");
        validation.error("min_ready", "Never ready", detail);
    }
}

fn main() {
    match hcldyn::from_file::<Config>("pools.hcl", &EvalContext::new()) {
        Ok(config) => println!("{config:#?}"),
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
