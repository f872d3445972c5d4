use hcldyn::{HclDecode, HclValue};

#[derive(HclValue)]
enum Level {
    Info,
}

#[derive(HclDecode)]
struct Tls {}

#[derive(HclDecode)]
#[hcl(requires_if("port" = "80", "key"), requires_if("port" = 70000, "key"))]
#[hcl(requires_if("name" = 5, "key"), requires_if("secure" = "true", "key"))]
#[hcl(requires_if("level" = "loud", "key"), requires_if("mode" = "c", "key"))]
#[hcl(requires_if("tls" = true, "key"), requires_if("ports" = 80, "key"))]
#[hcl(requires_if("level" = "info", "key"), requires_if("port" = 80, "key"))]
struct Config {
    port: u16,
    name: String,
    secure: bool,
    level: Level,
    #[hcl(one_of = ["a", "b"])]
    mode: String,
    #[hcl(block)]
    tls: Option<Tls>,
    ports: Vec<u16>,
    key: Option<String>,
}

fn main() {}
