use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block = "server")]
    servers: Vec<Server>,
    #[hcl(attr = port)]
    port: u16,
    #[hcl(expr("when"))]
    when: hcldyn::Expression,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
