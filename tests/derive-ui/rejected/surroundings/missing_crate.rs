use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(crate = "::nowhere")]
struct Config {
    name: String,
    #[hcl(block)]
    server: Vec<Server>,
}

#[derive(HclDecode)]
struct Server {
    port: u16,
}

#[derive(HclValue)]
#[hcl(crate = "::nowhere")]
enum Level {
    Info,
}

fn main() {}
