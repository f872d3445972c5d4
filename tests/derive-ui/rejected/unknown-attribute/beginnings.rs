use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(def = 3)]
    port: u16,
    #[hcl(dyn)]
    server: Vec<Server>,
    #[hcl(sens)]
    password: String,
    #[hcl(merg = "append")]
    names: Vec<String>,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
