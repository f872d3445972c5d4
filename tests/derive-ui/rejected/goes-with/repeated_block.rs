use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, for_each)]
    server: Server,
    #[hcl(block, serde, count)]
    worker: Vec<Worker>,
    #[hcl(block, count, first_fastest)]
    job: Vec<Worker>,
}

#[derive(HclDecode)]
struct One {
    #[hcl(count)]
    server: Option<Server>,
}

#[derive(HclDecode)]
struct Server {
    port: u16,
}

fn main() {}
