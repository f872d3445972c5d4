use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, serde)]
    one: Server,
    #[hcl(block, serde)]
    several: Vec<Server>,
    #[hcl(block, serde)]
    maybe: Option<Server>,
    #[hcl(block, serde)]
    named: std::collections::HashMap<String, Server>,
}

struct Server {
    port: u16,
}

fn main() {}
