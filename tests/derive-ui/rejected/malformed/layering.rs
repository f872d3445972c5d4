use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, merge = "apend")]
    server: Vec<Server>,
    #[hcl(block, merge = append)]
    pool: Vec<Server>,
    #[hcl(merge = "append")]
    ports: Vec<u16>,
    #[hcl(label, merge = "replace")]
    name: String,
}

#[derive(HclDecode)]
struct Server {
    port: u16,
}

fn main() {}
