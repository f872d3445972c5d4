use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
struct Server {
    host: String,
    port: u16,
    #[hcl(default = 4)]
    workers: u32,
    log_file: Option<String>,
}

fn main() {
    match hcldyn::from_file::<Server>("server.hcl", &EvalContext::new()) {
        Ok(server) => println!("{server:#?}"),
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
