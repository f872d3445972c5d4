use hcldyn::cty::{Mark, Value};
use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode};

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    database: Database,
}

#[derive(HclDecode)]
struct Database {
    host: String,
    #[hcl(sensitive, length = 12..)]
    password: String,
}

fn main() {
    let suffix = Value::from("-7f3a").mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("region", "eu").with_variable("suffix", suffix);
    match hcldyn::from_file::<Config>("database.hcl", &ctx) {
        Ok(Config { database }) => {
            println!("{}, a password of {} bytes", database.host, database.password.len());
        }
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
