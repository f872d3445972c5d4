use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(argument)]
    a: String,
    #[hcl(arguments)]
    b: String,
    #[hcl(property)]
    c: String,
    #[hcl(properties)]
    d: hcldyn::body::Body,
    #[hcl(child)]
    e: Server,
    #[hcl(children)]
    f: Vec<Server>,
    #[hcl(unwrap(argument))]
    g: String,
    #[hcl(str)]
    h: String,
    #[hcl(type = "string")]
    i: String,
}

#[derive(HclDecode)]
struct Server {}

fn main() {}
