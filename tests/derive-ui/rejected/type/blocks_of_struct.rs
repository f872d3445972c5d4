use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(blocks)]
    server: Vec<Server>,
    #[hcl(blocks)]
    log: Option<Server>,
    #[hcl(blocks)]
    one: Server,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
